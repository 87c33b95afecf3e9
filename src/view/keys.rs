//! The last row: the keys that matter now, or those that may follow a key that
//! was pressed.

use std::fmt;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::text::{Pen, cells_of};
use super::theme::Theme;
use crate::app::{Action, App, Hint, Pending};

/// Blank cells between two keys.
const GAP: u16 = 2;

/// Draws the keys into row `y` of `area`.
pub(super) fn render(app: &App, theme: &Theme, area: Rect, y: u16, buf: &mut Buffer) {
    let mut pen = Pen::new(buf, area, y);
    if let Some(pending) = app.pending() {
        Following::of(app, &pending).write(theme, area.width, &mut pen);
        return;
    }
    for hint in fitted(app.hints(), usize::from(area.width)) {
        write(&mut pen, theme, format_args!("{}", hint.keys), hint.label);
    }
}

/// One key and what it does, if there is room for both.
pub(super) fn write(pen: &mut Pen<'_>, theme: &Theme, keys: fmt::Arguments<'_>, label: &str) {
    write_apart(pen, theme, keys, label, GAP);
}

/// The same, with so many cells left blank after it.
fn write_apart(pen: &mut Pen<'_>, theme: &Theme, keys: fmt::Arguments<'_>, label: &str, gap: u16) {
    let between = if label.is_empty() { "" } else { " " };
    if cells_of(format_args!("{keys}{between}{label}")) > usize::from(pen.room()) {
        return;
    }
    pen.style = theme.key;
    pen.format(keys);
    pen.style = Style::new();
    pen.text(between);
    pen.text(label);
    pen.skip(gap);
}

/// As many hints as fit into the row: the last one of those that matter least
/// goes first.
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

/// What may follow a key: each action once, under its first key, with what is on
/// and what is off.
pub(super) struct Following {
    /// Key, and what it does.
    each: Vec<(String, String)>,
    /// The keys that were pressed.
    typed: String,
    /// The key that takes them back, and so.
    back: (String, &'static str),
}

impl Following {
    /// What may follow the keys that were pressed.
    pub(super) fn of(app: &App, pending: &Pending<'_>) -> Self {
        let mut each = Vec::new();
        for (at, (key, action)) in pending.following.iter().enumerate() {
            if pending.following[..at].iter().any(|(_, earlier)| earlier == action) {
                continue;
            }
            let (key, hint) = (key.to_string(), action.spec().hint);
            // `Left left` says nothing that `Left` does not.
            let mut label = if key.eq_ignore_ascii_case(hint) { "" } else { hint }.to_owned();
            if let Some(state) = app.state_of(*action) {
                label = format!("{label} {state}");
            }
            each.push((key, label));
        }
        let typed: String = pending.typed.iter().map(|key| format!("{key} ")).collect();
        Self { each, typed: format!(" {typed}"), back: (app.key(Action::Escape), "back") }
    }

    /// The blank cells between two of them in a row of so many cells; none where
    /// there is not room for all: then a list says it.
    pub(super) fn gap(&self, cols: u16) -> Option<u16> {
        let entry = |key: &str, label: &str| {
            cells_of(format_args!("{key}")) + usize::from(!label.is_empty()) + label.len()
        };
        let cells: usize = self.each.iter().map(|(key, label)| entry(key, label)).sum();
        let typed = cells_of(format_args!("{}", self.typed)) + 1;
        let cells = typed + cells + entry(&self.back.0, self.back.1);
        let fits = |gap: &u16| cells + usize::from(*gap) * self.each.len() <= usize::from(cols);
        [GAP, 1].into_iter().find(fits)
    }

    /// All of it in the row, or with a list above it only the way back.
    fn write(&self, theme: &Theme, cols: u16, pen: &mut Pen<'_>) {
        pen.style = theme.badge;
        pen.text(&self.typed);
        pen.skip(1);
        if let Some(gap) = self.gap(cols) {
            for (key, label) in &self.each {
                write_apart(pen, theme, format_args!("{key}"), label, gap);
            }
        }
        write_apart(pen, theme, format_args!("{}", self.back.0), self.back.1, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_least_goes_first_and_the_order_stays() {
        let hint = |keys: &'static str, rank| Hint { keys: keys.into(), label: "word", rank };
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
