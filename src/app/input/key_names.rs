//! How sentences name keys: by an action's current key, or by the command to type if it has none.

use super::{ACTIONS, Action, Arrow, KeyMap, Setting, Stride};
use hitscan_core::command::CommandSpec;

/// The four arrows by a full step, in the order that sentences name them.
pub(in crate::app) const ARROWS: [Action; 4] = [
    Action::Arrow(Arrow::Left, Stride::Full),
    Action::Arrow(Arrow::Right, Stride::Full),
    Action::Arrow(Arrow::Up, Stride::Full),
    Action::Arrow(Arrow::Down, Stride::Full),
];
/// The four arrows by a fine step.
pub(in crate::app) const FINE_ARROWS: [Action; 4] = [
    Action::Arrow(Arrow::Left, Stride::Fine),
    Action::Arrow(Arrow::Down, Stride::Fine),
    Action::Arrow(Arrow::Up, Stride::Fine),
    Action::Arrow(Arrow::Right, Stride::Fine),
];
/// The actions that add a shape.
const ADDING: [Action; 3] = [Action::AddBox, Action::AddLaser, Action::AddPolygon];
/// The placeholder in a note for all four arrows.
const ARROWS_ID: &str = "arrows";

impl Action {
    /// The action with this id in the configuration.
    pub fn of_id(id: &str) -> Option<Self> {
        // Its id before the command with that name had a key.
        let id = if id == "contact" { "show-contact" } else { id };
        ACTIONS.iter().find(|spec| spec.id == id).map(|spec| spec.action)
    }

    /// What to type after `:` for it: its id, unless a command with that name does something else.
    pub fn typed(self) -> &'static str {
        match self {
            Self::SeekEnd => "seek end",
            other => other.row().id,
        }
    }

    /// The action whose key stands for the command with this name. The command without arguments
    /// does the same, unless it works alone.
    pub fn of_command(name: &str) -> Option<Self> {
        match name {
            "pause" => Some(Self::PlayPause),
            "contact" => Some(Self::Next(Setting::BoundaryRule)),
            "select" => Some(Self::SelectByName),
            // The action with that name goes to the end of history.
            "end" => None,
            same => Self::of_id(same),
        }
    }

    /// The action that an incomplete command names. After a space, an argument is missing instead.
    pub fn named_in(line: &str) -> Option<Self> {
        let word = line.trim_start();
        match CommandSpec::find(word) {
            Some(spec) => Self::of_command(spec.name),
            None => Self::of_id(word),
        }
    }
}

impl KeyMap {
    /// The key of an action, or what to type if it has none: `u`, `b l`,
    /// `:fit`.
    pub fn named(&self, action: Action) -> String {
        self.key_of(action).unwrap_or_else(|| self.line(action.typed()))
    }

    /// A command as typed, with the key that opens the line.
    pub fn line(&self, command: &str) -> String {
        match self.key_of(Action::CommandLine) {
            Some(key) if key.chars().count() == 1 => format!("{key}{command}"),
            _ => format!(":{command}"),
        }
    }

    /// `arrows`, or their keys if they are remapped.
    pub fn arrows(&self) -> String {
        if self.has_usual_arrows() {
            return "arrows".to_owned();
        }
        self.several(&ARROWS)
    }

    /// The same inside a sentence: `the arrow keys`.
    fn arrows_in_words(&self) -> String {
        if self.has_usual_arrows() { "the arrow keys".to_owned() } else { self.several(&ARROWS) }
    }

    fn has_usual_arrows(&self) -> bool {
        ARROWS
            .iter()
            .all(|&arrow| self.key_of(arrow).as_deref() == arrow.row().keys.first().copied())
    }

    /// The keys of several actions: `n N`.
    pub fn several(&self, actions: &[Action]) -> String {
        let names: Vec<_> = actions.iter().map(|&action| self.named(action)).collect();
        names.join(" ")
    }

    /// The keys of actions that are explained together: `u r`, `arrows hjkl`, or `a ...` if all
    /// start with the same key.
    pub fn together(&self, actions: &[Action]) -> String {
        if actions == ARROWS {
            let letters = [ARROWS[0], ARROWS[3], ARROWS[2], ARROWS[1]];
            let letters: Vec<_> = letters.iter().filter_map(|&it| self.shortest_of(it)).collect();
            let are_letters = letters.iter().all(|key| key.chars().count() == 1);
            return match (self.has_usual_arrows(), are_letters) {
                (true, true) => format!("{} {}", self.arrows(), letters.concat()),
                _ => self.arrows(),
            };
        }
        // Beside other views, Why is named by its digit.
        let short = |action| match action {
            Action::ShowWhy if actions.len() > 1 => self.shortest_of(action),
            _ => self.key_of(action),
        };
        // Several keys share a narrow column: `Tab S-Tab`.
        let named = |&action: &Action| match short(action) {
            Some(key) if actions.len() > 1 => key.replace("Shift-", "S-"),
            key => key.unwrap_or_else(|| self.named(action)),
        };
        let keys: Vec<_> = actions.iter().map(named).collect();
        let first = keys.first().and_then(|key| Some(key.split_once(' ')?.0.to_owned()));
        let begins = |first: &String| {
            let all = keys.iter().map(|key| key.split_once(' ').map(|(begin, _)| begin));
            { all }.all(|begin| begin == Some(first))
        };
        match first.filter(begins) {
            Some(first)
                if keys.len() > 1 && actions.iter().all(|&it| self.key_of(it).is_some()) =>
            {
                format!("{first} …")
            }
            _ => keys.join(" "),
        }
    }

