//! The palette: what the word being typed in the `:` line can mean. It lists every command, and
//! every action that is not a command, and finds them by name, doc or key.

use super::{ACTIONS, Action, ActionPlace, Arrow, CommandLine, KeyMap};
use hitscan_core::command::COMMANDS;
use hitscan_core::command::{Command, CommandSpec};
use hitscan_core::world::Axes;

/// What a row of the palette runs.
#[derive(Clone, Copy, Debug)]
pub enum PaletteTarget {
    /// A command, which may need arguments.
    Command(&'static CommandSpec),
    /// An action that is not a command.
    Action(Action),
}

/// A row of the palette.
#[derive(Clone, Debug)]
pub struct PaletteRow {
    /// What it stands for.
    pub target: PaletteTarget,
    /// Its name, as typed.
    pub name: &'static str,
    /// One line about it.
    pub doc: &'static str,
    /// Its key, if it has one.
    pub key: Option<String>,
}

/// The command that goes to the end of history.
const SEEK_END: &str = "seek end";

/// How well a row matches, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// The word is its name or an alias.
    Name,
    /// Its name begins with the word.
    Beginning,
    /// A word within its name begins with the word.
    Word,
    /// The word is a synonym, or begins one.
    Synonym,
    /// The word is its key.
    Key,
    /// A word of its doc or syntax begins with the word.
    Doc,
    /// The word is inside its name.
    Inside,
}

impl PaletteRow {
    fn of_command(spec: &'static CommandSpec, keys: &KeyMap) -> Self {
        let key = key_of_command(spec.name, keys);
        Self { target: PaletteTarget::Command(spec), name: spec.name, doc: spec.doc, key }
    }

    fn of_action(action: Action, keys: &KeyMap) -> Self {
        let spec = action.row();
        Self {
            target: PaletteTarget::Action(action),
            // The command `end` does something else.
            name: if action == Action::SeekEnd { SEEK_END } else { spec.id },
            doc: spec.doc,
            key: keys.key_of(action),
        }
    }

