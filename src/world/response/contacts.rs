//! `stop`, `slide` and `bounce` by the exact method: contacts in the order of
//! their times, and after each one everything it touched is tested again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{
    AXES, Body, Course, Event, MOST_CONTACTS, Resolved, answered, coordinate_at, moved_to,
    mover_first,
};
use crate::geom::{Fraction, Milli, Moving, Point, Sides, Swept, Vector, swept};
use crate::world::Response;

/// A box on its way. Its motion is always that of a straight line through the
/// whole frame, of which it is now making a piece: so every time is counted
/// from the start of the frame, and no position between two whole ones is ever
/// stored.
struct Runner {
    line: Moving,
    contacts: u32,
    /// How often its line has changed: an expected contact of an older line is
    /// no longer expected.
    changes: u32,
    pieces: Vec<(Fraction, Moving)>,
}

/// A contact that will come if nothing comes before it. The order is that in
/// which they are answered: by time, then one-sided ones before corners, then
/// in scene order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Expected {
    t: Fraction,
    sides_count: u32,
    pair: (usize, usize),
    sides: Sides,
    changes: (u32, u32),
}

pub(super) fn resolve(bodies: &[Body], response: Response) -> Resolved {
    let mut frame = Frame {
        bodies,
        runners: bodies.iter().map(Runner::new).collect(),
        expected: BinaryHeap::new(),
        events: Vec::new(),
    };
    let moves = |index: usize| bodies[index].way != Vector::ZERO;
    for i in (0..bodies.len()).filter(|&i| moves(i)) {
        // A pair of two that move is looked at once.
        for j in (0..bodies.len()).filter(|&j| j < i || (j > i && !moves(j))) {
            frame.expect(i, j, Fraction::ZERO);
        }
    }
    while let Some(Reverse(next)) = frame.expected.pop() {
        frame.answer(&next, response);
    }
    Resolved {
        courses: frame.runners.into_iter().map(Runner::finish).collect(),
        events: frame.events,
    }
}

struct Frame<'a> {
    bodies: &'a [Body],
    runners: Vec<Runner>,
    expected: BinaryHeap<Reverse<Expected>>,
    events: Vec<Event>,
}

impl Frame<'_> {
    /// Notes the next contact of a pair, if there is one from `now` on.
    fn expect(&mut self, i: usize, j: usize, now: Fraction) {
        let (a, b) = mover_first(self.bodies, i, j);
        let (of_a, of_b) = (&self.runners[a], &self.runners[b]);
        if !of_a.may_meet(of_b) || self.bodies[a].starts_in(&self.bodies[b]) {
            return;
        }
        if let Swept::Hit { t, sides } = swept(&of_a.line, &of_b.line)
            && t >= now
        {
            self.expected.push(Reverse(Expected {
                t,
                sides_count: sides.len(),
                pair: (a, b),
                sides,
                changes: (of_a.changes, of_b.changes),
            }));
        }
    }

    fn answer(&mut self, next: &Expected, response: Response) {
        let (a, b) = next.pair;
        if next.changes != (self.runners[a].changes, self.runners[b].changes) {
            return;
        }
        let judged = [self.runners[a].line, self.runners[b].line];
        let before = judged.map(|line| line.motion);
        // To stop or slide, what rests is as good as fixed.
        let b_yields =
            self.bodies[b].is_free && (response == Response::Bounce || before[1] != Vector::ZERO);
        let after = answered(response, before, b_yields, next.sides);
        for (index, velocity) in [a, b].into_iter().zip(after) {
            if velocity != self.runners[index].line.motion {
                self.runners[index].bend(&self.bodies[index], velocity, next.t);
            }
        }
        let (t, sides) = (Some(next.t), next.sides);
        self.events.push(Event { a, b, t, sides, before, after, judged });
        for changed in [a, b] {
            for other in (0..self.bodies.len()).filter(|&other| other != changed) {
                if changed == a || other != a {
                    self.expect(changed, other, next.t);
                }
            }
        }
    }
}

impl Runner {
    fn new(body: &Body) -> Self {
        let line = Moving { start: body.start, motion: body.way };
        Self { line, contacts: 0, changes: 0, pieces: vec![(Fraction::ZERO, line)] }
    }

    /// Goes on with another velocity from `t` on; one that has had too many
    /// contacts gives up and stays where it started.
    fn bend(&mut self, body: &Body, velocity: Vector, t: Fraction) {
        self.changes += 1;
        self.contacts += 1;
        if self.contacts >= MOST_CONTACTS {
            self.line = Moving { start: body.start, motion: Vector::ZERO };
            self.pieces = vec![(Fraction::ZERO, self.line)];
            return;
        }
        let mut corner = self.line.start.min();
        for axis in AXES {
            // The new line goes through where the old one is at `t`. Only where
            // the motion ends between two whole coordinates is anything rounded.
            let given_up = self.line.motion.along(axis) - velocity.along(axis);
            let start = body.start.min().along(axis);
            corner = corner.with(axis, coordinate_at(corner.along(axis), given_up, t, start));
        }
        self.line = Moving { start: moved_to(&self.line.start, corner), motion: velocity };
        self.pieces.push((t, self.line));
    }

    fn finish(self) -> Course {
        Course { end: self.line.end(), velocity: self.line.motion, pieces: self.pieces }
    }

    /// Whether the lines come near each other at all: a quick no for most pairs.
    fn may_meet(&self, other: &Self) -> bool {
        let (a, b) = (reach(&self.line), reach(&other.line));
        a.0.x <= b.1.x && b.0.x <= a.1.x && a.0.y <= b.1.y && b.0.y <= a.1.y
    }
}

/// The least and greatest coordinates of all places on a line.
fn reach(line: &Moving) -> (Point, Point) {
    let (from, to) = (&line.start, line.end());
    let least = |p: Milli, q: Milli| p.min(q);
    let most = |p: Milli, q: Milli| p.max(q);
    (
        Point::new(least(from.left(), to.left()), least(from.top(), to.top())),
        Point::new(most(from.right(), to.right()), most(from.bottom(), to.bottom())),
    )
}
