//! The selected object as a form. Typing replaces the chosen value, and an error
//! is shown below it.
//!
//! ```text
//!  name     B                 box
//!  origin   center         o next
//! >x        103.4567_
//!           103.4567: at most
//!           three decimals. ...
//!  y        14
//! ```

use super::canvas::{PanelCanvas, TEXT};
use crate::app::{Action, Editor, FormRow, HitRegion, Model, Pane};
use crate::view::text::{cells, wrapped};
use hitscan_core::words::ray_in_short;
use hitscan_core::world::RayHit;

/// The column of the values.
const VALUE_COL: u16 = 10;
/// The column of error messages, which need the width.
const FAULT_COL: u16 = 2;

/// A line of the form.
enum FormLine {
    /// A row, by its number.
    Row(usize, FormRow),
    /// A line of the error in the row above.
    Fault(String),
}

pub(super) fn render(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    if model.hides_values() {
        canvas.paragraph(0, 1, "Covered until you answer.", TEXT);
        return;
    }
    let rows = model.form_rows();
    if rows.is_empty() {
        canvas.put(1, 1, "Nothing is selected.", TEXT);
        canvas.paragraph(2, 1, &model.input.keymap.how_to_add(), TEXT);
        return;
    }
    let lines = lines(model, &rows, text_cols(canvas.cols()));
    let room = room(lines.len(), canvas.rows());
    let first = first_line(model, &lines, room);
    let mut used = 0;
    for (row, line) in (0..).zip(lines.iter().skip(first).take(room)) {
        used = row + 1;
        match line {
            FormLine::Row(at, what) => {
                value(model, canvas, row, *at, *what);
                canvas.spot(row, 0, canvas.cols(), HitRegion::Row(*at));
            }
            FormLine::Fault(text) => {
                canvas.put(row, FAULT_COL, text, canvas.theme.fault);
            }
        }
    }
    if lines.len() > room {
        let scroll = super::how_to_scroll(model, first + room < lines.len());
        canvas.put(canvas.rows().saturating_sub(1), 1, &scroll, canvas.theme.quiet);
        return;
    }
    if let Some(hits) = model.ray_hits() {
        used = along(canvas, used + 1, &hits);
    }
    if used + 2 <= canvas.rows() {
        foot(model, canvas, used + 1);
    }
}

/// Writes what a laser meets, in order, as far as there is room. Returns the row after it.
fn along(canvas: &mut PanelCanvas<'_>, row: u16, hits: &[RayHit]) -> u16 {
    canvas.put(row, 1, "meets", canvas.theme.quiet);
    let cols = usize::from(canvas.cols().saturating_sub(VALUE_COL + 1));
    let room = usize::from(canvas.rows().saturating_sub(row));
    // If the list does not fit, its end is dropped.
    let fits = |shown: &usize| {
        let text = ray_in_short(hits, *shown);
        wrapped(&text, cols).count() <= room
    };
    let shown = (0..=hits.len()).rev().find(fits).unwrap_or_default();
    canvas.paragraph(row, VALUE_COL, &ray_in_short(hits, shown), TEXT)
}

/// The column and row of the text cursor within a form of this size.
pub(super) fn cursor(model: Model<'_>, cols: u16, rows: u16) -> Option<(u16, u16)> {
    let editor = model.input.editor.as_ref()?;
    let lines = lines(model, &model.form_rows(), text_cols(cols));
    let first = first_line(model, &lines, room(lines.len(), rows));
    let row = u16::try_from(chosen_line(model, &lines).checked_sub(first)?).ok()?;
    let before: usize = editor.text().chars().take(editor.cursor()).map(cells).sum();
    let before = u16::try_from(before).unwrap_or(u16::MAX);
    let col = model.form_rows().get(model.chosen_row()).map_or(VALUE_COL, |&row| value_col(row));
    Some((col.saturating_add(before).min(cols.saturating_sub(1)), row))
}

/// The columns of an error, with the last one of the panel blank.
fn text_cols(cols: u16) -> usize {
    usize::from(cols.saturating_sub(FAULT_COL + 1))
}

/// How many of these lines are visible: the last row says how to see others.
fn room(lines: usize, rows: u16) -> usize {
    let rows = usize::from(rows);
    if lines > rows { rows.saturating_sub(1) } else { rows }
}

