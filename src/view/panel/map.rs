//! The Map view: how many cells have each class, the answers at the handle and at the probe, and
//! the keys. What is judged, and what the cells stand for, is in the rule above.

use std::cmp::Reverse;

use ratatui::style::Style;

use super::canvas::{PanelCanvas, TEXT};
use crate::app::{Action, HitRegion, MapView, Model};
use crate::view::arena::{map_ground, swatch_style};
use crate::view::menu::cut;
use crate::view::text::{cells_of, shortened, wrapped};
use hitscan_core::command::Layer;
use hitscan_core::engine::map::{CellClass, Map, MapPlace};
use hitscan_core::words::{named_codes, named_mistakes};

/// The column of signs, of the names of classes, and of the reasons below them.
const SIGN_COL: u16 = 1;
const NAME_COL: u16 = 4;
const REASON_COL: u16 = 6;
/// The columns of a swatch.
const SWATCH_COLS: u16 = 3;
/// The distance in columns from the end of a count to the end of its share.
const SHARE_COLS: u16 = 7;
/// The column of values after `here`.
const VALUE_COL: u16 = 6;
/// Blank cells between a key and what it does.
const KEY_GAP: u16 = 2;
/// The mistakes of a program are told in sentences if they take one in so many rows at most.
const MISTAKES_SHARE: usize = 3;

pub(super) fn render(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let Some(view) = model.map() else {
        let on = model.input.keymap.named(Action::ToggleMap);
        canvas.paragraph(1, 1, &format!("No map: {on} shows one."), TEXT);
        return;
    };
    let mut first = 0;
    // Without a rule above, the caption has a row here.
    if model.screen.layout().is_none_or(|layout| layout.panel_head_rows() <= 1) {
        let caption = caption(model, canvas.cols(), canvas.glyphs.cut);
        canvas.put(0, 1, &caption, canvas.theme.accent);
        first = 1;
    }
    let mut canvas = canvas.below(first);
    let Some(map) = view.map() else {
        let mut row = 0;
        if let Err(why) = model.map_reason() {
            row = canvas.paragraph(row, 1, &why, canvas.theme.quiet) + 1;
        }
        keys(model, view, &mut canvas, row, MapKeys::OfPlaces(0));
        return;
    };
    MapPage::of(model, view, map, &canvas).write(model, view, &mut canvas);
}

/// What the map judges, and what its cells stand for, in the first form that fits into a rule of a
/// panel this wide: `predict-corner, B's velocity`.
pub(super) fn caption(model: Model<'_>, cols: u16, cut: &str) -> String {
    let Some(view) = model.map() else { return String::new() };
    // The rule and a blank at either end.
    let room = usize::from(cols.saturating_sub(4));
    let judged = model.map_judges(view);
    let [whole, brief] = model.map_where();
    let forms = [format!("{judged}, {whole}"), format!("{judged}, {brief}"), judged];
    let fits = |form: &&String| cells_of(format_args!("{form}")) <= room;
    match forms.iter().find(fits) {
        Some(form) => form.clone(),
        None => shortened(&forms[2], room, cut).into_owned(),
    }
}

/// Writes the legend of a map, and how many cells have each class, for a map without objects.
pub(in crate::view) fn legend(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let Some(map) = model.map().and_then(MapView::map) else { return };
    let title = caption(model, canvas.cols(), canvas.glyphs.cut);
    canvas.put(0, 1, &title, TEXT);
    let rows = class_rows(map);
    let row = classes(map, &rows, canvas, 1);
    if map.lines_left_out() {
        canvas.put(row, 1, "thin lines left out", canvas.theme.quiet);
    }
}

/// How many rows the legend of a map takes.
pub(in crate::view) fn legend_rows(model: Model<'_>) -> u16 {
    let Some(map) = model.map().and_then(MapView::map) else { return 0 };
    let rows = 1 + class_rows(map).len() + usize::from(map.lines_left_out());
    u16::try_from(rows).unwrap_or(u16::MAX)
}

/// What the view says, before it is known how much of it fits.
struct MapPage {
    /// Why no side is named anywhere, if so.
    no_side: Vec<String>,
    classes: Vec<ClassRow>,
    answers: Vec<AnswerRow>,
    notes: Vec<(String, Style)>,
    key_rows: usize,
}

/// How much room there is.
#[derive(Clone, Copy)]
struct MapRoom {
    /// Blank rows between the parts.
    between: usize,
    /// A blank row above the last key.
    above_last: usize,
    keys: MapKeys,
}

