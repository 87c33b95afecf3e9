//! The cells of one grid: how they are numbered, and which cells a box can meet.

use std::ops::Range;

use super::super::nearest_point;
use super::super::swept_aabb::SweptAabb;
use super::AT_ONCE;
use crate::Point;

/// The grid for one range of sizes, either all active or all at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells {
    is_active: bool,
    /// A cell is 2^shift thousandths wide and high; everything in it is smaller.
    shift: u32,
    /// How many things it holds.
    count: u32,
    /// Its first slot among the slots of all grids.
    first: u32,
    /// The number of slots minus one; the number of slots is a power of two.
    mask: u32,
    /// The difference between the numbers of two vertically adjacent cells.
    row_step: i32,
}

/// The minimum number of slots of a grid: with fewer, the neighbours of a cell would share slots.
const LEAST_SLOTS: u32 = 32;

impl Cells {
    /// A grid for `count` things smaller than 2^`shift` thousandths, whose slots start at `first`.
    pub(super) fn new(is_active: bool, shift: u32, count: u32, first: u32) -> Self {
        let slots = (2 * count).next_power_of_two().max(LEAST_SLOTS);
        // Rows spaced by the golden ratio spread over all slots, whatever the scene's proportions.
        // The step is odd so that the cells of a column spread as well.
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

    /// The number of slots, plus the empty ones after them that let a run end there.
    pub(super) const fn room(&self) -> u32 {
        self.slots() + 2
    }

    /// The places of all things in this grid.
    pub(super) fn range(&self, starts: &[u32]) -> Range<usize> {
        let first = self.first as usize;
        starts[first] as usize..starts[first + self.slots() as usize] as usize
    }

    /// The slot of a box in this grid.
    #[inline]
    pub(super) fn slot(&self, [left, top, ..]: [i32; 4]) -> u32 {
        self.first + self.wrap(left >> self.shift, top >> self.shift)
    }

    /// The corners of the cell that holds this box.
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

    /// Writes to `places` the boxes of a chunk that may have a pair in a run after them: boxes that
    /// meet something in the first group of a run, and boxes whose runs are longer or wrap. Returns
    /// how many such boxes there are, and the number of candidates, not counting those of wrapped
    /// runs.
    ///
    /// There is no branch on anything unpredictable, such as whether a run is empty: a
    /// misprediction costs more than a comparison.
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

    /// The slots of a box's cell and of the cell below and to the left of it.
    #[inline(always)]
    fn slots_behind(&self, [left, top, ..]: [i32; 4]) -> [u32; 2] {
        let (column, row) = (left >> self.shift, top >> self.shift);
        [self.wrap(column, row), self.wrap(column - 1, row + 1)]
    }

    /// Calls `look` with the places of the boxes after the one at `place` (whose edges are `edges`)
    /// that lie in its cell or in one of four neighbours: the next cell in its row, and three in
    /// the row below. The other four neighbours find the pair from their side. The second argument
    /// of `look` says whether the run is the remainder of one that wrapped.
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

    /// Calls `look` with the places of the boxes that can meet one with these edges, one run after
    /// another, and with the row that the run covers. A box that appears in several runs because of
    /// wrapping counts only in its own row.
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
        // Smaller areas than this share no slots, except in the smallest grids.
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

    /// Whether a box with this top lies in `row`; `None` stands for all rows.
    pub(super) fn is_row(&self, row: Option<i32>, top: i32) -> bool {
        row.is_none_or(|row| top >> self.shift == row)
    }

    /// The places in the `width` slots starting at `from`, and the remainder if they wrap.
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

    /// Which of two grids searches the other: the order that takes fewer steps. `None` if neither
    /// is active.
    pub(super) fn seek<'a>(&'a self, larger: &'a Self) -> Option<[&'a Self; 2]> {
        // A larger box searches this many rows of as many cells, eight at a time; a smaller box
        // searches three rows.
        let across = 2 + (1_u64 << (larger.shift - self.shift).min(20));
        let by_larger = u64::from(larger.count) * across * (1 + across / 8);
        let by_smaller = u64::from(self.count) * 3;
        let order = if by_larger <= by_smaller { [larger, self] } else { [self, larger] };
        (self.is_active || larger.is_active).then_some(order)
    }
}

/// How many boxes are compared at once.
pub(super) const AT_A_TIME: usize = 8;

