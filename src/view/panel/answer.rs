//! An answer to a query from the `:` line.

use super::canvas::{PanelCanvas, TEXT};
use crate::app::{Action, Answer, Model};
use crate::view::text::wrapped_values;

pub(super) fn render(model: Model<'_>, answer: &Answer, canvas: &mut PanelCanvas<'_>) {
    let width = usize::from(canvas.cols().saturating_sub(2));
    let lines: Vec<&str> =
        answer.lines.iter().flat_map(|line| wrapped_values(line, width)).collect();
    canvas.put(0, 0, ":", canvas.theme.accent);
    canvas.put(0, 1, &answer.asked, canvas.theme.accent);
    let rows = usize::from(canvas.rows().saturating_sub(1));
    let is_long = lines.len() > rows;
    let rows = if is_long { rows.saturating_sub(1) } else { rows };
    let most_scrolled = lines.len().saturating_sub(rows);
    let scrolled = model.screen.panel.scrolled.min(most_scrolled);
    for (row, line) in (1..).zip(lines.iter().skip(scrolled).take(rows)) {
        canvas.put(row, 1, line, TEXT);
    }
    if is_long {
        let scroll = super::how_to_scroll(model, scrolled < most_scrolled);
        let text = format!("{scroll}  {} closes", model.input.keymap.named(Action::Escape));
        canvas.put(canvas.rows().saturating_sub(1), 1, &text, canvas.theme.quiet);
    }
}