/// Which keys there is room for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MapKeys {
    /// All, the last of them after so many blank rows.
    All(usize),
    /// The layers, the probe if it is out, and the key that turns the map off.
    OfPlaces(usize),
    None,
}

impl MapPage {
    fn of(model: Model<'_>, view: &MapView, map: &Map, canvas: &PanelCanvas<'_>) -> Self {
        let room = usize::from(canvas.cols().saturating_sub(2));
        let no_side = model.map_names_no_side(map);
        let no_side = no_side.iter().flat_map(|text| wrapped(text, room));
        let no_side = no_side.map(str::to_owned).collect();
        Self {
            no_side,
            classes: class_rows(map),
            answers: answer_rows(model, view, map, canvas),
            notes: notes(model, map, canvas),
            key_rows: other_keys(model, view, canvas).len() + 1,
        }
    }

    /// The rows it takes with this room.
    fn rows(&self, room: MapRoom) -> usize {
        let keys = match room.keys {
            MapKeys::All(_) => self.key_rows + room.between + room.above_last,
            MapKeys::OfPlaces(_) => 2 + room.between,
            MapKeys::None => 0,
        };
        let no_side = self.no_side.len();
        let above = if no_side == 0 { 0 } else { no_side + room.between };
        above + self.classes.len() + room.between + self.answers.len() + self.notes.len() + keys
    }

    /// What fits into so many rows: classes matter more than keys, and those more than blank rows.
    fn room(&self, rows: usize) -> MapRoom {
        let last = usize::from(self.key_rows > 2);
        let room = |between, above_last, keys| MapRoom { between, above_last, keys };
        let all = [
            room(1, last, MapKeys::All(last)),
            room(1, 0, MapKeys::All(0)),
            room(0, 0, MapKeys::All(0)),
            room(0, 0, MapKeys::OfPlaces(0)),
        ];
        let fitting = all.into_iter().find(|room| self.rows(*room) <= rows);
        fitting.unwrap_or_else(|| room(0, 0, MapKeys::None))
    }

    fn write(&self, model: Model<'_>, view: &MapView, canvas: &mut PanelCanvas<'_>) {
        let Some(map) = view.map() else { return };
        let room = self.room(usize::from(canvas.rows()));
        let blank = u16::try_from(room.between).unwrap_or_default();
        let mut row = 0;
        for text in &self.no_side {
            write_with_chips(canvas, row, text);
            row += 1;
        }
        row += if self.no_side.is_empty() { 0 } else { blank };
        let below = self.answers.len() + self.notes.len();
        let end = canvas.rows().saturating_sub(u16::try_from(below).unwrap_or(u16::MAX));
        row = classes(map, &self.classes, &mut canvas.part(0, end), row) + blank;
        for answer in &self.answers {
            answer.write(canvas, row);
            row += 1;
        }
        for (text, style) in &self.notes {
            canvas.put(row, 1, text, *style);
            row += 1;
        }
        keys(model, view, canvas, row + blank, room.keys);
    }
}

/// Writes a text with the keys in it in brackets.
fn write_with_chips(canvas: &mut PanelCanvas<'_>, row: u16, text: &str) {
    let (mut col, mut rest) = (1, text);
    while let Some((before, after)) = rest.split_once('[') {
        let Some((key, after)) = after.split_once(']') else { break };
        col = canvas.put(row, col, before, TEXT);
        col = canvas.chip(row, col, key);
        rest = after;
    }
    canvas.put(row, col, rest, TEXT);
}

/// Writes the layers, with the shown one marked, and below them other keys.
fn keys(
    model: Model<'_>,
    view: &MapView,
    canvas: &mut PanelCanvas<'_>,
    mut row: u16,
    keys: MapKeys,
) {
    let (key_style, has_all) = (canvas.theme.key, matches!(keys, MapKeys::All(_)));
    let blank = match keys {
        MapKeys::None => return,
        MapKeys::All(blank) | MapKeys::OfPlaces(blank) => u16::try_from(blank).unwrap_or_default(),
    };
    let next = model.input.keymap.named(Action::ShowMap);
    let col = canvas.put(row, 1, &next, key_style) + KEY_GAP;
    layers(view, canvas, row, col);
    row += 1;
    let mut others = other_keys(model, view, canvas);
    let last = others.pop();
    for (key, what) in others.iter().filter(|_| has_all) {
        key_row(canvas, row, key, what);
        row += 1;
    }
    if let Some((key, what)) = last {
        key_row(canvas, row + blank, &key, &what);
    }
}

