//! Every screen names the keys as remapped; if an action has no key, the screen names the command.

mod sentences;

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use crossterm::event::KeyCode;
use hitscan::tested::app::config::Config;
use hitscan::tested::app::{ACTIONS, Action, App, ColorDepth, GlyphSet, KeyPress, Message};
use hitscan::tested::view::{self, Theme};
use hitscan_core::command::Command;
use hitscan_core::scene::{Scene, SceneSource, builtin, gallery};
use hitscan_core::world::{Settings, TestResult};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keyboard::type_text;

/// The two function keys for an action: such words occur in no other sentence.
fn marker(index: usize) -> String {
    format!("F{} F{}", 2 + index / 11, 2 + index % 11)
}

/// Every action on keys other than its own.
fn remapped() -> Config {
    let mut text = "[keys]\n".to_owned();
    for (index, spec) in ACTIONS.iter().enumerate() {
        writeln!(text, "{} = \"{}\"", spec.id, marker(index)).expect("a String takes all");
    }
    Config::parse(&text).expect("every action can be remapped")
}

/// No keys for any action except the one that quits and the one that opens the `:` line.
fn unbound() -> Config {
    let mut text = "[keys]\n".to_owned();
    for spec in ACTIONS {
        let keys = match spec.action {
            Action::Quit => "\"F2\"",
            Action::CommandLine => "\"F3\"",
            _ => "[]",
        };
        writeln!(text, "{} = {keys}", spec.id).expect("a String takes all");
    }
    Config::parse(&text).expect("keys may be taken away")
}

fn app(name: &str, config: &Config, size: (u16, u16)) -> App {
    let (scene, source) = match builtin(name) {
        Some(scene) => (scene, SceneSource::BuiltIn(name.to_owned())),
        None => (Scene::default(), SceneSource::New),
    };
    let app = App::new(scene, source, size, GlyphSet::Ascii).expect("a world");
    app.with_config(config, ColorDepth::Sixteen)
}

fn rows(app: &App) -> Vec<String> {
    let (cols, rows) = app.screen.size;
    let area = Rect::new(0, 0, cols, rows);
    let mut buffer = Buffer::empty(area);
    view::render(app.model(), &Theme::PLAIN, area, &mut buffer);
    let row = |y| (0..cols).map(|x| buffer[(x, y)].symbol()).collect();
    (0..rows).map(row).collect()
}

