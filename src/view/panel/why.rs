//! Why the verdict is HIT, TOUCH or MISS: a page of steps, with a mark at the
//! deciding one.

use super::canvas::{Canvas, TEXT};
use crate::app::Model;
use crate::view::text::cells_of;
use hitscan_core::words::why::Role;

pub(super) fn render(model: Model<'_>, canvas: &mut Canvas<'_>) {
    if model.engine.covered_in_focus().is_some() {
        canvas.paragraph(0, 1, "Covered until you answer.", TEXT);
        return;
    }
    let Some(page) = model.why_page(canvas.cols()) else {
        canvas.put(1, 1, "No pair to explain.", TEXT);
        canvas.paragraph(2, 1, &model.input.keymap.how_to_add(), TEXT);
        return;
    };
    let window = page.window(usize::from(canvas.rows()), model.screen.panel.scrolled);
    for (row, line) in (0..).zip(window.lines) {
        let style = match line.role {
            Role::Title => canvas.theme.title,
            Role::Text | Role::Deciding => TEXT,
            Role::Dim | Role::Keys => canvas.theme.quiet,
            Role::Wrong => canvas.theme.wrong,
            Role::Convention => canvas.theme.convention,
        };
        if line.role == Role::Deciding {
            canvas.put(row, 0, "►", canvas.theme.accent);
        }
        canvas.put(row, 1, &line.text, style);
    }
    if window.most_scrolled > 0 {
        let scroll = super::how_to_scroll(model, window.scrolled < window.most_scrolled);
        let room = usize::from(canvas.cols().saturating_sub(1));
        let texts = model.page_keys("  ").map(|keys| format!("{keys}  {scroll}"));
        let text = texts.into_iter().find(|text| cells_of(format_args!("{text}")) <= room);
        let text = text.unwrap_or(scroll);
        canvas.put(canvas.rows().saturating_sub(1), 1, &text, canvas.theme.quiet);
    }
}
