//! `stop`, `slide` and `bounce` by the exact method: contacts in the order of
//! their times, and after each one everything it touched is tested again.

use std::cmp::Reverse;

use super::{ContactSolver, Event, Expected, PathSegment, answered};
use crate::world::broad_phase::SweptAabb;
use crate::world::{Reply, Response};
use hitscan_geom::kernel::sweep;
use hitscan_geom::{Milli, Moving, Ratio, Side, Sides, Swept, Vector};

impl ContactSolver {
    pub(super) fn answer_in_time(&mut self, response: Response) {
        self.survey();
        let mut near = std::mem::take(&mut self.near);
        for &[i, j] in near.pairs(&self.reaches, &self.active) {
            self.expect(i, j, Ratio::ZERO);
        }
        self.near = near;
        while let Some(Reverse(next)) = self.expected.pop() {
            self.answer(&next, response);
        }
    }

    /// Notes the next contact of a pair, if there is one from `now` on.
    fn expect(&mut self, i: usize, j: usize, now: Ratio) {
        let [a, b] = self.mover_first(i, j);
        let Some((t, sides)) = self.next_contact(a, b, now) else { return };
        if self.start_in_each_other(a, b) {
            return;
        }
        self.note(t, sides, [a, b]);
    }

    pub(super) fn note(&mut self, t: Ratio, sides: Sides, pair: [usize; 2]) {
        let changes = pair.map(|index| self.courses[index].changes);
        let sides_count = sides.len();
        self.expected.push(Reverse(Expected { t, sides_count, pair, sides, changes }));
    }

    pub(super) fn is_expected_still(&self, expected: &Expected) -> bool {
        expected.pair.map(|index| self.courses[index].changes) == expected.changes
    }

    fn next_contact(&self, a: usize, b: usize, now: Ratio) -> Option<(Ratio, Sides)> {
        let [of_a, of_b] = [&self.courses[a], &self.courses[b]];
        match sweep(&of_a.line, &of_b.line).unpack() {
            Swept::Hit { t, sides } if t >= now => Some((t, sides)),
            Swept::Hit { .. } | Swept::Overlap { .. } if !of_a.gave_up && !of_b.gave_up => {
                pressed(&of_a.line, &of_b.line, now).map(|sides| (now, sides))
            }
            _ => None,
        }
    }

    fn answer(&mut self, next: &Expected, response: Response) {
        if !self.is_expected_still(next) {
            return;
        }
        let Expected { t, sides, pair, .. } = *next;
        let led = pair.map(|index| self.courses[index].line);
        let before = led.map(|line| line.motion);
        // To stop or slide, what rests is as good as fixed.
        let b_yields =
            self.yields(pair[1]) && (response == Response::Bounce || before[1] != Vector::ZERO);
        let after = answered(response, before, b_yields, sides);
        let changed = [0, 1].map(|k| before[k] != after[k]);
        let tired = [0, 1].map(|k| changed[k] && self.courses[pair[k]].has_had_enough());
        if tired.contains(&true) {
            for k in (0..2).filter(|&k| tired[k]) {
                self.gives_up(pair[k]);
            }
            self.tell_given_up(pair, led);
        } else {
            for k in (0..2).filter(|&k| changed[k]) {
                self.bend(pair[k], after[k], t);
            }
            // One that gave up rests for this frame and is still as fast.
            let kept = |k: usize, velocity: Vector| {
                let course = &self.courses[pair[k]];
                if course.gave_up { course.velocity } else { velocity }
            };
            let [before, after] = [before, after].map(|of| [kept(0, of[0]), kept(1, of[1])]);
            let (t, reply) = (Some(t), Reply::StoredContact);
            self.events.push(Event { pair, t, sides, reply, before, after, led });
        }
        let [a, b] = pair;
        let [a_changed, b_changed] =
            [0, 1].map(|k| self.courses[pair[k]].changes != next.changes[k]);
        if a_changed {
            self.expect_all(a, None, t);
        }
        if b_changed {
            // The pair itself is taken once.
            self.expect_all(b, a_changed.then_some(a), t);
        }
    }

    /// Notes the next contacts of one box with all others from `now` on.
    fn expect_all(&mut self, index: usize, but: Option<usize>, now: Ratio) {
        for other in (0..self.bodies.len()).filter(|&other| other != index) {
            if self.reaches[index].meets(&self.reaches[other]) && Some(other) != but {
                self.expect(index, other, now);
            }
        }
    }

    fn bend(&mut self, index: usize, velocity: Vector, t: Ratio) {
        let (course, body) = (&mut self.courses[index], &self.bodies[index]);
        if course.changes == 0 {
            self.bends.push(PathSegment { body: index, t: Ratio::ZERO, line: course.line });
        }
        course.bend(body, velocity, t);
        self.bends.push(PathSegment { body: index, t, line: course.line });
        self.reaches[index] = SweptAabb::of(&course.line);
    }
}

/// Through which side of `b` the two are in each other at `now` and go further
/// in: where a coordinate was rounded, that can be by less than two thousandths,
/// and is a contact like any other. Two sides where it is as far through both.
fn pressed(a: &Moving, b: &Moving, now: Ratio) -> Option<Sides> {
    let [over, under] = now.parts();
    let at = |line: &Moving, side: Side| {
        let way = line.motion.along(side.axis());
        i128::from(line.start.edge(side).wide()) * i128::from(under)
            + i128::from(way.wide()) * i128::from(over)
    };
    let depths = Side::ALL.map(|side| match side {
        Side::Left | Side::Top => at(a, side.opposite()) - at(b, side),
        Side::Right | Side::Bottom => at(b, side) - at(a, side.opposite()),
    });
    let goes_in = |side: Side| {
        let speed = (a.motion - b.motion).along(side.axis());
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
