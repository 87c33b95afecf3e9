//! A hierarchy of grids that wrap.

mod cells;
mod columns;

use super::all_pairs::compare_active_with_all;
use super::scene_order::SceneOrder;
use super::search::{Counts, Limits, Search, Stopped};
use super::swept_aabb::SweptAabbs;
use cells::Cells;
use columns::Columns;

/// A grid for each size of things, so that a cell is never much larger or smaller
/// than what lies in it. The fastest broad phase, and the only one that neither
/// clusters nor mixed sizes slow down.
///
/// - Things of about the same size share a grid: those between two powers of four.
///   Its cells are about twice as wide as they are.
/// - Each thing lies in one cell, that of its upper left corner. What can meet it
///   lies in a few cells: those from its own left edge, less the widest of the grid,
///   to its right edge, and likewise down.
/// - The plane has no bounds here. Cells are numbered row after row, and the numbers
///   wrap: there are about as many as things, and cells far apart may share one.
/// - What is in neighbouring cells of a row lies side by side in memory, in four
///   columns of edges, so that one loop compares a row.
/// - A thing looks for its own size once, ahead of it in memory, and for all larger
///   sizes; the larger ones find it that way.
///
/// Nothing is kept from search to search but memory: the grids are filled anew, in
/// three passes over the scene.
///
/// ```
/// use hitscan_geom::broad_phase::{Grid, Limits, SweptAabb, SweptAabbs};
/// use hitscan_geom::{Milli, Point};
///
/// // A hundred boxes in a row, each of which touches the next one.
/// let boxed = |x| {
///     let point = |x, y| Point::new(Milli::from_units(x), Milli::from_units(y));
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
    /// One for each size, active and at rest apart; the smallest first.
    grids: Vec<Cells>,
    /// The slot of each thing, in scene order.
    slots: Vec<u32>,
    /// Where each slot begins in the columns, and the end of the last one.
    starts: Vec<u32>,
    columns: Columns,
    scene_order: SceneOrder,
}

/// With this many active things at most, comparing each with everything costs less
/// than filling a grid.
const FEW: usize = 24;

impl Grid {
    /// Replaces `pairs` by the pairs that meet, in scene order.
    ///
    /// # Errors
    /// When the limits stop it.
    pub fn find(
        &mut self,
        scene: &SweptAabbs,
        limits: &mut Limits<'_>,
        pairs: &mut Vec<[usize; 2]>,
    ) -> Result<Counts, Stopped> {
        let mut search = Search::begin(scene, limits, pairs);
        if scene.active().iter().filter(|active| **active).nth(FEW).is_none() {
            compare_active_with_all(scene, &mut search)?;
        } else {
            self.fill(scene);
            search.worked(scene.len())?;
            for (place, cells) in self.grids.iter().enumerate() {
                self.pair_with_itself(cells, &mut search)?;
                for larger in &self.grids[place + 1..] {
                    self.pair_up(cells, larger, &mut search)?;
                }
            }
        }
        search.end(scene.len(), &mut self.scene_order)
    }

    /// Sorts everything into cells, by counting.
    fn fill(&mut self, scene: &SweptAabbs) {
        let grid_of = Cells::for_scene(scene, &mut self.grids);
        let slots: usize = self.grids.iter().map(Cells::slots).sum();
        self.starts.clear();
        self.starts.resize(slots + 1, 0);
        self.slots.clear();
        for (aabb, &active) in scene.as_slice().iter().zip(scene.active()) {
            let edges = aabb.edges();
            let slot = self.grids[grid_of.place(edges, active)].slot(edges);
            self.starts[slot as usize] += 1;
            self.slots.push(slot);
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.columns.resize(scene.len());
        // Each slot is filled from its end: then its start is what is left.
        let things = (0_u32..).zip(scene.as_slice()).zip(&self.slots);
        for ((id, aabb), &slot) in things {
            let start = &mut self.starts[slot as usize];
            *start -= 1;
            self.columns.set(*start as usize, aabb.edges(), id);
        }
    }

    /// Finds the pairs within a grid: each thing with those behind it.
    fn pair_with_itself(&self, cells: &Cells, search: &mut Search<'_, '_>) -> Result<(), Stopped> {
        if !cells.is_active() {
            return Ok(());
        }
        for place in cells.range(&self.starts) {
            let edges = self.columns.edges(place);
            let id = self.columns.id(place);
            let mut candidates = 0;
            cells.for_each_run(edges, &self.starts, |run, row| {
                let run = run.start.max(place + 1)..run.end;
                if run.is_empty() {
                    return;
                }
                candidates += run.len();
                self.columns.for_each_meeting(edges, run, |other, top| {
                    if cells.is_row(row, top) {
                        search.add(id as usize, other as usize);
                    }
                });
            });
            search.compared(candidates)?;
        }
        Ok(())
    }

    /// Finds the pairs of one grid with another.
    fn pair_up(
        &self,
        one: &Cells,
        other: &Cells,
        search: &mut Search<'_, '_>,
    ) -> Result<(), Stopped> {
        let Some([seekers, sought]) = one.seek(other) else { return Ok(()) };
        for place in seekers.range(&self.starts) {
            let edges = self.columns.edges(place);
            let id = self.columns.id(place);
            let mut candidates = 0;
            sought.for_each_run(edges, &self.starts, |run, row| {
                candidates += run.len();
                self.columns.for_each_meeting(edges, run, |other, top| {
                    if sought.is_row(row, top) {
                        search.add(id as usize, other as usize);
                    }
                });
            });
            search.compared(candidates)?;
        }
        Ok(())
    }
}
