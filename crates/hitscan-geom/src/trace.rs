//! The steps by which an exact query decides, as data.
//!
//! Each formula is a function over a [`Trace`]. The sink `()` builds no steps, so a decision
//! without an explanation costs nothing extra; a `Vec<Step>` keeps all of them. Steps hold numbers;
//! the caller turns them into text.

use super::{Approach, Axis, Fraction, Milli, Point, Relation, Side, Swept};

/// A sink for steps.
pub trait Trace<S = Step> {
    /// Takes the next step. A sink that keeps nothing never calls `make`.
    fn step(&mut self, make: impl FnOnce() -> S);
}

/// Discards each step without building it.
impl<S> Trace<S> for () {
    #[inline]
    fn step(&mut self, _make: impl FnOnce() -> S) {}
}

/// Keeps every step, in order.
impl<S> Trace<S> for Vec<S> {
    fn step(&mut self, make: impl FnOnce() -> S) {
        self.push(make());
    }
}

/// One step of an exact decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The relation of the two shapes: the last step of every answer.
    Relation(Relation),
    /// Two boxes: the gap between them along one axis, negative where their ranges overlap.
    Gap {
        /// The axis.
        axis: Axis,
        /// The range of the first box.
        a: [Milli; 2],
        /// The range of the second box.
        b: [Milli; 2],
        /// The gap.
        gap: Milli,
        /// Whether this is the greater gap.
        decides: bool,
    },
    /// A segment and a box: the segment runs parallel to a slab, the strip between two opposite
    /// sides, inside or outside it.
    AlongSlab {
        /// The axis across the slab.
        axis: Axis,
        /// Where the slab begins.
        low: Milli,
        /// The segment's coordinate across the slab, which does not change.
        start: Milli,
        /// Where the slab ends.
        high: Milli,
        /// Whether the segment lies in the closed slab.
        inside: bool,
    },
    /// A segment and a box: the segment's line enters or leaves a slab.
    Slab {
        /// The axis across the slab.
        axis: Axis,
        /// Whether it enters or leaves.
        passage: Passage,
        /// The coordinate of the side that it crosses.
        edge: Milli,
        /// Where the segment starts.
        start: Milli,
        /// The segment's displacement along the axis.
        way: Milli,
        /// The parameter along the segment.
        t: Fraction,
    },
    /// A segment and a box: the last entry and the first exit, within [0, 1].
    Clip {
        /// Which of the two.
        passage: Passage,
        /// The parameter along the segment.
        t: Fraction,
    },
    /// A segment and a box: whether the last entry comes no later than the first exit.
    ClipOrder {
        /// Whether this holds.
        ordered: bool,
    },
    /// A segment and a region: what the segment runs through.
    Interior {
        /// Whether it meets the interior.
        met: bool,
        /// Whether the whole segment lies in the closed region.
        within: bool,
        /// For a polygon, how many edges it meets.
        edges_met: Option<usize>,
    },
    /// A segment and a polygon: the segment meets this edge.
    EdgeContact {
        /// The index of the edge.
        edge: usize,
        /// The parameter along the segment where they first meet.
        first: Fraction,
        /// The parameter where they last meet.
        last: Fraction,
    },
    /// Two regions: what the boundary of one meets in the other.
    Boundary {
        /// Which region's boundary.
        of: Operand,
        /// Whether it meets the other's boundary.
        meets_boundary: bool,
        /// Whether it meets the other's interior.
        meets_interior: bool,
        /// Whether it meets the other's exterior.
        meets_exterior: bool,
    },
    /// Two segments: on which side of one segment's line the ends of the other lie.
    Ends {
        /// Which segment's ends.
        of: Operand,
        /// Their orientations about the other's line, in square thousandths.
        orientations: [i64; 2],
        /// Whether both lie strictly on the same side.
        one_side: bool,
        /// Whether the answer follows from this.
        decides: bool,
    },
    /// Two segments: where they cross.
    Crossing {
        /// The orientations of the first one's ends, in square thousandths.
        orientations: [i64; 2],
        /// The parameter along the first segment.
        t: Fraction,
    },
    /// Two segments that meet: the side from which the first one comes.
    Approach {
        /// The orientation of its start about the other's line, in square
        /// thousandths.
        orientation: i64,
        /// The side.
        approach: Approach,
    },
    /// Two collinear segments; points on the line are ordered as (x, y) pairs.
    InLine {
        /// The greater of the two low ends.
        low: Point,
        /// The lesser of the two high ends.
        high: Point,
        /// Whether they have a point in common.
        meet: bool,
    },
    /// Moving boxes: when their ranges along one axis start or stop meeting.
    AxisTime {
        /// The axis.
        axis: Axis,
        /// Whether they start or stop meeting.
        passage: Passage,
        /// How far the first box must move until then.
        gap: Milli,
        /// Its displacement in the frame, relative to the second box.
        velocity: Milli,
        /// The side of the second box that it comes through.
        side: Side,
        /// The time, in frames.
        t: Fraction,
    },
    /// Moving boxes: an axis without relative motion.
    AxisAtRest {
        /// The axis.
        axis: Axis,
        /// The gap along it, negative where the ranges overlap.
        gap: Milli,
        /// How the ranges meet.
        meets: AtRest,
    },
    /// Moving boxes: the last entry and the first exit of both axes.
    FrameTime {
        /// Which of the two.
        passage: Passage,
        /// The time, in frames.
        t: Fraction,
    },
    /// What happens in the frame: the last step of every sweep.
    Outcome(Swept),
}

/// One of the two shapes of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operand {
    /// The first.
    A,
    /// The second.
    B,
}

/// Which end of a stay inside something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Passage {
    /// Its beginning.
    Entry,
    /// Its end.
    Exit,
}

/// How two ranges meet along an axis without relative motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AtRest {
    /// They are apart.
    Never,
    /// They only touch.
    Flush,
    /// They overlap.
    Always,
}

impl AtRest {
    /// Its token: `never`, `flush`, `always`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Flush => "flush",
            Self::Always => "always",
        }
    }
}

impl Step {
    /// Whether this step alone determines the answer.
    #[must_use]
    pub const fn decides(&self) -> bool {
        match *self {
            Self::Gap { decides, .. } | Self::Ends { decides, .. } => decides,
            Self::AlongSlab { inside, .. } => !inside,
            Self::ClipOrder { ordered } => !ordered,
            Self::Interior { .. }
            | Self::Boundary { .. }
            | Self::InLine { .. }
            | Self::Outcome(_) => true,
            Self::Relation(_)
            | Self::Slab { .. }
            | Self::Clip { .. }
            | Self::EdgeContact { .. }
            | Self::Crossing { .. }
            | Self::Approach { .. }
            | Self::AxisTime { .. }
            | Self::AxisAtRest { .. }
            | Self::FrameTime { .. } => false,
        }
    }
}
