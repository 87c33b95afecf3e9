//! Boxes that stand.

use super::super::super::{Aabb, Milli, Point, Segment};
use super::super::slabs::Slabs;
use super::super::{PackedEntry, entry};

/// Closed axis-aligned ranges; they may be flat, as the reach of a laser is.
#[derive(Clone, Debug, Default)]
pub struct Boxes {
    left: Vec<i32>,
    top: Vec<i32>,
    right: Vec<i32>,
    bottom: Vec<i32>,
}

/// How many verdicts are made together: as many as bytes fit in the smallest
/// vector that every machine has.
const TOGETHER: usize = 16;

impl Boxes {
    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Takes all out, and keeps the room they had.
    pub fn clear(&mut self) {
        for column in [&mut self.left, &mut self.top, &mut self.right, &mut self.bottom] {
            column.clear();
        }
    }

    /// Adds the range from `min` to `max`, which must not lie below it in
    /// either axis.
    pub fn push(&mut self, min: Point, max: Point) {
        debug_assert!(min.x <= max.x && min.y <= max.y, "a range runs upwards");
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

    /// Writes for each whether the closed range from `min` to `max` has a common
    /// point with it; touching is meeting. `meets` is cleared first.
    pub fn meet(&self, min: Point, max: Point, meets: &mut Vec<bool>) {
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

    /// Writes for each what [`laser_enters_box`](super::super::laser_enters_box)
    /// finds; none of them may be flat. `entries` is cleared first.
    pub fn entered_by(&self, laser: &Segment, entries: &mut Vec<PackedEntry>) {
        let way = laser.direction();
        let way = [way.x, way.y].map(Milli::thousandths);
        let [x, y] = [laser.start.x, laser.start.y].map(Milli::thousandths);
        entries.clear();
        entries.extend(self.iter().map(|[left, top, right, bottom]| {
            entry::pack(&Slabs::new([left - x, top - y], [right - x, bottom - y], way))
        }));
    }
}

impl FromIterator<Aabb> for Boxes {
    fn from_iter<I: IntoIterator<Item = Aabb>>(boxes: I) -> Self {
        let mut all = Self::default();
        boxes.into_iter().for_each(|one| all.push(one.min(), one.max()));
        all
    }
}
