//! The path of one box through a frame.

use super::{AXES, MOST_CONTACTS};
use crate::world::{Body, Response};
use hitscan_geom::inside::Ratio;
use hitscan_geom::{Aabb, Milli, Moving, Side, Sides, Vector};

/// A box at the start of a frame.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct BodyState {
    /// Its position, and its displacement in the frame if nothing is in its way.
    pub(in crate::world) line: Moving,
    /// What moves it.
    pub(in crate::world) body: Body,
    /// How it responds to a contact.
    pub(in crate::world) response: Response,
    /// The sides through which alone others do not come in; none if it is not one-way.
    pub(in crate::world) one_way: Sides,
}

/// A box on its path. Its line always spans the whole frame, even if the box follows only a segment
/// of it: so every time counts from the start of the frame, and no position between two thousandths
/// is ever stored.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Trajectory {
    pub(super) line: Moving,
    /// Its velocity: that of its line, unless it was moved elsewhere.
    pub(in crate::world) velocity: Vector,
    /// How many contacts have changed its motion.
    pub(super) contacts: u32,
    /// How often its line has changed.
    pub(super) changes: u32,
    /// Whether it went back to its start and no longer responds.
    pub(super) gave_up: bool,
    /// The last kinematic box that pushed it.
    pub(super) push: Option<Push>,
    /// The index of the last segment of its path; `None` while the path is straight.
    pub(super) last_segment: Option<usize>,
}

/// How a kinematic box pushes another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    pub(super) t: Ratio,
    /// The kinematic box, as an index of the bodies.
    pub(super) by: usize,
    /// The sides of the other box that it pushes.
    pub(super) sides: Sides,
}

impl Trajectory {
    /// The whole path if nothing is in the way.
    pub(super) fn unhindered(body: &BodyState) -> Self {
        let velocity = body.line.motion();
        Self {
            line: body.line,
            velocity,
            contacts: 0,
            changes: 0,
            gave_up: false,
            push: None,
            last_segment: None,
        }
    }

    /// Its position at the end of the frame.
    pub(in crate::world) fn end(&self) -> Aabb {
        self.line.end()
    }

    /// Whether its path was changed, even if it ends where it would have anyway.
    pub(in crate::world) fn is_deflected(&self) -> bool {
        self.changes > 0
    }

    /// Whether one more contact reaches the limit.
    pub(super) fn is_at_contact_limit(&self) -> bool {
        self.contacts + 1 >= MOST_CONTACTS
    }

    /// Continues with a different velocity from `t` on.
    pub(super) fn deflect(&mut self, body: &BodyState, velocity: Vector, t: Ratio) {
        self.changes += 1;
        self.contacts += 1;
        let mut corner = self.line.start().min();
        for axis in AXES {
            // The new line meets the old one at `t`. It is rounded only if that is
            // between two thousandths.
            let given_up = self.line.motion().along(axis).wide() - velocity.along(axis).wide();
            let start = body.line.start().min().along(axis).wide();
            // A box that stops on a moving one moves on with it: its end is what is rounded
            // towards its start.
            let carried =
                if body.response == Response::Stop { velocity.along(axis).wide() } else { 0 };
            let towards = start - carried;
            corner = corner.with(axis, coordinate_at(corner.along(axis), given_up, t, towards));
        }
        let start = self.line.start().moved_to(corner);
        match start.and_then(|start| Moving::new(start, velocity)) {
            Ok(line) => self.line = line,
            Err(_) => self.give_up(body),
        }
        self.velocity = velocity;
    }

    /// Continues on a line that has been rounded already.
    pub(super) fn continue_on(&mut self, line: Moving) {
        self.changes += 1;
        self.contacts += 1;
        self.velocity = line.motion();
        self.line = line;
    }

    /// Ends where this line does, on which it starts.
    pub(super) fn put_on(&mut self, line: Moving) {
        self.changes += 1;
        self.line = line;
    }

    /// Ends flush against the outside of one side of `other`, on a straight line. Gives up if that
    /// is out of range.
    pub(super) fn put_flush(&mut self, body: &BodyState, other: &Aabb, side: Side) {
        let (start, end) = (body.line.start(), self.end());
        let flush = || {
            let by = other.edge(side).checked_sub(end.edge(side.opposite()))?;
            let end = end.translated(Vector::ZERO.with(side.axis(), by)).ok()?;
            Moving::new(start, start.displacement_to(&end)).ok()
        };
        match flush() {
            Some(line) => {
                self.changes += 1;
                self.line = line;
            }
            None => self.give_up(body),
        }
    }

    /// Stays where it is at `t` for the rest of the frame, keeping its velocity.
    pub(super) fn rest(&mut self, body: &BodyState, t: Ratio) {
        let velocity = self.velocity;
        self.deflect(body, Vector::ZERO, t);
        self.velocity = velocity;
        self.gave_up = true;
    }

    /// Goes back to the start for the rest of the frame, keeping its velocity.
    pub(super) fn give_up(&mut self, body: &BodyState) {
        self.changes += 1;
        self.line = Moving::at_rest(body.line.start());
        self.gave_up = true;
    }
}

/// The coordinate at time `t`, starting at `from` and moving by `displacement` in the frame;
/// rounded towards `aim`.
fn coordinate_at(from: Milli, displacement: i64, t: Ratio, aim: i64) -> Milli {
    if displacement == 0 {
        return from;
    }
    let [over, under] = t.parts();
    let scaled =
        i128::from(from.wide()) * i128::from(under) + i128::from(displacement) * i128::from(over);
    let (floor, rest) = (scaled.div_euclid(under.into()), scaled.rem_euclid(under.into()));
    let beyond = rest != 0 && floor < i128::from(aim);
    // Both ends are coordinates, and this lies between them.
    Milli::try_from(floor + i128::from(beyond)).unwrap_or(from)
}