fn key_row(canvas: &mut PanelCanvas<'_>, row: u16, key: &str, what: &str) {
    let col = canvas.put(row, 1, key, canvas.theme.key) + KEY_GAP;
    canvas.put(row, col, what, TEXT);
}

/// The keys below the layers, and what they do; the last turns the map off.
fn other_keys(model: Model<'_>, view: &MapView, canvas: &PanelCanvas<'_>) -> Vec<(String, String)> {
    let keymap = &model.input.keymap;
    let row = |action, what: &str| (keymap.named(action), what.to_owned());
    let mut rows = Vec::new();
    let is_of_method = view.layer.arithmetic().is_some();
    if is_of_method {
        rows.push(row(Action::NextMethod, "next method"));
        rows.push(row(Action::NextWrong, "the next wrong place"));
    }
    let no_side = view.map().is_some_and(|map| map.question().names_no_side());
    let name = model.map_names().map_or_else(String::new, |[name, _]| name.to_string());
    if view.probe.is_some() {
        rows.push(row(Action::Enter, &format!("put {name} there")));
        rows.push(row(Action::Escape, "back from the probe"));
    } else if !no_side {
        let key = keymap.named(Action::Enter);
        let taken = 1 + cells_of(format_args!("{key}")) + usize::from(KEY_GAP);
        let room = usize::from(canvas.cols().saturating_sub(1)).saturating_sub(taken);
        let whole = format!("what {name} would do there");
        let fits = cells_of(format_args!("{whole}")) <= room;
        rows.push((key, if fits { whole } else { "what it would do there".to_owned() }));
    }
    rows.push(row(Action::ToggleMap, "map off"));
    rows
}

/// Lists the layers from a column on, and marks the one that is shown.
fn layers(view: &MapView, canvas: &mut PanelCanvas<'_>, row: u16, mut col: u16) {
    // There is room for one precision.
    let other = if view.layer == Layer::F64 { Layer::F32 } else { Layer::F64 };
    for layer in Layer::ALL.into_iter().filter(|&layer| layer != other) {
        let is_shown = layer == view.layer;
        let is_whole = usize::from(col) + layer.token().len() < usize::from(canvas.cols());
        if !is_whole {
            return;
        }
        let (from, style) = (col, if is_shown { canvas.theme.accent } else { TEXT });
        if is_shown {
            col = canvas.put(row, col, "►", style);
        }
        col = canvas.put(row, col, layer.token(), style);
        canvas.spot(row, from, col, HitRegion::Layer(layer));
        col += 1;
    }
}

/// A row of the list of classes.
struct ClassRow {
    /// `None` for a reason below its class.
    class: Option<CellClass>,
    name: String,
    count: usize,
}

/// The classes as the list shows them: wrong cells, and their reasons below; choices; cells that
/// meet, and those that do not.
fn class_rows(map: &Map) -> Vec<ClassRow> {
    let mut counts: Vec<(CellClass, usize)> = map.counts().collect();
    counts.sort_by_key(|&(class, count)| weight(class, count));
    let is_one = |(one, _): &(CellClass, usize), (other, _): &(CellClass, usize)| {
        matches!(
            (one, other),
            (CellClass::Wrong(_), CellClass::Wrong(_))
                | (CellClass::Convention(_), CellClass::Convention(_))
        )
    };
    let mut rows = Vec::new();
    for group in counts.chunk_by(is_one) {
        let (class, count) = (group[0].0, group.iter().map(|(_, count)| count).sum());
        let name = match class {
            CellClass::Wrong(_) => "wrong".to_owned(),
            CellClass::Convention(_) => "a choice".to_owned(),
            class => class.name(),
        };
        rows.push(ClassRow { class: Some(class), name, count });
        let reasons = group.iter().filter(|(class, _)| matches!(class, CellClass::Wrong(Some(_))));
        rows.extend(reasons.map(|&(class, count)| ClassRow {
            class: None,
            name: class.name(),
            count,
        }));
    }
    rows
}

