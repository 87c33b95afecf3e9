//! The way of one box through a frame.

use super::{AXES, MOST_CONTACTS};
use hitscan_geom::{Aabb, Milli, Moving, Point, Ratio, Side, Vector};

/// A box as a frame begins.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct BodyState {
    /// Where it is.
    pub(in crate::world) start: Aabb,
    /// The way it would make in the frame if nothing stood in it.
    pub(in crate::world) displacement: Vector,
    /// Whether anything can move it.
    pub(in crate::world) is_free: bool,
}

/// A box on its way. Its motion is always that of a straight line through the
/// whole frame, of which it is now making a piece: so every time is counted
/// from the start of the frame, and no position between two whole ones is ever
/// stored.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Trajectory {
    pub(super) line: Moving,
    /// How fast it is: as its line, unless it was put somewhere else.
    pub(in crate::world) velocity: Vector,
    /// How many contacts have changed its motion.
    pub(super) contacts: u32,
    /// How often its line has changed.
    pub(super) changes: u32,
    /// Whether it is back where it started, and answers to nothing more.
    pub(super) gave_up: bool,
}

impl Trajectory {
    /// The whole way, with nothing in it.
    pub(super) fn unhindered(body: &BodyState) -> Self {
        let line = Moving { start: body.start, motion: body.displacement };
        Self { line, velocity: body.displacement, contacts: 0, changes: 0, gave_up: false }
    }

    /// Where the frame leaves it.
    pub(in crate::world) fn end(&self) -> Aabb {
        self.line.end()
    }

    /// Whether it left the way it was on, wherever that led.
    pub(in crate::world) fn is_deflected(&self) -> bool {
        self.changes > 0
    }

    /// Whether one more contact is one too many.
    pub(super) fn is_at_contact_limit(&self) -> bool {
        self.contacts + 1 >= MOST_CONTACTS
    }

    /// Goes on with another velocity from `t` on.
    pub(super) fn deflect(&mut self, body: &BodyState, velocity: Vector, t: Ratio) {
        self.changes += 1;
        self.contacts += 1;
        let mut corner = self.line.start.min();
        for axis in AXES {
            // The new line goes through where the old one is at `t`. Only where
            // the motion ends between two whole coordinates is anything rounded.
            let given_up = self.line.motion.along(axis) - velocity.along(axis);
            let start = body.start.min().along(axis);
            corner = corner.with(axis, coordinate_at(corner.along(axis), given_up, t, start));
        }
        self.line = Moving { start: moved_to(&self.line.start, corner), motion: velocity };
        self.velocity = velocity;
    }

    /// Ends at `end` instead; how it gets there is a straight line.
    pub(super) fn put(&mut self, body: &BodyState, end: &Aabb) {
        self.changes += 1;
        self.line = Moving { start: body.start, motion: end.min() - body.start.min() };
    }

    /// Back to the start of the frame, for good; as fast as it is.
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

/// The coordinate on the way from `from`, moving by `way` a frame, at time `t`;
/// one that is not whole is rounded towards `start`.
fn coordinate_at(from: Milli, displacement: Milli, t: Ratio, start: Milli) -> Milli {
    if displacement == Milli::ZERO {
        return from;
    }
    let [over, under] = t.parts();
    let scaled = i128::from(from.wide()) * i128::from(under)
        + i128::from(displacement.wide()) * i128::from(over);
    let (floor, rest) = (scaled.div_euclid(under.into()), scaled.rem_euclid(under.into()));
    let beyond = rest != 0 && floor < i128::from(start.wide());
    // Both ends of the way are coordinates, and this lies between them.
    let whole = i32::try_from(floor + i128::from(beyond)).unwrap_or(start.thousandths());
    Milli::from_thousandths(whole)
}

/// A box of the same size whose least corner is there.
fn moved_to(shape: &Aabb, corner: Point) -> Aabb {
    shape.translated(corner - shape.min())
}
