//! One frame of boxes that answer when they hit each other: where each one
//! ends, how fast it then is, and what happened on the way.
//!
//! Under [`SideMethod::Swept`] nothing is ever pushed into anything. Under the
//! two classical methods things may go wrong, as they do in the programs that
//! use them: tunnelling, sticking and leaving through the wrong face stay
//! visible, for that is what they are here for.
//!
//! All positions are whole thousandths throughout. A bounce mirrors an
//! overshoot, which is exact; what is not whole, where a box stops on its way
//! along a side or two moving ones stop each other, is rounded towards where
//! the box started.
//!
//! What does not live here: lasers and polygons, which never push, and the
//! records made of what happened ([`super::frame`]).

mod contacts;
mod named;
mod push_out;

use super::Response;
use crate::geom::{Aabb, Axis, Fraction, Milli, Moving, Point, Side, Sides, Vector};
use crate::methods::SideMethod;

/// How many contacts a box may have in one frame before it gives up.
const MOST_CONTACTS: u32 = 64;

/// A box as a frame begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    /// Where it is.
    pub(super) start: Aabb,
    /// The way it would make in the frame if nothing stood in it.
    pub(super) way: Vector,
    /// Whether anything can move it.
    pub(super) is_free: bool,
}

/// A box as the frame ends.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// Where it is.
    pub(super) end: Aabb,
    /// How fast it is now.
    pub(super) velocity: Vector,
    /// The straight pieces of its way, each from its time on: where the piece
    /// would have begun at the start of the frame, and its motion.
    pub(super) pieces: Vec<(Fraction, Moving)>,
}

/// One contact that changed a motion, or one that was given up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    /// The mover, as an index of the bodies.
    pub(super) a: usize,
    /// The other.
    pub(super) b: usize,
    /// When in the frame; none where the method knows no time.
    pub(super) t: Option<Fraction>,
    /// The sides of b that were answered to; none where it was given up.
    pub(super) sides: Sides,
    /// The velocities of a and b, before and after.
    pub(super) before: [Vector; 2],
    /// After it.
    pub(super) after: [Vector; 2],
    /// The motion that was judged, where there is one from the start of the
    /// frame.
    pub(super) judged: [Moving; 2],
}

/// All of it.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    /// In the order of the bodies.
    pub(super) courses: Vec<Course>,
    /// In the order in which they happened.
    pub(super) events: Vec<Event>,
}

/// Makes a frame of `bodies`, which stand in scene order.
pub(super) fn resolve(bodies: &[Body], response: Response, side: SideMethod) -> Resolved {
    match (side, response) {
        (_, Response::Pass) => Resolved {
            courses: bodies.iter().map(Course::unhindered).collect(),
            events: Vec::new(),
        },
        (SideMethod::Swept, Response::PushOut) => repaired(bodies, push_out::resolve(bodies)),
        (SideMethod::Swept, response) => repaired(bodies, contacts::resolve(bodies, response)),
        (SideMethod::RelativeVelocity, response) => named::after_moving(bodies, response),
        (SideMethod::PredictCorner, response) => named::before_moving(bodies, response),
    }
}

impl Course {
    /// The whole way, with nothing in it.
    fn unhindered(body: &Body) -> Self {
        let moving = Moving { start: body.start, motion: body.way };
        Self { end: moving.end(), velocity: body.way, pieces: vec![(Fraction::ZERO, moving)] }
    }
}

impl Body {
    /// Whether the interiors of two boxes meet where the frame begins: such
    /// boxes do not act on each other in it.
    fn starts_in(&self, other: &Self) -> bool {
        self.start.overlaps(&other.start)
    }
}

/// The two of a pair, the mover first; the first in scene order where both move
/// or neither does.
fn mover_first(bodies: &[Body], i: usize, j: usize) -> (usize, usize) {
    let moves = |k: usize| bodies[k].way != Vector::ZERO;
    match (moves(i), moves(j)) {
        (true, false) => (i, j),
        (false, true) => (j, i),
        _ => (i.min(j), i.max(j)),
    }
}

