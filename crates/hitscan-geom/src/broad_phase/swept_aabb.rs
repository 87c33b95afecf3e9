//! The region that each thing covers in a frame, and which things are active.

use std::ops::{Index, IndexMut};

use crate::{Aabb, Milli, Moving, Point};

/// The smallest axis-aligned box around every place that something occupies in a frame. Unlike an
/// [`Aabb`] it may have zero width or height.
///
/// ```
/// use hitscan_geom::broad_phase::SweptAabb;
/// use hitscan_geom::{Aabb, Moving, Point, Vector};
///
/// let point = Point::from_units;
/// let start = Aabb::from_corners(point(0, 0), point(2, 2))?;
/// let moving = Moving::new(start, Vector::from_units(5, 0))?;
/// let swept = SweptAabb::from(&moving);
/// assert_eq!((swept.min(), swept.max()), (point(0, 0), point(7, 2)));
/// assert!(swept.meets(&SweptAabb::around(point(7, 1), point(9, 1))));
/// assert!(!swept.meets(&SweptAabb::around(point(8, 1), point(9, 1))));
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SweptAabb {
    min: Point,
    max: Point,
}

impl SweptAabb {
    /// The box with everything up to this far around it, within the range of numbers.
    #[must_use]
    pub fn grown(&self, by: Milli) -> Self {
        let less = |at: Milli| at.checked_sub(by).unwrap_or(at);
        let more = |at: Milli| at.checked_add(by).unwrap_or(at);
        let (min, max) = (self.min, self.max);
        let min = Point::new(less(min.x), less(min.y));
        Self { min, max: Point::new(more(max.x), more(max.y)) }
    }

    /// The smallest box around two points.
    #[must_use]
    pub fn around(one: Point, other: Point) -> Self {
        let mut aabb = Self { min: one, max: one };
        aabb.include(other);
        aabb
    }

    /// The corner with the least x and y.
    #[must_use]
    pub const fn min(&self) -> Point {
        self.min
    }

    /// The corner with the greatest x and y.
    #[must_use]
    pub const fn max(&self) -> Point {
        self.max
    }

    /// Grows to include a point.
    pub fn include(&mut self, point: Point) {
        self.min = Point::new(self.min.x.min(point.x), self.min.y.min(point.y));
        self.max = Point::new(self.max.x.max(point.x), self.max.y.max(point.y));
    }

    /// Grows to include another swept AABB.
    pub fn include_all(&mut self, other: &Self) {
        self.include(other.min);
        self.include(other.max);
    }

    /// Whether the two have a common point; touching counts.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }

    /// The squared distance between the nearest points of the two, in **square thousandths**; 0 if
    /// they meet. [`Closest::squared`](crate::Closest::squared) and
    /// [`Nearest::squared`](super::Nearest::squared) are in square units.
    #[must_use]
    pub fn distance_squared(&self, other: &Self) -> i64 {
        let gap = |min: Milli, max: Milli, other_min: Milli, other_max: Milli| {
            (other_min.wide() - max.wide()).max(min.wide() - other_max.wide()).max(0)
        };
        let x = gap(self.min.x, self.max.x, other.min.x, other.max.x);
        let y = gap(self.min.y, self.max.y, other.min.y, other.max.y);
        x * x + y * y
    }

    /// Left, top, right and bottom, in thousandths.
    pub(super) fn edges(&self) -> [i32; 4] {
        [self.min.x, self.min.y, self.max.x, self.max.y].map(Milli::thousandths)
    }
}

/// For a box at rest.
impl From<&Aabb> for SweptAabb {
    fn from(aabb: &Aabb) -> Self {
        Self { min: aabb.min(), max: aabb.max() }
    }
}

/// For the items of a loop over borrowed boxes.
impl From<&&Aabb> for SweptAabb {
    fn from(aabb: &&Aabb) -> Self {
        Self::from(*aabb)
    }
}

/// The point alone, with zero width and height.
impl From<Point> for SweptAabb {
    fn from(point: Point) -> Self {
        Self { min: point, max: point }
    }
}

