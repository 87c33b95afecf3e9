//! Which of two examples is the simpler one to look at.

use super::Case;
use hitscan_geom::{Axis, Shape, ShapeKind, Vector};

/// How much there is to a case; the lesser is the simpler one. Equal measures
/// are equal cases, so that the simplest of many does not depend on their order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Measure {
    /// Lasers of length 0: a special case, to be shown only where it is the point.
    points: usize,
    vertices: usize,
    /// Boxes that move.
    movers: usize,
    /// Numbers below 0: what is left of or above the origin is out of view at first.
    negatives: usize,
    /// Digits after the decimal point, all together.
    decimals: u32,
    /// The magnitudes of all numbers, summed: small, short and near the origin.
    size: i64,
    kinds: [ShapeKind; 2],
    numbers: Vec<i32>,
}

impl Measure {
    pub(super) fn of(case: &Case) -> Self {
        let shapes = case.shapes();
        let is_point = |shape: &&Shape| matches!(shape, Shape::Segment(laser) if laser.is_point());
        let numbers = case.numbers();
        Self {
            points: shapes.iter().filter(is_point).count(),
            vertices: shapes.iter().map(vertices).sum(),
            movers: case.motions().iter().filter(|&&motion| motion != Vector::ZERO).count(),
            negatives: numbers.iter().filter(|&&number| number < 0).count(),
            decimals: numbers.iter().map(|&number| decimals(number)).sum(),
            size: numbers.iter().map(|&number| i64::from(number).abs()).sum(),
            kinds: shapes.each_ref().map(Shape::kind),
            numbers,
        }
    }
}

/// Only those of polygons vary.
fn vertices(shape: &Shape) -> usize {
    match shape {
        Shape::Polygon(polygon) => polygon.vertices().len(),
        Shape::Box(_) | Shape::Segment(_) => 0,
    }
}

/// How many digits a number of thousandths has after the decimal point.
const fn decimals(thousandths: i32) -> u32 {
    match thousandths {
        n if n % 1000 == 0 => 0,
        n if n % 100 == 0 => 1,
        n if n % 10 == 0 => 2,
        _ => 3,
    }
}

/// The greatest magnitude of a number of the case, or of the motion of its boxes
/// against each other.
pub(super) fn greatest(case: &Case) -> u32 {
    let [a, b] = case.motions();
    let relative = Axis::ALL.map(|axis| (a - b).along(axis).thousandths());
    let numbers = case.numbers().into_iter().chain(relative);
    numbers.map(i32::unsigned_abs).max().unwrap_or(0)
}
