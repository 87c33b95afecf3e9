//! The palette: what the words being typed in the `:` line can mean. It lists every command, and
//! every action that is not a command, and finds them by name, doc or key.
//!
//! What is run is what was typed. A row takes over what is typed behind a word that finds it
//! (`delete A` is `remove A`), but only Tab puts it into the line; Enter runs a row only if it was
//! chosen, and the line is one word that is no command.

use super::{ACTIONS, Action, ActionPlace, Arrow, CommandLine, KeyMap, Setting};
use hitscan_core::command::{COMMANDS, Command, CommandError, CommandSpec};
use hitscan_core::lab::builtin_lessons;
use hitscan_core::scene::{excerpt, gallery};
use hitscan_core::world::Settings;

/// A row of the palette.
#[derive(Clone, Debug)]
pub struct PaletteRow {
    /// The command that it stands for, which may need arguments.
    command: Option<&'static CommandSpec>,
    /// What a key does for it; `None` for a command that no key stands for.
    pub(in crate::app) action: Option<Action>,
    /// Its name, as typed.
    pub name: &'static str,
    /// One line about it.
    pub doc: &'static str,
    /// Its key, if it has one.
    pub key: Option<String>,
    /// What it takes over of the typed line, as its arguments.
    pub args: String,
    fit: Fit,
}

/// The command that goes to the end of history.
const SEEK_END: &str = "seek end";

/// How well a row matches, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// The word is its name or an alias.
    Name,
    /// The word is a synonym.
    Synonym,
    /// Its name begins with the word.
    Beginning,
    /// A word within its name begins with the word.
    Word,
    /// A synonym begins with the word.
    SynonymBeginning,
    /// The word is its key.
    Key,
    /// A word of its doc or syntax begins with the word.
    Doc,
    /// The word is inside its name.
    Inside,
}

impl PaletteRow {
    fn of_command(spec: &'static CommandSpec, keys: &KeyMap) -> Self {
        Self {
            command: Some(spec),
            action: Action::of_command(spec.name),
            name: spec.name,
            doc: spec.doc,
            key: key_of_command(spec.name, keys),
            args: String::new(),
            fit: Fit::Name,
        }
    }

    fn of_action(action: Action, keys: &KeyMap) -> Self {
        let spec = action.row();
        Self {
            command: None,
            action: Some(action),
            // The command `end` does something else.
            name: if action == Action::SeekEnd { SEEK_END } else { spec.id },
            doc: spec.doc,
            key: keys.key_of(action),
            args: String::new(),
            fit: Fit::Name,
        }
    }

