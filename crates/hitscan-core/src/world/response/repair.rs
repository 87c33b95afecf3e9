//! Rounding and crowding must not push boxes into each other: such boxes return to their start.

use std::collections::BTreeSet;

use super::trajectory::Push;
use super::{BodyState, ContactSolver, ExpectedContact, Refusal, Trajectory};
use crate::world::limits::Budget;
use crate::world::{Body, ContactReply, Response};
use hitscan_geom::broad_phase::SweptAabb;
use hitscan_geom::{Side, Sides};

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
        self.overlap_at_end(i, j) && self.act_on_each_other(i, j)
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

// Boxes that a kinematic one has no room to push: they return to their start, and it moves
// on over them.

impl ContactSolver {
    /// After a contact: remembers what a kinematic box pushes, and crushes a pushed box that was
    /// turned back into it at the same time by something that does not give way.
    pub(super) fn crush_stuck(&mut self, contact: &ExpectedContact, changed: [bool; 2]) {
        let ExpectedContact { t, sides, pair, .. } = *contact;
        for k in (0..2).filter(|&k| changed[k]) {
            let [index, other] = [pair[k], pair[1 - k]];
            if self.bodies[index].body != Body::Dynamic || self.trajectories[index].gave_up {
                continue;
            }
            let push = self.trajectories[index].push.filter(|push| push.t == t);
            if let Some(push) = push
                && push.by != other
                && self.is_stuck(index, other, &push)
            {
                self.crush(index, push.by);
            } else if self.against(other) == Body::Kinematic {
                let sides = if k == 1 { sides } else { opposite(sides) };
                self.trajectories[index].push = Some(Push { t, by: other, sides });
            }
        }
    }

    /// After a box was put back: records which kinematic box pushed it out. If something else puts
    /// it back into that box, it is crushed.
    pub(super) fn crush_put_back(&mut self, index: usize, other: usize, entry: &ExpectedContact) {
        let (t, sides) = (entry.t, entry.sides);
        if self.against(other) == Body::Kinematic {
            self.trajectories[index].push = Some(Push { t, by: other, sides });
        } else if let Some(push) = self.trajectories[index].push
            && self.overlap_at_end(index, push.by)
            && self.bodies[index].body == Body::Dynamic
        {
            self.crush(index, push.by);
        }
    }

    /// Whether a box moves into the one that pushes it, and the one on its other side does
    /// not move away.
    fn is_stuck(&self, index: usize, other: usize, push: &Push) -> bool {
        push.sides.iter().any(|side| {
            let [own, others, pushing] = [index, other, push.by]
                .map(|index| self.trajectories[index].line.motion().along(side.axis()));
            match side {
                Side::Left | Side::Top => own < pushing && others <= pushing,
                Side::Right | Side::Bottom => own > pushing && others >= pushing,
            }
        })
    }

    /// Sends a box back to its start with its initial velocity. A single record replaces all
    /// contacts of the two.
    pub(super) fn crush(&mut self, index: usize, by: usize) {
        self.give_up(index);
        self.trajectories[index].velocity = self.bodies[index].line.motion();
        let pair = self.mover_first(index, by);
        self.events.retain(|event| event.pair != pair && event.pair != [pair[1], pair[0]]);
        let approach = pair.map(|index| self.bodies[index].line);
        self.record_return(pair, approach, ContactReply::Crushed);
    }

    /// Crushes a box of the pair if the other one ends over its start and acts as
    /// kinematic towards it.
    pub(super) fn crush_below(&mut self, [i, j]: [usize; 2]) {
        let is_below = |index: usize, other: usize| {
            self.bodies[index].body == Body::Dynamic
                && self.bodies[index].response != Response::Pass
                && self.against(other) == Body::Kinematic
        };
        let is_crushed = self.events.iter().any(|event| {
            event.reply == ContactReply::Crushed && (event.pair == [i, j] || event.pair == [j, i])
        });
        match (is_below(i, j), is_below(j, i)) {
            _ if is_crushed => {}
            (true, _) => self.crush(i, j),
            (_, true) => self.crush(j, i),
            _ => {}
        }
    }
}

fn opposite(sides: Sides) -> Sides {
    sides.iter().map(Side::opposite).collect()
}
