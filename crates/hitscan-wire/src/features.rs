//! What a terminal can show and do, as far as frames depend on it.

use std::ffi::OsStr;

/// How many colours to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// None: only bold, dim and reverse video.
    None,
    /// The user's own 16.
    Sixteen,
    /// The 256 of xterm's table.
    Indexed,
    /// Any, as red, green and blue.
    Rgb,
}

/// Which characters the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// All of UTF-8.
    #[default]
    Utf8,
    /// Only ASCII; anything else becomes `?` or a similar ASCII character.
    Ascii,
}

/// Whether the terminal can delete and insert cells in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shifts {
    /// It can.
    Known,
    /// Perhaps not: the VT100 could not.
    Unknown,
}

/// What frames may use.
///
/// The default is what every terminal of today has: 16 colours, UTF-8, and cells that can be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// How many colours to send. Colours beyond that are sent all the same: only
    /// [`Colors::None`] leaves any out.
    pub colors: Colors,
    /// Which characters to send.
    pub charset: Charset,
    /// Whether parts of a row can be moved instead of written again.
    pub shifts: Shifts,
}

impl Default for Features {
    fn default() -> Self {
        Self { colors: Colors::Sixteen, charset: Charset::Utf8, shifts: Shifts::Known }
    }
}

/// Prefixes of `TERM` for terminals that delete and insert cells.
const SHIFTING: [&str; 21] = [
    "xterm",
    "screen",
    "tmux",
    "linux",
    "rxvt",
    "vte",
    "gnome",
    "konsole",
    "putty",
    "mintty",
    "alacritty",
    "kitty",
    "foot",
    "wezterm",
    "contour",
    "ghostty",
    "iterm",
    "st-",
    "nsterm",
    "mosh",
    "eterm",
];

/// Whether the terminal named by `TERM` deletes and inserts cells.
///
/// ```
/// use hitscan_wire::{Shifts, shifts};
///
/// assert_eq!(shifts(Some("xterm-256color".as_ref())), Shifts::Known);
/// assert_eq!(shifts(Some("vt100".as_ref())), Shifts::Unknown);
/// ```
#[must_use]
pub fn shifts(term: Option<&OsStr>) -> Shifts {
    let term = term.unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    if SHIFTING.iter().any(|known| term.starts_with(known)) || term == "st" {
        Shifts::Known
    } else {
        Shifts::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_that_shift_cells_are_recognized_by_name() {
        for name in ["xterm", "xterm-256color", "screen-256color", "tmux-256color", "linux", "st"] {
            assert_eq!(shifts(Some(OsStr::new(name))), Shifts::Known, "{name}");
        }
        for name in ["vt100", "vt100-am", "ansi", "stv52", "unheard-of", ""] {
            assert_eq!(shifts(Some(OsStr::new(name))), Shifts::Unknown, "{name}");
        }
        assert_eq!(shifts(None), Shifts::Unknown);
    }
}
