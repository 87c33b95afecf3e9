//! The neighbours of a box while the boxes change: a hash table of the cells that they lie in,
//! which can be searched and updated in a few steps.

use hitscan_geom::broad_phase::{SweptAabb, SweptAabbs};
use hitscan_geom::{Milli, Point};

/// The boxes of a frame by their cells. Each lies in the cell of its upper left corner, and a cell
/// is wider than the boxes in it: 4^level thousandths.
#[derive(Clone, Debug, Default)]
pub(super) struct Neighbors {
    /// The first box of each slot, and for each box the next and the previous one. `NONE`
    /// ends a list.
    heads: Vec<u32>,
    links: Vec<Link>,
    /// How many boxes there are in each level.
    levels: [usize; LEVELS],
}

#[derive(Clone, Copy, Debug)]
struct Link {
    cell: Cell,
    next: u32,
    before: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    level: usize,
    column: i32,
    row: i32,
}

/// Sides below 4^0 to 4^14 thousandths: coordinates are below 2^26.
const LEVELS: usize = 15;
/// The end of a list.
const NONE: u32 = u32::MAX;

impl Neighbors {
    /// Removes all boxes and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.links.clear();
    }

    /// Whether it holds boxes.
    pub(super) fn is_filled(&self) -> bool {
        !self.links.is_empty()
    }

    /// Replaces all boxes.
    pub(super) fn fill(&mut self, aabbs: &SweptAabbs) {
        self.heads.clear();
        self.heads.resize(aabbs.len().next_power_of_two(), NONE);
        self.levels = [0; LEVELS];
        self.links.clear();
        for aabb in aabbs.as_slice() {
            self.links.push(Link { cell: Cell::of(aabb), next: NONE, before: NONE });
            self.link(self.links.len() - 1);
        }
    }

    /// Moves a box to the cell where it is now.
    pub(super) fn relocate(&mut self, index: usize, aabb: &SweptAabb) {
        let cell = Cell::of(aabb);
        if cell != self.links[index].cell {
            self.unlink(index);
            self.links[index].cell = cell;
            self.link(index);
        }
    }

    /// Replaces `found` with the other boxes that meet this one, in ascending order.
    pub(super) fn meeting(&self, aabbs: &SweptAabbs, index: usize, found: &mut Vec<usize>) {
        found.clear();
        let sought = &aabbs[index];
        let mut add = |other: usize| {
            if other != index && sought.meets(&aabbs[other]) {
                found.push(other);
            }
        };
        for level in (0..LEVELS).filter(|&level| self.levels[level] > 0) {
            let [left, top] = Cell::start(level, sought.min());
            let Cell { column: right, row: bottom, .. } = Cell::at(level, sought.max());
            let across = |from: i32, to: i32| u64::from(from.abs_diff(to)) + 1;
            if across(left, right) * across(top, bottom) > self.links.len() as u64 {
                let of_level = |other: &usize| self.links[*other].cell.level == level;
                (0..self.links.len()).filter(of_level).for_each(&mut add);
                continue;
            }
            for row in top..=bottom {
                for column in left..=right {
                    self.for_each_in(Cell { level, column, row }, &mut add);
                }
            }
        }
        found.sort_unstable();
    }

    fn for_each_in(&self, cell: Cell, mut look: impl FnMut(usize)) {
        let mut at = self.heads[self.slot(cell)];
        while let Some(link) = self.links.get(at as usize) {
            if link.cell == cell {
                look(at as usize);
            }
            at = link.next;
        }
    }

    fn slot(&self, Cell { level, column, row }: Cell) -> usize {
        // Multiplying by the golden ratio spreads the rows, and by an odd number the levels.
        let row = row.cast_unsigned().wrapping_mul(0x9E37_79B1);
        let hash = row.wrapping_add(column.cast_unsigned()) as usize + 77 * level;
        hash & (self.heads.len() - 1)
    }

    fn link(&mut self, index: usize) {
        let cell = self.links[index].cell;
        let (slot, number) = (self.slot(cell), u32::try_from(index).unwrap_or(NONE));
        let next = std::mem::replace(&mut self.heads[slot], number);
        if let Some(link) = self.links.get_mut(next as usize) {
            link.before = number;
        }
        self.links[index] = Link { cell, next, before: NONE };
        self.levels[cell.level] += 1;
    }

    fn unlink(&mut self, index: usize) {
        let Link { cell, next, before } = self.links[index];
        if let Some(link) = self.links.get_mut(next as usize) {
            link.before = before;
        }
        if let Some(link) = self.links.get_mut(before as usize) {
            link.next = next;
        } else {
            let slot = self.slot(cell);
            self.heads[slot] = next;
        }
        self.levels[cell.level] -= 1;
    }
}

impl Cell {
    /// The cell that a box lies in.
    fn of(aabb: &SweptAabb) -> Self {
        let (min, max) = (aabb.min(), aabb.max());
        let [left, right] = [min.x, max.x].map(Milli::thousandths);
        let [top, bottom] = [min.y, max.y].map(Milli::thousandths);
        let bits = i32::BITS - ((right - left) | (bottom - top)).leading_zeros();
        Self::at(bits.div_ceil(2) as usize, min)
    }

    /// The cell of this level that contains a point.
    fn at(level: usize, point: Point) -> Self {
        let [column, row] = [point.x, point.y].map(|at| at.thousandths() >> (2 * level));
        Self { level, column, row }
    }

    /// The column and the row of the first cell of this level that can hold boxes reaching a point.
    fn start(level: usize, point: Point) -> [i32; 2] {
        let narrower = (1 << (2 * level)) - 1;
        [point.x, point.y].map(|at| (at.thousandths() - narrower) >> (2 * level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn aabb() -> impl Strategy<Value = SweptAabb> {
        let any = -33_000_000..33_000_000_i32;
        let at = prop_oneof![3 => -40..40_i32, 1 => any];
        let size = prop_oneof![4 => 0..20_i32, 1 => (0_u32..25).prop_map(|bits| 1 << bits)];
        (at.clone(), at, size.clone(), size).prop_map(|(x, y, width, height)| {
            let milli = |n| Milli::new(n).expect("in range");
            let point = |x, y| Point::new(milli(x), milli(y));
            SweptAabb::around(point(x, y), point(x + width, y + height))
        })
    }

    proptest! {
        #[test]
        fn it_finds_the_boxes_that_meet_one_wherever_they_move(
            all in prop::collection::vec(aabb(), 1..60),
            moves in prop::collection::vec((any::<prop::sample::Index>(), aabb()), 0..60),
        ) {
            let mut aabbs: SweptAabbs = all.iter().map(|aabb| (*aabb, true)).collect();
            let mut neighbors = Neighbors::default();
            neighbors.fill(&aabbs);
            let mut found = vec![7];
            for (at, aabb) in moves {
                let index = at.index(all.len());
                aabbs[index] = aabb;
                neighbors.relocate(index, &aabb);
                for index in 0..all.len() {
                    neighbors.meeting(&aabbs, index, &mut found);
                    let meets = |&other: &usize| other != index && aabbs[index].meets(&aabbs[other]);
                    let wanted: Vec<usize> = (0..all.len()).filter(meets).collect();
                    prop_assert_eq!(&found, &wanted);
                }
            }
        }
    }
}
