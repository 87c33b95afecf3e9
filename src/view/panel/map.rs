//! The Map view: the layer, how many cells have each class, and the answers at the handle and at
//! the probe.

use std::cmp::Reverse;

use super::canvas::{PanelCanvas, TEXT};
use crate::app::{Action, HitRegion, MapView, Model};
use crate::view::arena::{map_ground, swatch_style};
use crate::view::text::{cells_of, wrapped};
use crate::view::theme::GroundRole;
use hitscan_core::command::Layer;
use hitscan_core::engine::map::{CellClass, Map};
use hitscan_core::words::{named_codes, named_mistakes};

/// The column of names and values.
const NAME_COL: u16 = 5;
const VALUE_COL: u16 = 6;
/// The column of values after a short label.
const NEAR_COL: u16 = 4;
/// Where the swatch of a class begins, and its width.
const SWATCH_COL: u16 = 1;
const SWATCH_COLS: u16 = 3;
/// The distance in columns from the end of a count to the end of its percentage.
const PERCENT_COLS: u16 = 7;
/// Rows of the keys at the foot.
const KEY_ROWS: u16 = 2;
/// The fewest rows of a panel with its keys.
const ROOMY_ROWS: u16 = 14;
/// The mistakes of a program are told in sentences if they take one in so many rows at most.
const MISTAKES_SHARE: usize = 3;

pub(super) fn render(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let Some(view) = model.map() else {
        let on = model.input.keymap.named(Action::ToggleMap);
        canvas.paragraph(1, 1, &format!("No map: {on} shows one."), TEXT);
        return;
    };
    layers(view, canvas);
    let of = model.map_is_of(view);
    if let Some(method) = &of {
        label(canvas, 1, "of", NEAR_COL, method);
        next_method(model, canvas);
    }
    let after_layers = 1 + u16::from(of.is_some());
    label(canvas, after_layers, "at", NEAR_COL, &model.map_where());
    let Some(map) = view.map() else {
        if let Err(why) = model.map_reason() {
            canvas.paragraph(after_layers + 2, 1, &why, canvas.theme.quiet);
        }
        return;
    };
    let after = answers_rows(model, canvas, view, map);
    // If there is little room, classes matter more than keys and blank rows.
    let has_room = canvas.rows() >= ROOMY_ROWS;
    let foot = canvas.rows().saturating_sub(if has_room { KEY_ROWS } else { 0 });
    let first = after_layers + if has_room { 2 } else { 1 };
    let row = classes(map, canvas, first, foot.saturating_sub(after));
    answers(model, view, map, canvas, row);
    if has_room {
        for (hints, row) in model.map_panel_hints().iter().zip(foot..) {
            canvas.keys(row, hints);
        }
    }
}

/// Writes the legend of a map, and how many cells have each class, for a map without objects.
pub(in crate::view) fn legend(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let Some((view, map)) = model.map().and_then(|view| Some((view, view.map()?))) else { return };
    let of = model.map_is_of(view).map(|method| format!(" of {method}")).unwrap_or_default();
    let title = format!("{}{of}, {}", view.layer.token(), model.map_where());
    canvas.put(0, 1, &title, TEXT);
    let end = canvas.rows();
    let row = classes(map, canvas, 1, end);
    if map.lines_left_out() {
        canvas.put(row, 1, "thin lines left out", canvas.theme.quiet);
    }
}

/// How many rows the legend of a map takes.
pub(in crate::view) fn legend_rows(model: Model<'_>) -> u16 {
    let Some(map) = model.map().and_then(MapView::map) else { return 0 };
    let rows = 1 + map.counts().count() + usize::from(map.lines_left_out());
    u16::try_from(rows).unwrap_or(u16::MAX)
}

/// Writes the key for the next method at the end of the row of this one.
fn next_method(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let (key, end) = (model.input.keymap.named(Action::NextMethod), canvas.cols() - 1);
    let (quiet, style) = (canvas.theme.quiet, canvas.theme.key);
    canvas.put_right(1, end, "next", quiet);
    canvas.put_right(1, end - 5, &key, style);
}

/// Lists the layers and marks the one that is shown.
fn layers(view: &MapView, canvas: &mut PanelCanvas<'_>) {
    let mut col = 1;
    // There is room for one precision.
    let other = if view.layer == Layer::F64 { Layer::F32 } else { Layer::F64 };
    for layer in Layer::ALL.into_iter().filter(|&layer| layer != other) {
        let is_shown = layer == view.layer;
        let (from, style) = (col, if is_shown { canvas.theme.accent } else { canvas.theme.quiet });
        // The bar includes the blanks around the word.
        col = canvas.put(0, col, layer.token(), style);
        if is_shown {
            canvas.lay(0, from - 1, col + 1, GroundRole::Chosen);
        }
        canvas.spot(0, from - 1, col + 1, HitRegion::Layer(layer));
        col += 2;
    }
}

