//! Rounding and crowding must not push boxes into each other: such boxes go back
//! to their start.

use super::{BodyState, ContactSolver, Trajectory};
use crate::world::broad_phase::{BroadPhase, SweptAabb};
use hitscan_geom::Moving;

impl ContactSolver {
    /// While two boxes that were apart at the start overlap at the end, sends the
    /// free ones of them back to their start.
    pub(super) fn repair(&mut self) {
        let mut broad_phase = std::mem::take(&mut self.broad_phase);
        while let Some([i, j]) = self.crowded(&mut broad_phase) {
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
    }

    /// The first pair in scene order that was pushed into each other. One of the
    /// two moved, so each repair leaves one moved box less and the loop ends.
    fn crowded(&mut self, broad_phase: &mut BroadPhase) -> Option<[usize; 2]> {
        let standing = |trajectory: &Trajectory| Moving::at_rest(trajectory.end());
        self.aabbs.clear();
        self.aabbs.extend(
            self.trajectories.iter().map(|trajectory| SweptAabb::of(&standing(trajectory))),
        );
        let has_moved =
            |(trajectory, body): (&Trajectory, &BodyState)| trajectory.end() != body.line.start();
        self.active.clear();
        self.active.extend(self.trajectories.iter().zip(&self.bodies).map(has_moved));
        broad_phase.pairs(&self.aabbs, &self.active).iter().copied().find(|&[i, j]| {
            self.trajectories[i].end().overlaps(&self.trajectories[j].end())
                && !self.start_in_each_other(i, j)
        })
    }
}
