//! What is so in every frame with polygons, wherever they are.

use proptest::prelude::*;

use crate::methods::Method;
use crate::world::limits::Budget;
use crate::world::response::{BodyState, ContactSolver};
use crate::world::{Body, ContactReply, MemoryLimit, Response};
use hitscan_geom::{Aabb, Milli, Moving, Point, Polygon, Relation, Shape, Sides, Vector, relate};

type Corners = Vec<(i32, i32)>;

/// Outlines in thousandths: a ramp, a roof, a valley, a notch, a slanted bar, a spike.
fn outlines() -> [Corners; 6] {
    [
        vec![(0, 0), (6000, -3000), (6000, 0)],
        vec![(0, 2000), (3001, 0), (6000, 2000)],
        vec![(0, 0), (3000, 3003), (6000, 0), (6000, 5000), (0, 5000)],
        vec![
            (0, 0),
            (6000, 0),
            (6000, 2000),
            (2000, 2000),
            (2000, 4000),
            (6000, 4000),
            (6000, 6000),
            (0, 6000),
        ],
        vec![(0, 0), (7000, 2000), (7000, 3000), (0, 1000)],
        vec![(0, 5000), (700, 0), (1400, 5000)],
    ]
}

#[derive(Clone, Debug)]
struct Thing {
    corners: Corners,
    is_box: bool,
    velocity: (i32, i32),
    response: Response,
    body: Body,
}

fn milli(thousandths: i32) -> Milli {
    Milli::new(thousandths).expect("in range")
}

impl Thing {
    fn shape(&self) -> Shape {
        let points: Vec<_> =
            self.corners.iter().map(|&(x, y)| Point::new(milli(x), milli(y))).collect();
        if self.is_box {
            return Shape::Box(Aabb::from_corners(points[0], points[1]).expect("a box"));
        }
        Shape::Polygon(Polygon::new(&points).expect("a polygon"))
    }

    fn mirrored(&self) -> Self {
        let corners = self.corners.iter().map(|&(x, y)| (-x, y)).collect();
        Self { corners, velocity: (-self.velocity.0, self.velocity.1), ..self.clone() }
    }

    fn add_to(&self, solver: &mut ContactSolver) {
        let shape = self.shape();
        let (min, max) = shape.bounds();
        let start = Aabb::from_corners(min, max).expect("it has an area");
        let motion = Vector::new(milli(self.velocity.0), milli(self.velocity.1));
        let line = Moving::new(start, motion).expect("in range");
        let (body, response) = (self.body, self.response);
        let state = BodyState { line, body, response, one_way: Sides::NONE };
        match shape {
            Shape::Polygon(polygon) => solver.add_polygon(state, polygon),
            _ => solver.add(state),
        }
    }
}

fn at(corners: &Corners, (dx, dy): (i32, i32)) -> Corners {
    corners.iter().map(|&(x, y)| (x + dx, y + dy)).collect()
}

/// Something static or kinematic.
fn obstacle() -> impl Strategy<Value = Thing> {
    let place = (-8..8_i32, -8..8_i32, 0..3_i32);
    (0..7_usize, place, prop_oneof![3 => Just((0, 0)), 1 => (-2000..2000_i32, -2000..2000_i32)])
        .prop_map(|(kind, (x, y, fine), velocity)| {
            let (is_box, corners) = match outlines().get(kind) {
                Some(corners) => (false, corners.clone()),
                None => (true, vec![(0, 0), (5000, 2000)]),
            };
            let by = (x * 1000 + fine, y * 1000 - fine);
            let body = if velocity == (0, 0) { Body::Static } else { Body::Kinematic };
            let response = Response::Pass;
            Thing { corners: at(&corners, by), is_box, velocity, response, body }
        })
}

fn mover(responses: &'static [Response]) -> impl Strategy<Value = Thing> {
    let place = (-9000..9000_i32, -9000..9000_i32);
    let velocity = (-9000..9000_i32, -9000..9000_i32);
    (0..3_usize, place, velocity, prop::sample::select(responses)).prop_map(
        |(kind, by, velocity, response)| {
            let (is_box, corners) = match kind {
                0 => (false, vec![(0, 1000), (1000, 0), (2000, 1000), (1000, 2000)]),
                1 => (false, vec![(0, 0), (1500, 400), (300, 1700)]),
                _ => (true, vec![(0, 0), (1500, 2000)]),
            };
            let body = Body::Dynamic;
            Thing { corners: at(&corners, by), is_box, velocity, response, body }
        },
    )
}

fn solved(things: &[Thing]) -> ContactSolver {
    let mut solver = ContactSolver::default();
    for thing in things {
        thing.add_to(&mut solver);
    }
    let mut goes_on = |_| false;
    let mut budget = Budget::new(MemoryLimit::default(), 0, &mut goes_on);
    solver.resolve(Method::SWEPT, &mut budget).expect("a frame");
    solver
}

fn end(solver: &ContactSolver, thing: &Thing, index: usize) -> Shape {
    let by = solver.bodies[index].line.start().displacement_to(&solver.trajectories[index].end());
    thing.shape().translated(by).expect("in range")
}

fn are_apart(one: &Shape, other: &Shape) -> bool {
    matches!(relate(one, other).relation, Relation::Disjoint | Relation::Touches)
}

