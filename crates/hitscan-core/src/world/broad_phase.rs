//! The broad phase: which pairs can meet in a frame. It may name pairs that do
//! not meet, and never misses one that does.

use super::ChangeError;
use super::memory::{Budget, free_if_large};
use hitscan_geom::{Aabb, Moving, Point, Vector};

/// The smallest box around everywhere an object was in a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweptAabb {
    min: Point,
    max: Point,
}

impl SweptAabb {
    /// Of an object that ends with these bounds after this displacement.
    pub(super) fn to((min, max): (Point, Point), displacement: Vector) -> Self {
        let mut aabb = Self { min, max };
        // Positions and displacements lie within `Milli::LIMIT`, their sums within `MAX`.
        let start = |end: Point| end.checked_add(-displacement).unwrap_or(end);
        aabb.include(start(min), start(max));
        aabb
    }

    /// Of a box that stays where it is.
    pub(super) fn at_rest(aabb: &Aabb) -> Self {
        Self { min: aabb.min(), max: aabb.max() }
    }

    /// Of a moving box.
    pub(super) fn of(line: &Moving) -> Self {
        let (start, end) = (line.start(), line.end());
        let mut aabb = Self { min: start.min(), max: start.max() };
        aabb.include(end.min(), end.max());
        aabb
    }

    /// Grows to include these bounds.
    pub(super) fn include(&mut self, min: Point, max: Point) {
        self.min = Point::new(self.min.x.min(min.x), self.min.y.min(min.y));
        self.max = Point::new(self.max.x.max(max.x), self.max.y.max(max.y));
    }

    /// Grows to include another.
    pub(super) fn include_all(&mut self, other: &Self) {
        self.include(other.min, other.max);
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }
}

/// Finds the pairs. Kept from frame to frame, since the order hardly changes.
#[derive(Clone, Debug, Default)]
pub(super) struct BroadPhase {
    /// Sorted by least x.
    order: Vec<usize>,
    /// What was found last.
    pub(super) pairs: Vec<[usize; 2]>,
}

/// The pairs found so far. Those beyond `most` are only counted.
struct Found<'a> {
    pairs: &'a mut Vec<[usize; 2]>,
    count: usize,
    most: usize,
}

impl Found<'_> {
    fn add(&mut self, i: usize, j: usize) {
        self.count += 1;
        if self.count <= self.most {
            self.pairs.push([i.min(j), i.max(j)]);
        }
    }
}

impl BroadPhase {
    /// The pairs of reaches that meet and of which one is active, the lower
    /// index first, in ascending order. `others` are pairs that take memory
    /// beside them.
    pub(super) fn pairs(
        &mut self,
        aabbs: &[SweptAabb],
        active: &[bool],
        others: usize,
        budget: &mut Budget<'_>,
    ) -> Result<&mut Vec<[usize; 2]>, ChangeError> {
        self.pairs.clear();
        let most = budget.pairs().saturating_sub(others);
        let mut found = Found { pairs: &mut self.pairs, count: 0, most };
        let count = active.iter().filter(|active| **active).count();
        // Sorting costs more than comparing a few with everything.
        if count * 16 <= aabbs.len() || aabbs.len() <= 16 {
            compare_all(aabbs, active, &mut found, budget)?;
        } else {
            if self.order.len() != aabbs.len() {
                self.order.clear();
                self.order.extend(0..aabbs.len());
            }
            self.order.sort_unstable_by_key(|&i| (aabbs[i].min.x, i));
            sweep(&self.order, aabbs, active, &mut found, budget)?;
        }
        let all = others + found.count;
        budget.check_pairs(all).inspect_err(|_| self.pairs = Vec::new())?;
        self.pairs.sort_unstable();
        Ok(&mut self.pairs)
    }

    /// Frees what was found, if it is much.
    pub(super) fn free(&mut self) {
        free_if_large(&mut self.pairs);
    }
}

fn compare_all(
    aabbs: &[SweptAabb],
    active: &[bool],
    found: &mut Found<'_>,
    budget: &mut Budget<'_>,
) -> Result<(), ChangeError> {
    for (i, aabb) in aabbs.iter().enumerate().filter(|(i, _)| active[*i]) {
        for (j, other) in aabbs.iter().enumerate() {
            // A pair of two active ones counts once.
            let taken = j == i || (active[j] && j < i);
            if !taken && aabb.meets(other) {
                found.add(i, j);
            }
        }
        budget.spend(aabbs.len())?;
    }
    Ok(())
}

/// Left to right, each against those that begin before it ends.
fn sweep(
    order: &[usize],
    aabbs: &[SweptAabb],
    active: &[bool],
    found: &mut Found<'_>,
    budget: &mut Budget<'_>,
) -> Result<(), ChangeError> {
    for (place, &i) in order.iter().enumerate() {
        let aabb = &aabbs[i];
        let mut compared = 1;
        for &j in &order[place + 1..] {
            if aabbs[j].min.x > aabb.max.x {
                break;
            }
            compared += 1;
            if (active[i] || active[j]) && aabb.meets(&aabbs[j]) {
                found.add(i, j);
            }
        }
        budget.spend(compared)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::world::MemoryLimit;
    use hitscan_geom::Milli;

    fn aabb([x, y, width, height]: [i32; 4]) -> SweptAabb {
        let point =
            |x, y| Point::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range"));
        SweptAabb { min: point(x, y), max: point(x + width, y + height) }
    }

    proptest! {
        #[test]
        fn every_pair_that_meets_is_named_once(
            things in prop::collection::vec(
                (prop::array::uniform4(0..30_i32), any::<bool>()), 0..60),
            other in 0..60_usize,
        ) {
            let (aabbs, active): (Vec<_>, Vec<_>) =
                things.into_iter().map(|(numbers, active)| (aabb(numbers), active)).unzip();
            let mut broad_phase = BroadPhase::default();
            let mut goes_on = || false;
            let mut budget = Budget::new(MemoryLimit::default(), 0, &mut goes_on);
            // What an earlier frame left behind makes no difference.
            let earlier = other.min(aabbs.len());
            let before = broad_phase.pairs(&aabbs[..earlier], &active[..earlier], 0, &mut budget);
            prop_assert!(before.is_ok());
            let all = (0..aabbs.len()).flat_map(|i| (i + 1..aabbs.len()).map(move |j| [i, j]));
            let wanted = all.filter(|&[i, j]| {
                (active[i] || active[j]) && aabbs[i].meets(&aabbs[j])
            });
            let found = broad_phase.pairs(&aabbs, &active, 0, &mut budget);
            prop_assert_eq!(found, Ok(&mut wanted.collect::<Vec<_>>()));
        }
    }
}
