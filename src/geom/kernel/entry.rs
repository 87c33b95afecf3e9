//! A laser and a box: whether it meets it, when, and on which side it comes in.

use super::super::{Aabb, Laser, Ratio, Sides};
use super::slabs::{FAR_X, FAR_Y, NEAR_X, NEAR_Y, SIDES, Slabs, TURNED_X, TURNED_Y};

/// How a laser comes into a closed box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// They have no common point.
    Miss,
    /// It starts in the open interior and enters nowhere.
    Inside,
    /// It meets the box first at a point of its boundary.
    Through {
        /// The part of its length up to there, 0 at its start and 1 at its end.
        t: Ratio,
        /// The sides on which that point lies, two at a corner.
        sides: Sides,
    },
}

/// An [`Entry`] as the kernel leaves it, to be stored without a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedEntry {
    gap: i32,
    way: i32,
    sides: Sides,
    meets: bool,
}

impl PackedEntry {
    /// Whether they have a common point.
    #[must_use]
    #[inline]
    pub const fn meets(self) -> bool {
        self.meets
    }

    /// The sides on which the first common point lies: none on a miss or
    /// where the laser starts inside.
    #[must_use]
    #[inline]
    pub const fn sides(self) -> Sides {
        self.sides
    }

    /// What it says.
    #[must_use]
    #[inline]
    pub fn unpack(self) -> Entry {
        if !self.meets {
            Entry::Miss
        } else if self.sides.is_empty() {
            Entry::Inside
        } else {
            Entry::Through { t: Ratio::new(self.gap.into(), self.way.into()), sides: self.sides }
        }
    }
}

/// How `laser` comes into `region`.
///
/// Both are closed: touching is meeting, and a laser that only touches a corner
/// or runs along a side comes in there. At a corner both sides are named. A
/// start on the boundary is t = 0 with the sides it lies on; a start in the open
/// interior is [`Entry::Inside`]. A laser of zero length is where it is.
#[must_use]
#[inline]
pub fn laser_enters_box(laser: &Laser, region: &Aabb) -> PackedEntry {
    pack(&Slabs::of_point(laser.start, laser.direction(), region))
}

#[inline]
pub(super) fn pack(slabs: &Slabs) -> PackedEntry {
    let Slabs { x, y, later, x_stays, y_stays } = *slabs;
    let flag = |holds: bool, bit: usize| usize::from(holds) * bit;
    // From outside the first common point lies in the side entered last, in
    // both if they are entered at once, and in a far side if that is left
    // at the same moment; of a start in the closed box by where it is.
    let from_outside = (x.near > 0) | (y.near > 0);
    let entered = flag(later >= 0, NEAR_X)
        | flag(y_stays == 0, FAR_X)
        | flag(later <= 0, NEAR_Y)
        | flag(x_stays == 0, FAR_Y);
    let stood_on = flag(x.near == 0, NEAR_X)
        | flag(x.far == 0, FAR_X)
        | flag(y.near == 0, NEAR_Y)
        | flag(y.far == 0, FAR_Y);
    let meets = !slabs.apart();
    let met = if from_outside { entered } else { stood_on };
    let met = if meets { met } else { 0 };
    let sides = SIDES[met | flag(x.turned, TURNED_X) | flag(y.turned, TURNED_Y)];
    let (gap, way) = if from_outside { slabs.last_entry() } else { (0, 1) };
    PackedEntry { gap, way, sides, meets }
}