const TURNING: &[Response] = &[Response::Stop, Response::Slide, Response::Bounce];
const ALL: &[Response] = &[Response::Stop, Response::Slide, Response::Bounce, Response::PushOut];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    /// Regions that are apart at the start are apart at the end, unless something kinematic had no
    /// room to push.
    #[test]
    fn what_is_apart_stays_apart(
        movers in prop::collection::vec(mover(ALL), 1..4),
        others in prop::collection::vec(obstacle(), 1..4),
    ) {
        let things: Vec<_> = movers.into_iter().chain(others).collect();
        let solver = solved(&things);
        for (i, one) in things.iter().enumerate() {
            for (j, other) in things.iter().enumerate().skip(i + 1) {
                let acts = one.body == Body::Dynamic || other.body == Body::Dynamic;
                let is_pushed = [one, other].iter().any(|it| it.body == Body::Kinematic);
                if !acts || is_pushed || !are_apart(&one.shape(), &other.shape()) {
                    continue;
                }
                let ends = [end(&solver, one, i), end(&solver, other, j)];
                prop_assert!(are_apart(&ends[0], &ends[1]), "{} {}: {:?}", i, j, ends);
            }
        }
    }

    /// Among static things nothing becomes faster.
    #[test]
    fn nothing_gains_speed_from_what_stands(
        mover in mover(TURNING),
        others in prop::collection::vec(obstacle(), 1..4),
    ) {
        let still = others.into_iter().map(|it| Thing { velocity: (0, 0), body: Body::Static, ..it });
        let things: Vec<_> = [mover.clone()].into_iter().chain(still).collect();
        let solver = solved(&things);
        let square = |v: Vector| v.x.wide() * v.x.wide() + v.y.wide() * v.y.wide();
        let mut fastest = square(solver.bodies[0].line.motion());
        for event in &solver.events {
            let after = square(event.after[usize::from(event.pair[1] == 0)]);
            prop_assert!(after <= fastest, "{:?}", event);
            fastest = after;
        }
    }

    /// Two of equal mass keep their momentum to the last thousandth, and gain no energy.
    #[test]
    fn two_that_bounce_keep_their_momentum(
        one in mover(&[Response::Bounce]),
        other in mover(&[Response::Bounce]),
    ) {
        let solver = solved(&[one, other]);
        let sum = |[a, b]: [Vector; 2]| [a.x.wide() + b.x.wide(), a.y.wide() + b.y.wide()];
        let squares = |all: [Vector; 2]| -> i64 {
            all.iter().map(|v| v.x.wide() * v.x.wide() + v.y.wide() * v.y.wide()).sum()
        };
        for event in solver.events.iter().filter(|it| it.reply == ContactReply::Responded) {
            let are_stopped = event.after == [Vector::ZERO; 2];
            prop_assert!(are_stopped || sum(event.before) == sum(event.after), "{:?}", event);
            prop_assert!(squares(event.after) <= squares(event.before), "{:?}", event);
        }
    }

    /// A mirrored frame ends mirrored. Between two equally near places the one farther left is
    /// taken, which a mirror turns round: by two thousandths at most after one contact.
    #[test]
    fn a_mirrored_frame_ends_mirrored(
        mover in mover(TURNING),
        others in prop::collection::vec(obstacle(), 1..3),
    ) {
        let things: Vec<_> = [mover].into_iter().chain(others).collect();
        let mirrored: Vec<_> = things.iter().map(Thing::mirrored).collect();
        let [one, other] = [solved(&things), solved(&mirrored)];
        if one.events.len() <= 1 {
            prop_assert_eq!(one.events.len(), other.events.len());
            let (a, b) = (one.trajectories[0].end(), other.trajectories[0].end());
            prop_assert!((a.left().wide() + b.right().wide()).abs() <= 2, "{} {}", a.left(), b.right());
            prop_assert!((a.top().wide() - b.top().wide()).abs() <= 2, "{} {}", a.top(), b.top());
        }
    }

    /// Along flush outlines there is no contact, wherever they meet.
    #[test]
    fn a_seam_never_catches(
        (dx, dy) in (1..60_i32, -60..60_i32),
        at_seam in 1..9_i32,
        (first, speed) in (-9..9_i32, 1..30_i32),
        depth in 1..4000_i32,
        response in prop::sample::select(TURNING),
    ) {
        // Both lie below one line through the origin; the mover stands on it and goes along.
        let on_line = |n: i32| (n * 100 * dx, n * 100 * dy);
        let below = |(x, y): (i32, i32)| (x, y + 6000 + depth);
        let part = |from: i32, to: i32| Thing {
            corners: vec![on_line(from), on_line(to), below(on_line(to)), below(on_line(from))],
            is_box: false,
            velocity: (0, 0),
            response: Response::Pass,
            body: Body::Static,
        };
        let foot = on_line(first);
        // The corner that stands on the slope is the lower one on the side where it rises.
        let left = if dy < 0 { foot.0 - 2000 } else { foot.0 };
        let corners = vec![(left, foot.1 - 1500), (left + 2000, foot.1)];
        let velocity = (speed * 10 * dx, speed * 10 * dy);
        let mover = Thing { corners, is_box: true, velocity, response, body: Body::Dynamic };
        let things = [mover, part(-12, at_seam), part(at_seam, 50)];
        let solver = solved(&things);
        prop_assert!(solver.events.is_empty(), "{:?}", solver.events);
    }
}
