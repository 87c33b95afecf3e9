//! Rounding and crowding must not push boxes into each other: such boxes go back
//! to their start.

use super::{BodyState, ContactSolver, Refusal, Trajectory};
use crate::world::broad_phase::{BroadPhase, SweptAabb};
use crate::world::memory::Budget;
use crate::world::{Body, Reply, Response};
use hitscan_geom::Moving;

impl ContactSolver {
    /// While two boxes that were apart at the start overlap at the end, sends those
    /// of them back to their start that can be. What then still lies below a
    /// kinematic box is crushed.
    pub(super) fn repair(&mut self, budget: &mut Budget<'_>) -> Result<(), Refusal> {
        let mut broad_phase = std::mem::take(&mut self.broad_phase);
        let overlapping = loop {
            let overlapping = self.overlapping(&mut broad_phase, budget)?;
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
        self.broad_phase = broad_phase;
        self.broad_phase.free();
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
        broad_phase: &mut BroadPhase,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<[usize; 2]>, Refusal> {
        let standing = |trajectory: &Trajectory| Moving::at_rest(trajectory.end());
        self.aabbs.clear();
        self.aabbs.extend(
            self.trajectories.iter().map(|trajectory| SweptAabb::of(&standing(trajectory))),
        );
        let has_moved =
            |(trajectory, body): (&Trajectory, &BodyState)| trajectory.end() != body.line.start();
        self.active.clear();
        self.active.extend(self.trajectories.iter().zip(&self.bodies).map(has_moved));
        let pairs = broad_phase.pairs(&self.aabbs, &self.active, 0, budget)?;
        let overlap = |&&[i, j]: &&[usize; 2]| {
            self.trajectories[i].end().overlaps(&self.trajectories[j].end())
                && self.act_on_each_other(i, j)
        };
        Ok(pairs.iter().filter(overlap).copied().collect())
    }
}
