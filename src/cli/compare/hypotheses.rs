//! Hypotheses about the side methods, counted: where they are never wrong, and
//! where always. Boxes are grouped here independently of the methods' reasons.

use std::fmt;

use hitscan_core::methods::{CornerLabel, FrameVerdicts, SideCode, SideMethod};
use hitscan_geom::{Axis, Moving, Relation, Shape, Swept, relate};

/// A hypothesis about a group of `swept` hits on a single side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hypothesis {
    /// `relative-velocity` names a side, and the boxes still meet at the end.
    StillMeeting,
    /// `predict-corner` names a corner, and the moving centre does not pass b's
    /// centre in either axis.
    CornerLabel,
    /// It names a corner, and the centre passes.
    CornerLabelPassing,
    /// `predict-corner` names an edge of an axis in which the boxes overlap at the
    /// start.
    EdgeLabelShared,
    /// It names an edge of an axis in which they touch at the start.
    EdgeLabelTouching,
    /// It names an edge of an axis in which they are apart at the start.
    EdgeLabelApart,
}

/// What is known about a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The method names the right side or axis.
    NeverWrong,
    /// It names the wrong one.
    AlwaysWrong,
    /// It names the wrong one if the relative motion is at 45 degrees.
    AlwaysWrongDiagonally,
    /// It is right or wrong.
    Either,
}

/// How often a method named the right and the wrong side or axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Counts {
    /// Pairs in which it named the one that was hit.
    pub right: u64,
    /// Pairs in which it named another.
    pub wrong: u64,
}

/// The counts of all groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Hypotheses {
    counts: [Counts; Hypothesis::ALL.len()],
}

impl Hypothesis {
    /// All of them, by method.
    pub const ALL: [Self; 6] = [
        Self::StillMeeting,
        Self::CornerLabel,
        Self::CornerLabelPassing,
        Self::EdgeLabelShared,
        Self::EdgeLabelTouching,
        Self::EdgeLabelApart,
    ];

    /// The method it is about.
    #[must_use]
    pub const fn method(self) -> SideMethod {
        match self {
            Self::StillMeeting => SideMethod::RelativeVelocity,
            _ => SideMethod::PredictCorner,
        }
    }

    /// What is known about it.
    #[must_use]
    pub const fn known(self) -> Known {
        match self {
            Self::StillMeeting | Self::EdgeLabelApart => Known::NeverWrong,
            Self::CornerLabel => Known::AlwaysWrongDiagonally,
            Self::EdgeLabelShared => Known::AlwaysWrong,
            Self::CornerLabelPassing | Self::EdgeLabelTouching => Known::Either,
        }
    }
}

/// The pairs it is about.
impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::StillMeeting => "the boxes still meet at the end",
            Self::CornerLabel => "corner label, the centre passes b's in no axis",
            Self::CornerLabelPassing => "corner label, the centre passes b's in an axis",
            Self::EdgeLabelShared => "edge label, its axis overlaps at the start",
            Self::EdgeLabelTouching => "edge label, its axis touches at the start",
            Self::EdgeLabelApart => "edge label, its axis is apart at the start",
        })
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NeverWrong => "never wrong",
            Self::AlwaysWrong => "always wrong",
            Self::AlwaysWrongDiagonally => "at 45, always wrong",
            Self::Either => "either",
        })
    }
}

impl Hypotheses {
    /// The counts of one group.
    #[must_use]
    pub const fn of(&self, hypothesis: Hypothesis) -> Counts {
        self.counts[hypothesis as usize]
    }

    pub(super) fn add(&mut self, [a, b]: &[Moving; 2], said: &FrameVerdicts) {
        let Swept::Hit { sides, .. } = said.swept else { return };
        let mut sides = sides.iter();
        let (Some(hit), None) = (sides.next(), sides.next()) else { return };
        if let SideCode::Side(side) = said.relative_velocity.named
            && meet_at_the_end(a, b)
        {
            self.note(Hypothesis::StillMeeting, side == hit);
        }
        let label = said.predict_corner.named;
        let Some(axis) = label.axis() else { return };
        let hypothesis = match label {
            CornerLabel::CornerLeftRight | CornerLabel::CornerTopBottom => {
                let passes = Axis::ALL.iter().any(|&axis| passes_the_centre(a, b, axis));
                if passes { Hypothesis::CornerLabelPassing } else { Hypothesis::CornerLabel }
            }
            _ => match gap(a, b, axis).signum() {
                -1 => Hypothesis::EdgeLabelShared,
                0 => Hypothesis::EdgeLabelTouching,
                _ => Hypothesis::EdgeLabelApart,
            },
        };
        self.note(hypothesis, axis == hit.axis());
    }

    fn note(&mut self, hypothesis: Hypothesis, is_right: bool) {
        let counts = &mut self.counts[hypothesis as usize];
        if is_right {
            counts.right += 1;
        } else {
            counts.wrong += 1;
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (counts, more) in self.counts.iter_mut().zip(&other.counts) {
            counts.right += more.right;
            counts.wrong += more.wrong;
        }
    }
}

fn meet_at_the_end(a: &Moving, b: &Moving) -> bool {
    relate(&Shape::Box(a.end()), &Shape::Box(b.end())).relation != Relation::Disjoint
}

/// The gap along an axis at the start; below 0 if the interiors overlap.
fn gap(a: &Moving, b: &Moving, axis: Axis) -> i64 {
    let [low, high] = axis.sides();
    let (a, b) = (&a.start(), &b.start());
    (b.edge(low).wide() - a.edge(high).wide()).max(a.edge(low).wide() - b.edge(high).wide())
}

/// Whether a's centre moves from one side of b's to the other during the frame;
/// stopping exactly on it does not count.
fn passes_the_centre(a: &Moving, b: &Moving, axis: Axis) -> bool {
    let [low, high] = axis.sides();
    let twice_the_centre =
        |moving: &Moving| moving.start().edge(low).wide() + moving.start().edge(high).wide();
    let before = twice_the_centre(a) - twice_the_centre(b);
    let after = before + 2 * a.motion_relative_to(b).along(axis).wide();
    before.signum() * after.signum() < 0
}
