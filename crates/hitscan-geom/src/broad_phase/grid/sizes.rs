//! Which grids a scene needs: how wide their cells are, and which sizes share one.

use super::super::swept_aabb::SweptAabbs;
use super::cells::Cells;

/// Sides below 2^0 to 2^27 thousandths, at rest and active: coordinates are below 2^26.
const KINDS: usize = 2 * 28;

/// For each size and activity, the position of its grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct GridOf([u8; KINDS]);

impl GridOf {
    #[inline]
    pub(super) fn place(&self, edges: [i32; 4], is_active: bool) -> usize {
        self.0[kind(edges, is_active)].into()
    }
}

/// The bucket of a thing, by its size and whether it is active.
#[inline]
fn kind([left, top, right, bottom]: [i32; 4], is_active: bool) -> usize {
    let bits = i32::BITS - ((right - left) | (bottom - top)).leading_zeros();
    2 * bits as usize + usize::from(is_active)
}

/// How many things of each size there are, and how densely they are packed.
#[derive(Clone, Debug)]
pub(super) struct Sizes {
    counts: [u32; KINDS],
    /// The binary logarithm of the cell side at which each cell would hold about one thing, if all
    /// were spread evenly.
    pub(super) even_shift: u32,
}

impl Sizes {
    /// Measures a scene.
    pub(super) fn of(scene: &SweptAabbs) -> Self {
        // Two counters, used in turn: most things have the same size, and incrementing the same
        // counter twice in a row stalls.
        let mut counts = [[0; KINDS]; 2];
        let Some(first) = scene.as_slice().first() else {
            return Self { counts: counts[0], even_shift: 0 };
        };
        let [mut least, mut greatest] = [first.min(); 2].map(|_| first.edges());
        for (turn, (aabb, &active)) in scene.as_slice().iter().zip(scene.active()).enumerate() {
            let edges = aabb.edges();
            counts[turn % 2][kind(edges, active)] += 1;
            for k in 0..2 {
                least[k] = least[k].min(edges[k]);
                greatest[k] = greatest[k].max(edges[k]);
            }
        }
        let [one, other] = counts;
        let counts = std::array::from_fn(|kind| one[kind] + other[kind]);
        let side = |k: usize| i64::from(greatest[k]) - i64::from(least[k]) + 1;
        let things = i64::try_from(scene.len()).unwrap_or(i64::MAX);
        // The factor of 2 centres the rounding of the logarithm: each cell holds between a half
        // and two things.
        let area = 2 * side(0) * side(1) / things;
        let even_shift = area.checked_ilog2().map_or(0, |log| log / 2);
        Self { counts, even_shift }
    }

    /// Replaces `grids` with the grids that these sizes need, smallest first, with cells at least
    /// 2^`least` wide.
    pub(super) fn grids(&self, least: u32, grids: &mut Vec<Cells>) -> GridOf {
        grids.clear();
        let mut places = [0; KINDS];
        let mut first = 0;
        let mut from = 0;
        while from < KINDS / 2 {
            // Two sizes share a grid; all sizes smaller than the first grid's cells share that one.
            let to = if from == 0 { least.min(27) as usize + 1 } else { (from + 2).min(KINDS / 2) };
            for is_active in [false, true] {
                let kinds = || (from..to).map(|bits| 2 * bits + usize::from(is_active));
                let count: u32 = kinds().map(|kind| self.counts[kind]).sum();
                if count > 0 {
                    for kind in kinds() {
                        places[kind] = u8::try_from(grids.len()).unwrap_or(u8::MAX);
                    }
                    let shift = u32::try_from(to - 1).unwrap_or(0);
                    let cells = Cells::new(is_active, shift, count, first);
                    first += cells.room();
                    grids.push(cells);
                }
            }
            from = to;
        }
        GridOf(places)
    }
}
