//! Boxes in four columns of edges, ordered by slot.

use std::ops::Range;

use super::super::swept_aabb::SweptAabb;

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