/// For a moving box.
impl From<&Moving> for SweptAabb {
    fn from(moving: &Moving) -> Self {
        let mut aabb = Self::from(&moving.start());
        aabb.include_all(&Self::from(&moving.end()));
        aabb
    }
}

/// What a broad phase searches: everything in a scene, in scene order, and which of it is active.
/// Two inactive things never make a pair.
///
/// Typically, things that moved are active.
#[derive(Clone, Debug, Default)]
pub struct SweptAabbs {
    aabbs: Vec<SweptAabb>,
    active: Vec<bool>,
}

impl SweptAabbs {
    /// The number of things.
    #[must_use]
    pub fn len(&self) -> usize {
        self.aabbs.len()
    }

    /// Whether the scene is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.aabbs.is_empty()
    }

    /// Removes everything and keeps the memory.
    pub fn clear(&mut self) {
        self.aabbs.clear();
        self.active.clear();
    }

    /// Replaces the contents. Each thing is active if `active` says so at its index; if `active` is
    /// shorter, the rest are inactive.
    pub fn assign(&mut self, aabbs: &[SweptAabb], active: &[bool]) {
        self.clear();
        self.aabbs.extend_from_slice(aabbs);
        self.active.extend_from_slice(&active[..active.len().min(aabbs.len())]);
        self.active.resize(aabbs.len(), false);
    }

    /// All swept AABBs, in scene order.
    #[must_use]
    pub fn as_slice(&self) -> &[SweptAabb] {
        &self.aabbs
    }

    /// Whether each is active, in scene order.
    #[must_use]
    pub fn active(&self) -> &[bool] {
        &self.active
    }

    /// Whether at least one of the two is active.
    pub(super) fn is_pair(&self, i: usize, j: usize) -> bool {
        self.active[i] || self.active[j]
    }

    /// How many are active.
    pub(super) fn count_active(&self) -> usize {
        self.active.iter().filter(|active| **active).count()
    }

    /// How many pairs have an active member.
    pub(super) fn pairs(&self) -> u64 {
        let choose_two = |n: usize| {
            let n = n as u64;
            n * n.saturating_sub(1) / 2
        };
        choose_two(self.len()) - choose_two(self.len() - self.count_active())
    }
}

impl Index<usize> for SweptAabbs {
    type Output = SweptAabb;
    fn index(&self, place: usize) -> &SweptAabb {
        &self.aabbs[place]
    }
}

impl IndexMut<usize> for SweptAabbs {
    fn index_mut(&mut self, place: usize) -> &mut SweptAabb {
        &mut self.aabbs[place]
    }
}

/// Appends things, each with whether it is active.
impl Extend<(SweptAabb, bool)> for SweptAabbs {
    fn extend<I: IntoIterator<Item = (SweptAabb, bool)>>(&mut self, things: I) {
        for (aabb, active) in things {
            self.aabbs.push(aabb);
            self.active.push(active);
        }
    }
}

impl FromIterator<(SweptAabb, bool)> for SweptAabbs {
    fn from_iter<I: IntoIterator<Item = (SweptAabb, bool)>>(things: I) -> Self {
        let mut all = Self::default();
        all.extend(things);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_is_that_of_the_nearest_sides_or_corners() {
        let around = |[left, top, right, bottom]: [i16; 4]| {
            let point = |x, y| Point::new(Milli::from_units(x), Milli::from_units(y));
            SweptAabb::around(point(left, top), point(right, bottom))
        };
        let middle = around([0, 0, 2, 2]);
        for (other, expected) in [
            ([5, 0, 6, 2], 9),
            ([0, -4, 2, -2], 4),
            ([5, 6, 7, 8], 25),
            ([-9, -4, -3, -4], 25),
            ([2, 2, 4, 4], 0),
            ([1, 1, 9, 9], 0),
        ] {
            let other = around(other);
            assert_eq!(middle.distance_squared(&other), expected * 1_000_000, "{other:?}");
            assert_eq!(other.distance_squared(&middle), expected * 1_000_000, "{other:?}");
            assert_eq!(middle.meets(&other), expected == 0, "{other:?}");
        }
    }
}
