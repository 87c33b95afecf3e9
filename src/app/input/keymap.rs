//! From key presses to actions: the key bindings.

use std::fmt;
use std::fmt::Write as _;

use super::Pane;
use super::action::{ACTIONS, Action, ActionPlace};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use hitscan_core::world::TestResult;

/// The key bindings of every action.
#[derive(Clone, Debug)]
pub struct KeyMap {
    bindings: Vec<Binding>,
}

#[derive(Clone, Debug)]
struct Binding {
    keys: Vec<KeyPress>,
    place: ActionPlace,
    action: Action,
}

/// Keys in writing, separated by spaces.
pub(in crate::app) fn written(keys: &[KeyPress]) -> String {
    let mut text = String::new();
    for key in keys {
        let between = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{between}{key}");
    }
    text
}

/// What a key sequence stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// This action.
    Action(Action),
    /// The start of a longer sequence.
    Prefix,
    /// Nothing here.
    Nothing,
}

impl Default for KeyMap {
    fn default() -> Self {
        let rows = ACTIONS.iter().flat_map(|spec| {
            spec.keys.iter().map(move |keys| Binding {
                keys: keys.split(' ').filter_map(KeyPress::parse).collect(),
                place: spec.place,
                action: spec.action,
            })
        });
        Self { bindings: rows.collect() }
    }
}

impl KeyMap {
    /// What `keys` mean in this pane.
    pub fn look_up(&self, keys: &[KeyPress], focus: Pane) -> Lookup {
        let mut here = self
            .bindings
            .iter()
            .filter(|binding| binding.place.holds(focus))
            .filter(|binding| binding.keys.starts_with(keys));
        match here.next() {
            Some(binding) if binding.keys.len() == keys.len() => Lookup::Action(binding.action),
            Some(_) => Lookup::Prefix,
            None => Lookup::Nothing,
        }
    }

    /// The action that a key has only while a result is covered, if any.
    pub fn look_up_covered(&self, key: KeyPress) -> Option<Action> {
        let mut covered =
            self.bindings.iter().filter(|binding| binding.place == ActionPlace::Covered);
        covered.find(|binding| binding.keys == [key]).map(|binding| binding.action)
    }

    /// The keys of an action in writing; hints show the first.
    pub fn keys_of(&self, action: Action) -> impl DoubleEndedIterator<Item = String> + '_ {
        let its = self.bindings.iter().filter(move |binding| binding.action == action);
        its.map(|binding| written(&binding.keys))
    }

    /// The first key of an action.
    pub fn key_of(&self, action: Action) -> Option<String> {
        self.keys_of(action).next()
    }

    /// The shortest key of an action; of several the last, which for a view is its digit.
    pub fn shortest_of(&self, action: Action) -> Option<String> {
        self.keys_of(action).rev().min_by_key(|key| key.chars().count())
    }

    /// The keys that predict a covered result, each with its word.
    pub fn answers(&self) -> [(String, &'static str); 3] {
        [TestResult::Hit, TestResult::Touch, TestResult::Miss].map(|outcome| {
            let action = Action::Predict(outcome);
            (self.named(action), action.row().hint)
        })
    }

    /// The first of an action's two keys, or its only key.
    pub fn prefix_of(&self, action: Action) -> Option<String> {
        let binding = self.bindings.iter().find(|binding| binding.action == action)?;
        binding.keys.first().map(ToString::to_string)
    }

    /// Replaces the keys of an action.
    pub(in crate::app) fn set(&mut self, action: Action, keys: Vec<Vec<KeyPress>>) {
        self.bindings.retain(|binding| binding.action != action);
        for keys in keys {
            self.add(action, keys);
        }
    }

    /// Adds a key to an action.
    pub(in crate::app) fn add(&mut self, action: Action, keys: Vec<KeyPress>) {
        self.bindings.push(Binding { keys, place: action.row().place, action });
    }

    /// An action whose key equals this one, starts with it or is its start, and that key.
    pub(in crate::app) fn clashing(
        &self,
        keys: &[KeyPress],
        place: ActionPlace,
    ) -> Option<(Action, &[KeyPress])> {
        let clashes = |binding: &&Binding| {
            let begins = binding.keys.starts_with(keys) || keys.starts_with(&binding.keys);
            begins && binding.place.meets(place)
        };
        self.bindings.iter().find(clashes).map(|binding| (binding.action, &*binding.keys))
    }

    /// What can follow a prefix in the arena: each key and its action.
    pub fn following(&self, prefix: &[KeyPress]) -> Vec<(KeyPress, Action)> {
        let longer = self.bindings.iter().filter(|binding| {
            binding.keys.len() > prefix.len() && binding.keys.starts_with(prefix)
        });
        longer.map(|binding| (binding.keys[prefix.len()], binding.action)).collect()
    }
}

