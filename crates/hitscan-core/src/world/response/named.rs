//! Responses by the side methods that have no notion of time in the frame, applied as in their
//! sources. If a method names the wrong side, the boxes do the wrong thing.

use super::{ContactEvent, ContactSolver, Refusal, Trajectory};
use crate::methods::{Method, Named, ResponseTiming};
use crate::world::limits::Budget;
use crate::world::{ContactReply, Response, Rules};
use hitscan_geom::broad_phase::SweptAabb;
use hitscan_geom::{Axis, Milli, Moving, Side, Sides, Vector};

/// The work of running a method on two boxes.
const WORK_OF_A_PAIR: usize = 8;

impl ContactSolver {
    /// Moves everything its whole distance, then runs `method` on each pair in scene order, with
    /// positions and velocities as changed so far.
    pub(super) fn respond_after_moving(
        &mut self,
        method: Method,
        budget: &mut Budget<'_>,
    ) -> Result<(), Refusal> {
        self.aabbs.clear();
        self.aabbs.extend(
            self.trajectories
                .iter()
                .map(|it| (asked_about(it, method), it.velocity != Vector::ZERO)),
        );
        self.for_each_candidate(Partners::Later, budget, |solver, [i, j], budget| {
            budget.spend(WORK_OF_A_PAIR)?;
            if solver.turn_at_end(method, [i, j])? {
                solver.spend_on_contact(budget)?;
            }
            Ok(())
        })
    }

    /// Makes two boxes respond at the end of the frame, if `method` names a side for them.
    pub(super) fn turn_at_end(
        &mut self,
        method: Method,
        [i, j]: [usize; 2],
    ) -> Result<bool, Refusal> {
        let velocities = [i, j].map(|index| self.trajectories[index].velocity);
        if velocities == [Vector::ZERO; 2] || !(self.answers(i, j) || self.answers(j, i)) {
            return Ok(false);
        }
        let pair @ [a, b] = if velocities[0] == Vector::ZERO { [j, i] } else { [i, j] };
        let lines = pair.map(|index| {
            let trajectory = &self.trajectories[index];
            Moving::ending_at(trajectory.end(), trajectory.velocity)
        });
        let [Ok(of_a), Ok(of_b)] = lines else { return Ok(false) };
        let approach = [of_a, of_b];
        let named = method.claim(&approach[0], &approach[1]).map(|claim| claim.named);
        let mut sides = named.map_or(Sides::NONE, Named::sides);
        if self.rules < Rules::V3 && method == Method::PREVIOUS_FRAME {
            sides = sides.iter().filter(|&side| !touched(&approach, side)).collect();
        }
        let sides = self.counting_sides(pair, sides);
        if sides.is_empty() || self.overlap_at_start(a, b) || self.passes(pair) {
            return Ok(false);
        }
        let before = approach.map(|line| line.motion());
        let after = self.answered(pair, before, sides)?;
        let (index, other) = if self.answers(a, b) { (a, b) } else { (b, a) };
        for side in sides.iter() {
            // The side belongs to the second box.
            let side = if index == a { side } else { side.opposite() };
            let at = self.trajectories[other].end();
            self.trajectories[index].put_flush(&self.bodies[index], &at, side);
        }
        for (index, velocity) in pair.into_iter().zip(after) {
            self.trajectories[index].velocity = velocity;
        }
        // Where a method can name a side depends on the velocity, which may have changed for both.
        for index in pair {
            self.aabbs[index] = asked_about(&self.trajectories[index], method);
        }
        let (t, reply) = (None, ContactReply::Responded);
        self.events.push(ContactEvent { pair, t, sides, reply, before, after, approach });
        Ok(true)
    }

    /// Before anything moves, runs `method` on each dynamic box that is about to move, with every
    /// other box in scene order, as if the other stood still.
    pub(super) fn respond_before_moving(
        &mut self,
        method: Method,
        budget: &mut Budget<'_>,
    ) -> Result<(), Refusal> {
        self.collect_aabbs();
        self.for_each_candidate(Partners::All, budget, |solver, [i, j], budget| {
            let moves = solver.bodies[i].line.motion() != Vector::ZERO;
            if moves && solver.answers(i, j) && !solver.overlap_at_start(i, j) {
                solver.predict(method, [i, j]);
                solver.spend_on_contact(budget)?;
            }
            Ok(())
        })
    }

    pub(super) fn predict(&mut self, method: Method, pair: [usize; 2]) {
        let response = self.bodies[pair[0]].response;
        let approach = pair.map(|index| self.trajectories[index].line);
        let claim = method.claim(&approach[0], &approach[1]);
        let axes = claim.map_or(&[][..], |claim| claim.named.axes());
        let counts = |axis: &Axis| {
            let sides = faced(&approach, &[*axis]);
            !self.is_one_way(pair) || !self.counting_sides(pair, sides).is_empty()
        };
        let counting: Vec<Axis> = axes.iter().copied().filter(counts).collect();
        let axes = counting.as_slice();
        if axes.is_empty() || self.passes(pair) {
            return;
        }
        let before = pair.map(|index| self.trajectories[index].velocity);
        let [displacement, _] = approach.map(|line| line.motion());
        let new_displacement = turned(response, displacement, axes, VectorKind::Displacement);
        let velocity = turned(response, before[0], axes, VectorKind::Velocity);
        // Along an axis without motion, nothing changes.
        if (new_displacement, velocity) == (displacement, before[0]) {
            return;
        }
        let trajectory = &mut self.trajectories[pair[0]];
        let Ok(line) = Moving::new(trajectory.line.start(), new_displacement) else { return };
        trajectory.line = line;
        trajectory.velocity = velocity;
        trajectory.changes += 1;
        self.aabbs[pair[0]].include_all(&SweptAabb::from(&trajectory.line));
        let after = [velocity, before[1]];
        let (t, sides, reply) = (None, faced(&approach, axes), ContactReply::Responded);
        self.events.push(ContactEvent { pair, t, sides, reply, before, after, approach });
    }
}