/// The rows of the form, with any error below the chosen one.
fn lines(model: Model<'_>, rows: &[FormRow], cols: usize) -> Vec<FormLine> {
    let mut lines = Vec::new();
    let fault = model.input.editor.as_ref().and_then(Editor::fault);
    for (at, row) in rows.iter().enumerate() {
        lines.push(FormLine::Row(at, *row));
        if let Some(fault) = fault.filter(|_| at == model.chosen_row()) {
            lines.extend(
                wrapped(&fault.with_tab(), cols).map(|line| FormLine::Fault(line.to_owned())),
            );
        }
    }
    lines
}

/// The first visible line, chosen so that the chosen row is visible with its
/// whole error and, if there is room, the next row.
fn first_line(model: Model<'_>, lines: &[FormLine], room: usize) -> usize {
    if lines.len() <= room {
        return 0;
    }
    let at = chosen_line(model, lines);
    if model.screen.pane != Pane::Form {
        // The chosen row is not marked: it is the first one, as far as the text is scrolled.
        return at.min(lines.len().saturating_sub(room));
    }
    let said =
        lines.iter().skip(at + 1).take_while(|line| matches!(line, FormLine::Fault(_))).count();
    let after = (at + said + 2).min(lines.len());
    after.saturating_sub(room).min(at)
}

fn chosen_line(model: Model<'_>, lines: &[FormLine]) -> usize {
    let chosen = model.chosen_row();
    let at = lines.iter().position(|line| matches!(line, FormLine::Row(row, _) if *row == chosen));
    at.unwrap_or_default()
}

fn value(model: Model<'_>, canvas: &mut PanelCanvas<'_>, row: u16, at: usize, what: FormRow) {
    let is_chosen = model.screen.pane == Pane::Form && at == model.chosen_row();
    if is_chosen {
        canvas.put(row, 0, "►", canvas.theme.accent);
    }
    let label = if is_chosen { canvas.theme.title } else { canvas.theme.quiet };
    canvas.put(row, 1, &label_of(what), label);
    if let Some(editor) = model.input.editor.as_ref().filter(|_| is_chosen) {
        let style = if editor.fault().is_some() { canvas.theme.fault } else { TEXT };
        canvas.typed(row, value_col(what), editor.text(), editor.cursor(), style);
        return;
    }
    let style = if is_chosen { canvas.theme.title } else { TEXT };
    let end = canvas.put(row, value_col(what), &model.form_value(what), style);
    beside(model, canvas, row, what, end);
}

/// The column of a value, after its label.
fn value_col(row: FormRow) -> u16 {
    let after_label = u16::try_from(label_of(row).len()).unwrap_or(u16::MAX).saturating_add(2);
    VALUE_COL.max(after_label)
}

fn label_of(row: FormRow) -> String {
    match row {
        FormRow::Name => "name".to_owned(),
        FormRow::Origin => "origin".to_owned(),
        FormRow::Number(field) => {
            let name = field.to_string();
            // The origin has its own row.
            name.rsplit('.').next().unwrap_or_default().to_owned()
        }
        FormRow::Body => "body".to_owned(),
        FormRow::Fixed => "fixed".to_owned(),
        FormRow::Attribute(key) => key.to_owned(),
    }
}

/// Writes a hint at the right of a value that ends before column `value_end`,
/// if there is room.
fn beside(model: Model<'_>, canvas: &mut PanelCanvas<'_>, row: u16, what: FormRow, value_end: u16) {
    let end = canvas.cols().saturating_sub(1);
    let selected = model.engine.sandbox().selection();
    let text = match (what, selected) {
        (FormRow::Name, Some((_, object))) => object.kind().token().to_owned(),
        (FormRow::Origin, _) if model.screen.pane == Pane::Form => {
            format!("{} next", model.input.keymap.named(Action::NextOrigin))
        }
        _ => return,
    };
    if usize::from(end.saturating_sub(value_end)) > text.len() {
        canvas.put_right(row, end, &text, canvas.theme.quiet);
    }
}

fn foot(model: Model<'_>, canvas: &mut PanelCanvas<'_>, row: u16) {
    let settings = model.engine.sandbox().world().settings();
    let grows = if settings.y_grows_up() { "y grows up" } else { "y grows down" };
    canvas.put(row, 1, grows, canvas.theme.quiet);
    if model.screen.pane != Pane::Form {
        let end =
            canvas.put(row + 1, 1, &model.input.keymap.named(Action::EditObject), canvas.theme.key);
        canvas.put(row + 1, end + 2, "type a value", canvas.theme.quiet);
    }
}
