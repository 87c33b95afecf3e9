//! A hierarchy of grids whose cell numbers wrap.
//!
//! This file puts things into grids and finds the pairs; `cells` numbers the cells of one grid.

#![expect(clippy::inline_always, reason = "only inlined code gets wide vectors")]

mod cells;

use std::collections::BTreeSet;

use self::cells::Cells;
use super::Inspection;
use super::all_pairs::{AllPairs, compare_active_with_all};
use super::search::{Counts, Limits, SceneOrder, Search, Stopped};
use super::swept_aabb::SweptAabbs;
use crate::kernel::dispatch;
use cells::Columns;

/// One grid for each range of sizes, so that a cell is never much larger or smaller than the things
/// in it. The fastest broad phase, and the only one that neither clusters nor mixed sizes slow
/// down.
///
/// - The smallest grid has cells that would each hold one thing if all were spread evenly;
///   everything smaller than such a cell shares it. Larger things have grids of their own, one for
///   each power of four. Where things are crowded, the cells are smaller.
/// - Each thing lies in one cell, that of its upper left corner. It is smaller than the cell, so
///   everything it meets in its grid lies in the same cell or a neighbouring one.
/// - The plane needs no bounds. Cells are numbered row by row, and the numbers wrap: there are
///   about as many as things, so distant cells may share one.
/// - The contents of neighbouring cells in a row are adjacent in memory, in four columns of edges,
///   and are compared eight at a time.
/// - Within its grid, a thing is compared with those after it in its own cell, in the next cell,
///   and in three cells of the row below, so each pair is found once. Across grids, larger things
///   look for smaller ones in all the cells they cover, or smaller ones look for larger, whichever
///   takes fewer steps.
///
/// Only the memory is kept between searches: each search fills the grids again, in a few passes
/// over the scene.
///
/// ```
/// use hitscan_geom::broad_phase::{Grid, Limits, SweptAabb, SweptAabbs};
/// use hitscan_geom::Point;
///
/// // A hundred boxes in a row, each touching the next.
/// let boxed = |x| {
///     let point = Point::from_units;
///     (SweptAabb::around(point(x, 0), point(x + 1, 1)), true)
/// };
/// let scene: SweptAabbs = (0..100).map(boxed).collect();
/// let mut pairs = Vec::new();
/// let counts = Grid::default().find(&scene, &mut Limits::none(), &mut pairs)?;
/// assert_eq!((pairs.len(), pairs[0], pairs[98]), (99, [0, 1], [98, 99]));
/// assert!(counts.candidates < 500 && counts.pairs == 4950);
/// # Ok::<(), hitscan_geom::broad_phase::Stopped>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// One grid for each range of sizes, with active things and those at rest in separate grids;
    /// the smallest first.
    grids: Vec<Cells>,
    /// The slot of each thing, in scene order.
    slots: Vec<u32>,
    /// Where each slot begins in the columns, followed by the end of the last slot.
    starts: Vec<u32>,
    columns: Columns,
    scene_order: SceneOrder,
}

/// Up to this many active things, comparing each with everything costs less than filling a grid.
const FEW: usize = 24;

/// If this many things share a slot on average, the scene is crowded, and the cells are made
/// smaller.
const MOST_SHARING: u64 = 5;

impl Grid {
    /// Replaces `pairs` with the pairs that meet, in scene order.
    ///
    /// # Errors
    /// [`Stopped`] when the limits stop the search.
    pub fn find(
        &mut self,
        scene: &SweptAabbs,
        limits: &mut Limits<'_>,
        pairs: &mut Vec<[usize; 2]>,
    ) -> Result<Counts, Stopped> {
        let mut search = Search::begin(scene, limits, pairs);
        if scene.count_active() <= FEW {
            compare_active_with_all(scene, &mut search)?;
        } else {
            self.fill(scene);
            search.worked(scene.len())?;
            dispatch(
                #[inline(always)]
                || self.find_all(&mut search),
            )?;
        }
        search.end(scene.len(), &mut self.scene_order)
    }

