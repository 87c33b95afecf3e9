//! `stop`, `slide` and `bounce` by the exact method: contacts in order of time. After each one,
//! everything that it changed is tested again.

use std::cmp::Reverse;

use super::{BodyState, ContactEvent, ContactSolver, ExpectedContact, Refusal, WORK_OF_A_CONTACT};
use crate::world::limits::Budget;
use crate::world::{Body, ContactReply, Response};
use hitscan_geom::inside::Ratio;
use hitscan_geom::kernel::sweep;
use hitscan_geom::{Axis, Milli, Moving, Side, Sides, Swept, Vector};

impl ContactSolver {
    /// Resolves all contacts that change a box's velocity.
    pub(super) fn respond_by_time(&mut self, budget: &mut Budget<'_>) -> Result<(), Refusal> {
        let turns = |body: &BodyState| !matches!(body.response, Response::Pass | Response::PushOut);
        if !self.bodies.iter().any(turns) {
            return Ok(());
        }
        self.collect_aabbs();
        let mut pair_finder = std::mem::take(&mut self.pair_finder);
        for &[i, j] in &*pair_finder.find(self.broad_phase, &self.aabbs, 0, budget)? {
            let tests = self.tests_of([i, j]);
            budget.test(tests)?;
            self.expect(i, j, Ratio::ZERO);
            budget.spend(WORK_OF_A_CONTACT.saturating_mul(usize::try_from(tests).unwrap_or(1)))?;
        }
        self.pair_finder = pair_finder;
        self.pair_finder.free();
        while let Some(Reverse(next)) = self.expected.pop() {
            self.spend_on_contact(budget)?;
            self.answer(&next, budget)?;
        }
        Ok(())
    }

    /// Whether one of two boxes responds to the other by changing its velocity.
    fn turns(&self, i: usize, j: usize) -> bool {
        let turns = |index: usize, other: usize| {
            self.bodies[index].response != Response::PushOut && self.answers(index, other)
        };
        turns(i, j) || turns(j, i)
    }

    /// Queues the next contact of a pair from `now` on, if there is one.
    fn expect(&mut self, i: usize, j: usize, now: Ratio) {
        if !self.turns(i, j) {
            return;
        }
        let [a, b] = self.mover_first(i, j);
        self.note_inside([a, b]);
        if self.passes([a, b]) {
            return;
        }
        if self.has_polygon([a, b]) {
            self.expect_region(a, b, now);
            return;
        }
        let Some((t, sides)) = self.next_contact(a, b, now) else { return };
        if self.overlap_at_start(a, b) {
            return;
        }
        self.note(t, sides, [a, b]);
    }

    fn expect_region(&mut self, a: usize, b: usize, now: Ratio) {
        let Some((t, sides_count)) = self.next_region_contact(a, b, now) else { return };
        if !self.overlap_at_start(a, b) {
            self.note_region(t, sides_count, [a, b]);
        }
    }

    /// Queues a contact with a polygon, which has directions instead of sides.
    pub(super) fn note_region(&mut self, t: Ratio, sides_count: u32, pair: [usize; 2]) {
        let changes = pair.map(|index| self.trajectories[index].changes);
        let sides = Sides::NONE;
        self.expected.push(Reverse(ExpectedContact { t, sides_count, pair, sides, changes }));
    }

    pub(super) fn note(&mut self, t: Ratio, sides: Sides, pair: [usize; 2]) {
        let changes = pair.map(|index| self.trajectories[index].changes);
        let sides_count = sides.len();
        self.expected.push(Reverse(ExpectedContact { t, sides_count, pair, sides, changes }));
    }

    pub(super) fn is_expected_still(&self, expected: &ExpectedContact) -> bool {
        expected.pair.map(|index| self.trajectories[index].changes) == expected.changes
    }

    fn next_contact(&self, a: usize, b: usize, now: Ratio) -> Option<(Ratio, Sides)> {
        let [of_a, of_b] = [&self.trajectories[a], &self.trajectories[b]];
        // A box that is put back later passes through others until then.
        let goes_on = [a, b].iter().any(|&k| self.bodies[k].response == Response::PushOut);
        let may_press = !goes_on && !of_a.gave_up && !of_b.gave_up;
        match sweep(&of_a.line, &of_b.line).quotients() {
            Swept::Hit { t, sides } if t >= now => Some((t, sides)),
            Swept::Hit { .. } | Swept::Overlap { .. } if may_press => {
                pressed(&of_a.line, &of_b.line, now).map(|sides| (now, sides))
            }
            _ => None,
        }
    }

    fn answer(&mut self, next: &ExpectedContact, budget: &mut Budget<'_>) -> Result<(), Refusal> {
        if !self.is_expected_still(next) {
            return Ok(());
        }
        if self.has_polygon(next.pair) {
            return self.answer_regions(next, budget);
        }
        let ExpectedContact { t, pair, .. } = *next;
        let sides = self.counting_sides(pair, next.sides);
        if self.passes(pair) {
            return Ok(());
        }
        if sides.is_empty() {
            let normals = next.sides.iter().map(Into::into).collect();
            self.pass_side(pair, t, normals);
            return Ok(());
        }
        let approach = pair.map(|index| self.trajectories[index].line);
        let before = approach.map(|line| line.motion());
        let after = self.answered(pair, before, sides)?;
        let changed = [0, 1].map(|k| before[k] != after[k]);
        if changed == [false; 2] {
            return Ok(());
        }
        let at_limit =
            [0, 1].map(|k| changed[k] && self.trajectories[pair[k]].is_at_contact_limit());
        if at_limit.contains(&true) {
            for k in (0..2).filter(|&k| at_limit[k]) {
                self.give_up_at(pair[k], t);
            }
            self.record_return(pair, approach, ContactReply::GaveUp);
        } else {
            for k in (0..2).filter(|&k| changed[k]) {
                self.deflect(pair[k], after[k], t, budget)?;
            }
            // A box that gave up rests for this frame but keeps its velocity.
            let kept = |k: usize, velocity: Vector| {
                let trajectory = &self.trajectories[pair[k]];
                if trajectory.gave_up { trajectory.velocity } else { velocity }
            };
            let [before, after] = [before, after].map(|of| [kept(0, of[0]), kept(1, of[1])]);
            let (t, reply) = (Some(t), ContactReply::Responded);
            self.events.push(ContactEvent { pair, t, sides, reply, before, after, approach });
            self.crush_stuck(next, changed);
        }
        self.expect_changed(next, budget)
    }

