//! Why the verdict is HIT, TOUCH or MISS: a page of steps, with a mark at the
//! deciding one.

use ratatui::style::Style;

use super::canvas::{Canvas, TEXT};
use crate::app::{Model, why_rows};
use hitscan_core::methods::Agreement;
use hitscan_core::words::why::{Line, Mark, Role};

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
    let window = page.window(why_rows(canvas.rows()), model.screen.panel.scrolled);
    for (row, line) in (0..).zip(&window.lines) {
        // The mark of a row looks as in Methods, that of a sentence as in the log.
        match line.mark {
            Mark::None => {}
            Mark::Sentence => {
                canvas.put(row, 0, "►", TEXT);
            }
            Mark::Row => {
                canvas.put(row, 0, "►", canvas.theme.accent);
            }
        }
        write_line(canvas, row, line);
    }
    canvas.keys(canvas.rows().saturating_sub(1), &model.page_hints(&window));
}

fn write_line(canvas: &mut Canvas<'_>, row: u16, line: &Line) {
    let theme = canvas.theme;
    let style = match line.role {
        Role::Title => return write_title(canvas, row, &line.text),
        Role::Answer(agreement) => return write_answer(canvas, row, &line.text, agreement),
        Role::Text => TEXT,
        Role::Deciding => theme.title,
        Role::Dim => theme.quiet,
        Role::Wrong => theme.wrong,
        Role::Convention => theme.convention,
    };
    canvas.put(row, 1, &line.text, style);
}

/// Writes the name of the page, and less strongly what follows.
fn write_title(canvas: &mut Canvas<'_>, row: u16, text: &str) {
    let (name, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
    let end = canvas.put(row, 1, name, canvas.theme.title);
    canvas.put(row, end, rest, canvas.theme.quiet);
}

/// Writes `-> top`, and a sign after it where that does not agree.
fn write_answer(canvas: &mut Canvas<'_>, row: u16, text: &str, agreement: Agreement) {
    let (sign, sign_style): (&str, Style) = match agreement {
        Agreement::Agrees | Agreement::NotApplicable => ("", TEXT),
        Agreement::Convention => ("~", canvas.theme.convention),
        Agreement::Wrong => ("!", canvas.theme.wrong),
    };
    let answer_style = if agreement == Agreement::Wrong { canvas.theme.wrong } else { TEXT };
    canvas.put(row, 1, text, TEXT);
    // Behind the arrow.
    let Some((arrow, answer)) = text.split_once(' ') else { return };
    let (answer, rest) = answer.split_once(' ').unwrap_or((answer, ""));
    let from = canvas.put(row, 1, arrow, TEXT);
    let end = canvas.put(row, from + 1, answer, answer_style);
    // `(code 2)` belongs to the answer; what is farther away leaves room for the sign.
    let end = if rest.is_empty() || rest.starts_with(' ') {
        end
    } else {
        canvas.put(row, end + 1, rest, TEXT)
    };
    canvas.put(row, end + 1, sign, sign_style);
}
