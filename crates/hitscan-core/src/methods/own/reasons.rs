//! Why a program's answer differs, as far as one pair can show it. What is wrong with a program is
//! shown by [`crate::diagnosis`].

use super::answer::Says;
use super::truth::{OwnPair, OwnTruth};
use crate::methods::Reason;
use hitscan_geom::{Aabb, Moving, Point, Shape, Vector};

impl OwnPair<'_> {
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

    /// Why an answer differs where another test is free to choose: the two lie in one line and
    /// overlap, or they only touch. Whether a program rounds to it takes experiments.
    pub(super) const fn of_convention(truth: &OwnTruth) -> Self {
        Self::Method(if truth.is_parallel { Reason::Parallel } else { Reason::Touching })
    }
}