    /// The occupied cells, and the contents of those cells where the thing at `place` could meet
    /// something. With few active things there are no cells.
    pub(super) fn inspect(&mut self, scene: &SweptAabbs, place: Option<usize>) -> Inspection {
        if scene.count_active() <= FEW {
            return AllPairs::inspect(scene, place);
        }
        self.fill(scene);
        let view = self.columns.view();
        let mut regions = BTreeSet::new();
        for cells in &self.grids {
            let of_each = cells.range(&self.starts).map(|at| cells.corners(view.edges(at)));
            regions.extend(of_each);
        }
        let mut candidates = BTreeSet::new();
        if let Some((place, own)) = place.and_then(|at| Some((at, scene.as_slice().get(at)?))) {
            for cells in &self.grids {
                cells.for_each_run(own.edges(), &self.starts, |run, _| {
                    candidates.extend(run.map(|at| view.id(at)));
                });
            }
            candidates.retain(|&other| other != place && scene.is_pair(place, other));
        }
        Inspection {
            regions: regions.into_iter().collect(),
            candidates: candidates.into_iter().collect(),
        }
    }

    /// Assigns everything to cells, by a counting sort.
    fn fill(&mut self, scene: &SweptAabbs) {
        let sizes = Sizes::of(scene);
        let sharing = self.fill_slots(scene, &sizes, sizes.even_shift);
        let crowding = sharing / scene.len() as u64;
        if crowding >= MOST_SHARING {
            // Crowded: halve the side of the cells for each factor of four in the number that share
            // a slot.
            let smaller = (crowding / 2).ilog2() / 2 + 1;
            self.fill_slots(scene, &sizes, sizes.even_shift.saturating_sub(smaller));
        }
        // Each slot is filled from its end, so that its counter stops at its start.
        let ids = self.columns.ids_mut(scene.len());
        for (id, &slot) in (0_u32..).zip(&self.slots) {
            let start = &mut self.starts[slot as usize];
            *start -= 1;
            ids[*start as usize] = id;
        }
        self.columns.collect(scene.as_slice());
    }

    /// Finds the slot of everything, in grids whose cells are at least 2^`least` wide, and where
    /// the slots end. Returns the sum of the squares of the slots' counts.
    fn fill_slots(&mut self, scene: &SweptAabbs, sizes: &Sizes, least: u32) -> u64 {
        let grid_of = sizes.grids(least, &mut self.grids);
        let slots: u32 = self.grids.iter().map(Cells::room).sum();
        self.starts.clear();
        self.starts.resize(slots as usize + 1, 0);
        self.slots.clear();
        let things = scene.as_slice().iter().zip(scene.active());
        if let [cells] = *self.grids {
            self.slots.extend(scene.as_slice().iter().map(|aabb| cells.slot(aabb.edges())));
        } else {
            self.slots.extend(things.map(|(aabb, &active)| {
                let edges = aabb.edges();
                self.grids[grid_of.place(edges, active)].slot(edges)
            }));
        }
        for slot in &self.slots {
            self.starts[*slot as usize] += 1;
        }
        let (mut end, mut sharing) = (0, 0);
        for start in &mut self.starts {
            sharing += u64::from(*start) * u64::from(*start);
            end += *start;
            *start = end;
        }
        sharing
    }

    /// Finds all pairs.
    #[inline(always)]
    fn find_all(&self, search: &mut Search<'_, '_>) -> Result<(), Stopped> {
        for (place, cells) in self.grids.iter().enumerate() {
            self.pair_with_itself(cells, search)?;
            for larger in &self.grids[place + 1..] {
                self.pair_up(cells, larger, search)?;
            }
        }
        Ok(())
    }

