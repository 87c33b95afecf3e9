//! Boxes in four columns of edges, in the order of their slots.

use std::ops::Range;

/// The boxes of all grids, slot after slot.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    left: Vec<i32>,
    top: Vec<i32>,
    right: Vec<i32>,
    bottom: Vec<i32>,
    /// The place in the scene of each.
    ids: Vec<u32>,
}

impl Columns {
    /// Makes room for this many.
    pub(super) fn resize(&mut self, len: usize) {
        for column in [&mut self.left, &mut self.top, &mut self.right, &mut self.bottom] {
            column.resize(len, 0);
        }
        self.ids.resize(len, 0);
    }

    pub(super) fn set(&mut self, place: usize, [left, top, right, bottom]: [i32; 4], id: u32) {
        self.left[place] = left;
        self.top[place] = top;
        self.right[place] = right;
        self.bottom[place] = bottom;
        self.ids[place] = id;
    }

    /// Left, top, right and bottom of one.
    pub(super) fn edges(&self, place: usize) -> [i32; 4] {
        [self.left[place], self.top[place], self.right[place], self.bottom[place]]
    }

    /// Its place in the scene.
    pub(super) fn id(&self, place: usize) -> u32 {
        self.ids[place]
    }

    /// Calls `found` with the id and the top of each box in `run` that meets one with
    /// these edges.
    pub(super) fn for_each_meeting(
        &self,
        [left, top, right, bottom]: [i32; 4],
        run: Range<usize>,
        mut found: impl FnMut(u32, i32),
    ) {
        let lefts = &self.left[run.clone()];
        let tops = &self.top[run.clone()];
        let rights = &self.right[run.clone()];
        let bottoms = &self.bottom[run.clone()];
        let boxes = lefts.iter().zip(tops).zip(rights.iter().zip(bottoms));
        for (place, ((&l, &t), (&r, &b))) in run.zip(boxes) {
            // Below zero if any of the four is. Edges are below 2^27: no overflow.
            if (right - l) | (r - left) | (bottom - t) | (b - top) >= 0 {
                found(self.ids[place], t);
            }
        }
    }
}