    /// The keys that add a shape: their common first key and what can follow, or each in full.
    pub fn adding(&self) -> (Option<String>, Vec<String>) {
        let names = ADDING.map(|action| self.named(action));
        let parts: Vec<_> = names.iter().map(|name| name.split_once(' ')).collect();
        let first = parts[0].map(|(first, _)| first);
        let shared = first.filter(|_| {
            let keys = ADDING.iter().all(|&action| self.key_of(action).is_some());
            keys && parts.iter().all(|part| part.map(|(begin, _)| begin) == first)
        });
        match shared {
            Some(first) => {
                let rest = parts.iter().flatten().map(|(_, then)| (*then).to_owned()).collect();
                (Some(first.to_owned()), rest)
            }
            None => (None, names.into()),
        }
    }

    /// Fills in a text: `{step}` becomes the key of that action, `{arrows}` all four arrow keys.
    /// Unknown names stay.
    pub fn filled(&self, text: &str) -> String {
        filled_by(text, |id| self.word(id))
    }

    /// How a text with placeholders names the keys of an action.
    pub(in crate::app) fn word(&self, id: &str) -> Option<String> {
        if id == ARROWS_ID {
            return Some(self.arrows_in_words());
        }
        Action::of_id(id).map(|action| self.named(action))
    }

    /// The key of an action, if it is a single character.
    pub fn single_key(&self, action: Action) -> Option<char> {
        let key = self.key_of(action)?;
        let mut signs = key.chars();
        signs.next().filter(|_| signs.next().is_none())
    }

    /// `a then b l p: add a shape`.
    pub fn how_to_add(&self) -> String {
        match self.adding() {
            (Some(first), then) => format!("{first} then {}: add a shape", then.join(" ")),
            (None, all) => format!("{}: add a shape", all.join(", ")),
        }
    }
}

/// Fills in the placeholders of a text, such as `{step}`. Those without a word stay.
pub(in crate::app) fn filled_by(text: &str, word: impl Fn(&str) -> Option<String>) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let named = after.split_once('}').and_then(|(id, behind)| Some((word(id)?, behind)));
        if let Some((name, behind)) = named {
            filled.push_str(&name);
            rest = behind;
        } else {
            filled.push('{');
            rest = after;
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::config::Config;
    use hitscan_core::command::Command;
    use hitscan_core::world::Settings;

    fn map(keys: &str) -> KeyMap {
        Config::parse(&format!("[keys]\n{keys}")).expect("a configuration").keys
    }

    #[test]
    fn a_note_names_the_current_keys() {
        let note = "Press {step} and {response-slide}; use {arrows}, not {this} or {step";
        assert_eq!(
            KeyMap::default().filled(note),
            "Press . and b l; use the arrow keys, not {this} or {step"
        );
        let other = map("step = \"F5\"\nresponse-slide = []\nleft = \"F2\"\n");
        assert_eq!(
            other.filled(note),
            "Press F5 and :response-slide; use F2 Right Up Down, not {this} or {step"
        );
    }

    #[test]
    fn an_action_without_a_key_is_named_by_its_command() {
        let other = map(
            "undo = []\nfit = []\nend = []\nopen = []\nwhy = []\ncommand = \"F9\"\nadd-box = \"F8\"\n",
        );
        for (action, typed) in [
            (Action::Undo, ":undo"),
            (Action::Fit, ":fit"),
            (Action::SeekEnd, ":seek end"),
            (Action::Open, ":open"),
            (Action::ShowWhy, ":why"),
            (Action::AddBox, "F8"),
        ] {
            assert_eq!(other.named(action), typed);
        }
        assert_eq!(other.adding(), (None, vec!["F8".into(), "a l".into(), "a p".into()]));
        assert_eq!(map("command = \"%\"\nundo = []\n").named(Action::Undo), "%undo");
    }

    #[test]
    fn the_command_typed_for_an_action_is_understood() {
        for spec in ACTIONS {
            let typed = spec.action.typed();
            let is_command = Command::parse(typed, &Settings::default()).is_ok();
            assert!(is_command || Action::named_in(typed) == Some(spec.action), "{typed}");
        }
    }
}
