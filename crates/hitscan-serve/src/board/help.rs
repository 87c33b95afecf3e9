//! The help page of the board. On a small screen it scrolls.

use hitscan::seat::ratatui::buffer::Buffer;
use hitscan::seat::ratatui::style::{Modifier, Style};
use hitscan::seat::{KeyCode, KeyPress};
use hitscan_core::words::lines::wrapped;

use crate::paint::put;

/// The keys, and what they do.
const HELP: &[[&str; 2]] = &[
    ["Up Down", "choose a student; also k j, PageUp PageDown, Home End"],
    ["Enter", "watch the student's screen; ? there lists its keys"],
    ["s", "say a line to all students"],
    ["p", "pause the class, or go on: screens stay, nothing can be changed"],
    ["f", "follow: your own sandbox, shown to all until you press q there"],
    ["g", "which lessons are open"],
    ["o", "sort: stuck, name, lesson, points, last key"],
    ["/", "find a name, a lesson or a step; Esc shows all"],
    [":", "a command, as after ssh HOST: say pause go lessons due code"],
    ["", "watch follow reset free"],
    ["q", "leave; the class goes on without you; also Ctrl-C"],
    ["!", "stuck: nothing finished for 6 minutes despite 5 tries,"],
    ["", "or 10 quiet minutes"],
];

/// The columns where the keys and what they do begin.
const KEY_COLUMN: u16 = 2;
const DOES_COLUMN: u16 = 11;

/// The help page: its first row in view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HelpPage(usize);

impl HelpPage {
    /// Handles a key on a screen of these columns and rows. None if it closes the page, as any key
    /// does that does not scroll.
    pub(super) fn press(self, key: KeyPress, screen: [u16; 2]) -> Option<Self> {
        let (hidden, page) = (hidden(screen), usize::from(screen[1] / 2).max(1));
        let first = match (key.code, key.modifiers.is_empty()) {
            (KeyCode::Down | KeyCode::Char('j'), true) => self.0 + 1,
            (KeyCode::Up | KeyCode::Char('k'), true) => self.0.saturating_sub(1),
            (KeyCode::PageDown | KeyCode::Char(' '), true) => self.0 + page,
            (KeyCode::PageUp, true) => self.0.saturating_sub(page),
            _ => return None,
        };
        (hidden > 0).then_some(Self(first.min(hidden)))
    }

    /// Draws the page between the title and the last row.
    pub(super) fn draw(self, buffer: &mut Buffer) {
        let screen = [buffer.area.width, buffer.area.height];
        let (lines, width) = (lines(screen[0]), screen[0]);
        let rows = first_row(screen)..screen[1].saturating_sub(1);
        for ((key, does), y) in lines.iter().skip(self.0.min(hidden(screen))).zip(rows) {
            put(buffer, (KEY_COLUMN, y), (key, width), Style::new().add_modifier(Modifier::BOLD));
            put(buffer, (DOES_COLUMN, y), (does, width), Style::new());
        }
    }
}

/// The keys of the page itself.
pub(super) fn keys(screen: [u16; 2]) -> &'static str {
    if hidden(screen) > 0 { "arrows scroll; Esc goes back" } else { "any key goes back" }
}

/// The rows of the page at this width.
fn lines(width: u16) -> Vec<(&'static str, &'static str)> {
    let room = usize::from(width.saturating_sub(DOES_COLUMN + 1));
    let rows = HELP.iter().flat_map(|[key, does]| {
        let keys = std::iter::once(*key).chain(std::iter::repeat(""));
        keys.zip(wrapped(does, room))
    });
    rows.collect()
}

/// The first row of the screen that the page takes: below a gap if there is room for one.
fn first_row([width, height]: [u16; 2]) -> u16 {
    let fits = lines(width).len() + 3 <= usize::from(height);
    if fits { 2 } else { 1 }
}

/// How many rows do not fit.
fn hidden(screen: [u16; 2]) -> usize {
    let room = screen[1].saturating_sub(1 + first_row(screen));
    lines(screen[0]).len().saturating_sub(room.into())
}