    /// The arguments that can follow the name.
    pub fn syntax(&self) -> &'static str {
        match (self.command, self.action) {
            (Some(spec), _) => spec.syntax,
            (None, Some(Action::Next(Setting::Theme))) => {
                "[terminal|light|dark|high-contrast|color-blind]"
            }
            (None, Some(Action::Next(Setting::Glyphs))) => "[lines|basic|ascii|braille]",
            (None, _) => "",
        }
    }

    /// The row for a typed line, if it matches: with the arguments it takes over, or as one that
    /// all words find.
    fn found_by(mut self, typed: &str) -> Option<Self> {
        let (first, rest) = split_first(typed);
        let by_first = self.fit_word(first);
        if let (Some(spec), Some(fit)) = (self.command, by_first) {
            // A word such as `bounce` is an argument of what it finds.
            let is_value = rest.is_empty()
                && fit == Fit::Synonym
                && spec.syntax.split([' ', '|']).any(|value| value == first);
            let args = if is_value { first } else { rest };
            if !args.is_empty() && is_command(&format!("{} {args}", spec.name)) {
                (self.args, self.fit) = (args.to_owned(), fit);
                return Some(self);
            }
        }
        let fits: Option<Vec<_>> = typed.split_whitespace().map(|it| self.fit_word(it)).collect();
        self.fit = fits?.into_iter().max()?;
        Some(self)
    }

    /// Its name, and the arguments it takes over.
    pub fn line(&self) -> String {
        let gap = if self.args.is_empty() { "" } else { " " };
        format!("{}{gap}{}", self.name, self.args)
    }

    fn fit_word(&self, word: &str) -> Option<Fit> {
        let aliases = self.command.map_or(&[][..], |spec| spec.aliases);
        let synonyms = self.command.map_or(&[][..], |spec| spec.synonyms);
        let begins = |text: &str| {
            let mut parts = text.split(|c: char| !c.is_alphanumeric());
            parts.any(|part| beginning(part, word))
        };
        if self.name == word || aliases.contains(&word) {
            Some(Fit::Name)
        } else if synonyms.iter().any(|synonym| synonym.eq_ignore_ascii_case(word)) {
            Some(Fit::Synonym)
        } else if beginning(self.name, word) {
            Some(Fit::Beginning)
        } else if begins(self.name) {
            Some(Fit::Word)
        } else if synonyms.iter().any(|synonym| beginning(synonym, word)) {
            Some(Fit::SynonymBeginning)
        } else if self.key.as_deref().is_some_and(|key| key.split(' ').any(|key| key == word)) {
            Some(Fit::Key)
        } else {
            let is_inside = || word.len() > 1 && Self::found_in(self.name, word).is_some();
            let in_doc = begins(self.doc) || begins(self.syntax());
            if in_doc { Some(Fit::Doc) } else { is_inside().then_some(Fit::Inside) }
        }
    }

    /// Where a word occurs in a name, in bytes: preferably at the start of the name or of a word in
    /// it, otherwise anywhere.
    pub fn found_in(name: &str, word: &str) -> Option<usize> {
        let places = || name.char_indices().map(|(at, _)| at);
        let is_there = |at: &usize| !word.is_empty() && beginning(&name[*at..], word);
        let begins = |at: &usize| !name[..*at].ends_with(char::is_alphanumeric) && is_there(at);
        places().find(begins).or_else(|| places().find(is_there))
    }

    /// How many rows the palette can find.
    pub fn count(keys: &KeyMap) -> usize {
        all(keys).count()
    }
}

/// The key that does what a command does, or makes the arrows do it.
fn key_of_command(name: &str, keys: &KeyMap) -> Option<String> {
    let action = match name {
        "move" => return Some(keys.arrows()),
        "turn" => Some(Action::GripTurn),
        "end" => Some(Action::GripEnd),
        "velocity" => Some(Action::GripSpeed),
        "nudge" => Some(Action::ToggleFine),
        _ => Action::of_command(name),
    };
    keys.key_of(action?)
}

/// Whether a line is a whole command.
fn is_command(line: &str) -> bool {
    matches!(Command::parse(line, &Settings::default()), Ok(Some(_)))
}

/// The first word of a line, and what follows it.
fn split_first(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (first, rest.trim_start())
}

/// Whether `text` begins with `word`, ignoring case.
fn beginning(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
}

/// All rows, commands first.
fn all(keys: &KeyMap) -> impl Iterator<Item = PaletteRow> {
    let is_command =
        |action: Action| COMMANDS.iter().any(|spec| Action::of_command(spec.name) == Some(action));
    let actions = ACTIONS.iter().filter(move |spec| {
        let is_for_now = match spec.place {
            ActionPlace::Arena | ActionPlace::ArenaAndPanel => true,
            ActionPlace::Covered | ActionPlace::Form => false,
        };
        // Leaves out the command line itself; commands keep their names.
        let is_own = CommandSpec::find(spec.id).is_none() || spec.action == Action::SeekEnd;
        let is_itself = spec.action == Action::CommandLine;
        is_for_now && is_own && !is_itself && !is_command(spec.action)
    });
    let commands = COMMANDS.iter().map(|spec| PaletteRow::of_command(spec, keys));
    commands.chain(actions.map(|spec| PaletteRow::of_action(spec.action, keys)))
}

/// The longest line to search for; a longer one finds nothing.
pub const MAX_QUERY_BYTES: usize = 256;

