//! How simple an example is.

use super::case::Case;
use hitscan_geom::{Axis, Shape, ShapeKind, Vector};

/// The complexity of a case; less is simpler. Cases with equal measures are equal, so the simplest
/// of many does not depend on their order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::cli) struct Measure {
    /// Lasers of length 0: simplest is none, unless they are the point of the example.
    points: usize,
    vertices: usize,
    /// Boxes that move.
    movers: usize,
    /// Numbers below 0, which are initially out of view.
    negatives: usize,
    /// Digits after the decimal point, in total.
    decimals: u32,
    /// The sum of all magnitudes: small, short and near the origin is simpler.
    size: i64,
    kinds: [ShapeKind; 2],
    numbers: Vec<i32>,
    /// The greatest magnitude among the numbers and the relative motion.
    greatest: u32,
}

impl Measure {
    pub(in crate::cli) fn of(case: &Case) -> Self {
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
            greatest: greatest(case, &numbers),
            numbers,
        }
    }

    /// Whether no number has decimals.
    pub(in crate::cli) const fn is_whole(&self) -> bool {
        self.decimals == 0
    }

    /// The greatest magnitude among the numbers of the case and its relative motion.
    pub(in crate::cli) const fn greatest(&self) -> u32 {
        self.greatest
    }
}

/// The number of vertices of a polygon; 0 for the other kinds, which have a fixed number.
fn vertices(shape: &Shape) -> usize {
    match shape {
        Shape::Polygon(polygon) => polygon.vertices().len(),
        Shape::Box(_) | Shape::Segment(_) => 0,
    }
}

/// How many digits thousandths need after the decimal point.
const fn decimals(thousandths: i32) -> u32 {
    match thousandths {
        n if n % 1000 == 0 => 0,
        n if n % 100 == 0 => 1,
        n if n % 10 == 0 => 2,
        _ => 3,
    }
}

fn greatest(case: &Case, numbers: &[i32]) -> u32 {
    let [a, b] = case.motions();
    let relative = Axis::ALL.map(|axis| a.along(axis).thousandths() - b.along(axis).thousandths());
    let numbers = numbers.iter().copied().chain(relative);
    numbers.map(i32::unsigned_abs).max().unwrap_or(0)
}
