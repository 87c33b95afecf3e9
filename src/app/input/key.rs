//! A key press, and how it is written: `Right`, `Ctrl-R`, `Shift-Tab`, `f`.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

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