    /// A box with too many contacts goes back to its start; a kinematic one stays where it is.
    pub(super) fn give_up_at(&mut self, index: usize, t: Ratio) {
        if self.bodies[index].body != Body::Kinematic {
            self.give_up(index);
            return;
        }
        if self.trajectories[index].changes == 0 {
            self.add_segment(index, Ratio::ZERO, self.trajectories[index].line);
        }
        self.trajectories[index].rest(&self.bodies[index], t);
        self.add_segment(index, t, self.trajectories[index].line);
        self.follow_line(index);
    }

    /// Queues the next contacts of one box with all others from `now` on.
    pub(super) fn expect_all(
        &mut self,
        index: usize,
        except: Option<usize>,
        now: Ratio,
        budget: &mut Budget<'_>,
    ) -> Result<(), Refusal> {
        let mut others = std::mem::take(&mut self.found);
        self.find_neighbors(index, &mut others);
        self.spend_on_neighbors(others.len(), budget)?;
        self.spend_on_outlines(index, &others, budget)?;
        for &other in others.iter().filter(|&&other| Some(other) != except) {
            self.expect(index, other, now);
        }
        self.found = others;
        Ok(())
    }

    fn deflect(
        &mut self,
        index: usize,
        velocity: Vector,
        t: Ratio,
        budget: &mut Budget<'_>,
    ) -> Result<(), Refusal> {
        if self.trajectories[index].changes == 0 {
            self.add_segment(index, Ratio::ZERO, self.trajectories[index].line);
        }
        let before = self.trajectories[index];
        self.trajectories[index].deflect(&self.bodies[index], velocity, t);
        self.follow_line(index);
        if !self.regions.is_empty() {
            let near = self.around(index, budget)?;
            if self.is_in_polygon(index, t, &near) {
                self.trajectories[index] = before;
                self.follow_line(index);
                self.deflect_to(index, velocity, t, budget)?;
                return Ok(());
            }
        }
        self.add_segment(index, t, self.trajectories[index].line);
        Ok(())
    }
}

/// The side of `b` through which the two overlap at `now` and move further in. Rounding can cause
/// such an overlap of less than two thousandths, which counts as an ordinary contact. Two sides if
/// both overlap equally.
fn pressed(a: &Moving, b: &Moving, now: Ratio) -> Option<Sides> {
    let [over, under] = now.parts();
    let at = |line: &Moving, side: Side| {
        let displacement = line.motion().along(side.axis());
        i128::from(line.start().edge(side).wide()) * i128::from(under)
            + i128::from(displacement.wide()) * i128::from(over)
    };
    let depths = Side::ALL.map(|side| match side {
        Side::Left | Side::Top => at(a, side.opposite()) - at(b, side),
        Side::Right | Side::Bottom => at(b, side) - at(a, side.opposite()),
    });
    let goes_in = |side: Side| {
        let speed = a.motion_relative_to(b).along(side.axis());
        match side {
            Side::Left | Side::Top => speed > Milli::ZERO,
            Side::Right | Side::Bottom => speed < Milli::ZERO,
        }
    };
    let least = depths.into_iter().min().filter(|&least| least > 0)?;
    let through = Side::ALL.into_iter().zip(depths).filter(|&(_, depth)| depth == least);
    let sides: Sides = through.map(|(side, _)| side).filter(|&side| goes_in(side)).collect();
    (!sides.is_empty()).then_some(sides)
}

/// The velocity of a box after a contact across `sides`, given its own velocity and the other's
/// before it, and what the other one is to it. `Err` names the axis along which the velocity would be out of range.
pub(super) fn answer(
    response: Response,
    against: Body,
    [own, other]: [Vector; 2],
    sides: Sides,
) -> Result<Vector, Axis> {
    let across = |axis: Axis| -> Result<Milli, Axis> {
        let (c, w) = (own.along(axis), other.along(axis));
        match (response, against) {
            (Response::Pass | Response::PushOut | Response::Stop, _) => Ok(c),
            // It moves along with the other, or the two exchange their velocities.
            (Response::Slide, Body::Kinematic) | (Response::Bounce, Body::Dynamic) => Ok(w),
            (Response::Slide, Body::Static | Body::Dynamic) => Ok(Milli::ZERO),
            (Response::Bounce, Body::Static) => Ok(-c),
            (Response::Bounce, Body::Kinematic) => {
                let mirrored = w.checked_add(w).and_then(|twice| twice.checked_sub(c));
                mirrored.filter(|mirrored| mirrored.in_range()).ok_or(axis)
            }
        }
    };
    match (response, against) {
        (Response::Stop, Body::Static | Body::Dynamic) => Ok(Vector::ZERO),
        (Response::Stop, Body::Kinematic) => Ok(other),
        _ => sides
            .iter()
            .map(Side::axis)
            .try_fold(own, |velocity, axis| Ok(velocity.with(axis, across(axis)?))),
    }
}