/// Puts back whatever has been pushed into something: while the interiors of
/// two boxes that were apart at the start meet at the end, the free ones of
/// them return to their starts.
fn repaired(bodies: &[Body], mut resolved: Resolved) -> Resolved {
    loop {
        let courses = &resolved.courses;
        let crowded = (0..bodies.len()).find_map(|i| {
            let moved = |k: usize| courses[k].end != bodies[k].start;
            let j = (0..bodies.len()).find(|&j| {
                j != i
                    && moved(i)
                    && courses[i].end.overlaps(&courses[j].end)
                    && !bodies[i].starts_in(&bodies[j])
            });
            j.map(|j| mover_first(bodies, i, j))
        });
        let Some((a, b)) = crowded else { return resolved };
        let velocities = [resolved.courses[a].velocity, resolved.courses[b].velocity];
        for index in [a, b] {
            give_up(&bodies[index], &mut resolved.courses[index]);
        }
        resolved.events.push(Event {
            a,
            b,
            t: None,
            sides: Sides::NONE,
            before: velocities,
            after: velocities,
            judged: [a, b].map(|k| Moving { start: bodies[k].start, motion: bodies[k].way }),
        });
    }
}

/// Back to the start of the frame.
fn give_up(body: &Body, course: &mut Course) {
    if body.is_free {
        course.end = body.start;
        let stays = Moving { start: body.start, motion: Vector::ZERO };
        course.pieces = vec![(Fraction::ZERO, stays)];
    }
}

/// The velocities after `response` of a pair that met through `sides`: of a,
/// and of b.
fn answered(
    response: Response,
    [mut a, mut b]: [Vector; 2],
    b_is_free: bool,
    sides: Sides,
) -> [Vector; 2] {
    for axis in sides.iter().map(Side::axis) {
        let (va, vb) = (a.along(axis), b.along(axis));
        let (new_a, new_b) = match response {
            Response::Bounce if b_is_free => (vb, va),
            Response::Bounce => (-va, vb),
            Response::Slide | Response::Stop if b_is_free => (Milli::ZERO, Milli::ZERO),
            Response::Slide | Response::Stop => (Milli::ZERO, vb),
            Response::Pass | Response::PushOut => (va, vb),
        };
        a = a.with(axis, new_a);
        b = b.with(axis, new_b);
    }
    match response {
        Response::Stop if b_is_free => [Vector::ZERO; 2],
        Response::Stop => [Vector::ZERO, b],
        _ => [a, b],
    }
}

/// `body` put flush against the outside of one side of `other`.
fn flush(body: &Aabb, other: &Aabb, side: Side) -> Aabb {
    let way = other.edge(side) - body.edge(side.opposite());
    body.translated(Vector::ZERO.with(side.axis(), way))
}

/// The coordinate on the way from `start` at time `t`, moving by `way` a frame
/// from `from`; one that is not whole is rounded towards `start`.
fn coordinate_at(from: Milli, way: Milli, t: Fraction, start: Milli) -> Milli {
    let scaled = i128::from(from.wide()) * t.denominator() + i128::from(way.wide()) * t.numerator();
    let (floor, rest) = (scaled.div_euclid(t.denominator()), scaled.rem_euclid(t.denominator()));
    let beyond = rest != 0 && floor < i128::from(start.wide());
    // Both ends of the way are coordinates, and this lies between them.
    let whole = i32::try_from(floor + i128::from(beyond)).unwrap_or(start.thousandths());
    Milli::from_thousandths(whole)
}

/// A box of the same size whose least corner is there.
fn moved_to(shape: &Aabb, corner: Point) -> Aabb {
    shape.translated(corner - shape.min())
}

/// Both axes.
const AXES: [Axis; 2] = Axis::ALL;
