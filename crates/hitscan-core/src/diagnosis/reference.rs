//! One exact test for each kind of pair, with a switch for each usual mistake.
//!
//! | files | contents |
//! | --- | --- |
//! | `laser_laser` | two lasers: the places on both lines |
//! | `polygon_point` | a polygon and a point: the edges to the right of the point |
//! | `shapes` | a polygon and a laser, and two boxes or polygons: vertices, edges, normals |
//! | `crossing` | when something that moves enters and leaves a box along an axis, and by which side |
//! | `box_laser` | a box and a laser: the later entry and the earlier exit |
//! | `box_box` | two boxes, or a box and a point: four comparisons of edges |
//! | `frame` | two boxes in a frame: the later entry and the earlier exit |
//!
//! A reference answers twice: as a program for which touching does not count, and as one for which
//! it does.

mod box_box;
mod box_laser;
mod crossing;
mod frame;
mod laser_laser;
mod polygon_point;
mod shapes;

pub(super) use polygon_point::is_inside;
pub(super) use shapes::corners;

use super::numbers::{PairKind, PairNumbers};
use super::said::{Said, Switches};

/// Names the switches of a reference in the order of the catalogue: a constant and its code each.
macro_rules! switches {
    ($($name:ident = $code:literal,)+) => {
        /// The codes of the switches, in order.
        pub(super) const CODES: &[&str] = &[$($code),+];
        $crate::diagnosis::reference::switches!(@ 0; $($name)+);
    };
    (@ $number:expr; $name:ident $($rest:ident)*) => {
        const $name: $crate::diagnosis::said::Switches =
            $crate::diagnosis::said::Switches::one($number);
        $crate::diagnosis::reference::switches!(@ $number + 1; $($rest)*);
    };
    (@ $number:expr;) => {};
}
use switches;

/// The codes of the switches of a kind, in order.
pub(super) const fn codes(kind: PairKind) -> &'static [&'static str] {
    match kind {
        PairKind::LaserLaser => laser_laser::CODES,
        PairKind::PolygonPoint => polygon_point::CODES,
        PairKind::PolygonLaser => shapes::OF_LASER,
        PairKind::RegionRegion => shapes::OF_REGIONS,
        PairKind::BoxLaser => box_laser::CODES,
        PairKind::BoxBox => box_box::CODES,
        PairKind::BoxPoint => box_box::POINT_CODES,
        PairKind::Frame => frame::CODES,
    }
}

/// Whether a mistake cuts values off, so that it depends on whether touching counts even where the
/// exact test does not.
pub(super) fn cuts_off(code: &str) -> bool {
    let listed = [
        "int-division",
        "int-division-back",
        "int-floor",
        "slope-int",
        "c-int",
        "c-int-sum",
        "c-int-half",
        "c-int-half-x",
        "c-int-half-y",
        "c-int-middle",
        "edge-between",
    ];
    let in_order = ["x-then-y", "y-then-x"];
    listed.contains(&code)
        || in_order.contains(&code)
        || code.starts_with("steps-")
        || code.starts_with("samples-")
}

/// What the reference says with these switches on.
pub(super) fn says(pair: &PairNumbers, switches: Switches, touching: bool) -> Said {
    match pair.kind {
        PairKind::LaserLaser => laser_laser::says(pair, switches, touching),
        PairKind::PolygonPoint => polygon_point::says(pair, switches, touching),
        PairKind::PolygonLaser => shapes::with_laser(pair, switches, touching),
        PairKind::RegionRegion => shapes::says(pair, switches, touching),
        PairKind::BoxLaser => box_laser::says(pair, switches, touching),
        PairKind::BoxBox => box_box::says(pair, switches, touching),
        PairKind::BoxPoint => box_box::says_of_a_point(pair, switches, touching),
        PairKind::Frame => frame::says(pair, switches, touching),
    }
}

/// `a <= b` if touching counts, else `a < b`.
fn le<T: Ord + Copy>(a: T, b: T, touching: bool) -> bool {
    if touching { a <= b } else { a < b }
}

/// The four numbers of a box or a laser.
fn four(places: &[i64]) -> [i64; 4] {
    places.try_into().unwrap_or_default()
}

/// A box whose last two numbers were taken for a width and a height.
const fn with_sizes([left, top, width, height]: [i64; 4]) -> [i64; 4] {
    [left, top, left + width, top + height]
}

/// The number in the code of the first switch that is on and belongs to a family, such as the 8 of
/// `steps-8` for `steps-`.
fn number_of(codes: &[&str], on: Switches, family: &str) -> i64 {
    let mut numbers = on.iter().filter_map(|switch| codes.get(switch)?.strip_prefix(family));
    numbers.next().and_then(|number| number.parse().ok()).unwrap_or(1)
}
