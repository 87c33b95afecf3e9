//! Rounding and crowding must not push boxes into each other: such boxes go back
//! to their start.

use super::{BodyState, ContactSolver, Refusal, Trajectory};
use crate::world::broad_phase::PairFinder;
use crate::world::memory::Budget;
use crate::world::{Body, Reply, Response};
use hitscan_geom::broad_phase::SweptAabb;

impl ContactSolver {
    /// While two boxes that were apart at the start overlap at the end, sends those
    /// of them back to their start that can be. What then still lies below a
    /// kinematic box is crushed.
    pub(super) fn repair(&mut self, budget: &mut Budget<'_>) -> Result<(), Refusal> {
        let mut pair_finder = std::mem::take(&mut self.pair_finder);
        let overlapping = loop {
            let overlapping = self.overlapping(&mut pair_finder, budget)?;
            let Some([i, j]) = self.crowded(&overlapping) else { break overlapping };
            self.spend_on_contact(budget)?;
            let pair = self.mover_first(i, j);
            for index in pair {
                if self.is_returnable(index) {
                    self.gives_up(index);
                }
            }
            let approach = pair.map(|index| self.bodies[index].line);
            self.record_return(pair, approach, Reply::GaveUp);
        };
        self.pair_finder = pair_finder;
        self.pair_finder.free();
        for pair in overlapping {
            self.crush_what_lies_below(pair);
        }
        Ok(())
    }

    /// Whether a box goes back to its start where there is no room for it.
    fn is_returnable(&self, index: usize) -> bool {
        let body = &self.bodies[index];
        body.body == Body::Dynamic && body.response != Response::Pass
    }

    /// The first of these pairs of which one can return. Each repair leaves one
    /// moved box less, so they come to an end.
    fn crowded(&self, overlapping: &[[usize; 2]]) -> Option<[usize; 2]> {
        let can_return = |&index: &usize| {
            let is_back = self.trajectories[index].end() == self.bodies[index].line.start();
            self.is_returnable(index) && !is_back
        };
        overlapping.iter().copied().find(|pair| pair.iter().any(can_return))
    }

    /// The pairs that act on each other and overlap at the end, though they were
    /// apart at the start.
    fn overlapping(
        &mut self,
        pair_finder: &mut PairFinder,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<[usize; 2]>, Refusal> {
        let at_end = |(trajectory, body): (&Trajectory, &BodyState)| {
            let end = trajectory.end();
            (SweptAabb::from(&end), end != body.line.start())
        };
        self.aabbs.clear();
        self.aabbs.extend(self.trajectories.iter().zip(&self.bodies).map(at_end));
        let pairs = pair_finder.find(self.broad_phase, &self.aabbs, 0, budget)?;
        let overlap = |&&[i, j]: &&[usize; 2]| {
            self.trajectories[i].end().overlaps(&self.trajectories[j].end())
                && self.act_on_each_other(i, j)
        };
        Ok(pairs.iter().filter(overlap).copied().collect())
    }
}
