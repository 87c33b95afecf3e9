//! Rounding and crowding must not push boxes into each other: such boxes return to their start.

use std::collections::BTreeSet;

use super::{BodyState, ContactSolver, Refusal, Trajectory};
use crate::world::memory::Budget;
use crate::world::{Body, ContactReply, Response};
use hitscan_geom::broad_phase::SweptAabb;

impl ContactSolver {
    /// As long as two boxes overlap at the end although they were apart at the start, returns
    /// those of them to their start that can return. A box that then still lies under a kinematic
    /// one is crushed.
    pub(super) fn repair(&mut self, budget: &mut Budget<'_>) -> Result<(), Refusal> {
        let mut overlapping = self.overlapping(budget)?;
        while let Some([i, j]) = overlapping.crowded.first().copied() {
            self.spend_on_contact(budget)?;
            let pair = self.mover_first(i, j);
            for index in pair {
                if self.is_returnable(index) {
                    for pair in self.overlapping_with(index, budget)? {
                        overlapping.remove(pair);
                    }
                    self.give_up(index);
                    for pair in self.overlapping_with(index, budget)? {
                        overlapping.add(pair, self);
                    }
                }
            }
            let approach = pair.map(|index| self.bodies[index].line);
            self.record_return(pair, approach, ContactReply::GaveUp);
        }
        for pair in overlapping.stuck {
            budget.test(1 + self.events.len() as u64 / 64)?;
            self.crush_below(pair);
        }
        Ok(())
    }

    /// Whether a box returns to its start if there is no room for it.
    fn is_returnable(&self, index: usize) -> bool {
        let body = &self.bodies[index];
        body.body == Body::Dynamic && body.response != Response::Pass
    }

    /// Whether at least one of a pair can return. Each repair reduces the number of moved boxes,
    /// so repairs terminate.
    fn is_crowded(&self, pair: [usize; 2]) -> bool {
        pair.into_iter().any(|index| {
            let is_back = self.trajectories[index].end() == self.bodies[index].line.start();
            self.is_returnable(index) && !is_back
        })
    }

    /// Whether the two act on each other and overlap at the end, although they were apart
    /// at the start.
    fn overlap(&self, [i, j]: [usize; 2]) -> bool {
        self.trajectories[i].end().overlaps(&self.trajectories[j].end())
            && self.act_on_each_other(i, j)
    }

    /// The pairs that overlap. From here on, the bounds of the boxes are those at the end.
    fn overlapping(&mut self, budget: &mut Budget<'_>) -> Result<Overlapping, Refusal> {
        let at_end = |(trajectory, body): (&Trajectory, &BodyState)| {
            let end = trajectory.end();
            (SweptAabb::from(&end), end != body.line.start())
        };
        self.neighbors.clear();
        self.aabbs.clear();
        self.aabbs.extend(self.trajectories.iter().zip(&self.bodies).map(at_end));
        let mut pair_finder = std::mem::take(&mut self.pair_finder);
        let pairs = pair_finder.find(self.broad_phase, &self.aabbs, 0, budget)?;
        let mut overlapping = Overlapping::default();
        for &pair in pairs.iter().filter(|pair| self.overlap(**pair)) {
            overlapping.add(pair, self);
        }
        self.pair_finder = pair_finder;
        self.pair_finder.free();
        Ok(overlapping)
    }

    /// The overlapping pairs of one box.
    fn overlapping_with(
        &mut self,
        index: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<[usize; 2]>, Refusal> {
        let mut others = std::mem::take(&mut self.found);
        self.find_neighbors(index, &mut others);
        self.spend_on_neighbors(others.len(), budget)?;
        let pairs = others.iter().map(|&other| [index.min(other), index.max(other)]);
        let overlapping = pairs.filter(|&pair| self.overlap(pair)).collect();
        self.found = others;
        Ok(overlapping)
    }
}

/// Pairs that overlap, in scene order.
#[derive(Default)]
struct Overlapping {
    /// Pairs of which at least one can return.
    crowded: BTreeSet<[usize; 2]>,
    /// Pairs of which neither can return.
    stuck: BTreeSet<[usize; 2]>,
}

impl Overlapping {
    fn add(&mut self, pair: [usize; 2], solver: &ContactSolver) {
        let pairs = if solver.is_crowded(pair) { &mut self.crowded } else { &mut self.stuck };
        pairs.insert(pair);
    }

    fn remove(&mut self, pair: [usize; 2]) {
        self.crowded.remove(&pair);
        self.stuck.remove(&pair);
    }
}
