//! The cells of one grid: how they are numbered, and which of them a box can meet.

use std::ops::Range;

use super::super::inspection::nearest_point;
use super::AT_ONCE;
use super::columns::{AT_A_TIME, View};
use crate::Point;

/// The grid of the things of one range of sizes, all active or all at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells {
    is_active: bool,
    /// A cell is 2^shift thousandths wide and high, and what it holds is smaller.
    shift: u32,
    /// How many things it holds.
    count: u32,
    /// The first slot among those of all grids.
    first: u32,
    /// The number of slots less one; the number is a power of two.
    mask: u32,
    /// How far apart the numbers of two cells are of which one lies below the other.
    row_step: i32,
}

/// The fewest slots of a grid: with fewer, the neighbours of a cell share slots.
const LEAST_SLOTS: u32 = 32;

impl Cells {
    /// A grid for `count` things smaller than 2^`shift` thousandths, with its slots
    /// from `first` on.
    pub(super) fn new(is_active: bool, shift: u32, count: u32, first: u32) -> Self {
        let slots = (2 * count).next_power_of_two().max(LEAST_SLOTS);
        // Rows a golden section apart spread over all slots in a scene of any shape. Odd,
        // so that a column of cells does too.
        let row_step = ((u64::from(slots) * 0x9E37_79B9) >> 32) | 1;
        let row_step = i32::try_from(row_step).unwrap_or(1);
        Self { is_active, shift, count, first, mask: slots - 1, row_step }
    }

    pub(super) const fn is_active(&self) -> bool {
        self.is_active
    }

    /// The number of slots.
    const fn slots(&self) -> u32 {
        self.mask + 1
    }

    /// The number of slots and of empty ones behind them, so that a run may end there.
    pub(super) const fn room(&self) -> u32 {
        self.slots() + 2
    }

    /// The places of all that it holds.
    pub(super) fn range(&self, starts: &[u32]) -> Range<usize> {
        let first = self.first as usize;
        starts[first] as usize..starts[first + self.slots() as usize] as usize
    }

    /// The slot of a box that it holds.
    #[inline]
    pub(super) fn slot(&self, [left, top, ..]: [i32; 4]) -> u32 {
        self.first + self.wrap(left >> self.shift, top >> self.shift)
    }

    /// The corners of the cell of a box that it holds.
    pub(super) fn corners(&self, [left, top, ..]: [i32; 4]) -> [Point; 2] {
        let cell = |step: i64| {
            let side = |at: i32| (i64::from(at >> self.shift) + step) << self.shift;
            nearest_point(side(left), side(top))
        };
        [cell(0), cell(1)]
    }

    #[inline(always)]
    fn wrap(&self, column: i32, row: i32) -> u32 {
        column.wrapping_add(row.wrapping_mul(self.row_step)).cast_unsigned() & self.mask
    }

    /// Writes to `places` which boxes of a chunk may have a pair in a run behind them:
    /// those that meet something in the first group of a run, and those with longer
    /// runs or runs that wrap. Returns how many they are, and the candidates without
    /// those of wrapped runs.
    ///
    /// There is no branch here for what cannot be foreseen, like whether a run is empty:
    /// a wrong guess costs more than a comparison.
    #[inline(always)]
    pub(super) fn find_meeting(
        &self,
        view: &View<'_>,
        starts: &[u32],
        chunk: Range<usize>,
        places: &mut [u32; AT_ONCE],
    ) -> (usize, usize) {
        let starts = &starts[self.first as usize..];
        let first = u32::try_from(chunk.start).unwrap_or(u32::MAX);
        let (mut count, mut candidates) = (0, 0);
        for place in (first..).take(chunk.len()) {
            let edges = view.edges(place as usize);
            let [own, below] = self.slots_behind(edges);
            let [own_end, below_start, below_end] =
                [own + 2, below, below + 3].map(|slot| starts[slot as usize]);
            let lengths = [own_end - (place + 1), below_end - below_start];
            candidates += lengths[0] as usize + lengths[1] as usize;
            let own_signs = view.signs(edges, place as usize + 1);
            let signs_below = view.signs(edges, below_start as usize);
            let mut sign = -1;
            for k in 0..AT_A_TIME {
                sign &= own_signs[k] & signs_below[k];
            }
            let is_long = lengths[0].max(lengths[1]) as usize > AT_A_TIME;
            let wraps = own.max(below) >= self.mask - 1;
            places[count % AT_ONCE] = place;
            count += usize::from((sign >= 0) | is_long | wraps);
        }
        (count, candidates)
    }

