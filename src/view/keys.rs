//! The last row: the keys that matter now, or those that may follow a pressed
//! prefix key.

use std::fmt;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::status::clear_row;
use super::text::{Pen, cells_of};
use super::theme::Theme;
use crate::app::{Action, Hint, Model, Pending};

/// Blank cells between two keys.
const GAP: u16 = 2;
/// Blank cells between them and the keys at the right.
const RIGHT_GAP: u16 = 3;

/// Draws the keys into row `y` of `area`.
pub(super) fn render(model: Model<'_>, theme: &Theme, area: Rect, y: u16, buf: &mut Buffer) {
    if let Some(pending) = model.input.pending() {
        return following(model, &pending, theme, (area, y), buf);
    }
    let ways_on = model.ways_on();
    let ways_on_cols = u16::try_from(width(&ways_on)).unwrap_or(u16::MAX);
    // What always leads on stands at the right, where it does not move. The first and
    // the last column stay blank.
    let ways_on_at = area.width.saturating_sub(1).saturating_sub(ways_on_cols);
    let gap = if ways_on.is_empty() { 0 } else { RIGHT_GAP };
    let room = usize::from(ways_on_at.saturating_sub(1 + gap));
    let mut pen = Pen::new(buf, area, y);
    pen.skip(1);
    for hint in fitted(model.hints(), room) {
        write(&mut pen, theme, format_args!("{}", hint.keys), &hint.label);
    }
    pen.skip_to(area.x + ways_on_at);
    for hint in ways_on {
        write(&mut pen, theme, format_args!("{}", hint.keys), &hint.label);
    }
}

/// Writes a key and its label, if there is room for both.
pub(super) fn write(pen: &mut Pen<'_>, theme: &Theme, keys: fmt::Arguments<'_>, label: &str) {
    let between = if label.is_empty() { "" } else { " " };
    if cells_of(format_args!("{keys}{between}{label}")) > usize::from(pen.room()) {
        return;
    }
    pen.style = theme.key;
    pen.format(keys);
    pen.style = theme.quiet;
    pen.text(between);
    pen.text(label);
    pen.style = Style::new();
    pen.skip(GAP);
}

/// The hints that fit into the row. The last of the least important ones goes
/// first.
fn fitted(mut hints: Vec<Hint>, room: usize) -> Vec<Hint> {
    while width(&hints) > room {
        let least = hints.iter().map(|hint| hint.rank).max();
        let Some(at) = hints.iter().rposition(|hint| Some(hint.rank) == least) else { break };
        hints.remove(at);
    }
    hints
}

fn width(hints: &[Hint]) -> usize {
    let each = |hint: &Hint| {
        let label = if hint.label.is_empty() { 0 } else { 1 + hint.label.len() };
        hint.keys.len() + label + usize::from(GAP)
    };
    hints.iter().map(each).sum::<usize>().saturating_sub(usize::from(GAP))
}

/// A key that may follow a prefix key.
struct Entry {
    key: String,
    what: &'static str,
    /// On, off or the current choice; empty if the action has no state.
    state: &'static str,
}

impl Entry {
    fn cols(&self) -> usize {
        let part = |text: &str| if text.is_empty() { 0 } else { 1 + text.len() };
        cells_of(format_args!("{}", self.key)) + part(self.what) + part(self.state)
    }

    fn write(&self, theme: &Theme, pen: &mut Pen<'_>) {
        pen.styled(theme.key, &self.key);
        for (text, style) in [(self.what, Style::new()), (self.state, theme.quiet)] {
            let style = if text == "on" { theme.accent } else { style };
            if !text.is_empty() {
                pen.text(" ");
                pen.styled(style, text);
            }
        }
    }
}

/// Each action once, under its first key, and the key that goes back.
fn entries(model: Model<'_>, pending: &Pending<'_>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (at, (key, action)) in pending.following.iter().enumerate() {
        if pending.following[..at].iter().all(|(_, earlier)| earlier != action) {
            let (key, hint) = (key.to_string(), action.row().hint);
            // `Left left` says no more than `Left`.
            let what = if key.eq_ignore_ascii_case(hint) { "" } else { hint };
            entries.push(Entry { key, what, state: model.state_of(*action).unwrap_or_default() });
        }
    }
    entries.push(Entry { key: model.input.keymap.named(Action::Escape), what: "back", state: "" });
    entries
}

/// Draws the possible next keys in as many rows as needed, the last in row `y`.
/// Extra rows cover the status.
fn following(
    model: Model<'_>,
    pending: &Pending<'_>,
    theme: &Theme,
    (area, y): (Rect, u16),
    buf: &mut Buffer,
) {
    let typed: Vec<_> = pending.typed.iter().map(ToString::to_string).collect();
    let typed = format!(" {} ", typed.join(" "));
    let begin = cells_of(format_args!("{typed}")) + 1;
    let room = usize::from(area.width).saturating_sub(begin);
    let entries = entries(model, pending);
    // Narrow gaps, and no word of the key that goes back, where that saves a row.
    let without_escape = &entries[..entries.len() - 1];
    let layouts = [
        (in_rows(&entries, room, GAP.into()), GAP),
        (in_rows(&entries, room, 1), 1),
        (in_rows(without_escape, room, 1), 1),
    ];
    let Some((rows, gap)) = layouts.into_iter().min_by_key(|(rows, _)| rows.len()) else { return };
    let first = y.saturating_sub(u16::try_from(rows.len().saturating_sub(1)).unwrap_or_default());
    for (row, y) in rows.iter().zip(first..) {
        clear_row(area, y, buf);
        let mut pen = Pen::new(buf, area, y);
        if y == first {
            pen.styled(theme.badge, &typed);
        }
        pen.skip_to(area.x + u16::try_from(begin).unwrap_or(u16::MAX));
        for entry in *row {
            entry.write(theme, &mut pen);
            pen.skip(gap);
        }
    }
}

/// Splits the entries into rows that fit, with `gap` cells between two entries.
fn in_rows(entries: &[Entry], room: usize, gap: usize) -> Vec<&[Entry]> {
    let (mut rows, mut from, mut used) = (Vec::new(), 0, 0);
    for (at, entry) in entries.iter().enumerate() {
        if at > from && used + gap + entry.cols() > room {
            rows.push(&entries[from..at]);
            (from, used) = (at, 0);
        }
        used += entry.cols() + if at > from { gap } else { 0 };
    }
    rows.push(&entries[from..]);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_least_goes_first_and_the_order_stays() {
        let hint =
            |keys: &'static str, rank| Hint { keys: keys.into(), label: "word".into(), rank };
        let hints = vec![hint("a", 1), hint("b", 3), hint("c", 0), hint("d", 3)];
        let kept = |room| -> String {
            fitted(hints.clone(), room).iter().map(|hint| &*hint.keys).collect()
        };
        assert_eq!(
            [kept(30), kept(29), kept(21), kept(8), kept(3)],
            ["abcd", "abc", "ac", "c", ""]
        );
    }
}