fn label(canvas: &mut PanelCanvas<'_>, row: u16, label: &str, value_col: u16, value: &str) {
    canvas.put(row, 1, label, canvas.theme.quiet);
    canvas.put(row, value_col, value, TEXT);
}

/// Writes an answer, with its sign in the colour of what it means.
fn answer(canvas: &mut PanelCanvas<'_>, row: u16, name: &str, col: u16, said: &str) {
    label(canvas, row, name, col, said);
    let theme = canvas.theme;
    let cols = u16::try_from(cells_of(format_args!("{said}"))).unwrap_or(u16::MAX);
    let sign_col = col.saturating_add(cols).saturating_sub(1);
    match said.chars().next_back() {
        Some('!') => canvas.put(row, sign_col, "!", theme.wrong),
        Some('~') => canvas.put(row, sign_col, "~", theme.convention),
        _ => 0,
    };
}

/// Lists the classes from row `first` on, as many as fit before row `end`, and returns the row
/// after them.
fn classes(map: &Map, canvas: &mut PanelCanvas<'_>, first: u16, end: u16) -> u16 {
    let mut counts: Vec<(CellClass, usize)> = map.counts().collect();
    counts.sort_by_key(|&(class, count)| weight(class, count));
    let all: usize = counts.iter().map(|(_, count)| count).sum();
    let room = usize::from(end.saturating_sub(first));
    let shown = if counts.len() > room { room.saturating_sub(1) } else { counts.len() };
    let last = canvas.cols() - 1;
    let mut row = first;
    for &(class, count) in &counts[..shown] {
        let sign = class.sign().to_string();
        canvas.put(row, SWATCH_COL + 1, &sign, swatch_style(canvas.theme, class));
        if let Some(role) = map_ground(class) {
            canvas.lay(row, SWATCH_COL, SWATCH_COL + SWATCH_COLS, role);
        }
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

/// The order of the list: wrong classes first, the largest on top; then choices, classes that meet,
/// and those that do not.
const fn weight(class: CellClass, count: usize) -> (u8, Reverse<usize>) {
    match class {
        CellClass::Wrong(_) => (0, Reverse(count)),
        CellClass::Convention(_) => (1, Reverse(count)),
        class if class.is_miss() => (3, Reverse(0)),
        _ => (2, Reverse(0)),
    }
}

/// Tenths of a percent, rounded half up: `68.3%`.
fn percentage(count: usize, all: usize) -> String {
    let tenths = (count * 2000 + all).checked_div(2 * all).unwrap_or(0);
    format!("{}.{}%", tenths / 10, tenths % 10)
}

/// How many rows the answers take, including the blank row before them.
fn answers_rows(model: Model<'_>, canvas: &PanelCanvas<'_>, view: &MapView, map: &Map) -> u16 {
    let more = [view.probe.is_some(), map.lines_left_out(), !map.is_complete()];
    let mistakes = u16::try_from(mistakes(model, canvas).len()).unwrap_or(u16::MAX);
    2 + more.into_iter().map(u16::from).sum::<u16>() + why_rows(model, canvas) + mistakes
}

/// The rows that name the mistakes of the program, after a blank one: in sentences where there is
/// room for them, else by their codes.
fn mistakes(model: Model<'_>, canvas: &PanelCanvas<'_>) -> Vec<String> {
    let Some(tried) = model.tried_of_map() else { return Vec::new() };
    let room = usize::from(canvas.cols().saturating_sub(2));
    let rows = |texts: &[String]| -> Vec<String> {
        texts.iter().flat_map(|text| wrapped(text, room)).map(str::to_owned).collect()
    };
    let sentences = rows(&named_mistakes(tried));
    let most = usize::from(canvas.rows()) / MISTAKES_SHARE;
    let shown = if sentences.len() <= most {
        sentences
    } else {
        let why = model.input.keymap.named(Action::ShowWhy);
        rows(&[format!("wrong: {}; {why} says how", named_codes(tried).join(", "))])
    };
    if shown.is_empty() { shown } else { [vec![String::new()], shown].concat() }
}

/// How many rows the explanation for cells without an answer takes.
fn why_rows(model: Model<'_>, canvas: &PanelCanvas<'_>) -> u16 {
    let room = usize::from(canvas.cols().saturating_sub(2));
    let rows = model.why_no_cells().map_or(0, |why: String| wrapped(&why, room).count());
    u16::try_from(rows).unwrap_or(u16::MAX)
}

fn answers(model: Model<'_>, view: &MapView, map: &Map, canvas: &mut PanelCanvas<'_>, row: u16) {
    let place = map.present();
    let said = |place| format!("{}  {}", model.map_place(map, place), model.map_answer(map, place));
    let mut row = row + 1;
    answer(canvas, row, "here", VALUE_COL, &said(place));
    if let Some(place) = view.probe.and_then(|cell| map.place(cell)) {
        row += 1;
        answer(canvas, row, "probe", VALUE_COL + 1, &said(place));
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
    for text in mistakes(model, canvas) {
        row += 1;
        canvas.put(row, 1, &text, canvas.theme.wrong);
    }
}
