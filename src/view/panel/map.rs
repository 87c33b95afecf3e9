//! What the map shows: its layer, how many cells have each class, and the answer where
//! the handle is and where the probe is.

use super::canvas::{Canvas, TEXT};
use crate::app::{Action, MapView, Model};
use crate::view::arena::map_style;
use crate::view::text::wrapped;
use hitscan_core::engine::map::{Class, Map};

/// The column of names and values.
const NAME_COL: u16 = 3;
const VALUE_COL: u16 = 8;
/// How many columns before the end of a percentage a count ends.
const PERCENT_COLS: u16 = 7;
/// Rows of the keys at the foot.
const KEY_ROWS: u16 = 2;
/// The least rows of a panel with its keys.
const ROOMY_ROWS: u16 = 14;

pub(super) fn render(model: Model<'_>, canvas: &mut Canvas<'_>) {
    let Some(view) = model.map() else {
        let on = model.input.keymap.named(Action::ToggleMap);
        canvas.paragraph(1, 1, &format!("No map: {on} shows one."), TEXT);
        return;
    };
    label(canvas, 0, "shows", &model.map_shows(view));
    label(canvas, 1, "where", &model.map_where());
    let Some(map) = view.map() else {
        if let Err(why) = model.map_reason() {
            canvas.paragraph(3, 1, &why, canvas.theme.quiet);
        }
        return;
    };
    let after = answers_rows(model, canvas, (view, map));
    // Where there is little room, the classes matter more than keys and blank rows.
    let has_room = canvas.rows() >= ROOMY_ROWS;
    let foot = canvas.rows().saturating_sub(if has_room { KEY_ROWS } else { 0 });
    let first = if has_room { 3 } else { 2 };
    let row = classes(map, canvas, (first, foot.saturating_sub(after)));
    answers(model, view, map, canvas, row);
    if has_room {
        for (hints, row) in model.map_panel_hints().iter().zip(foot..) {
            canvas.keys(row, hints);
        }
    }
}

fn label(canvas: &mut Canvas<'_>, row: u16, label: &str, value: &str) {
    canvas.put(row, 1, label, canvas.theme.quiet);
    canvas.put(row, VALUE_COL, value, TEXT);
}

/// Lists the classes from the first row on, as many as end before the other, and returns
/// the row after them.
fn classes(map: &Map, canvas: &mut Canvas<'_>, (first, end): (u16, u16)) -> u16 {
    let counts: Vec<(Class, usize)> = map.counts().collect();
    let all: usize = counts.iter().map(|(_, count)| count).sum();
    let room = usize::from(end.saturating_sub(first));
    let shown = if counts.len() > room { room.saturating_sub(1) } else { counts.len() };
    let last = canvas.cols() - 1;
    let mut row = first;
    for &(class, count) in &counts[..shown] {
        let sign = class.sign().to_string();
        canvas.put(row, 1, &sign, map_style(canvas.theme, class));
        canvas.put(row, NAME_COL, &class.name(), TEXT);
        canvas.put_right(row, last - PERCENT_COLS, &count.to_string(), TEXT);
        canvas.put_right(row, last, &percentage(count, all), canvas.theme.quiet);
        row += 1;
    }
    if shown < counts.len() {
        let more = format!("{} more", counts.len() - shown);
        canvas.put(row, NAME_COL, &more, canvas.theme.quiet);
        row += 1;
    }
    row
}

/// Tenths of a percent, rounded half up: `68.3%`.
fn percentage(count: usize, all: usize) -> String {
    let tenths = (count * 2000 + all).checked_div(2 * all).unwrap_or(0);
    format!("{}.{}%", tenths / 10, tenths % 10)
}

/// How many rows the answers take, with the blank row before them.
fn answers_rows(model: Model<'_>, canvas: &Canvas<'_>, (view, map): (&MapView, &Map)) -> u16 {
    let more = [view.probe().is_some(), map.lines_left_out(), !map.is_complete()];
    2 + more.into_iter().map(u16::from).sum::<u16>() + why_rows(model, canvas)
}

/// How many rows it takes to say why cells have no answer.
fn why_rows(model: Model<'_>, canvas: &Canvas<'_>) -> u16 {
    let room = usize::from(canvas.cols().saturating_sub(2));
    let rows = model.why_no_cells().map_or(0, |why: String| wrapped(&why, room).count());
    u16::try_from(rows).unwrap_or(u16::MAX)
}

fn answers(model: Model<'_>, view: &MapView, map: &Map, canvas: &mut Canvas<'_>, row: u16) {
    let place = map.present();
    let said = |place| format!("{}  {}", model.map_place(map, place), model.map_answer(map, place));
    let mut row = row + 1;
    label(canvas, row, "here", &said(place));
    if let Some(place) = view.probe().and_then(|cell| map.place(cell)) {
        row += 1;
        label(canvas, row, "probe", &said(place));
    }
    if map.lines_left_out() {
        row += 1;
        canvas.put(row, 1, "thin lines left out", canvas.theme.quiet);
    }
    if let Some(why) = model.why_no_cells() {
        canvas.paragraph(row + 1, 1, &why, canvas.theme.wrong);
    } else if !map.is_complete() {
        row += 1;
        let (done, all) = map.progress();
        let text = format!("mapped {}", percentage(done, all));
        canvas.put(row, 1, &text, canvas.theme.quiet);
    }
}