    /// The arguments that can follow the name.
    #[must_use]
    pub const fn syntax(&self) -> &'static str {
        match self.target {
            PaletteTarget::Command(spec) => spec.syntax,
            PaletteTarget::Action(_) => "",
        }
    }

    /// How well it matches all words; `None` if one does not match.
    fn fit(&self, words: &[&str]) -> Option<Fit> {
        let each: Option<Vec<_>> = words.iter().map(|word| self.fit_word(word)).collect();
        each?.into_iter().max()
    }

    fn fit_word(&self, word: &str) -> Option<Fit> {
        let (aliases, synonyms) = match self.target {
            PaletteTarget::Command(spec) => (spec.aliases, spec.synonyms),
            PaletteTarget::Action(_) => Default::default(),
        };
        let begins = |text: &str| {
            let mut parts = text.split(|c: char| !c.is_alphanumeric());
            parts.any(|part| beginning(part, word))
        };
        if self.name == word || aliases.contains(&word) {
            Some(Fit::Name)
        } else if beginning(self.name, word) {
            Some(Fit::Beginning)
        } else if begins(self.name) {
            Some(Fit::Word)
        } else if synonyms.iter().any(|synonym| beginning(synonym, word)) {
            Some(Fit::Synonym)
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
    #[must_use]
    pub fn found_in(name: &str, word: &str) -> Option<usize> {
        let places = || name.char_indices().map(|(at, _)| at);
        let is_there = |at: &usize| !word.is_empty() && beginning(&name[*at..], word);
        let begins = |at: &usize| !name[..*at].ends_with(char::is_alphanumeric) && is_there(at);
        places().find(begins).or_else(|| places().find(is_there))
    }

    /// How many rows the palette can find.
    #[must_use]
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

/// The words to search for; `None` if the line is empty or too long, or has something after a
/// command.
fn query(line: &CommandLine) -> Option<Vec<&str>> {
    let text = line.text().trim_start();
    if text.len() > MAX_QUERY_BYTES {
        return None;
    }
    let words: Vec<_> = text.split_whitespace().collect();
    let first = words.first()?;
    let has_more = text.len() > first.len();
    (!(has_more && CommandSpec::find(first).is_some())).then_some(words)
}

impl CommandLine {
    /// What the word being typed can mean, best match first. Empty if it means nothing, or cannot
    /// mean anything else.
    #[must_use]
    pub fn palette(&self, keys: &KeyMap) -> Vec<PaletteRow> {
        let Some(words) = query(self) else { return Vec::new() };
        let mut found: Vec<_> = all(keys).filter_map(|row| Some((row.fit(&words)?, row))).collect();
        found.sort_by_key(|(fit, _)| *fit);
        if let [(Fit::Name, _)] = found.as_slice() {
            return Vec::new();
        }
        found.into_iter().map(|(_, row)| row).collect()
    }

    /// The chosen row of the palette: the first by default.
    #[must_use]
    pub fn chosen_row(&self, keys: &KeyMap) -> Option<PaletteRow> {
        self.palette(keys).into_iter().nth(self.choice())
    }

    /// The rest of the chosen row's name, if it starts with the typed text.
    #[must_use]
    pub fn completion(&self, keys: &KeyMap) -> Option<&'static str> {
        let is_at_end = self.cursor() == self.text().chars().count();
        let name = self.chosen_row(keys)?.name;
        name.strip_prefix(self.text()).filter(|rest| is_at_end && !rest.is_empty())
    }

    /// Whether the typed text already stands for something, so that Enter runs it rather than the
    /// first row of the palette.
    pub(in crate::app) fn is_whole(&self) -> bool {
        let word = self.text().trim();
        CommandSpec::find(word).is_some()
            || Action::named_in(word).is_some()
            || Command::parse(word, Axes::YDown).is_ok()
    }

    /// Chooses the next or previous row of the palette.
    pub(in crate::app) fn step_palette(&mut self, arrow: Arrow, keys: &KeyMap) {
        let (at, count) = (self.choice(), self.palette(keys).len());
        let chosen = match arrow {
            _ if count == 0 => None,
            Arrow::Up => Some((at + count - 1) % count),
            _ => Some((at + 1) % count),
        };
        self.choose(chosen);
    }
}

impl PaletteTarget {
    /// What runs it without arguments: the command alone, or its action; `None` if it needs
    /// arguments.
    pub(in crate::app) fn ready(self) -> Option<ReadyToRun> {
        match self {
            Self::Command(spec) if Command::parse(spec.name, Axes::YDown).is_ok() => {
                Some(ReadyToRun::Line(spec.name))
            }
            Self::Command(spec) => Action::of_command(spec.name).map(ReadyToRun::Action),
            Self::Action(action) => Some(ReadyToRun::Action(action)),
        }
    }
}

/// What can run without arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum ReadyToRun {
    /// This line.
    Line(&'static str),
    /// What a key does.
    Action(Action),
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

    fn names(text: &str) -> Vec<&'static str> {
        typed(text).input.palette().iter().map(|row| row.name).collect()
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
        assert_eq!(names("go back"), ["back"], "all of the words");
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
        // A row that needs no argument runs.
        let mut app = typed("turn");
        press(&mut app, "Down Enter");
        assert_eq!(
            (app.input.prompt.as_ref().is_none(), app.input.edit_mode),
            (true, EditMode::Move),
            "boxes do not turn"
        );
        assert!(app.screen.message.as_ref().is_some());
        let mut app = typed("arrows change");
        press(&mut app, "Enter");
        assert_eq!(
            (app.input.prompt.as_ref().is_none(), app.input.edit_mode),
            (true, EditMode::Speed)
        );
        let mut app = app.clone();
        app.act(Action::Arrow(Arrow::Right, crate::app::Stride::Full));
        app.act(Action::CommandLine);
        press(&mut app, "u n Up Enter");
        let line = |app: &App| match app.input.prompt.as_ref() {
            Some(Prompt::Command(line)) => line.text().to_owned(),
            _ => String::new(),
        };
        // A row that needs one is filled in, as its key would do.
        let mut app = typed("choose the object");
        press(&mut app, "Tab");
        assert_eq!(line(&app), "select ");
        let mut app = typed("another name");
        press(&mut app, "Enter");
        assert_eq!(line(&app), "rename B ");
        let mut app = typed("duplicate");
        press(&mut app, "Enter");
        assert_eq!(app.engine.sandbox().world().len(), 4);
        let mut app = typed("vel");
        press(&mut app, "Tab");
        assert_eq!(line(&app), "velocity ");
        let mut app = typed("so many");
        assert!(app.input.palette().is_empty());
        press(&mut app, "Tab Enter");
        assert_eq!(line(&app), "so many", "nothing is found, and the fault stands");
        let mut app = typed("exact");
        let first = app.input.palette()[0].name;
        press(&mut app, "Space");
        assert_eq!(line(&app), "exact ", "a search may have several words");
        press(&mut app, "Down Up Space");
        assert_eq!(line(&app).trim_end(), first);
        // Typing on drops the choice.
        let mut app = typed("s");
        press(&mut app, "Down e l");
        assert!(app.input.prompt.as_ref().is_some());
        assert!(app.input.palette()[0].name == "select");
        press(&mut app, "Enter");
        assert_eq!(line(&app), "select ", "the first is chosen at once");
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
