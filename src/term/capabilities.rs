//! What the terminal is and can do, found out without asking it: from the
//! environment, its file descriptors and the kernel.

use std::ffi::{OsStr, OsString};
use std::io;
use std::io::IsTerminal;

use hitscan_wire::Features;
pub use hitscan_wire::{Charset, Colors, Shifts, shifts};
use rustix::termios::tcgetwinsize;

use crate::app::Connection;

/// Whether terminals in this locale often draw box-drawing lines two columns
/// wide: Japanese, Chinese or Korean.
pub fn locale_is_wide(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let locale = locale(variable);
    ["ja", "zh", "ko"].iter().any(|language| {
        locale.strip_prefix(language).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

fn locale(variable: impl Fn(&str) -> Option<OsString>) -> String {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(variable)
        .find(|value| !value.is_empty())
        .unwrap_or_default();
    locale.to_string_lossy().to_ascii_lowercase()
}

/// What frames are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// How many colours to send.
    pub colors: Colors,
    /// Which characters to send.
    pub charset: Charset,
    /// The connection they go through.
    pub line: Connection,
    /// Whether parts of a row can be moved instead of written again.
    pub shifts: Shifts,
    /// Whether to ask the terminal how many columns it gives to box-drawing lines and other
    /// characters that Unicode calls ambiguous: it is unclear in this locale.
    pub doubts_line_glyphs: bool,
    /// Whether to ask the terminal for its background before the first picture.
    pub asks_background: bool,
}

impl Capabilities {
    /// What the wire may use.
    pub const fn features(self) -> Features {
        Features { colors: self.colors, charset: self.charset, shifts: self.shifts }
    }
}

/// Why no screen is possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoScreen {
    /// Standard input is a file or a pipe.
    #[error("the keyboard is read from a terminal, and standard input is not one")]
    InputIsNoTerminal,
    /// Standard output is a file or a pipe.
    #[error("the screen is drawn on a terminal, and standard output is not one")]
    OutputIsNoTerminal,
    /// `TERM` is not set, or names a terminal that cannot move its cursor.
    #[error("the terminal cannot move its cursor (TERM is {})", named(.0))]
    Dumb(String),
    /// `TERM` is not the name of a terminal.
    #[error("TERM is not the name of a terminal, which has at most 64 letters, digits and signs")]
    Unnamed,
}

fn named(term: &str) -> String {
    if term.is_empty() { "not set".to_owned() } else { format!("\"{term}\"") }
}

/// Checks that a screen is possible, given the value of `TERM`.
///
/// # Errors
/// The first reason why not.
pub fn require_screen(term: Option<&OsStr>) -> Result<(), NoScreen> {
    if !io::stdin().is_terminal() {
        return Err(NoScreen::InputIsNoTerminal);
    }
    if !io::stdout().is_terminal() {
        return Err(NoScreen::OutputIsNoTerminal);
    }
    let term = term.unwrap_or_default();
    if term.is_empty() || term == "dumb" {
        return Err(NoScreen::Dumb(term.to_string_lossy().into_owned()));
    }
    Ok(())
}

/// The charset of the locale: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that
/// is set and not empty decides, as in every C library.
pub fn locale_charset(variable: impl Fn(&str) -> Option<OsString>) -> Charset {
    let locale = locale(variable);
    if locale.contains("utf-8") || locale.contains("utf8") { Charset::Utf8 } else { Charset::Ascii }
}

/// The most columns drawn. A wider terminal shows the rest empty: terminals can
/// claim any size, and each cell costs memory.
pub const MAX_COLUMNS: u16 = 1000;
/// The most rows drawn.
pub const MAX_ROWS: u16 = 500;

/// Columns and rows of the terminal on standard output. Serial lines report 0×0
/// and get 80×24.
pub(super) fn size() -> (u16, u16) {
    let (columns, rows) =
        tcgetwinsize(io::stdout()).map_or((0, 0), |size| (size.ws_col, size.ws_row));
    usable([columns, rows], [MAX_COLUMNS, MAX_ROWS])
}

/// How much of a terminal is drawn on: the size it claims, up to `most` columns and rows.
pub(super) fn usable([columns, rows]: [u16; 2], most: [u16; 2]) -> (u16, u16) {
    if columns == 0 || rows == 0 {
        return (80, 24);
    }
    (columns.min(most[0]), rows.min(most[1]))
}

/// Whether to ask a terminal for its background: only if the answer makes a difference and arrives
/// at once, and if this terminal never prints the query.
pub fn asks_background(makes_difference: bool, term: &OsStr, line: Connection) -> bool {
    let term = term.to_string_lossy();
    let answers = !["linux", "screen", "dumb"].iter().any(|name| term.starts_with(name));
    makes_difference && answers && line == Connection::Local
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charset(variables: &[(&str, &str)]) -> Charset {
        locale_charset(|name| {
            let found = variables.iter().find(|(set, _)| *set == name);
            found.map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn the_first_locale_variable_that_is_set_decides() {
        assert_eq!(charset(&[]), Charset::Ascii);
        assert_eq!(charset(&[("LANG", "C")]), Charset::Ascii);
        assert_eq!(charset(&[("LANG", "C.UTF-8")]), Charset::Utf8);
        assert_eq!(charset(&[("LANG", "ja_JP.utf8")]), Charset::Utf8);
        assert_eq!(charset(&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "C")]), Charset::Ascii);
        assert_eq!(charset(&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "")]), Charset::Utf8);
        assert_eq!(charset(&[("LC_CTYPE", "ja_JP.eucJP"), ("LANG", "C.UTF-8")]), Charset::Ascii);
    }

    #[test]
    fn languages_with_wide_lines_are_recognized() {
        let is_wide = |name: &str| {
            locale_is_wide(|variable| (variable == "LANG").then(|| OsString::from(name)))
        };
        for name in ["ja_JP.UTF-8", "zh_CN.utf8", "ko_KR.UTF-8", "ja"] {
            assert!(is_wide(name), "{name}");
        }
        for name in ["C.UTF-8", "de_DE.UTF-8", "kok_IN.UTF-8", "jav", ""] {
            assert!(!is_wide(name), "{name}");
        }
    }

    #[test]
    fn a_terminal_without_a_size_gets_the_common_one() {
        let most = [MAX_COLUMNS, MAX_ROWS];
        assert_eq!(usable([0, 0], most), (80, 24));
        assert_eq!(usable([0, 24], most), (80, 24));
        assert_eq!(usable([1, 1], most), (1, 1));
        assert_eq!(usable([u16::MAX, u16::MAX], most), (MAX_COLUMNS, MAX_ROWS));
    }

    #[test]
    fn the_reasons_are_sentences() {
        assert_eq!(
            NoScreen::Dumb("dumb".to_owned()).to_string(),
            "the terminal cannot move its cursor (TERM is \"dumb\")"
        );
        assert_eq!(
            NoScreen::Dumb(String::new()).to_string(),
            "the terminal cannot move its cursor (TERM is not set)"
        );
    }
}
