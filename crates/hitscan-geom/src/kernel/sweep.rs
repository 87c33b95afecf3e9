//! Two boxes in motion for one frame: the same answer as [`swept`](super::super::swept).

use super::super::{Axis, Moving, Sides, Swept};
use super::slabs::{NEAR_X, NEAR_Y, SIDES, Slabs, flag, greater, lesser};
use crate::fraction::Ratio;

/// A [`Swept`] in the form that the kernel computes without branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedSweep {
    /// The last entry is at `gap / way`; `way` is zero without relative motion.
    gap: i32,
    way: i32,
    kind: SweepKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SweepKind {
    outcome: Outcome,
    /// The sides of the last entry.
    sides: Sides,
}

impl SweepKind {
    const NOWHERE: Self = Self { outcome: Outcome::Miss, sides: Sides::NONE };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Miss,
    /// Flush along this axis, if any.
    Graze(Option<Axis>),
    /// The interiors meet, at some time or from the start.
    Into,
}

impl PackedSweep {
    pub(super) const MISS: Self = Self { gap: 0, way: 0, kind: SweepKind::NOWHERE };

    /// From an index into [`SWEEP_KINDS`], and the gap and way whose quotient is the time of
    /// the last entry.
    #[inline]
    pub(super) fn at(index: usize, gap: i32, way: i32) -> Self {
        Self { gap, way, kind: SWEEP_KINDS[index % SWEEP_KINDS.len()] }
    }

    /// Whether the two do not meet within the frame.
    #[must_use]
    #[inline]
    pub fn is_miss(self) -> bool {
        self.kind.outcome == Outcome::Miss
    }

    /// The result as an enum.
    #[must_use]
    #[inline]
    pub fn unpack(self) -> Swept {
        match self.quotients() {
            Swept::Miss => Swept::Miss,
            Swept::Graze { t, flush } => Swept::Graze { t: t.map(Into::into), flush },
            Swept::Overlap { sides } => Swept::Overlap { sides },
            Swept::Hit { t, sides } => Swept::Hit { t: t.into(), sides },
        }
    }

    /// The same result, with unreduced quotients.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn quotients(self) -> Swept<Ratio> {
        let t = (self.way != 0).then(|| Ratio::new(self.gap.into(), self.way.into()));
        let SweepKind { outcome, sides } = self.kind;
        match (outcome, t) {
            (Outcome::Miss, _) => Swept::Miss,
            (Outcome::Graze(flush), t) => Swept::Graze { t: t.map(|t| t.max(Ratio::ZERO)), flush },
            (Outcome::Into, None) => Swept::Overlap { sides: Sides::NONE },
            (Outcome::Into, Some(t)) if t < Ratio::ZERO => Swept::Overlap { sides },
            (Outcome::Into, Some(t)) => Swept::Hit { t, sides },
        }
    }
}

/// Index bits of [`SWEEP_KINDS`], above those of [`SIDES`]; the bits of the far sides are unused.
const MISS: usize = 2;
const GRAZE: usize = 8;
const FLUSH: usize = 64;

static SWEEP_KINDS: [SweepKind; 128] = {
    let mut kinds = [SweepKind { outcome: Outcome::Into, sides: Sides::NONE }; 128];
    let mut index = 0;
    while index < kinds.len() {
        let last_entered = index & (NEAR_X | NEAR_Y);
        kinds[index].outcome = if index & MISS != 0 {
            Outcome::Miss
        } else if index & FLUSH != 0 {
            // The flush axis is the one that is not entered last; at rest there is neither.
            Outcome::Graze(match last_entered {
                NEAR_X => Some(Axis::Y),
                NEAR_Y => Some(Axis::X),
                _ => None,
            })
        } else if index & GRAZE != 0 {
            Outcome::Graze(None)
        } else {
            Outcome::Into
        };
        kinds[index].sides = SIDES[index & (SIDES.len() - 1) & !(MISS | GRAZE)];
        index += 1;
    }
    kinds
};

/// What happens when `a` and `b` move for one frame, by the rules of
/// [`swept`](super::super::swept): `a` runs into `b`, and the sides are those of `b`.
///
/// ```
/// use hitscan_geom::{Aabb, Moving, Point, Vector, kernel, swept};
///
/// let point = Point::from_units;
/// let b = Moving::at_rest(Aabb::from_corners(point(4, 0), point(6, 2))?);
/// let a = Aabb::from_corners(point(0, 0), point(2, 2))?;
/// let a = Moving::new(a, Vector::from_units(3, 0))?;
/// assert_eq!(kernel::sweep(&a, &b).unpack().token(), swept(&a, &b).token());
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[must_use]
#[inline]
pub fn sweep(a: &Moving, b: &Moving) -> PackedSweep {
    pack(&Slabs::of_box(&a.start, a.motion_relative_to(b), &b.start))
}

/// Later than every real time, but finite, so that differences are not NaN.
const FAR_OFF: f64 = 1e300;

#[inline]
pub(super) fn pack(slabs: &Slabs) -> PackedSweep {
    let Slabs { entry, exit, .. } = *slabs;
    // On a flush axis either entry or exit is NaN, so the sum is NaN too.
    let is_flush = ((entry[0] - exit[0]) + (entry[1] - exit[1])).is_nan();
    let entry = [greater(entry[0], -FAR_OFF), greater(entry[1], -FAR_OFF)];
    let exit = [lesser(exit[0], FAR_OFF), lesser(exit[1], FAR_OFF)];
    let first = greater(entry[0], entry[1]);
    let last = lesser(exit[0], exit[1]);
    // How long they meet, counted from the start of the frame at the earliest: negative means
    // never, zero means for a moment.
    let meet_for = lesser(last - first, last);
    let is_miss = (meet_for < 0.0) | (first > 1.0);
    let in_x = entry[0] >= entry[1];
    let in_y = entry[0] <= entry[1];
    let index = flag(in_x, NEAR_X)
        | flag(in_y, NEAR_Y)
        | slabs.turned()
        | flag(is_miss, MISS)
        | flag(meet_for <= 0.0, GRAZE)
        | flag(is_flush, FLUSH);
    let (gap, way) = slabs.quotient(in_y);
    PackedSweep::at(index, gap, way)
}