/// What to search for; `None` if the line is empty or too long, or has something after a command.
fn query(line: &CommandLine) -> Option<&str> {
    let text = line.text().trim_start();
    if text.len() > MAX_QUERY_BYTES {
        return None;
    }
    let first = text.split_whitespace().next()?;
    let has_more = text.len() > first.len();
    (!(has_more && CommandSpec::find(first).is_some())).then_some(text)
}

impl CommandLine {
    /// What the words being typed can mean, best match first. Empty if they mean nothing, or cannot
    /// mean anything else.
    pub fn palette(&self, keys: &KeyMap) -> Vec<PaletteRow> {
        let Some(typed) = query(self) else { return Vec::new() };
        let mut found: Vec<_> = all(keys).filter_map(|row| row.found_by(typed)).collect();
        // What takes over arguments was probably meant, unless only its description has the word.
        let takes_over = |row: &PaletteRow| !row.args.is_empty() && row.fit < Fit::Key;
        found.sort_by_key(|row| (!takes_over(row), row.fit));
        if let [PaletteRow { fit: Fit::Name, .. }] = found.as_slice() {
            return Vec::new();
        }
        found
    }

    /// The chosen row of the palette: the first by default.
    pub fn chosen_row(&self, keys: &KeyMap) -> Option<PaletteRow> {
        self.palette(keys).into_iter().nth(self.choice())
    }

    /// The rest of the chosen row's name, if it starts with the typed text.
    pub fn completion(&self, keys: &KeyMap) -> Option<&'static str> {
        let is_at_end = self.cursor() == self.text().chars().count();
        let name = self.chosen_row(keys)?.name;
        name.strip_prefix(self.text()).filter(|rest| is_at_end && !rest.is_empty())
    }

    /// Whether Enter runs a row of the palette that was chosen: the line is one word that does
    /// nothing by itself.
    pub(in crate::app) fn is_word_of_row(&self) -> bool {
        let word = self.text().trim();
        !word.contains(char::is_whitespace)
            && Action::named_in(word).is_none()
            && Command::parse(word, &Settings::default()).is_err()
    }

    /// Chooses the next or previous row of the palette.
    pub(in crate::app) fn step_palette(&mut self, arrow: Arrow, keys: &KeyMap) {
        let (at, count) = (self.choice(), self.palette(keys).len());
        let chosen = match arrow {
            _ if count == 0 => None,
            Arrow::Up => Some((at + count - 1) % count),
            // The first row is there to be chosen, too.
            _ => Some(self.chosen.map_or(0, |at| (at + 1) % count)),
        };
        self.chosen = chosen;
    }
}

impl PaletteRow {
    /// Whether its line is a command that can run as it is.
    pub(in crate::app) fn is_whole_command(&self) -> bool {
        self.command.is_some() && is_command(&self.line())
    }
}

impl CommandLine {
    /// What is said of a line that was refused: it offers the best row of the palette if the fault
    /// of a line that no command begins offers nothing.
    pub(in crate::app) fn with_offer(&self, fault: CommandError, keys: &KeyMap) -> CommandError {
        let typed = self.text().trim();
        let (first, rest) = split_first(typed);
        if fault.offers() || self.typing().is_some() {
            return fault;
        }
        if Action::named_in(first).is_some() && !rest.is_empty() {
            return CommandError { message: format!("{first} takes nothing after it"), ..fault };
        }
        let Some(row) = self.palette(keys).into_iter().next() else { return fault };
        let from = self.text().len() - self.text().trim_start().len();
        let why = format!("{}: no such command", excerpt(typed));
        CommandError::at(from..from + typed.len(), why).meaning(Some(&row.line()))
    }
}

