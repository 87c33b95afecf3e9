//! Boxes at rest.

use super::super::super::{Aabb, Milli, Segment};
use super::super::slabs::Slabs;
use super::super::{PackedEntry, entry};

/// Many closed boxes, to test one box or one segment against all of them.
///
/// ```
/// use hitscan_geom::{Aabb, Milli, Point, Segment, Side};
/// use hitscan_geom::kernel::Boxes;
///
/// let point = |x, y| Point::new(Milli::from_units(x), Milli::from_units(y));
/// let near = Aabb::from_corners(point(2, 0), point(4, 4))?;
/// let far = Aabb::from_corners(point(20, 0), point(24, 4))?;
/// let boxes: Boxes = [near, far].into_iter().collect();
///
/// let mut meets = Vec::new();
/// boxes.meet(&Aabb::from_corners(point(0, 0), point(2, 2))?, &mut meets);
/// assert_eq!(meets, [true, false]);
///
/// let mut entries = Vec::new();
/// boxes.entered_by(&Segment::new(point(0, 1), point(9, 1))?, &mut entries);
/// assert!(entries[0].sides().contains(Side::Left) && !entries[1].meets());
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Boxes {
    left: Vec<i32>,
    top: Vec<i32>,
    right: Vec<i32>,
    bottom: Vec<i32>,
}

/// How many results one step computes: the bytes in the smallest vector that
/// every machine has.
const TOGETHER: usize = 16;

impl Boxes {
    /// The number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Whether there are no boxes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Removes all boxes and keeps their memory.
    pub fn clear(&mut self) {
        for column in [&mut self.left, &mut self.top, &mut self.right, &mut self.bottom] {
            column.clear();
        }
    }

    /// Adds a box.
    pub fn push(&mut self, one: &Aabb) {
        let (min, max) = (one.min(), one.max());
        self.left.push(min.x.thousandths());
        self.top.push(min.y.thousandths());
        self.right.push(max.x.thousandths());
        self.bottom.push(max.y.thousandths());
    }

    /// Left, top, right and bottom of each.
    pub(super) fn iter(&self) -> impl Iterator<Item = [i32; 4]> + '_ {
        let x = self.left.iter().zip(&self.right);
        let y = self.top.iter().zip(&self.bottom);
        x.zip(y).map(|((&left, &right), (&top, &bottom))| [left, top, right, bottom])
    }

    /// Replaces `meets` by whether `one` and each box have a common point;
    /// touching counts.
    pub fn meet(&self, one: &Aabb, meets: &mut Vec<bool>) {
        let (min, max) = (one.min(), one.max());
        let [x_min, y_min, x_max, y_max] = [min.x, min.y, max.x, max.y].map(Milli::thousandths);
        // Below zero if any of the four is.
        let overlap = |left: i32, top: i32, right: i32, bottom: i32| {
            (x_max - left) | (right - x_min) | (y_max - top) | (bottom - y_min)
        };
        meets.clear();
        meets.resize(self.len(), false);
        let (lefts, left) = self.left.as_chunks::<TOGETHER>();
        let (tops, top) = self.top.as_chunks::<TOGETHER>();
        let (rights, right) = self.right.as_chunks::<TOGETHER>();
        let (bottoms, bottom) = self.bottom.as_chunks::<TOGETHER>();
        let (many, rest) = meets.as_chunks_mut::<TOGETHER>();
        let columns = lefts.iter().zip(tops).zip(rights).zip(bottoms);
        for ((((left, top), right), bottom), meets) in columns.zip(many) {
            let mut apart = [0_i16; TOGETHER];
            for i in 0..TOGETHER {
                apart[i] = -i16::from(overlap(left[i], top[i], right[i], bottom[i]) < 0);
            }
            for i in 0..TOGETHER {
                meets[i] = apart[i] >= 0;
            }
        }
        let columns = left.iter().zip(top).zip(right).zip(bottom);
        for ((((&left, &top), &right), &bottom), meets) in columns.zip(rest) {
            *meets = overlap(left, top, right, bottom) >= 0;
        }
    }

    /// Replaces `entries` by how `segment` enters each box, as
    /// [`segment_enters_box`](super::super::segment_enters_box) has it.
    pub fn entered_by(&self, segment: &Segment, entries: &mut Vec<PackedEntry>) {
        let way = segment.direction();
        let way = [way.x, way.y].map(Milli::thousandths);
        let [x, y] = [segment.start.x, segment.start.y].map(Milli::thousandths);
        entries.clear();
        entries.extend(self.iter().map(|[left, top, right, bottom]| {
            entry::pack(&Slabs::new([left - x, top - y], [right - x, bottom - y], way))
        }));
    }
}

impl FromIterator<Aabb> for Boxes {
    fn from_iter<I: IntoIterator<Item = Aabb>>(boxes: I) -> Self {
        let mut all = Self::default();
        boxes.into_iter().for_each(|one| all.push(&one));
        all
    }
}