/// The region in which `method` can name a side for a box that has moved its whole distance.
fn asked_about(trajectory: &Trajectory, method: Method) -> SweptAabb {
    let end = trajectory.end();
    let timing = method.side_test().and_then(|test| test.timing);
    match (timing, Moving::ending_at(end, trajectory.velocity)) {
        (Some(ResponseTiming::AfterMotionOnTheWay), Ok(way)) => SweptAabb::from(&way),
        _ => SweptAabb::from(&end),
    }
}

/// Whether the first began flush with this side of the second. By the rules of the first two
/// formats of recordings, `previous-frame` named no such side.
fn touched(approach: &[Moving; 2], side: Side) -> bool {
    let [a, b] = approach.each_ref().map(Moving::start);
    match side {
        Side::Left => a.right() == b.left(),
        Side::Top => a.bottom() == b.top(),
        Side::Right => a.left() == b.right(),
        Side::Bottom => a.top() == b.bottom(),
    }
}

/// What a response changes: the motion in this frame, or the velocity afterwards.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VectorKind {
    Displacement,
    Velocity,
}

fn turned(response: Response, motion: Vector, axes: &[Axis], kind: VectorKind) -> Vector {
    let turn = |motion: Vector, axis: Axis| {
        let along = motion.along(axis);
        let new = match response {
            Response::Bounce => -along,
            Response::Slide => Milli::ZERO,
            // A box that is pushed out stays put along that axis for this frame only.
            Response::PushOut if kind == VectorKind::Displacement => Milli::ZERO,
            Response::PushOut | Response::Stop | Response::Pass => along,
        };
        motion.with(axis, new)
    };
    if response == Response::Stop {
        return Vector::ZERO;
    }
    axes.iter().fold(motion, |motion, &axis| turn(motion, axis))
}

/// The sides of the other box that face the motion along these axes.
fn faced([a, b]: &[Moving; 2], axes: &[Axis]) -> Sides {
    let motion = a.motion_relative_to(b);
    let facing = |&axis: &Axis| {
        let [low, high]: [Side; 2] = axis.sides();
        match motion.along(axis).thousandths().signum() {
            1 => Some(low),
            -1 => Some(high),
            _ => None,
        }
    };
    axes.iter().filter_map(facing).collect()
}

// The pairs that a side method without a notion of time has to decide: in scene order, with every
// box as changed so far, and without those that are far apart.

/// Which other boxes a box is paired with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Partners {
    /// Those after it in the scene.
    Later,
    /// All others.
    All,
}

impl ContactSolver {
    /// Calls `ask` for each pair whose `aabbs` meet when its turn comes, in scene order, and of
    /// which at least one is `active` or has changed. `ask` must keep the `aabbs` of what it
    /// changes up to date.
    ///
    /// The broad phase finds the pairs of boxes as they are at the start. A box that changes is
    /// compared with all others from then on.
    pub(super) fn for_each_candidate(
        &mut self,
        partners: Partners,
        budget: &mut Budget<'_>,
        mut ask: impl FnMut(&mut Self, [usize; 2], &mut Budget<'_>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let mut pair_finder = std::mem::take(&mut self.pair_finder);
        let pairs = pair_finder.find(self.broad_phase, &self.aabbs, 0, budget)?;
        if partners == Partners::All {
            pairs.extend_from_within(..);
            let half = pairs.len() / 2;
            for pair in &mut pairs[half..] {
                pair.reverse();
            }
            pairs.sort_unstable();
        }
        let (mut rest, count) = (pairs.as_slice(), self.bodies.len());
        let (mut changed, mut row) = (Vec::new(), Vec::new());
        for i in 0..count {
            let (own, others) = rest.split_at(rest.partition_point(|pair| pair[0] <= i));
            rest = others;
            let first = if partners == Partners::Later { i + 1 } else { 0 };
            row.clear();
            if self.has_changed(i) {
                row.extend(first..count);
            } else {
                row.extend(own.iter().map(|pair| pair[1]));
                row.extend(changed.iter().copied().filter(|&j| j >= first));
                row.sort_unstable();
                row.dedup();
            }
            let mut place = 0;
            while let Some(&j) = row.get(place) {
                place += 1;
                if i == j || !self.aabbs[i].meets(&self.aabbs[j]) {
                    continue;
                }
                let unchanged = [i, j].map(|index| !self.has_changed(index));
                budget.test(1)?;
                ask(self, [i, j], budget)?;
                for (index, was_unchanged) in [i, j].into_iter().zip(unchanged) {
                    if was_unchanged && self.has_changed(index) {
                        changed.push(index);
                        if index == i {
                            row.clear();
                            row.extend(j + 1..count);
                            place = 0;
                        }
                    }
                }
            }
            budget.spend(1 + row.len() + changed.len())?;
        }
        self.pair_finder = pair_finder;
        self.pair_finder.free();
        Ok(())
    }

    /// Whether the line or the velocity of a box differs from that at the start.
    fn has_changed(&self, index: usize) -> bool {
        let trajectory = &self.trajectories[index];
        trajectory.changes > 0 || trajectory.velocity != self.bodies[index].line.motion()
    }
}
