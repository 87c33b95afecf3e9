//! The path of one box through a frame.

use super::{AXES, MOST_CONTACTS};
use hitscan_geom::{Aabb, Milli, Moving, Point, Ratio, Side, Vector};

/// A box at the start of a frame.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct BodyState {
    /// Its position.
    pub(in crate::world) start: Aabb,
    /// How far it moves in the frame if nothing is in its way.
    pub(in crate::world) displacement: Vector,
    /// Whether anything can move it.
    pub(in crate::world) is_free: bool,
}

/// A box on its path. Its line always spans the whole frame, even where the box
/// follows only a segment of it: so every time counts from the start of the
/// frame, and no position between two thousandths is ever stored.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Trajectory {
    pub(super) line: Moving,
    /// Its velocity: that of its line, unless it was put somewhere else.
    pub(in crate::world) velocity: Vector,
    /// How many contacts have changed its motion.
    pub(super) contacts: u32,
    /// How often its line has changed.
    pub(super) changes: u32,
    /// Whether it went back to its start and responds to nothing more.
    pub(super) gave_up: bool,
}

impl Trajectory {
    /// The whole path with nothing in the way.
    pub(super) fn unhindered(body: &BodyState) -> Self {
        let line = Moving { start: body.start, motion: body.displacement };
        Self { line, velocity: body.displacement, contacts: 0, changes: 0, gave_up: false }
    }

    /// Its position at the end of the frame.
    pub(in crate::world) fn end(&self) -> Aabb {
        self.line.end()
    }

    /// Whether its path was changed, even if it ends where it would have.
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
        let mut corner = self.line.start.min();
        for axis in AXES {
            // The new line meets the old one at `t`. Rounding happens only if
            // that is between two thousandths.
            let given_up = self.line.motion.along(axis) - velocity.along(axis);
            let start = body.start.min().along(axis);
            corner = corner.with(axis, coordinate_at(corner.along(axis), given_up, t, start));
        }
        self.line = Moving { start: moved_to(&self.line.start, corner), motion: velocity };
        self.velocity = velocity;
    }

    /// Ends at `end` instead, on a straight line.
    pub(super) fn put(&mut self, body: &BodyState, end: &Aabb) {
        self.changes += 1;
        self.line = Moving { start: body.start, motion: end.min() - body.start.min() };
    }

    /// Goes back to the start for the rest of the frame, keeping its velocity.
    pub(super) fn give_up(&mut self, body: &BodyState) {
        self.put(body, &body.start);
        self.gave_up = true;
    }
}

/// `shape` put flush against the outside of one side of `other`.
pub(super) fn flush(shape: &Aabb, other: &Aabb, side: Side) -> Aabb {
    let displacement = other.edge(side) - shape.edge(side.opposite());
    shape.translated(Vector::ZERO.with(side.axis(), displacement))
}

/// The coordinate at time `t`, starting at `from` and moving by `displacement` a
/// frame; rounded towards `start`.
fn coordinate_at(from: Milli, displacement: Milli, t: Ratio, start: Milli) -> Milli {
    if displacement == Milli::ZERO {
        return from;
    }
    let [over, under] = t.parts();
    let scaled = i128::from(from.wide()) * i128::from(under)
        + i128::from(displacement.wide()) * i128::from(over);
    let (floor, rest) = (scaled.div_euclid(under.into()), scaled.rem_euclid(under.into()));
    let beyond = rest != 0 && floor < i128::from(start.wide());
    // Both ends are coordinates, and this lies between them.
    let whole = i32::try_from(floor + i128::from(beyond)).unwrap_or(start.thousandths());
    Milli::from_thousandths(whole)
}

/// A box of the same size with its least corner at `corner`.
fn moved_to(shape: &Aabb, corner: Point) -> Aabb {
    shape.translated(corner - shape.min())
}
