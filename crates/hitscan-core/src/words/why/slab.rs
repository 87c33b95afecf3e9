//! `slab`: when a laser passes the edges of a box along each axis.

use super::page::{Role, Subject};
use super::page_writer::PageWriter;
use super::phrases::role;
use super::table::{Contents, NOTHING, Table};
use crate::methods::{Number, SlabAxis, SlabTimes, Step};
use crate::words::format::{ROOM, plain, yes_no};
use crate::world::Axes;
use hitscan_geom::Axis;

pub(super) fn write(subject: &Subject<'_>, steps: &[Step], page: &mut PageWriter) {
    let slabs: Vec<SlabAxis> = steps
        .iter()
        .filter_map(|step| match step {
            Step::SlabAxis(slab) => Some(as_read(subject.axes, slab)),
            _ => None,
        })
        .collect();
    page.text("t = (edge - origin) * (1/d), in parts of the laser");
    let mut table = Table::new(Contents::Numbers);
    // After a miss along x, y is not asked about.
    let cells = |text: &dyn Fn(&SlabAxis) -> String| {
        [0, 1].map(|axis| slabs.get(axis).map_or_else(|| NOTHING.to_owned(), text))
    };
    let number = |of: fn(&SlabAxis) -> Number| cells(&|slab| plain(of(slab), ROOM));
    table.row(["origin"; 2], number(|slab| slab.origin));
    table.row(["d"; 2], cells(&|slab| way(slab.way)));
    table.row(["low edge", "low"], number(|slab| slab.edges[0]));
    table.row(["high edge", "high"], number(|slab| slab.edges[1]));
    for (index, label) in ["t1", "t2"].into_iter().enumerate() {
        let time = |slab: &SlabAxis| match slab.times {
            SlabTimes::Times(times) => plain(times[index], ROOM),
            SlabTimes::Always => "always".to_owned(),
            SlabTimes::Never => "never".to_owned(),
        };
        table.row([label; 2], cells(&time));
    }
    table.write(page);
    for slab in &slabs {
        if slab.times == SlabTimes::Never {
            let axis = slab.axis.token();
            page.deciding(&format!(
                "d.{axis} is 0, and the origin lies outside in {axis}: a miss."
            ));
        }
    }
    for step in steps {
        let Step::SlabOrder { times: [first, last], hit } = *step else { continue };
        page.text("From 0 and 1, max of the lesser and min of the greater:");
        page.say(
            role(true),
            &format!(
                "tmin {} <= tmax {}\u{a0}\u{a0} {}",
                plain(first, ROOM),
                plain(last, ROOM),
                yes_no(hit)
            ),
        );
    }
    let is_nan = |number: Number| matches!(number, Number::Single(number) if number.is_nan());
    let any_nan = slabs.iter().any(|slab| match slab.times {
        SlabTimes::Times(times) => times.into_iter().any(is_nan),
        SlabTimes::Always | SlabTimes::Never => false,
    });
    if any_nan {
        page.say(Role::Text, "0 * inf is NaN, and NaN loses every comparison.");
    }
}

/// A component of the laser. The sign of a zero decides which infinity `1/d` is; with
/// y upwards it is -0.
fn way(number: Number) -> String {
    match number {
        Number::Single(zero) if zero == 0.0 && zero.is_sign_negative() => "-0".to_owned(),
        number => plain(number, ROOM),
    }
}

/// Along y the reader may see the low edge above the high one.
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
