//! Faults of a scene file: where, what was found, what would be right. Also makes foreign text
//! safe to print.

use std::fmt;

/// One fault of a scene file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters, from 1.
    pub column: usize,
    /// The offending text: printable, and truncated if long.
    pub found: String,
    /// What is wrong, or what would be right.
    pub message: String,
}

/// `12:8: speed "fast": a whole number of frames a second, 1 to 240`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}: {}", self.line, self.column, self.found, self.message)
    }
}

/// Whether a character could affect the terminal outside its cell: control characters, line
/// separators, byte order marks, and anything that changes the direction of text. Scenes may not
/// contain them, and none is ever printed raw.
#[must_use]
pub fn is_forbidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Escapes everything that a terminal might act on.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_forbidden(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The text as a fault shows it: printable, and truncated to 40 characters.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const MOST_CHARACTERS: usize = 40;
    match text.char_indices().nth(MOST_CHARACTERS) {
        None => printable(text),
        Some((cut, _)) => printable(&text[..cut]) + "...",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_acts_on_is_shown_raw() {
        assert_eq!(printable("a\u{1b}[31m\tb\u{202e}c"), "a\\u{1b}[31m\\tb\\u{202e}c");
        assert_eq!(printable("箱 é ✓"), "箱 é ✓");
        let all = (char::MIN..=char::MAX).filter(|&c| is_forbidden(c)).collect::<String>();
        assert!(printable(&all).is_ascii() && !printable(&all).contains(char::is_control));
    }

    #[test]
    fn long_text_is_cut_by_characters() {
        assert_eq!(excerpt(&"é".repeat(41)), "é".repeat(40) + "...");
        assert_eq!(excerpt(&"é".repeat(40)), "é".repeat(40));
    }
}