/// A step on the way to a screen.
#[derive(Clone, Copy)]
enum Do {
    /// An action, by any key.
    Act(Action),
    /// A command.
    Run(&'static str),
    /// A key that lists and lines always have.
    Fixed(KeyCode),
    /// Text typed into a list.
    Type(&'static str),
}

/// The selected object in the start scene, and how it got there.
const SELECTED: [&str; 3] = ["", "polygon P 0 0 4 0 0 4", "fixed B on"];

/// Every view, edit mode, layer, refusal and list: the scene, and the steps.
fn walks(selected: &[&'static str]) -> Vec<(&'static str, Vec<Do>)> {
    use Do::{Act, Fixed, Run, Type};
    let mut walks = Vec::new();
    for (scene, first) in [("new", ""), ("new", "box A 1 1 3 3"), ("three-ways", "step")]
        .into_iter()
        .chain(selected.iter().map(|&first| ("start", first)))
    {
        let begin = if first.is_empty() { Vec::new() } else { vec![Run(first)] };
        walks.push((scene, begin.clone()));
        for tab in [Action::ShowLog, Action::ShowMethods, Action::ShowWhy, Action::ShowObject] {
            let mut walk = begin.clone();
            walk.extend([Act(tab), Act(Action::Enter), Act(Action::NextMethod)]);
            walk.extend([Act(Action::Last), Act(Action::Escape)]);
            walks.push((scene, walk));
        }
        for spec in ACTIONS {
            // The first two have walks of their own; signs are not keys.
            if !matches!(spec.action, Action::Open | Action::CommandLine | Action::ShowSigns) {
                let mut walk = begin.clone();
                walk.push(Act(spec.action));
                walks.push((scene, walk));
            }
        }
        for line in ["describe", "query", "check", "filter nobody", "velocity 3 0", "undo 9"] {
            let mut walk = begin.clone();
            walk.push(Run(line));
            walks.push((scene, walk));
        }
    }
    walks.push(("start", vec![Act(Action::Open), Fixed(KeyCode::Down), Type("zz")]));
    walks.push((
        "start",
        vec![Act(Action::Help), Fixed(KeyCode::Tab), Fixed(KeyCode::End), Fixed(KeyCode::Tab)],
    ));
    walks.push(("start", vec![Act(Action::EditObject), Act(Action::NextField), Type("1x")]));
    walks.push(("start", vec![Act(Action::GripTurn), Run("turn L 1"), Type("Q"), Type("%")]));
    for (name, _) in gallery() {
        walks.push((name, Vec::new()));
    }
    walks
}

/// Calls `look` after each step of a walk.
fn follow(mut app: App, walk: &[Do], look: &mut impl FnMut(&App, &str)) {
    if walk.is_empty() {
        look(&app, "at first");
    }
    for (at, step) in walk.iter().enumerate() {
        let what = match *step {
            Do::Act(action) => {
                app.act(action);
                action.row().id.to_owned()
            }
            Do::Run(line) => {
                let command =
                    Command::parse(line, &Settings::default()).expect(line).expect("a command");
                let done = app.execute(&command);
                done.err().map_or_else(|| line.to_owned(), |fault| fault.to_string())
            }
            Do::Fixed(code) => {
                app.press(KeyPress::plain(code));
                format!("{code:?}")
            }
            Do::Type(text) => {
                type_text(&mut app, text);
                text.to_owned()
            }
        };
        // A command only leads somewhere, unless it comes last.
        if at + 1 == walk.len() || !matches!(step, Do::Run(_)) {
            look(&app, &what);
        }
    }
}

/// Whether the keys at the foot are those of a list or a line, which no configuration changes.
fn has_fixed_keys(app: &App) -> bool {
    app.input.prompt.as_ref().is_some()
        || app.screen.help.as_ref().is_some()
        || app.input.editor.as_ref().is_some()
}

/// Keys whose names are not ordinary words.
const NAMED: [&str; 14] = [
    "Esc", "Tab", "Enter", "Space", "PgUp", "PgDn", "Home", "End", "Left", "Right", "Up", "Down",
    "F1", "arrows",
];
/// Letters that are default keys and never stand alone in a sentence: not `a`, which is a word, `x
/// y t v r`, which are numbers, or `h p s`, which label ends.
const LETTERS: &str = "bcdefgijklmnoquwzHJKNWX";

/// The default keys that a text names as separate words.
fn default_keys(text: &str) -> Vec<String> {
    let words = text.split(|c: char| c.is_whitespace() || "(),;.:[]".contains(c));
    let is_key = |word: &&str| {
        let is_letter = word.len() == 1 && LETTERS.contains(word);
        is_letter || NAMED.contains(word) || word.contains("Ctrl-") || word.contains("Shift-")
    };
    words.filter(|word| !word.is_empty()).filter(is_key).map(str::to_owned).collect()
}

/// The text of a screen without the arena, which has names and rulers.
fn written(app: &App) -> String {
    let rows = rows(app);
    let whole = app.screen.help.as_ref().is_some() || app.input.picker().is_some();
    let foot = rows.len() - 2;
    let mut text = String::new();
    for (y, row) in rows.iter().enumerate() {
        let part = match row.rfind('|') {
            // A title that is cut off may end in any letter.
            _ if y == 0 => "",
            Some(at) if y < foot && !whole => &row[at..],
            _ => row.as_str(),
        };
        writeln!(text, "{part}").expect("a String takes all");
    }
    text
}

/// Whether a letter in this row is no key but the name of a number in Why, or a sign in a list of
/// signs.
fn has_other_letters(row: &str) -> bool {
    ["a laser only touches", "centers apart, at end  n", "end apart n", " e 3+4 "]
        .iter()
        .any(|label| row.contains(label))
}

/// Every default key that is named along the walks.
fn named_by_default(config: &Config, selected: &[&'static str]) -> Vec<String> {
    let mut found = Vec::new();
    for (size, walks) in [((80, 24), walks(selected)), ((160, 50), walks(&[]))] {
        for (scene, walk) in walks {
            follow(app(scene, config, size), &walk, &mut |app, what| {
                if !has_fixed_keys(app) {
                    let names: HashSet<_> = app
                        .engine
                        .sandbox()
                        .world()
                        .objects()
                        .map(|(_, it)| it.name.to_string())
                        .collect();
                    for row in written(app).lines().filter(|row| !has_other_letters(row)) {
                        let keys = default_keys(row).into_iter().filter(|key| !names.contains(key));
                        found.extend(keys.map(|key| format!("{scene}, {what}: {row}: {key}")));
                    }
                }
            });
        }
    }
    found.dedup();
    found
}

#[test]
fn no_screen_names_a_default_key_that_was_remapped() {
    let found = named_by_default(&remapped(), &SELECTED);
    assert!(found.is_empty(), "{} times:\n{}", found.len(), found.join("\n"));
}

#[test]
fn no_screen_names_a_key_that_was_unbound() {
    let found = named_by_default(&unbound(), &SELECTED);
    assert!(found.is_empty(), "{} times:\n{}", found.len(), found.join("\n"));
}

/// The search finds default keys on nearly every screen if nothing is remapped.
#[test]
fn default_keys_are_found_without_remapping() {
    let found = named_by_default(&Config::default(), &[""]);
    let found: HashSet<_> = found.iter().filter_map(|line| line.rsplit(' ').next()).collect();
    for key in ["Esc", "Enter", "Tab", "PgDn", "n", "N", "w", "e", "i", "o", "u", "arrows"] {
        assert!(found.contains(key), "{key} is named nowhere: {found:?}");
    }
}

/// The sentence with the markers of remapped keys replaced by the default keys.
fn unmapped(text: &str) -> String {
    let keys: HashMap<_, _> =
        ACTIONS.iter().enumerate().map(|(index, spec)| (marker(index), spec.keys[0])).collect();
    let words: Vec<_> = text.split(' ').collect();
    let mut joined = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let (first, second) = (words[at], words.get(at + 1).copied().unwrap_or_default());
        let start = first.trim_start_matches('(');
        let end = second.trim_end_matches(|c: char| !c.is_ascii_digit());
        if let Some(key) = keys.get(&format!("{start} {end}")) {
            let before = &first[..first.len() - start.len()];
            joined.push(format!("{before}{key}{}", &second[end.len()..]));
            at += 2;
        } else {
            joined.push(first.to_owned());
            at += 1;
        }
    }
    joined.join(" ")
}

/// The named key belongs to the same action as before, not to another one.
#[test]
fn every_message_names_the_key_that_does_it() {
    let (usual, other) = (Config::default(), remapped());
    let mut with_keys = HashSet::new();
    for (scene, walk) in walks(&SELECTED) {
        let said = |config: &Config| {
            let mut said = Vec::new();
            follow(app(scene, config, (80, 24)), &walk, &mut |app, what| {
                let message = match app.screen.message.as_ref() {
                    Some(Message::Note(text) | Message::Fault(text) | Message::Judged(_, text)) => {
                        text.clone()
                    }
                    None => String::new(),
                };
                said.push(format!("{what}: {message} {}", app.model().note()));
            });
            said
        };
        for (before, after) in said(&usual).into_iter().zip(said(&other)) {
            if before != after {
                with_keys.insert(after.clone());
            }
            // Four unremapped arrows have a single name.
            let after = unmapped(&after).replace("Left Right Up Down", "the arrow keys");
            assert_eq!(before, after);
        }
    }
    assert!(with_keys.len() > 40, "{with_keys:?}");
}

#[test]
fn an_action_without_a_key_is_named_as_a_command() {
    let config = unbound();
    let fault = |app: &App| match app.screen.message.as_ref() {
        Some(Message::Fault(text)) => text.clone(),
        other => panic!("a fault was expected, not {other:?}"),
    };
    let mut empty = app("new", &config, (80, 24));
    empty.act(Action::Arrow(hitscan::tested::app::Arrow::Left, hitscan::tested::app::Stride::Full));
    assert_eq!(fault(&empty), "nothing is selected; :add-box adds a box");
    // The named command works.
    empty.act(Action::CommandLine);
    type_text(&mut empty, "add-box");
    empty.press(KeyPress::plain(KeyCode::Enter));
    assert_eq!((empty.engine.sandbox().world().len(), empty.input.prompt.is_none()), (1, true));
    empty.act(Action::GripTurn);
    assert_eq!(fault(&empty), "boxes do not turn; :grip-end selects a corner");
    let start = app("start", &config, (80, 24));
    assert!(rows(&start).iter().any(|row| row.contains(":map")), "the first hints say so");
}

#[test]
fn a_covered_answer_is_asked_for_with_the_current_keys() {
    let app = app("start", &remapped(), (160, 40)).predicting();
    let text = written(&app);
    for outcome in [TestResult::Hit, TestResult::Touch, TestResult::Miss] {
        let key = app.input.keymap.key_of(Action::Predict(outcome)).expect("a key");
        assert!(text.contains(&format!("[{key}] {}", outcome.word().to_lowercase())), "{text}");
    }
    assert_eq!(default_keys(&text), [] as [&str; 0]);
}