    /// Finds the pairs within a grid: each thing with those after it.
    #[inline(always)]
    fn pair_with_itself(&self, cells: &Cells, search: &mut Search<'_, '_>) -> Result<(), Stopped> {
        if !cells.is_active() {
            return Ok(());
        }
        let view = self.columns.view();
        let range = cells.range(&self.starts);
        let mut places = [0; AT_ONCE];
        for from in range.clone().step_by(AT_ONCE) {
            let chunk = from..range.end.min(from + AT_ONCE);
            let (count, mut candidates) =
                cells.find_meeting(&view, &self.starts, chunk, &mut places);
            for &place in &places[..count] {
                let place = place as usize;
                let edges = view.edges(place);
                cells.for_each_run_behind(
                    place,
                    edges,
                    &self.starts,
                    #[inline(always)]
                    |run, wrapped| {
                        if wrapped {
                            candidates += run.len();
                        }
                        view.for_each_meeting(edges, run, |other| {
                            search.add(view.id(place), view.id(other));
                        });
                    },
                );
            }
            search.compared(candidates)?;
        }
        Ok(())
    }

    /// Finds the pairs between a grid and another grid of larger things, or of things as large.
    #[inline(always)]
    fn pair_up(
        &self,
        cells: &Cells,
        larger: &Cells,
        search: &mut Search<'_, '_>,
    ) -> Result<(), Stopped> {
        let Some([seekers, sought]) = cells.seek(larger) else { return Ok(()) };
        let view = self.columns.view();
        for place in seekers.range(&self.starts) {
            let edges = view.edges(place);
            let mut candidates = 0;
            sought.for_each_run(
                edges,
                &self.starts,
                #[inline(always)]
                |run, row| {
                    candidates += run.len();
                    view.for_each_meeting(edges, run, |other| {
                        if sought.is_row(row, view.edges(other)[1]) {
                            search.add(view.id(place), view.id(other));
                        }
                    });
                },
            );
            search.compared(candidates)?;
        }
        Ok(())
    }
}

/// How many things are searched for pairs before the pairs found are added.
const AT_ONCE: usize = 64;

/// Sides below 2^0 to 2^27 thousandths, at rest and active: coordinates are below 2^26.
const KINDS: usize = 2 * 28;

/// For each size and activity, the position of its grid.
#[derive(Clone, Copy, Debug)]
struct GridOf([u8; KINDS]);

impl GridOf {
    #[inline]
    fn place(&self, edges: [i32; 4], is_active: bool) -> usize {
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
struct Sizes {
    counts: [u32; KINDS],
    /// The binary logarithm of the cell side at which each cell would hold about one thing, if all
    /// were spread evenly.
    even_shift: u32,
}

impl Sizes {
    /// Measures a scene.
    fn of(scene: &SweptAabbs) -> Self {
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
    fn grids(&self, least: u32, grids: &mut Vec<Cells>) -> GridOf {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::swept_aabb::SweptAabb;
    use super::*;
    use crate::kernel::on_each_set;
    use crate::{Milli, Point};

    fn point(x: i16, y: i16) -> Point {
        Point::new(Milli::from_units(x), Milli::from_units(y))
    }

    proptest! {
        #[test]
        fn each_instruction_set_finds_the_pairs_that_all_pairs_finds(
            boxes in prop::collection::vec((0..60_i16, 0..60_i16, 0..9_i16, 0..5_u32), 30..200)
        ) {
            let scene: SweptAabbs = boxes
                .iter()
                .map(|&(x, y, size, size_class)| {
                    let size = size << size_class;
                    (SweptAabb::around(point(x, y), point(x + size, y + size)), size_class != 1)
                })
                .collect();
            let mut expected = Vec::new();
            AllPairs.find(&scene, &mut Limits::none(), &mut expected).expect("no limits");
            on_each_set(
                #[inline(always)]
                || {
                    let (mut grid, mut pairs, mut limits) =
                        (Grid::default(), Vec::new(), Limits::none());
                    grid.fill(&scene);
                    let mut search = Search::begin(&scene, &mut limits, &mut pairs);
                    grid.find_all(&mut search).expect("no limits");
                    search.end(scene.len(), &mut SceneOrder::default()).expect("no limits");
                    assert_eq!(pairs, expected);
                },
            );
        }
    }
}
