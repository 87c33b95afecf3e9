//! The cost of changes, counted in tests of pairs: the same on every machine, however fast it is.
//!
//! The test of two simple shapes counts 1. Other work counts as many tests as take about
//! the same time.

use super::ChangeError;
use hitscan_geom::Shape;

/// How many pairs of edges count as one test if polygons are tested.
pub const EDGE_PAIRS_OF_A_TEST: u64 = 32;

/// How many tests a pair of shapes counts: the most that its pairs of edges can take.
#[must_use]
pub fn tests_of_pair(a: &Shape, b: &Shape) -> u64 {
    (edges(a) * edges(b)).div_ceil(EDGE_PAIRS_OF_A_TEST)
}

/// How many tests it counts to check whether a new shape crosses itself.
pub(super) fn tests_of_outline(shape: &Shape) -> u64 {
    match shape {
        Shape::Box(_) | Shape::Segment(_) => 0,
        Shape::Polygon(_) => edges(shape).pow(2) / (2 * EDGE_PAIRS_OF_A_TEST),
    }
}

/// How many tests it counts to move a shape.
pub(super) fn tests_of_motion(shape: &Shape) -> u64 {
    edges(shape) / EDGE_PAIRS_OF_A_TEST
}

fn edges(shape: &Shape) -> u64 {
    match shape {
        Shape::Box(_) => 4,
        Shape::Segment(_) => 1,
        Shape::Polygon(polygon) => polygon.vertices().len() as u64,
    }
}

/// The tests so far, and the limit on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    tests: u64,
    most: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { tests: 0, most: u64::MAX }
    }
}

impl Effort {
    /// The tests so far, including those of refused changes.
    pub(super) const fn tests(self) -> u64 {
        self.tests
    }

    /// Allows this many more.
    pub(super) const fn allow(&mut self, more: u64) {
        self.most = self.tests.saturating_add(more);
    }

    /// Counts tests that are about to be made.
    pub(super) fn spend(&mut self, tests: u64) -> Result<(), ChangeError> {
        self.tests = self.tests.saturating_add(tests);
        if self.tests <= self.most { Ok(()) } else { Err(ChangeError::TooManyTests) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitscan_geom::{Milli, Point, Polygon};

    fn zigzag(vertices: i32) -> Shape {
        let point = |x: i32, y: i32| {
            let milli = |value| Milli::new(value).expect("near");
            Point::new(milli(x), milli(y))
        };
        let mut points: Vec<_> = (1..vertices).map(|x| point(x, x % 2)).collect();
        points.push(point(vertices / 2, -1000));
        Shape::Polygon(Polygon::new(&points).expect("it is simple"))
    }

    #[test]
    fn small_polygons_count_like_simple_shapes_and_large_ones_by_their_edges() {
        for (vertices, others, tests) in
            [(4, 4, 1), (6, 5, 1), (8, 4, 1), (8, 5, 2), (100, 100, 313), (1000, 1000, 31_250)]
        {
            assert_eq!(tests_of_pair(&zigzag(vertices), &zigzag(others)), tests, "{vertices}");
        }
        assert_eq!(tests_of_outline(&zigzag(7)), 0);
        assert_eq!(tests_of_outline(&zigzag(1000)), 15_625);
    }

    #[test]
    fn an_allowance_can_be_used_up_but_not_exceeded() {
        let mut effort = Effort::default();
        effort.spend(5).expect("nothing is limited yet");
        effort.allow(7);
        effort.spend(7).expect("it is allowed");
        assert_eq!(effort.spend(1), Err(ChangeError::TooManyTests));
        assert_eq!(effort.tests(), 13);
        effort.allow(1);
        effort.spend(1).expect("more is allowed");
    }
}
