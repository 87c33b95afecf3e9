//! Why a program's answer differs, as far as one pair can show it. What is wrong with a program is
//! shown by [`crate::diagnosis`].

use super::answer::{OwnAnswer, Says};
use super::truth::{OwnPair, OwnTruth};
use crate::methods::row::OverlapFunction;
use crate::methods::{BoundaryRule, Method, Reason};
use hitscan_geom::{Aabb, Moving, Point, Shape, Vector};

/// The precisions whose rounding leads to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Precisions {
    /// Single precision.
    pub single: bool,
    /// Double precision.
    pub double: bool,
}

impl Precisions {
    /// The precisions in which some method of the catalogue gives this answer although its exact
    /// form does not; `None` if there is no such method.
    pub fn that_round(pair: OwnPair<'_>, answer: &OwnAnswer) -> Option<Self> {
        let (a, b, test_of): (_, _, fn(Method) -> _) = match pair {
            OwnPair::Still(a, b) => (a, b, Method::overlap_test),
            OwnPair::Point(region, point) => (region, point, Method::point_test),
            OwnPair::Frame(..) => return None,
        };
        let says = answer.says.is_contact();
        let mut found = Self { single: false, double: false };
        for test in Method::all().filter_map(test_of) {
            let hit = |formula: OverlapFunction<()>| {
                formula(a, b, BoundaryRule::Source, &mut ()).map(|answer| answer.hit)
            };
            if hit(test.exact.answer) != Some(!says) {
                continue;
            }
            found.double |= hit(test.f64) == Some(says);
            found.single |= test.f32.and_then(|f32| hit(f32.answer)) == Some(says);
        }
        (found.single || found.double).then_some(found)
    }
}

impl OwnPair<'_> {
    /// Whether all coordinates are whole numbers.
    fn is_whole(&self) -> bool {
        let are_whole = |shape: &Shape| {
            let whole =
                |at: &Point| at.x.thousandths() % 1000 == 0 && at.y.thousandths() % 1000 == 0;
            shape.vertices().iter().all(whole)
        };
        match self {
            Self::Still(a, b) | Self::Point(a, b) => are_whole(a) && are_whole(b),
            Self::Frame(a, b) => [a, b]
                .into_iter()
                .all(|moving| [moving.start(), moving.end()].map(Shape::Box).iter().all(are_whole)),
        }
    }

    /// The gap from the range of the first to that of the second, negative where they overlap; in a
    /// frame, between the swept areas of the boxes.
    pub fn gap(&self) -> Option<Vector> {
        match self {
            Self::Still(a, b) | Self::Point(a, b) => Some(a.gap_to(b)),
            Self::Frame(a, b) => Some(covered(a)?.gap_to(&covered(b)?)),
        }
    }
}

/// The bounding box of the area that a moving box sweeps.
fn covered(moving: &Moving) -> Option<Shape> {
    let (start, end) = (moving.start(), moving.end());
    let least = |one: Point, other: Point| Point::new(one.x.min(other.x), one.y.min(other.y));
    let most = |one: Point, other: Point| Point::new(one.x.max(other.x), one.y.max(other.y));
    let (min, max) = (least(start.min(), end.min()), most(start.max(), end.max()));
    Aabb::from_corners(min, max).ok().map(Shape::Box)
}

/// Why a program's answer about one pair differs, as far as that can be seen in one pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// The program crashed on this pair.
    Crash,
    /// Asked again, on its own, it answers differently.
    Unsteady,
    /// It names a side, though the boxes overlap before the frame begins.
    StartSide,
    /// It says that the laser begins inside, where it begins on an edge.
    StartEdge,
    /// The shapes only touch, and the rules of the trial require this answer.
    Contact(Says),
    /// A method of the catalogue gives the same answer for this reason, or the two only touch.
    Method(Reason),
}

impl Cause {
    /// The causes that no method of the catalogue has.
    pub const OF_PROGRAMS: [Self; 4] =
        [Self::Crash, Self::Unsteady, Self::StartSide, Self::StartEdge];

    /// The code in every format.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Unsteady => "unsteady",
            Self::StartSide => "start-side",
            Self::StartEdge => "start-edge",
            Self::Contact(_) => Reason::Touching.code(),
            Self::Method(reason) => reason.code(),
        }
    }

    /// Why an answer differs where another test is free to choose: floats round to it (never whole
    /// numbers), the two lie in one line and overlap, or they only touch.
    pub(super) fn of_convention(pair: OwnPair<'_>, answer: &OwnAnswer, truth: &OwnTruth) -> Self {
        Self::Method(if !pair.is_whole() && Precisions::that_round(pair, answer).is_some() {
            Reason::Rounding
        } else if truth.is_parallel {
            Reason::Parallel
        } else {
            Reason::Touching
        })
    }
}
