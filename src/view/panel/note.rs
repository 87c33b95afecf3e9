//! The scene's note: its idea and its steps above the log; below another view what the last step
//! says, and the next one.

use super::canvas::{PanelCanvas, TEXT};
use crate::app::{Chip, Model, NoteRow, StepMark};
use crate::view::text::cells_of;

/// The fewest rows of a log with the whole note at its head, and with as much as fits.
const LEAST_ROWS: u16 = 12;
const LEAST_ROWS_IN_BRIEF: u16 = 9;
/// The column of a step's keys and of what it says.
const STEP_COL: u16 = 3;
/// What stands in place of a text that cannot be drawn.
const UNSEEN: &str = "(in a script without glyphs here)";

/// Draws the note at the head of the log, and returns how many rows it has with the blank one below
/// it.
pub(super) fn render(model: Model<'_>, canvas: &mut PanelCanvas<'_>) -> u16 {
    let (note, keys) = (&model.screen.note, &model.input.keymap);
    // The bar and the hits of a game take its place.
    let is_of_a_game = model.is_in_play() || model.engine.game_over_in_focus().is_some();
    if is_of_a_game || body(model, canvas) < LEAST_ROWS_IN_BRIEF {
        return 0;
    }
    let is_brief = body(model, canvas) < LEAST_ROWS;
    let (room, body) = (room(canvas), usize::from(body(model, canvas)));
    let lines = if is_brief { note.brief_rows(keys, room) } else { note.rows(keys, room, body) };
    let height = if is_brief { lines.len() } else { note.height(keys, room, body) };
    for (row, line) in (0..).zip(&lines) {
        write(canvas, row, line);
    }
    with_blank(canvas, height)
}

/// How many rows the note has at the head of the log while it is shown, with the blank one.
pub(super) fn rows(model: Model<'_>, canvas: &PanelCanvas<'_>) -> u16 {
    let (note, keys) = (&model.screen.note, &model.input.keymap);
    let body = body(model, canvas);
    if body < LEAST_ROWS {
        return 0;
    }
    with_blank(canvas, note.whole_height(keys, room(canvas), usize::from(body)))
}

/// The rows of the panel's body, of which the log may have only a part.
fn body(model: Model<'_>, canvas: &PanelCanvas<'_>) -> u16 {
    model.screen.layout().map_or(canvas.rows(), |layout| layout.panel_body_rows())
}

/// As many rows, and a blank one below them, if there are any.
fn with_blank(canvas: &PanelCanvas<'_>, rows: usize) -> u16 {
    let rows = u16::try_from(rows).unwrap_or(u16::MAX);
    if rows == 0 { 0 } else { rows.saturating_add(1).min(canvas.rows()) }
}

/// Draws a rule, and below it what the last step says and the next step.
pub(super) fn render_foot(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    canvas.rule(0, canvas.glyphs.border[1], ["", ""]);
    let rows = model.screen.note.foot(&model.input.keymap, room(canvas));
    for (row, line) in (1..).zip(&rows) {
        let line = match line {
            NoteRow::Said(text) => &NoteRow::Idea(text.clone()),
            other => other,
        };
        write(canvas, row, line);
    }
}

/// The columns of a text: without the first and the last of the panel.
fn room(canvas: &PanelCanvas<'_>) -> usize {
    usize::from(canvas.cols().saturating_sub(2))
}

fn write(canvas: &mut PanelCanvas<'_>, row: u16, line: &NoteRow) {
    let quiet = canvas.theme.quiet;
    match line {
        NoteRow::Idea(text) => text_at(canvas, row, 1, text),
        NoteRow::Said(text) => text_at(canvas, row, STEP_COL, text),
        NoteRow::Step(number, mark, chips, back) => {
            let sign = match mark {
                StepMark::Done => canvas.glyphs.done.to_string(),
                StepMark::Next => "►".to_owned(),
                StepMark::Later => " ".to_owned(),
            };
            let col = canvas.put(row, 0, &format!("{sign}{number}"), quiet).max(STEP_COL - 1) + 1;
            step(canvas, row, col, chips, back.as_ref());
        }
        NoteRow::Done(count) => {
            let done = canvas.glyphs.done;
            canvas.put(row, 0, &format!("{done} {count} done"), quiet);
        }
        NoteRow::More(count) => {
            canvas.put(row, 1, &format!("… {count} more"), quiet);
        }
    }
}

fn text_at(canvas: &mut PanelCanvas<'_>, row: u16, col: u16, text: &str) {
    let text = if canvas.glyphs.can_show(text) { &canvas.glyphs.shown(text) } else { UNSEEN };
    canvas.put(row, col, text, TEXT);
}

/// What follows the key that leads back.
const LEADS_BACK: &str = " leads back";

/// Writes the keys of a step, and which key leads back to it. If there is no room for both, that
/// key stands alone, for the others do nothing for the note before it.
fn step(canvas: &mut PanelCanvas<'_>, row: u16, mut col: u16, chips: &[Chip], back: Option<&Chip>) {
    let quiet = canvas.theme.quiet;
    let end = canvas.cols().saturating_sub(1);
    let cols_of_back = back.map_or(0, |back| 2 + chip_cols(back) + cols(LEADS_BACK));
    let cols_of_chips: u16 = chips.iter().map(|chip| chip_cols(chip) + 1).sum();
    let has_both = col + cols_of_chips.saturating_sub(1) + cols_of_back <= end;
    if back.is_none() || has_both {
        for (at, each) in chips.iter().enumerate() {
            let is_last = at + 1 == chips.len();
            if col + chip_cols(each) + u16::from(!is_last) > end {
                canvas.put(row, col, "…", quiet);
                break;
            }
            col = chip(canvas, row, col, each) + 1;
        }
        col += 1;
    }
    if let Some(back) = back {
        let col = chip(canvas, row, col, back);
        canvas.put(row, col, LEADS_BACK, quiet);
    }
}

fn chip(canvas: &mut PanelCanvas<'_>, row: u16, col: u16, chip: &Chip) -> u16 {
    let quiet = canvas.theme.quiet;
    let col = canvas.chip(row, col, &chip.key);
    match chip.times {
        1 => col,
        times => canvas.put(row, col, &format!(" {times}×"), quiet),
    }
}

/// The columns of a key with its brackets and its count.
fn chip_cols(chip: &Chip) -> u16 {
    let key = cols(&chip.key) + 2;
    if chip.times == 1 { key } else { key + cols(&format!(" {}x", chip.times)) }
}

fn cols(text: &str) -> u16 {
    u16::try_from(cells_of(format_args!("{text}"))).unwrap_or(u16::MAX / 4)
}
