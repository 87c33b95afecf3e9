//! The cells of one grid: how they are numbered, and which of them a box can meet.

use std::ops::Range;

use super::super::swept_aabb::SweptAabbs;

/// The grid of the things of one size, all active or all at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells {
    /// The size class: what it holds is below 4^class thousandths wide and high.
    class: u32,
    is_active: bool,
    /// A cell is 2^shift thousandths wide and high: one to four times as wide as what
    /// it holds.
    shift: u32,
    /// The first slot among those of all grids.
    first: u32,
    /// The number of slots less one; the number is a power of two.
    mask: u32,
    /// How far apart the numbers of two cells are of which one lies below the other.
    row_step: i32,
    /// The greatest width and height of what it holds.
    widest: i32,
    tallest: i32,
}

/// Classes up to 14, active and at rest: coordinates are below 2^26, and so sizes
/// below 2^27. Fewer and larger classes would save searches in each other's grids,
/// and cost more candidates.
const KINDS: usize = 2 * 15;

/// For each size and activity the place of its grid.
pub(super) struct GridOf([u8; KINDS]);

impl GridOf {
    pub(super) fn place(&self, edges: [i32; 4], is_active: bool) -> usize {
        self.0[kind(edges, is_active)].into()
    }
}

fn kind([left, top, right, bottom]: [i32; 4], is_active: bool) -> usize {
    let side = (right - left).max(bottom - top);
    let class = (i32::BITS + 1 - side.leading_zeros()) / 2;
    2 * class as usize + usize::from(is_active)
}

impl Cells {
    /// Replaces `grids` by the grids that a scene needs, smallest first.
    pub(super) fn for_scene(scene: &SweptAabbs, grids: &mut Vec<Self>) -> GridOf {
        let mut count = [0_u32; KINDS];
        let mut greatest = [[0; 2]; KINDS];
        for (aabb, &active) in scene.as_slice().iter().zip(scene.active()) {
            let edges @ [left, top, right, bottom] = aabb.edges();
            let kind = kind(edges, active);
            count[kind] += 1;
            let [widest, tallest] = greatest[kind];
            greatest[kind] = [widest.max(right - left), tallest.max(bottom - top)];
        }
        grids.clear();
        let (mut places, mut first) = ([0; KINDS], 0);
        for kind in (0..KINDS).filter(|&kind| count[kind] > 0) {
            places[kind] = u8::try_from(grids.len()).unwrap_or(u8::MAX);
            let cells = Self::new(kind, count[kind], greatest[kind], first);
            first += cells.mask + 1;
            grids.push(cells);
        }
        GridOf(places)
    }

    fn new(kind: usize, count: u32, [widest, tallest]: [i32; 2], first: u32) -> Self {
        let class = u32::try_from(kind / 2).unwrap_or(u32::MAX);
        let slots = count.next_power_of_two();
        // Rows a golden section apart spread over all slots, whatever shape the scene
        // has. Odd, so that a column of cells does too.
        let row_step = ((u64::from(slots) * 0x9E37_79B9) >> 32) | 1;
        Self {
            class,
            is_active: kind % 2 == 1,
            shift: 2 * class,
            first,
            mask: slots - 1,
            row_step: i32::try_from(row_step).unwrap_or(1),
            widest,
            tallest,
        }
    }

    pub(super) const fn is_active(&self) -> bool {
        self.is_active
    }

    pub(super) fn slots(&self) -> usize {
        self.mask as usize + 1
    }

    /// The places of all that it holds.
    pub(super) fn range(&self, starts: &[u32]) -> Range<usize> {
        let end = self.first as usize + self.slots();
        starts[self.first as usize] as usize..starts[end] as usize
    }

    /// Which of two grids looks for its pairs in the other: the one of smaller
    /// things, or else the active one. `None` if neither is active.
    pub(super) fn seek<'a>(&'a self, other: &'a Self) -> Option<[&'a Self; 2]> {
        let is_first = (self.class, other.is_active) < (other.class, self.is_active);
        let order = if is_first { [self, other] } else { [other, self] };
        (self.is_active || other.is_active).then_some(order)
    }

    /// The slot of a box that it holds.
    pub(super) fn slot(&self, [left, top, ..]: [i32; 4]) -> u32 {
        self.first + (self.cell(left >> self.shift, top >> self.shift) & self.mask)
    }

    fn cell(&self, column: i32, row: i32) -> u32 {
        column.wrapping_add(row.wrapping_mul(self.row_step)).cast_unsigned()
    }

    /// Whether a box with this top lies in a row, or `row` stands for all rows.
    pub(super) fn is_row(&self, row: Option<i32>, top: i32) -> bool {
        row.is_none_or(|row| top >> self.shift == row)
    }

    /// Calls `look` with the places of the boxes that can meet one with these edges,
    /// one run after another, and with the row they were looked for in. A box that
    /// wrapped around to several runs counts in its own row only.
    pub(super) fn for_each_run(
        &self,
        [left, top, right, bottom]: [i32; 4],
        starts: &[u32],
        mut look: impl FnMut(Range<usize>, Option<i32>),
    ) {
        let columns = (left - self.widest) >> self.shift..=right >> self.shift;
        let rows = (top - self.tallest) >> self.shift..=bottom >> self.shift;
        let width = (columns.end() - columns.start()).cast_unsigned() + 1;
        let height = (rows.end() - rows.start()).cast_unsigned() + 1;
        // Rows this short share no slot, except in the smallest grids.
        if 2 * u64::from(width) * u64::from(height) > u64::from(self.mask) {
            return look(self.range(starts), None);
        }
        let run = |from: u32, to: u32| {
            let (from, to) = (self.first + from, self.first + to);
            starts[from as usize] as usize..starts[to as usize] as usize
        };
        for row in rows {
            let from = self.cell(*columns.start(), row) & self.mask;
            let to = from + width;
            if to <= self.mask + 1 {
                look(run(from, to), Some(row));
            } else {
                look(run(from, self.mask + 1), Some(row));
                look(run(0, to - (self.mask + 1)), Some(row));
            }
        }
    }
}
