//! A segment and a box: whether they meet, when, and through which side.

use super::super::{Aabb, Fraction, Segment, Sides};
use super::slabs::{FAR_X, FAR_Y, NEAR_X, NEAR_Y, SIDES, Slabs, flag, greater, lesser};
use crate::fraction::Ratio;

/// How a segment enters a closed box. Touching counts as entering, unlike in
/// [`enter`](crate::enter).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// They have no common point.
    Miss,
    /// The segment starts in the open interior.
    Inside,
    /// The segment first meets the box at a point of its boundary.
    Through {
        /// The share of the segment's length up to that point, 0 at its start and 1 at its end.
        t: Fraction,
        /// The sides on which that point lies, two at a corner.
        sides: Sides,
    },
}

/// An [`Entry`] in the form that the kernel computes without branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedEntry {
    /// The last entry is at `gap / way`, which is negative where the segment starts in the box;
    /// `way` may then be zero.
    gap: i32,
    way: i32,
    kind: EntryKind,
}

/// Whether the two have a common point, and the sides on which the first one lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EntryKind {
    sides: Sides,
    meets: bool,
}

impl EntryKind {
    const NOWHERE: Self = Self { sides: Sides::NONE, meets: false };
}

impl PackedEntry {
    pub(super) const MISS: Self = Self { gap: 0, way: 0, kind: EntryKind::NOWHERE };

    /// From an index into [`ENTRY_KINDS`], and the gap and way whose quotient is the time of
    /// the last entry.
    #[inline]
    pub(super) fn at(index: usize, gap: i32, way: i32) -> Self {
        Self { gap, way, kind: ENTRY_KINDS[index % ENTRY_KINDS.len()] }
    }

    /// Whether they have a common point.
    #[must_use]
    #[inline]
    pub const fn meets(self) -> bool {
        self.kind.meets
    }

    /// The sides on which the first common point lies; empty on a miss or where the
    /// segment starts inside.
    #[must_use]
    #[inline]
    pub const fn sides(self) -> Sides {
        self.kind.sides
    }

    /// The result as an enum.
    #[must_use]
    #[inline]
    pub fn unpack(self) -> Entry {
        let EntryKind { sides, meets } = self.kind;
        if !meets {
            Entry::Miss
        } else if sides.is_empty() {
            Entry::Inside
        } else {
            let t = (self.way != 0).then(|| Ratio::new(self.gap.into(), self.way.into()));
            let t = t.map_or(Ratio::ZERO, |t| t.max(Ratio::ZERO));
            Entry::Through { t: t.into(), sides }
        }
    }
}

/// How `segment` enters `region`.
///
/// Both are closed: touching is meeting, and a segment that only touches a corner or runs along a
/// side enters there. At a corner both sides are named. A start on the boundary is t = 0 with the
/// sides it lies on; a start in the open interior is [`Entry::Inside`]. A segment of zero length is
/// treated as a point.
///
/// ```
/// use hitscan_geom::{Aabb, Point, Segment, Side};
/// use hitscan_geom::kernel::{Entry, segment_enters_box};
///
/// let point = Point::from_units;
/// let region = Aabb::from_corners(point(2, 0), point(6, 4))?;
/// let entry = segment_enters_box(&Segment::new(point(0, 1), point(8, 1))?, &region);
/// assert!(matches!(entry.unpack(), Entry::Through { sides, .. } if sides == Side::Left.into()));
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[must_use]
#[inline]
pub fn segment_enters_box(segment: &Segment, region: &Aabb) -> PackedEntry {
    pack(&Slabs::of_point(segment.start, segment.direction(), region))
}

/// Indexed by the bits of [`SIDES`], with [`MISS`] above them.
static ENTRY_KINDS: [EntryKind; 128] = {
    let mut kinds = [EntryKind::NOWHERE; 128];
    let mut index = 0;
    while index < MISS {
        kinds[index] = EntryKind { sides: SIDES[index], meets: true };
        index += 1;
    }
    kinds
};

const MISS: usize = 64;

#[inline]
#[expect(clippy::neg_cmp_op_on_partial_ord, reason = "NaN lies on every time")]
pub(super) fn pack(slabs: &Slabs) -> PackedEntry {
    let Slabs { entry, exit, .. } = *slabs;
    // NaN, for a segment along a side, sets no bound.
    let entered = [greater(entry[0], 0.0), greater(entry[1], 0.0)];
    let left = [lesser(exit[0], 1.0), lesser(exit[1], 1.0)];
    let first = greater(entered[0], entered[1]);
    let last = lesser(left[0], left[1]);
    // The first common point lies on each side that is reached or left at that moment, and on any
    // side that the segment runs along.
    let on_near = |t: f64| !(t < first);
    let on_far = |t: f64| !(t > first);
    let index = flag(on_near(entry[0]), NEAR_X)
        | flag(on_far(exit[0]), FAR_X)
        | flag(on_near(entry[1]), NEAR_Y)
        | flag(on_far(exit[1]), FAR_Y)
        | slabs.turned()
        | flag(first > last, MISS);
    let (gap, way) = slabs.quotient(entered[1] >= entered[0]);
    PackedEntry::at(index, gap, way)
}
