//! Two boxes in motion for one frame, as [`swept`](super::super::swept) decides.

use super::super::{Axis, Moving, Ratio, Sides, Swept};
use super::slabs::{NEAR_X, NEAR_Y, SIDES, Slabs, TURNED_X, TURNED_Y};

/// A [`Swept`] as the kernel leaves it, to be stored without a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedSweep {
    gap: i32,
    /// Zero without relative motion.
    way: i32,
    sides: Sides,
    outcome: Outcome,
    flush: Option<Axis>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Miss,
    Graze,
    Overlap,
    Hit,
}

/// By whether they are apart (4), whether they would only graze (2), and
/// whether both axes are entered already (1).
static OUTCOMES: [Outcome; 8] = {
    use Outcome::{Graze, Hit, Miss, Overlap};
    [Hit, Overlap, Graze, Graze, Miss, Miss, Miss, Miss]
};

impl PackedSweep {
    /// Whether they do not meet within the frame.
    #[must_use]
    #[inline]
    pub fn is_miss(self) -> bool {
        self.outcome == Outcome::Miss
    }

    /// What it says, times as quotients that are not reduced.
    #[must_use]
    #[inline]
    pub fn unpack(self) -> Swept<Ratio> {
        let time = || Ratio::new(self.gap.max(0).into(), self.way.into());
        match self.outcome {
            Outcome::Miss => Swept::Miss,
            Outcome::Graze => Swept::Graze { t: (self.way != 0).then(time), flush: self.flush },
            Outcome::Overlap => Swept::Overlap { sides: self.sides },
            Outcome::Hit => Swept::Hit { t: time(), sides: self.sides },
        }
    }
}

/// What happens when `a` and `b` move for one frame, by the rules of
/// [`swept`](super::super::swept): `a` runs into `b`, sides are those of `b`.
#[must_use]
#[inline]
pub fn sweep(a: &Moving, b: &Moving) -> PackedSweep {
    pack(&Slabs::of_box(&a.start, a.motion - b.motion, &b.start))
}

#[inline]
pub(super) fn pack(slabs: &Slabs) -> PackedSweep {
    let Slabs { x, y, later, x_stays, y_stays } = *slabs;
    let flag = |holds: bool, bit: usize| usize::from(holds) * bit;
    let at_rest = (x.way | y.way) == 0;
    // Least time for which one axis outlasts the other, or the frame's start:
    // at zero they only graze. A flush axis has a way of zero, so that one of
    // the products is zero too. At rest they are all zero, and the gaps decide.
    let rests = |stays: i64, near: i32| if at_rest { -i64::from(near) } else { stays };
    let lasts =
        rests(x_stays, x.near).min(rests(y_stays, y.near)).min(x.far.into()).min(y.far.into());
    let outcome = OUTCOMES
        [flag(slabs.apart(), 4) | flag(lasts == 0, 2) | flag((x.near < 0) & (y.near < 0), 1)];
    let moving = !at_rest;
    let sides = SIDES[flag((later >= 0) & moving, NEAR_X)
        | flag((later <= 0) & moving, NEAR_Y)
        | flag(x.turned, TURNED_X)
        | flag(y.turned, TURNED_Y)];
    let (gap, way) = slabs.last_entry();
    let is_flush = |way: i32, near: i32, far: i32| (way == 0) & moving & ((near == 0) | (far == 0));
    let flush = if is_flush(x.way, x.near, x.far) {
        Some(Axis::X)
    } else if is_flush(y.way, y.near, y.far) {
        Some(Axis::Y)
    } else {
        None
    };
    PackedSweep { gap, way, sides, outcome, flush }
}