    /// The slots of the cell of a box and of the one to the left below it.
    #[inline(always)]
    fn slots_behind(&self, [left, top, ..]: [i32; 4]) -> [u32; 2] {
        let (column, row) = (left >> self.shift, top >> self.shift);
        [self.wrap(column, row), self.wrap(column - 1, row + 1)]
    }

    /// Calls `look` with the places of the boxes behind the one at `place`, which has
    /// these edges, that lie in its cell or in one of four around it: the next one of
    /// its row, and three of the row below. The other four have it in one of theirs.
    /// And with whether the run is the rest of one that wrapped.
    #[inline(always)]
    pub(super) fn for_each_run_behind(
        &self,
        place: usize,
        edges: [i32; 4],
        starts: &[u32],
        mut look: impl FnMut(Range<usize>, bool),
    ) {
        let start = |slot: u32| starts[(self.first + slot) as usize] as usize;
        let [own, below] = self.slots_behind(edges);
        look(place + 1..start(own + 2), false);
        look(start(below)..start(below + 3), false);
        for to in [own + 2, below + 3].into_iter().filter(|to| *to > self.slots()) {
            look(start(0)..start(to - self.slots()), true);
        }
    }

    /// Calls `look` with the places of the boxes that can meet one with these edges,
    /// one run after another, and with the row they were looked for in. A box that
    /// wrapped around to several runs counts in its own row only.
    #[inline(always)]
    pub(super) fn for_each_run(
        &self,
        [left, top, right, bottom]: [i32; 4],
        starts: &[u32],
        mut look: impl FnMut(Range<usize>, Option<i32>),
    ) {
        let before = (1 << self.shift) - 1;
        let columns = (left - before) >> self.shift..=right >> self.shift;
        let rows = (top - before) >> self.shift..=bottom >> self.shift;
        let width = (columns.end() - columns.start()).cast_unsigned() + 1;
        let height = (rows.end() - rows.start()).cast_unsigned() + 1;
        // Rows this short share no slot, except in the smallest grids.
        if 3 * u64::from(width) * u64::from(height) > u64::from(self.mask) {
            return look(self.range(starts), None);
        }
        for row in rows {
            let (run, wrapped) = self.run(self.wrap(*columns.start(), row), width, starts);
            look(run, Some(row));
            if let Some(wrapped) = wrapped {
                look(wrapped, Some(row));
            }
        }
    }

    /// Whether a box with this top lies in a row, or `row` stands for all rows.
    pub(super) fn is_row(&self, row: Option<i32>, top: i32) -> bool {
        row.is_none_or(|row| top >> self.shift == row)
    }

    /// The places of what is in `width` slots from one on, and the rest of them if they
    /// wrap.
    #[inline(always)]
    fn run(&self, from: u32, width: u32, starts: &[u32]) -> (Range<usize>, Option<Range<usize>>) {
        let start = |slot: u32| starts[(self.first + slot) as usize] as usize;
        let to = from + width;
        if to <= self.slots() {
            (start(from)..start(to), None)
        } else {
            (start(from)..start(self.slots()), Some(start(0)..start(to - self.slots())))
        }
    }

    /// Which of two grids looks for its pairs in the other: the one with which that
    /// takes fewer steps. `None` if neither is active.
    pub(super) fn seek<'a>(&'a self, larger: &'a Self) -> Option<[&'a Self; 2]> {
        // A larger box looks through this many rows of as many cells, eight at a time;
        // a smaller one through three rows.
        let across = 2 + (1_u64 << (larger.shift - self.shift).min(20));
        let by_larger = u64::from(larger.count) * across * (1 + across / 8);
        let by_smaller = u64::from(self.count) * 3;
        let order = if by_larger <= by_smaller { [larger, self] } else { [self, larger] };
        (self.is_active || larger.is_active).then_some(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_cells_look_into_each_other() {
        for bits in 0..26 {
            let cells = Cells::new(true, 0, 1 << bits, 0);
            let slots = cells.slots();
            let ahead = [(1, 0), (-1, 1), (0, 1), (1, 1)].map(|(x, y)| cells.wrap(x, y));
            let back = ahead.map(|slot| slots - slot);
            let all: HashSet<_> = ahead.into_iter().chain(back).chain([0]).collect();
            assert_eq!(all.len(), 9, "{slots} slots: {ahead:?}");
        }
    }
}
