//! A map as data: every cell with its position and its answer, as CSV and as NDJSON.

use std::borrow::Cow;

use serde::Serialize;

use crate::app::{App, MapView};
use hitscan_core::engine::map::{CellClass, Handle, Map, MapAnswer, MapMethod, MapPlace};
use hitscan_core::methods::Cause;
use hitscan_core::world::Settings;

/// One event: the map as a whole, a cell, or a class of answers.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum MapLine<'a> {
    Map {
        object: &'a str,
        partner: &'a str,
        edit: &'static str,
        layer: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        method: Option<&'a str>,
        columns: usize,
        rows: usize,
        thin_lines_left_out: bool,
    },
    Cell {
        col: usize,
        row: usize,
        x: Option<String>,
        y: Option<String>,
        class: String,
        #[serde(flatten)]
        answer: Option<AnswerKeys>,
    },
    Class {
        class: String,
        sign: String,
        cells: usize,
    },
}

/// The answer in a cell.
#[derive(Serialize)]
struct AnswerKeys {
    relation: &'static str,
    direction: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    t: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    says: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

/// Every cell of a map, row by row, with its position.
fn cells(map: &Map) -> impl Iterator<Item = ([usize; 2], Option<MapPlace>)> + '_ {
    let [columns, rows] = map.question().grid.cells;
    let all = (0..rows).flat_map(move |row| (0..columns).map(move |column| [column, row]));
    all.map(|cell| (cell, map.place(cell)))
}

fn map_of(app: &App) -> Option<&Map> {
    app.model().map().and_then(MapView::map)
}

/// The arguments of the command that goes to a position.
fn numbers(map: &Map, place: MapPlace, settings: &Settings) -> Option<[String; 2]> {
    let subject = &map.question().subject;
    let [x, y] = match subject.handle {
        Handle::Move => subject.first_vertex_at(place).map(|at| [at.x, at.y]),
        Handle::End(_) | Handle::Turn => subject.point_at(place).map(|at| [at.x, at.y]),
        Handle::Speed => subject.velocity_to(place).map(|velocity| [velocity.x, velocity.y]),
    }?;
    Some([x.to_string(), settings.read_y(y).to_string()])
}

impl From<MapAnswer> for AnswerKeys {
    fn from(answer: MapAnswer) -> Self {
        let judged = answer.judged;
        Self {
            relation: answer.relation.token(),
            direction: answer.direction.to_string(),
            t: answer.t.map(|t| t.to_string()),
            against: judged.as_ref().map(|judged| judged.agreement.token()),
            reason: judged.as_ref().and_then(|judged| judged.cause).map(Cause::code),
            says: judged.map(|judged| judged.says),
        }
    }
}

/// A line for each cell, below a heading.
pub(super) fn csv(app: &App) -> String {
    let mut text = "col,row,x,y,relation,direction,says,against,reason\n".to_owned();
    let settings = app.engine.world().settings();
    let Some(map) = map_of(app) else { return text };
    for ([column, row], place) in cells(map) {
        let [x, y] = place.and_then(|it| numbers(map, it, settings)).unwrap_or_default();
        let answer = place.and_then(|place| map.answer(place)).map(AnswerKeys::from);
        let keys = answer.map_or_else(Default::default, |it| {
            let or_blank = Option::unwrap_or_default;
            let (says, against, reason) =
                (it.says.unwrap_or_default(), or_blank(it.against), or_blank(it.reason));
            [
                it.relation.to_owned(),
                it.direction,
                says.into_owned(),
                against.to_owned(),
                reason.to_owned(),
            ]
        });
        let cell = [column.to_string(), row.to_string(), x, y];
        text.push_str(&cell.into_iter().chain(keys).collect::<Vec<_>>().join(","));
        text.push('\n');
    }
    text
}

/// The map, its cells, and its classes.
pub(super) fn ndjson(app: &App) -> String {
    let settings = app.engine.world().settings();
    let (Some(map), Some(names)) = (map_of(app), app.model().map_names()) else {
        return String::new();
    };
    let question = map.question();
    let [columns, rows] = question.grid.cells;
    let [object, partner] = &names;
    let edit = match question.subject.handle {
        Handle::Move => "move",
        Handle::End(_) => "end",
        Handle::Turn => "turn",
        Handle::Speed => "speed",
    };
    let (asked, thin_lines_left_out) = (question.asked, map.lines_left_out());
    let method = asked.method.as_ref().filter(|_| asked.layer.arithmetic().is_some());
    let method = method.map(MapMethod::id);
    let whole = MapLine::Map {
        object: object.as_str(),
        partner: partner.as_str(),
        edit,
        layer: asked.layer.token(),
        method,
        columns,
        rows,
        thin_lines_left_out,
    };
    let cells = cells(map).map(|([col, row], place)| {
        let numbers = place.and_then(|place| numbers(map, place, settings));
        let [x, y] = numbers.map_or([None, None], |numbers| numbers.map(Some));
        let class = map.class([col, row]).unwrap_or(CellClass::None).token();
        let answer = place.and_then(|place| map.answer(place)).map(AnswerKeys::from);
        MapLine::Cell { col, row, x, y, class, answer }
    });
    let classes = classes(map).into_iter().map(|(class, cells)| MapLine::Class {
        class: class.token(),
        sign: class.sign().to_string(),
        cells,
    });
    crate::cli::report::ndjson([whole].into_iter().chain(cells).chain(classes))
}

/// How many cells have each class; classes with the same token are merged.
fn classes(map: &Map) -> Vec<(CellClass, usize)> {
    let mut classes: Vec<(CellClass, usize)> = Vec::new();
    for (class, cells) in map.counts() {
        match classes.last_mut().filter(|(before, _)| before.token() == class.token()) {
            Some((_, all)) => *all += cells,
            None => classes.push((class, cells)),
        }
    }
    classes
}
