//! `slab`: when a laser passes the edges of a box along each axis.

use super::page::PageSubject;
use super::page_writer::PageWriter;
use super::table::{AxisTable, CellContents, NOTHING};
use crate::methods::{MethodStep, Number, SlabAxis, SlabTimes};
use crate::words::format::{ROOM, plain, yes_no};
use crate::world::Axes;
use hitscan_geom::Axis;

/// A row of the table: its label, long and short, and the contents of a cell.
type SlabRow = ([&'static str; 2], fn(&SlabAxis) -> String);

const ROWS: [SlabRow; 6] = [
    (["origin"; 2], |slab| plain(slab.origin, ROOM)),
    (["d"; 2], |slab| way(slab.way)),
    (["low edge", "low"], |slab| plain(slab.edges[0], ROOM)),
    (["high edge", "high"], |slab| plain(slab.edges[1], ROOM)),
    (["t1"; 2], |slab| time(slab, 0)),
    (["t2"; 2], |slab| time(slab, 1)),
];

pub(super) fn write(subject: &PageSubject<'_>, steps: &[MethodStep], page: &mut PageWriter) {
    let slabs: Vec<SlabAxis> =
        found!(steps, MethodStep::SlabAxis(slab) => as_read(subject.axes, &slab)).collect();
    page.text("t = (edge - origin) * (1/d), in parts of the laser");
    let mut table = AxisTable::new(CellContents::Numbers);
    for (labels, text) in ROWS {
        // After a miss along x, y is not tested.
        let cell = |axis: usize| slabs.get(axis).map_or_else(|| NOTHING.to_owned(), text);
        table.row(labels, [0, 1].map(cell));
    }
    table.write(page);
    for slab in slabs.iter().filter(|slab| slab.times == SlabTimes::Never) {
        let axis = slab.axis.token();
        page.deciding(&format!("d.{axis} is 0, and the origin lies outside in {axis}: a miss."));
    }
    for (times, hit) in found!(steps, MethodStep::SlabOrder { times, hit } => (times, hit)) {
        let ([first, last], hit) = (times.map(|time| plain(time, ROOM)), yes_no(hit));
        page.text("From 0 and 1, max of the lesser and min of the greater:");
        page.deciding(&format!("tmin {first} <= tmax {last}\u{a0}\u{a0} {hit}"));
    }
    let is_nan = |time: &Number| matches!(time, Number::Single(time) if time.is_nan());
    let any_nan =
        |slab: &SlabAxis| matches!(slab.times, SlabTimes::Times(t) if t.iter().any(is_nan));
    if slabs.iter().any(any_nan) {
        page.text("0 * inf is NaN, and NaN loses every comparison.");
    }
}

fn time(slab: &SlabAxis, index: usize) -> String {
    match slab.times {
        SlabTimes::Times(times) => plain(times[index], ROOM),
        SlabTimes::Always => "always".to_owned(),
        SlabTimes::Never => "never".to_owned(),
    }
}

/// A component of the laser. The sign of a zero determines which infinity `1/d` is; with y upwards
/// it is -0.
fn way(number: Number) -> String {
    match number {
        Number::Single(zero) if zero == 0.0 && zero.is_sign_negative() => "-0".to_owned(),
        number => plain(number, ROOM),
    }
}

/// For y, the reader may see the low edge above the high one.
fn as_read(axes: Axes, slab: &SlabAxis) -> SlabAxis {
    if (axes, slab.axis) != (Axes::YUp, Axis::Y) {
        return *slab;
    }
    let [low, high] = slab.edges;
    let times = match slab.times {
        SlabTimes::Times([low, high]) => SlabTimes::Times([high, low]),
        other => other,
    };
    SlabAxis { edges: [-high, -low], origin: -slab.origin, way: -slab.way, times, ..*slab }
}