/// Where the word that names a scene or lesson begins in a line, in bytes, and the names that start
/// with it, in gallery or lesson order; `None` if the line names none, or no name fits.
pub(in crate::app) fn scene_names(line: &str) -> Option<(usize, Vec<&'static str>)> {
    let word = line.trim_start();
    let (command, _) = word.split_once(' ')?;
    let is = |name| {
        let spec = CommandSpec::find(name);
        spec.is_some_and(|spec| command == spec.name || spec.aliases.contains(&command))
    };
    let known: Vec<_> = match () {
        () if is("open") => gallery().iter().map(|(name, _)| *name).collect(),
        () if is("learn") => builtin_lessons().collect(),
        () => return None,
    };
    let at = line.len() - word[command.len()..].trim_start().len();
    let typed = &line[at..];
    let names: Vec<_> = known.into_iter().filter(|name| name.starts_with(typed)).collect();
    (!names.is_empty()).then_some((at, names))
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyCode;

    use super::*;
    use crate::app::config::Config;
    use crate::app::{App, ColorDepth, EditMode, GlyphSet, KeyPress, Prompt};
    use hitscan_core::scene::{SceneSource, builtin};

    fn app() -> App {
        let source = SceneSource::BuiltIn("start".to_owned());
        let scene = builtin("start").expect("built in");
        App::new(scene, source, (80, 24), GlyphSet::Lines).expect("a world")
    }

    fn typed(text: &str) -> App {
        let mut app = app();
        app.act(Action::CommandLine);
        text.chars().for_each(|c| drop(app.press(KeyPress::plain(KeyCode::Char(c)))));
        app
    }

    fn press(app: &mut App, keys: &str) {
        keys.split(' ').for_each(|key| drop(app.press(KeyPress::parse(key).expect(key))));
    }

    /// The app after these keys in the command line with a text.
    fn pressed(text: &str, keys: &str) -> App {
        let mut app = typed(text);
        press(&mut app, keys);
        app
    }

    fn names(text: &str) -> Vec<&'static str> {
        typed(text).input.palette().iter().map(|row| row.name).collect()
    }

    fn line(app: &App) -> String {
        let Some(Prompt::Command(line)) = &app.input.prompt else { return String::new() };
        line.text().to_owned()
    }

    fn fault(app: &App) -> String {
        let Some(Prompt::Command(line)) = &app.input.prompt else { return String::new() };
        line.fault().map(ToString::to_string).unwrap_or_default()
    }

    /// What a line changes when it is entered: objects, settings, and what the host is asked for.
    fn entered(begun: &App, text: &str) -> (String, String) {
        let mut app = begun.clone();
        app.act(Action::CommandLine);
        app.input.paste(text, &app.engine, &mut app.screen);
        let effects = app.press(KeyPress::plain(KeyCode::Enter));
        let (sandbox, screen) = (app.engine.sandbox(), &app.screen);
        let objects: Vec<_> = sandbox.world().objects().map(|(_, object)| object).collect();
        let state = format!(
            "{objects:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            sandbox.world().settings(),
            sandbox.selection().map(|(_, object)| object.name),
            sandbox.history().position(),
            app.engine.is_playing(),
            screen.appearance,
            screen.overlays,
            (app.input.snaps, app.input.mouse, app.input.edit_mode, app.input.stride),
        );
        (state, format!("{effects:?}"))
    }

    #[test]
    fn enter_changes_nothing_but_what_the_line_names() {
        let begun = app();
        let nothing = entered(&begun, "");
        let mut words: Vec<_> = COMMANDS.iter().flat_map(|it| it.synonyms).copied().collect();
        let keys = KeyMap::default();
        let docs = all(&keys).map(|row| (row.name, row.doc, row.syntax()));
        for (name, doc, syntax) in docs.collect::<Vec<_>>() {
            let longest = doc.split([' ', ',', ':', ';']).max_by_key(|word| word.len());
            words.extend(longest.into_iter().chain([name]));
            words.extend(syntax.split([' ', '|']).filter(|word| word.len() > 3));
        }
        words.sort_unstable();
        words.dedup();
        for word in words.into_iter().filter(|word| CommandSpec::find(word).is_none()) {
            for args in ["", "A", "A 1 2", "dark"] {
                let text = format!("{word} {args}");
                let line = text.trim();
                let is_typed = Action::named_in(line).is_some() || text == "theme dark";
                let seen = entered(&begun, line);
                assert!(seen == nothing || is_typed, ":{text} does more than it says: {seen:?}");
            }
        }
    }

    #[test]
    fn a_word_that_is_no_command_is_offered_one_and_runs_nothing() {
        let names = |app: &App| -> String {
            app.engine.sandbox().world().objects().map(|(_, it)| it.name.to_string()).collect()
        };
        let mut app = typed("delete A");
        let chosen = app.input.chosen_row().expect("a row");
        assert_eq!((chosen.line().as_str(), names(&app).as_str()), ("remove A", "ABL"));
        press(&mut app, "Enter");
        assert_eq!((line(&app).as_str(), names(&app).as_str()), ("delete A", "ABL"));
        press(&mut app, "Tab");
        assert_eq!(line(&app), "remove A");
        press(&mut app, "Enter");
        assert_eq!(names(&app), "BL", "A is gone, though B is selected");
        for (text, said) in [
            ("delete A", "delete: no such command. Did you mean remove A?"),
            ("bounce", "bounce: no such command. Did you mean response bounce?"),
            ("frames 5", "frames 5: no such command. Did you mean step 5?"),
            ("zoom", "zoom: no such command. Did you mean zoom-in?"),
            ("zoom-in 3", "zoom-in takes nothing after it"),
            ("another name", "another name: no such command. Did you mean rename?"),
            (
                "theme drak",
                "drak: expected terminal, light, dark, high-contrast or color-blind. Did you mean dark?",
            ),
            ("delete A B", "delete: no such command. Did you mean remove?"),
        ] {
            let app = pressed(text, "Enter");
            assert_eq!((line(&app).as_str(), fault(&app).as_str()), (text, said), "{text}");
            assert_eq!((names(&app).as_str(), app.engine.history().position()), ("ABL", 0));
        }
    }

    #[test]
    fn a_theme_and_glyphs_are_set_by_name() {
        let app = pressed("theme dark", "Enter");
        assert_eq!(app.screen.appearance.theme, crate::app::ThemeName::Dark);
        let app = pressed("glyphs ascii", "Enter");
        assert_eq!(app.screen.appearance.glyphs, GlyphSet::Ascii);
        let app = pressed("glyphs", "Enter");
        assert_eq!(app.screen.appearance.glyphs, GlyphSet::Basic, "the next");
    }

    #[test]
    fn names_come_before_words_in_names_and_those_before_docs() {
        assert_eq!(names("und")[..2], ["undo", "three-ends"], "a doc that says under comes later");
        assert!(names("und")[2..].iter().all(|name| name.contains("und")), "within a name: last");
        assert_eq!(names("discard"), ["recover"], "a word of the doc");
        assert_eq!(names("x")[..1], ["remove"], "a key");
        assert!(names("G").contains(&"seek end") && !names("g").contains(&"seek end"));
        assert_eq!(names("UNDO")[..1], ["undo"], "letters are large or small");
        let zoom = names("zoom");
        assert_eq!(zoom[..3], ["zoom-in", "zoom-out", "zoom-reset"]);
        let turn = names("turn");
        assert_eq!(turn[..2], ["turn", "grip-turn"]);
        assert_eq!(names("go back")[..1], ["back"], "all of the words");
        assert_eq!(names("strict")[..1], ["contact"], "a synonym comes before another's beginning");
        assert_eq!(names("redo"), [] as [&str; 0], "nothing else can be meant");
        assert_eq!(names("quit"), ["quit", "quit!"]);
        assert_eq!(names("move B"), [] as [&str; 0], "a command is there already");
        assert_eq!(names(""), [] as [&str; 0]);
        assert_eq!(names("q")[0], "quit", "another name of a command");
    }

    #[test]
    fn the_palette_lists_each_action_under_one_name() {
        let rows: Vec<_> = all(&KeyMap::default()).collect();
        let mut names: Vec<_> = rows.iter().map(|row| row.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), rows.len());
        for spec in ACTIONS.iter().filter(|spec| spec.place.holds(crate::app::Pane::Arena)) {
            let is_there = names.contains(&spec.id)
                || spec.action == Action::SeekEnd
                || COMMANDS
                    .iter()
                    .any(|command| Action::of_command(command.name) == Some(spec.action))
                || spec.action == Action::CommandLine;
            assert!(is_there, "{}", spec.id);
        }
    }

    #[test]
    fn a_chosen_row_runs_or_is_filled_in() {
        // A chosen row that needs no argument runs.
        let app = pressed("turn", "Down Down Enter");
        assert!(app.input.prompt.is_none());
        assert_eq!(app.input.edit_mode, EditMode::Move, "boxes do not turn");
        assert!(app.screen.message.as_ref().is_some());
        // Of several words, none runs; Tab takes the row.
        let mut app = pressed("arrows change", "Down Enter");
        assert_eq!(line(&app), "arrows change");
        assert_eq!(fault(&app), "arrows change: no such command. Did you mean grip-speed?");
        press(&mut app, "Tab Enter");
        assert!(app.input.prompt.is_none());
        assert_eq!(app.input.edit_mode, EditMode::Speed);
        // A row that needs one is filled in.
        let app = pressed("choose the object", "Tab");
        assert_eq!(line(&app), "select ");
        let app = pressed("selec", "Down Enter");
        assert_eq!(line(&app), "select ");
        // What is a command runs, whatever was chosen.
        let app = pressed("step", "Down Down Enter");
        assert_eq!(app.screen.last_command.as_deref(), Some("step"));
        let app = pressed("duplicate", "Enter");
        assert_eq!(app.engine.sandbox().world().len(), 4);
        let app = pressed("vel", "Tab");
        assert_eq!(line(&app), "velocity ");
        let mut app = typed("so many");
        assert!(app.input.palette().is_empty());
        press(&mut app, "Tab Enter");
        assert_eq!(line(&app), "so many", "nothing is found, and the fault stands");
        let mut app = typed("exact");
        let first = app.input.palette()[0].name;
        press(&mut app, "Space");
        assert_eq!(line(&app), "exact ", "a search may have several words");
        press(&mut app, "Down Space");
        assert_eq!(line(&app).trim_end(), first);
        // Typing on drops the choice.
        let mut app = pressed("s", "Down e l");
        assert!(app.input.prompt.as_ref().is_some());
        assert!(app.input.palette()[0].name == "select");
        press(&mut app, "Enter");
        assert_eq!(line(&app), "sel", "nothing is chosen before a key chooses it");
    }

    #[test]
    fn the_palette_shows_the_current_keys() {
        let config = Config::parse("[keys]\nundo = \"F5\"\nredo = []\n").expect("fine");
        let mut app = app().with_config(&config, ColorDepth::Sixteen);
        app.act(Action::CommandLine);
        press(&mut app, "F 5");
        let rows = app.input.palette();
        assert_eq!((rows[0].name, rows[0].key.as_deref()), ("undo", Some("F5")));
    }
}

#[cfg(test)]
mod completion_tests {
    use super::*;

    fn completed(line: &str) -> Option<String> {
        let mut typed = CommandLine::starting_with(line);
        typed.scene_names()?;
        typed.complete(&[]);
        Some(typed.text().to_owned())
    }

    #[test]
    fn a_scene_name_is_completed_as_far_as_all_names_agree() {
        for (line, expected) in [
            ("open tunn", "open tunnel"),
            ("  o  break", "  o  breakout"),
            ("e breakout-", "e breakout-"),
            ("open breakout-r", "open breakout-relative"),
            ("open ", "open "),
            ("learn ins", "learn inside"),
        ] {
            assert_eq!(completed(line).as_deref(), Some(expected), "{line}");
        }
        for line in "open my.toml; open tunnel x; opentunn; save tunn; learn 9; open".split("; ") {
            assert_eq!(completed(line), None, "{line}");
        }
        let names = scene_names("open breakout").expect("some").1.join(" ");
        let all = "breakout-relative breakout-45 breakout-corner breakout-swept breakout";
        assert_eq!(names, all);
    }
}