/// A key as the key table writes it. Shift is part of a character (`H`), and is written only for
/// other keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyPress {
    /// The key.
    pub code: KeyCode,
    /// The modifiers held with it.
    pub modifiers: KeyModifiers,
}

impl KeyPress {
    /// The key without modifiers.
    pub const fn plain(code: KeyCode) -> Self {
        Self { code, modifiers: KeyModifiers::NONE }
    }

    /// The character that it types, unless a modifier is held.
    pub const fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if self.modifiers.is_empty() => Some(c),
            _ => None,
        }
    }

    /// Whether it has a modifier that no key can be bound with. Such a key does nothing, rather
    /// than what it does without the modifier.
    pub const fn is_unbindable(self) -> bool {
        const BINDABLE: KeyModifiers = KeyModifiers::SHIFT.union(KeyModifiers::CONTROL);
        !BINDABLE.contains(self.modifiers)
    }

    /// The names of keys that are not characters.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.into_iter().map(|(_, name)| name)
    }

    /// Parses a key as the key table writes it.
    pub fn parse(text: &str) -> Option<Self> {
        let (modifiers, name) = match text.split_once('-') {
            Some(("Ctrl", name)) => (KeyModifiers::CONTROL, name),
            Some(("Shift", name)) => (KeyModifiers::SHIFT, name),
            _ => (KeyModifiers::NONE, text),
        };
        let named = NAMES.iter().find(|(_, known)| *known == name).map(|(code, _)| *code);
        let mut chars = name.chars();
        let single = chars.next().filter(|_| chars.next().is_none());
        let function = || {
            let number = name.strip_prefix('F')?.parse().ok()?;
            (1..=12).contains(&number).then_some(KeyCode::F(number))
        };
        let code = named.or(single.map(KeyCode::Char)).or_else(function)?;
        Some(Self { code, modifiers }.normal())
    }

    /// Whether it can arrive without being pressed, from an escape sequence torn on a slow line, or
    /// ssh intercepts it.
    pub const fn is_fragile(self) -> bool {
        matches!(self.code, KeyCode::Char('[' | 'O' | 'A'..='D' | 'F' | 'P'..='S' | 'Z' | '~'))
            && self.modifiers.is_empty()
    }

    /// Whether terminals send it as another key.
    pub const fn is_sent_as_another(self) -> bool {
        matches!(self.code, KeyCode::Char('i' | 'm' | '['))
            && self.modifiers.contains(KeyModifiers::CONTROL)
    }

    /// One form for keys that terminals send in several: the case of a letter stands for Shift,
    /// `Ctrl` letters are lowercase, and Escape before Tab is Shift-Tab (slow lines and old
    /// terminals send it so).
    fn normal(self) -> Self {
        let Self { code, mut modifiers } = self;
        let mut code = code;
        if code == KeyCode::Tab && modifiers.intersects(KeyModifiers::ALT | KeyModifiers::SHIFT) {
            code = KeyCode::BackTab;
        }
        match code {
            KeyCode::BackTab => modifiers = KeyModifiers::NONE,
            KeyCode::Char(c) if modifiers.contains(KeyModifiers::CONTROL) => {
                code = KeyCode::Char(c.to_ascii_lowercase());
                modifiers -= KeyModifiers::SHIFT;
            }
            KeyCode::Char(c) => {
                code = KeyCode::Char(fold_width(c));
                modifiers -= KeyModifiers::SHIFT;
            }
            _ => {}
        }
        Self { code, modifiers }
    }
}

/// Maps full-width ASCII, as an input method sends it, to ASCII.
fn fold_width(c: char) -> char {
    match c {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(c) - 0xff01 + u32::from('!')).unwrap_or(c)
        }
        _ => c,
    }
}

const NAMES: [(KeyCode, &str); 17] = [
    (KeyCode::Left, "Left"),
    (KeyCode::Right, "Right"),
    (KeyCode::Up, "Up"),
    (KeyCode::Down, "Down"),
    (KeyCode::Enter, "Enter"),
    (KeyCode::Esc, "Esc"),
    (KeyCode::BackTab, "Shift-Tab"),
    (KeyCode::BackTab, "BackTab"),
    (KeyCode::Tab, "Tab"),
    (KeyCode::Char(' '), "Space"),
    (KeyCode::Backspace, "Backspace"),
    (KeyCode::Delete, "Delete"),
    (KeyCode::PageUp, "PgUp"),
    (KeyCode::PageDown, "PgDn"),
    (KeyCode::Home, "Home"),
    (KeyCode::End, "End"),
    (KeyCode::F(1), "F1"),
];

impl From<KeyEvent> for KeyPress {
    fn from(event: KeyEvent) -> Self {
        Self { code: event.code, modifiers: event.modifiers }.normal()
    }
}

