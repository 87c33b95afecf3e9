//! How sentences name keys: every one by what the key map in force has for an
//! action, and by the command where it has nothing.

use super::{ACTIONS, Action, Arrow, KeyMap, Stride};
use hitscan_core::command::CommandSpec;

/// The four arrows, the whole step each, in the order in which they are named.
const ARROWS: [Action; 4] = [
    Action::Arrow(Arrow::Left, Stride::Full),
    Action::Arrow(Arrow::Right, Stride::Full),
    Action::Arrow(Arrow::Up, Stride::Full),
    Action::Arrow(Arrow::Down, Stride::Full),
];
/// Those that add a shape.
const ADDING: [Action; 3] = [Action::AddBox, Action::AddLaser, Action::AddPolygon];
/// What stands in a note for all four arrows.
const ARROWS_ID: &str = "arrows";

impl Action {
    /// The action of that name in the configuration.
    #[must_use]
    pub fn of_id(id: &str) -> Option<Self> {
        ACTIONS.iter().find(|spec| spec.id == id).map(|spec| spec.action)
    }

    /// What is typed after the `:` for it: its name, unless a command that does
    /// something else is called so.
    #[must_use]
    pub fn typed(self) -> &'static str {
        match self {
            Self::SeekEnd => "seek end",
            other => other.spec().id,
        }
    }

    /// What the key does that goes with the command of this name; the command
    /// without a word more does that, too, if it cannot do without by itself.
    #[must_use]
    pub fn of_command(name: &str) -> Option<Self> {
        match name {
            "pause" => Some(Self::PlayPause),
            "select" => Some(Self::SelectByName),
            // The action of that name goes to the end of history.
            "end" => None,
            same => Self::of_id(same),
        }
    }

    /// The action that a line names which is no whole command. After a blank
    /// something else was to follow, and is missing.
    #[must_use]
    pub fn named_in(line: &str) -> Option<Self> {
        let word = line.trim_start();
        match CommandSpec::find(word) {
            Some(spec) => Self::of_command(spec.name),
            None => Self::of_id(word),
        }
    }
}

impl KeyMap {
    /// The key of an action, or what is typed without one: `u`, `b l`, `:fit`.
    #[must_use]
    pub fn named(&self, action: Action) -> String {
        self.key_of(action).unwrap_or_else(|| self.line(action.typed()))
    }

    /// A command as one types it, with the key that begins a line.
    #[must_use]
    pub fn line(&self, command: &str) -> String {
        match self.key_of(Action::CommandLine) {
            Some(key) if key.chars().count() == 1 => format!("{key}{command}"),
            _ => format!(":{command}"),
        }
    }

    /// `arrows`, or the keys that have taken their place.
    #[must_use]
    pub fn arrows(&self) -> String {
        if self.has_usual_arrows() {
            return "arrows".to_owned();
        }
        self.several(&ARROWS)
    }

    /// The same within a sentence: `the arrow keys`.
    fn arrows_in_words(&self) -> String {
        if self.has_usual_arrows() { "the arrow keys".to_owned() } else { self.several(&ARROWS) }
    }

    fn has_usual_arrows(&self) -> bool {
        ARROWS
            .iter()
            .all(|&arrow| self.key_of(arrow).as_deref() == arrow.spec().keys.first().copied())
    }

    /// Several keys beside each other: `n N`.
    #[must_use]
    pub fn several(&self, actions: &[Action]) -> String {
        let names: Vec<_> = actions.iter().map(|&action| self.named(action)).collect();
        names.join(" ")
    }

    /// The keys that add a shape: the one they begin with, and what may follow,
    /// or each in full if they begin with several.
    #[must_use]
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

    /// A text in which `{step}` stands for the key of the action of that name,
    /// and `{arrows}` for all four. What no action is called stays as it is.
    #[must_use]
    pub fn filled(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let named = after.split_once('}').and_then(|(id, behind)| {
                let name = match id {
                    ARROWS_ID => self.arrows_in_words(),
                    _ => self.named(Action::of_id(id)?),
                };
                Some((name, behind))
            });
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
}

impl KeyMap {
    /// The key of an action, if it is a single character.
    #[must_use]
    pub fn single_key(&self, action: Action) -> Option<char> {
        let key = self.key_of(action)?;
        let mut signs = key.chars();
        signs.next().filter(|_| signs.next().is_none())
    }

    /// `a then b l p: add a shape`.
    #[must_use]
    pub fn how_to_add(&self) -> String {
        match self.adding() {
            (Some(first), then) => format!("{first} then {}: add a shape", then.join(" ")),
            (None, all) => format!("{}: add a shape", all.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::config::Config;
    use hitscan_core::command::Command;
    use hitscan_core::world::Axes;

    fn map(keys: &str) -> KeyMap {
        Config::parse(&format!("[keys]\n{keys}")).expect("a configuration").keys
    }

    #[test]
    fn a_note_names_the_keys_of_now() {
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
    fn an_action_without_a_key_is_typed() {
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
        assert_eq!(map("command = \";\"\nundo = []\n").named(Action::Undo), ";undo");
    }

    #[test]
    fn what_is_typed_for_an_action_is_understood() {
        for spec in ACTIONS {
            let typed = spec.action.typed();
            let is_command = Command::parse(typed, Axes::YDown).is_ok();
            assert!(is_command || Action::named_in(typed) == Some(spec.action), "{typed}");
        }
    }
}
