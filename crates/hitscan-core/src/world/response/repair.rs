//! Rounding and crowding must not push boxes into each other: such boxes go back
//! to their start.

use super::{BodyState, ContactSolver, Trajectory};
use crate::world::ChangeError;
use crate::world::broad_phase::{BroadPhase, SweptAabb};
use crate::world::memory::Budget;
use hitscan_geom::Moving;

impl ContactSolver {
    /// While two boxes that were apart at the start overlap at the end, sends the
    /// free ones of them back to their start.
    pub(super) fn repair(&mut self, budget: &mut Budget<'_>) -> Result<(), ChangeError> {
        let mut broad_phase = std::mem::take(&mut self.broad_phase);
        while let Some([i, j]) = self.crowded(&mut broad_phase, budget)? {
            self.spend_on_contact(budget)?;
            let pair = self.mover_first(i, j);
            for index in pair {
                if self.bodies[index].is_free {
                    self.gives_up(index);
                }
            }
            let approach = pair.map(|index| self.bodies[index].line);
            self.record_give_up(pair, approach);
        }
        self.broad_phase = broad_phase;
        self.broad_phase.free();
        Ok(())
    }

    /// The first pair in scene order that was pushed into each other. One of the
    /// two moved, so each repair leaves one moved box less and the loop ends.
    fn crowded(
        &mut self,
        broad_phase: &mut BroadPhase,
        budget: &mut Budget<'_>,
    ) -> Result<Option<[usize; 2]>, ChangeError> {
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
        Ok(pairs.iter().copied().find(|&[i, j]| {
            self.trajectories[i].end().overlaps(&self.trajectories[j].end())
                && !self.start_in_each_other(i, j)
        }))
    }
}
