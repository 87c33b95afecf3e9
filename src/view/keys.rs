//! The last row: the keys that matter now.

use std::fmt;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::text::{Pen, cells_of};
use super::theme::Theme;
use crate::app::{Hint, Model};

/// Blank cells between two keys.
const GAP: u16 = 2;
/// Blank cells between these keys and the keys at the right.
const RIGHT_GAP: u16 = 3;

/// Draws the keys into row `y` of `area`.
pub(super) fn render(model: Model<'_>, theme: &Theme, area: Rect, y: u16, buf: &mut Buffer) {
    let ways_on = model.ways_on();
    let ways_on_cols = u16::try_from(width(&ways_on)).unwrap_or(u16::MAX);
    // The keys that are always useful are at the right, where they do not move. The first and the
    // last column stay blank.
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

/// The hints that fit into the row. Drops the least important ones first, starting from the last.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_important_hints_are_dropped_first_and_the_order_stays() {
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