/// The boxes of all grids, slot by slot. Padding after the last box lets a full group be read from
/// any place.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    left: Vec<i32>,
    top: Vec<i32>,
    right: Vec<i32>,
    bottom: Vec<i32>,
    /// The index in the scene of each box.
    ids: Vec<u32>,
}

impl Columns {
    /// Space for the scene indices of `len` boxes.
    pub(super) fn ids_mut(&mut self, len: usize) -> &mut [u32] {
        self.ids.resize(len, 0);
        &mut self.ids
    }

    /// Collects the edges of these boxes in the order of their ids. Reading out of order costs less
    /// than writing out of order.
    pub(super) fn collect(&mut self, aabbs: &[SweptAabb]) {
        let len = self.ids.len() + AT_A_TIME;
        let columns = [&mut self.left, &mut self.top, &mut self.right, &mut self.bottom];
        let [left, top, right, bottom] = columns.map(|column| {
            column.resize(len, 0);
            &mut column[..len - AT_A_TIME]
        });
        let edges = left.iter_mut().zip(top).zip(right.iter_mut().zip(bottom));
        for (&id, ((left, top), (right, bottom))) in self.ids.iter().zip(edges) {
            [*left, *top, *right, *bottom] = aabbs[id as usize].edges();
        }
    }

    /// A view of all boxes, for searching.
    #[inline]
    pub(super) fn view(&self) -> View<'_> {
        // One common length, so that bounds are checked once.
        let len = self.left.len();
        View {
            left: &self.left[..len],
            top: &self.top[..len],
            right: &self.right[..len],
            bottom: &self.bottom[..len],
            ids: &self.ids,
        }
    }
}

/// Boxes as slices of equal length.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    left: &'a [i32],
    top: &'a [i32],
    right: &'a [i32],
    bottom: &'a [i32],
    ids: &'a [u32],
}

impl View<'_> {
    /// Left, top, right and bottom of one box.
    #[inline(always)]
    pub(super) fn edges(&self, place: usize) -> [i32; 4] {
        [self.left[place], self.top[place], self.right[place], self.bottom[place]]
    }

    /// The index in the scene of one box.
    #[inline]
    pub(super) fn id(&self, place: usize) -> usize {
        self.ids[place] as usize
    }

    /// For each of the next boxes, a negative number if it does not meet a box with these edges.
    #[inline(always)]
    pub(super) fn signs(
        &self,
        [left, top, right, bottom]: [i32; 4],
        from: usize,
    ) -> [i32; AT_A_TIME] {
        let group = from..from + AT_A_TIME;
        let (l, t) = (&self.left[group.clone()], &self.top[group.clone()]);
        let (r, b) = (&self.right[group.clone()], &self.bottom[group]);
        // Below zero if any of the four is. Edges are below 2^27: no overflow.
        let mut signs = [0; AT_A_TIME];
        for k in 0..AT_A_TIME {
            signs[k] = (right - l[k]) | (r[k] - left) | (bottom - t[k]) | (b[k] - top);
        }
        signs
    }

    /// Calls `found` with the place of each box in `run` that meets a box with these edges.
    #[inline(always)]
    pub(super) fn for_each_meeting(
        &self,
        edges: [i32; 4],
        run: Range<usize>,
        mut found: impl FnMut(usize),
    ) {
        let mut from = run.start;
        // The first group is compared even if the run is empty: mispredicting that branch costs
        // more.
        loop {
            let len = run.end.saturating_sub(from);
            for_each_hit(self.signs(edges, from), len, |k| found(from + k));
            from += AT_A_TIME;
            if from >= run.end {
                return;
            }
        }
    }
}

/// Calls `found` with the index of each of the first `len` signs that is not negative.
#[inline(always)]
fn for_each_hit(signs: [i32; AT_A_TIME], len: usize, mut found: impl FnMut(usize)) {
    // One byte each, so that several signs pack into a word.
    let mut hits = [0; AT_A_TIME];
    for k in 0..AT_A_TIME {
        hits[k] = u8::from(signs[k] >= 0);
    }
    let mut hits = u64::from_le_bytes(hits);
    while hits != 0 {
        let k = hits.trailing_zeros() as usize / 8;
        if k >= len {
            return;
        }
        found(k);
        hits &= hits - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_cells_search_each_other() {
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