/// Writes the classes from row `first` on, as many as fit, and returns the row after them.
fn classes(map: &Map, rows: &[ClassRow], canvas: &mut PanelCanvas<'_>, first: u16) -> u16 {
    let all: usize = map.counts().map(|(_, count)| count).sum();
    let room = usize::from(canvas.rows().saturating_sub(first));
    let shown = if rows.len() > room { room.saturating_sub(1) } else { rows.len() };
    let last = canvas.cols() - 1;
    let mut row = first;
    for ClassRow { class, name, count } in &rows[..shown] {
        if let Some(class) = *class {
            let sign = class.sign().to_string();
            canvas.put(row, SIGN_COL, &sign, swatch_style(canvas.theme, class));
            if let Some(role) = map_ground(class) {
                canvas.lay(row, 0, SWATCH_COLS, role);
            }
            canvas.put_right(row, last, &share(*count, all), canvas.theme.quiet);
        }
        let col = if class.is_some() { NAME_COL } else { REASON_COL };
        let style = if class.is_some() { TEXT } else { canvas.theme.quiet };
        let count = count.to_string();
        let room = usize::from(last - SHARE_COLS - col).saturating_sub(1 + count.len());
        canvas.put(row, col, &cut(name, room, canvas.glyphs.cut), style);
        canvas.put_right(row, last - SHARE_COLS, &count, style);
        row += 1;
    }
    if shown < rows.len() {
        let more = format!("{} more", rows.len() - shown);
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

/// A share in tenths of a percent, rounded half up: `68.3%`.
fn share(count: usize, all: usize) -> String {
    let tenths = (count * 2000 + all).checked_div(2 * all).unwrap_or(0);
    format!("{}.{}%", tenths / 10, tenths % 10)
}

/// A row about the answer at a place.
struct AnswerRow {
    label: &'static str,
    col: u16,
    text: String,
}

impl AnswerRow {
    /// Writes it, with its sign in the colour of what it means.
    fn write(&self, canvas: &mut PanelCanvas<'_>, row: u16) {
        let theme = canvas.theme;
        canvas.put(row, 1, self.label, theme.quiet);
        let end = canvas.put(row, self.col, &self.text, TEXT);
        let sign_col = end.saturating_sub(1);
        match self.text.strip_suffix(['!', '~']) {
            Some(before) if before.ends_with(' ') => {
                let is_wrong = self.text.ends_with('!');
                let style = if is_wrong { theme.wrong } else { theme.convention };
                canvas.put(row, sign_col, if is_wrong { "!" } else { "~" }, style);
            }
            _ => {}
        }
    }
}

/// The answers at the handle and at the probe, and why that of the last is wrong.
fn answer_rows(
    model: Model<'_>,
    view: &MapView,
    map: &Map,
    canvas: &PanelCanvas<'_>,
) -> Vec<AnswerRow> {
    let probed = view.probe.and_then(|cell| map.place(cell));
    let mut rows = answer_at(model, map, canvas, "here", map.present());
    let asked = probed.unwrap_or(map.present());
    if let Some(place) = probed {
        rows.extend(answer_at(model, map, canvas, "probe", place));
    }
    let room = usize::from(canvas.cols().saturating_sub(2));
    let why = model.map_why_wrong(map, asked).unwrap_or_default();
    let why = wrapped(&why, room).filter(|line| !line.is_empty());
    rows.extend(why.map(|text| AnswerRow { label: "", col: 1, text: text.to_owned() }));
    rows
}

/// The place and its answer, in one row if they fit.
fn answer_at(
    model: Model<'_>,
    map: &Map,
    canvas: &PanelCanvas<'_>,
    label: &'static str,
    place: MapPlace,
) -> Vec<AnswerRow> {
    let col = VALUE_COL.max(u16::try_from(label.len()).unwrap_or_default() + 2);
    let room = usize::from(canvas.cols().saturating_sub(1 + col));
    let (at, answer) = (model.map_place(map, place), model.map_answer(map, place));
    let both = format!("{at}  {answer}");
    if cells_of(format_args!("{both}")) <= room {
        return vec![AnswerRow { label, col, text: both }];
    }
    vec![AnswerRow { label, col, text: at }, AnswerRow { label: "", col, text: answer }]
}

/// What else there is to say: what the map leaves out, how far it is, and the mistakes of a
/// program.
fn notes(model: Model<'_>, map: &Map, canvas: &PanelCanvas<'_>) -> Vec<(String, Style)> {
    let (theme, room) = (canvas.theme, usize::from(canvas.cols().saturating_sub(2)));
    let mut notes = Vec::new();
    if map.lines_left_out() {
        notes.push(("thin lines left out".to_owned(), theme.quiet));
    }
    if let Some(why) = model.why_no_cells() {
        notes.extend(wrapped(&why, room).map(|line| (line.to_owned(), theme.fault)));
    } else if !map.is_complete() {
        let (done, all) = map.progress();
        notes.push((format!("mapped {}", share(done, all)), theme.quiet));
    }
    notes.extend(mistakes(model, canvas).into_iter().map(|line| (line, theme.wrong)));
    notes
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
