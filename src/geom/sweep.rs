//! Two boxes in motion for one frame: when and on which side they meet.

use super::{Aabb, Axis, Fraction, Sides, Vector};

/// A box and its motion in one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moving {
    /// Where it is when the frame begins.
    pub start: Aabb,
    /// The way it makes in the frame.
    pub motion: Vector,
}

impl Moving {
    /// Where it is when the frame ends.
    #[must_use]
    pub fn end(&self) -> Aabb {
        self.start.translated(self.motion)
    }
}

/// What happens in a frame, exactly. Sides are those of the second box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Swept {
    /// They do not meet within the frame.
    Miss,
    /// They meet, but going on would never bring the interiors together.
    Graze {
        /// When they first meet, in frames; none without relative motion.
        t: Option<Fraction>,
        /// The axis in which they slide along each other, if any.
        flush: Option<Axis>,
    },
    /// The interiors meet at the start already.
    Overlap {
        /// The sides the motion would have come through; none without motion.
        sides: Sides,
    },
    /// They meet from outside.
    Hit {
        /// When, in frames, in [0, 1].
        t: Fraction,
        /// On which side; two at a corner.
        sides: Sides,
    },
}

impl Swept {
    /// The token in every format: `miss`, `graze`, `overlap`, `hit`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Miss => "miss",
            Self::Graze { .. } => "graze",
            Self::Overlap { .. } => "overlap",
            Self::Hit { .. } => "hit",
        }
    }
}

/// What happens when `a` and `b` move for one frame.
#[must_use]
pub fn swept(a: &Moving, b: &Moving) -> Swept {
    let _ = (a, b);
    unimplemented!()
}