impl fmt::Display for KeyPress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.modifiers.contains(KeyModifiers::CONTROL) {
            f.write_str("Ctrl-")?;
        }
        if self.modifiers.contains(KeyModifiers::SHIFT) {
            f.write_str("Shift-")?;
        }
        match (NAMES.iter().find(|(code, _)| *code == self.code), self.code) {
            (Some((_, name)), _) => f.write_str(name),
            (None, KeyCode::Char(c)) if self.modifiers.contains(KeyModifiers::CONTROL) => {
                write!(f, "{}", c.to_ascii_uppercase())
            }
            (None, KeyCode::Char(c)) => write!(f, "{c}"),
            (None, other) => write!(f, "{other}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const EVERYWHERE: [Pane; 3] = [Pane::Arena, Pane::Panel, Pane::Form];

    #[test]
    fn every_key_in_the_table_can_be_read_and_stands_for_one_action() {
        for focus in EVERYWHERE {
            let mut seen = HashSet::new();
            for spec in ACTIONS.iter().filter(|spec| spec.place.holds(focus)) {
                for keys in spec.keys {
                    let parts: Vec<_> = keys.split(' ').map(KeyPress::parse).collect();
                    assert!(parts.iter().all(Option::is_some), "{keys} of {}", spec.id);
                    assert!(seen.insert(parts), "{keys} of {} is taken already", spec.id);
                }
            }
        }
    }

    #[test]
    fn while_an_answer_is_covered_each_key_stands_for_one_action() {
        let mut seen = HashSet::new();
        let covered = ACTIONS.iter().filter(|spec| spec.place == ActionPlace::Covered);
        assert!({ covered }.flat_map(|spec| spec.keys).all(|key| seen.insert(key)));
    }

    #[test]
    fn no_key_is_also_the_start_of_another() {
        let map = KeyMap::default();
        for focus in EVERYWHERE {
            let here: Vec<_> = map.bindings.iter().filter(|one| one.place.holds(focus)).collect();
            for binding in &here {
                let longer = here.iter().find(|other| {
                    other.keys.len() > binding.keys.len() && other.keys.starts_with(&binding.keys)
                });
                assert!(longer.is_none(), "{:?} hides {longer:?}", binding.action);
            }
        }
    }

    #[test]
    fn every_action_has_its_own_id_a_doc_and_a_hint() {
        let mut ids = HashSet::new();
        for spec in ACTIONS {
            assert!(ids.insert(spec.id) && !spec.doc.is_empty() && !spec.hint.is_empty());
            assert_eq!(spec.action.row().id, spec.id);
        }
    }

    /// The remains of an escape sequence torn on a slow line, and the escape of ssh.
    #[test]
    fn the_remains_of_torn_escape_sequences_do_nothing() {
        let map = KeyMap::default();
        for c in "[OABCDF~PQRS".chars() {
            let key = KeyPress::plain(crossterm::event::KeyCode::Char(c));
            assert_eq!(map.look_up(&[key], Pane::Arena), Lookup::Nothing, "{c}");
        }
    }
}

#[cfg(test)]
mod key_tests {
    use super::*;

    #[test]
    fn keys_read_as_they_are_written() {
        for text in
            ["a", "H", "Left", "Ctrl-R", "Shift-Tab", "Shift-Left", "Space", "PgUp", "F1", "-", "+"]
        {
            assert_eq!(KeyPress::parse(text).expect(text).to_string(), text);
        }
        assert_eq!(KeyPress::parse("nonsense"), None);
    }

    #[test]
    fn a_letter_with_a_modifier_types_nothing() {
        let event = |modifiers| KeyPress::from(KeyEvent::new(KeyCode::Char('x'), modifiers));
        assert_eq!(event(KeyModifiers::SHIFT).typed(), Some('x'));
        let (ctrl, alt) = (KeyModifiers::CONTROL, KeyModifiers::ALT);
        for modifiers in [ctrl, alt, KeyModifiers::SUPER, KeyModifiers::META, ctrl | alt] {
            assert_eq!(event(modifiers).typed(), None, "{modifiers:?}");
            assert_eq!(event(modifiers).is_unbindable(), modifiers != ctrl, "{modifiers:?}");
        }
    }

    #[test]
    fn keys_that_terminals_send_in_several_ways_are_one_key() {
        let event = |code, modifiers| KeyPress::from(KeyEvent::new(code, modifiers));
        let shift_tab = KeyPress::plain(KeyCode::BackTab);
        assert_eq!(event(KeyCode::BackTab, KeyModifiers::SHIFT), shift_tab);
        assert_eq!(event(KeyCode::Tab, KeyModifiers::ALT), shift_tab);
        assert_eq!(
            event(KeyCode::Char('H'), KeyModifiers::SHIFT),
            KeyPress::plain(KeyCode::Char('H'))
        );
        assert_eq!(
            event(KeyCode::Char('ｑ'), KeyModifiers::NONE),
            KeyPress::plain(KeyCode::Char('q'))
        );
        assert_eq!(
            Some(event(KeyCode::Char('r'), KeyModifiers::CONTROL)),
            KeyPress::parse("Ctrl-R")
        );
    }
}
