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
        following(app, &pending, theme, &mut pen);
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

/// What may follow: each action once, under its first key; closer together
/// where there is not room for all, and left to the list above the row where
/// there still is not.
fn following(app: &App, pending: &Pending<'_>, theme: &Theme, pen: &mut Pen<'_>) {
    pen.style = theme.badge;
    pen.text(" ");
    for key in pending.typed {
        pen.format(format_args!("{key} "));
    }
    pen.skip(1);
    let mut each = Vec::new();
    // Where something is switched, a list above the row says all that and more.
    let is_listed = pending.following.iter().any(|(_, action)| app.state_of(*action).is_some());
    for (at, (key, action)) in pending.following.iter().enumerate() {
        if !is_listed && pending.following[..at].iter().all(|(_, earlier)| earlier != action) {
            let (key, hint) = (key.to_string(), action.spec().hint);
            // `Left left` says nothing that `Left` does not.
            let label = if key.eq_ignore_ascii_case(hint) { "" } else { hint };
            each.push((key, label));
        }
    }
    let esc = (app.key(Action::Escape), "back");
    each.push(esc.clone());
    let cells: usize = each
        .iter()
        .map(|(key, label)| key.len() + usize::from(!label.is_empty()) + label.len())
        .sum();
    let fits = |gap: u16| cells + usize::from(gap) * (each.len() - 1) <= usize::from(pen.room());
    let gap = if fits(GAP) { GAP } else { 1 };
    // All of them or none: the list above the row has them, too.
    if !fits(1) {
        each = vec![esc];
    }
    for (key, label) in each {
        write_apart(pen, theme, format_args!("{key}"), label, gap);
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
