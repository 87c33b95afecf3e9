//! Properties that are only visible from inside: the frame before repair, and the pairs that side
//! methods without a notion of time decide.

mod slopes;
mod steps;

use proptest::prelude::*;

use super::{BodyState, ContactSolver};
use crate::methods::Method;
use crate::world::limits::Budget;
use crate::world::{Body, ContactReply, MemoryLimit, Response};
use hitscan_geom::{Aabb, Depth, Milli, Moving, Point, Sides, Vector};

/// Boxes in the slots of a lattice, with cells of one thousandth.
fn lattice() -> impl Strategy<Value = Vec<BodyState>> {
    (1..=4_i32, 3..=5_usize, 2..=20_i32, 0..=2_i32, 0..=2_i32).prop_flat_map(
        |(size, columns, fast, gap, off)| {
            let velocity = prop::array::uniform2(-fast..=fast);
            let slots = prop::collection::vec((0..=off, 0..=off, velocity, 0..10_u8), 6..=20);
            slots.prop_map(move |slots| {
                let lattice = (0..)
                    .flat_map(|row| (0..columns).zip(0..).map(move |(_, column)| [column, row]));
                let boxes = slots.into_iter().zip(lattice).filter(|((.., kind), _)| *kind < 9);
                let bodies = boxes.map(|((dx, dy, [vx, vy], kind), slot)| {
                    let [x, y] = slot.map(|n: i32| n * (size + gap));
                    let [is_dynamic, x, y] = [i32::from(kind >= 4), x + dx, y + dy];
                    let milli = |thousandths| Milli::new(thousandths).expect("in range");
                    let corner = |x, y| Point::new(milli(x), milli(y));
                    let start = Aabb::from_corners(corner(x, y), corner(x + size, y + size));
                    let motion = Vector::new(milli(vx * is_dynamic), milli(vy * is_dynamic));
                    let line = Moving::new(start.expect("a box"), motion).expect("in range");
                    let body = if is_dynamic == 1 { Body::Dynamic } else { Body::Static };
                    BodyState { line, body, response: Response::Pass, one_way: Sides::NONE }
                });
                bodies.collect()
            })
        },
    )
}

/// How deeply two boxes overlap, in thousandths; 0 or less if they are apart.
fn depth(a: &Aabb, b: &Aabb) -> i32 {
    Depth::of(a, b).least().1.thousandths()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Only rounding needs repair: each deflection may leave a box less than a thousandth too far,
    /// inside another one. Every real contact is resolved.
    #[test]
    fn before_repair_only_rounding_makes_boxes_overlap(bodies in lattice()) {
        for response in [Response::Stop, Response::Slide, Response::Bounce] {
            let mut solver = with(&bodies, response);
            let mut goes_on = |_| false;
            let mut budget = Budget::new(MemoryLimit::default(), 0, &mut goes_on);
            prop_assert_eq!(solver.respond_by_time(&mut budget), Ok(()));
            for (i, a) in solver.trajectories.iter().enumerate() {
                for (j, b) in solver.trajectories[..i].iter().enumerate() {
                    if solver.overlap_at_start(i, j) || a.gave_up || b.gave_up {
                        continue;
                    }
                    let path_segments = i32::try_from(a.changes + b.changes).expect("few");
                    let depth = depth(&a.end(), &b.end());
                    prop_assert!(depth <= 0 || depth < path_segments, "{:?}: {} {}", response, i, j);
                }
            }
        }
    }

    /// The broad phase changes nothing: the same boxes respond in the same order as when every
    /// pair is tested.
    #[test]
    fn the_broad_phase_omits_no_pair_that_responds(bodies in lattice()) {
        for response in [Response::Stop, Response::Slide, Response::Bounce, Response::PushOut] {
            let mut goes_on = |_| false;
            let mut budget = Budget::new(MemoryLimit::default(), 0, &mut goes_on);
            let [mut after, mut before] = [with(&bodies, response), with(&bodies, response)];
            let method = Method::RELATIVE_VELOCITY;
            prop_assert_eq!(after.respond_after_moving(method, &mut budget), Ok(()));
            prop_assert_eq!(summary(&after), summary(&all_asked_after(&bodies, response)));
            let method = Method::PREDICT_CORNER;
            prop_assert_eq!(before.respond_before_moving(method, &mut budget), Ok(()));
            prop_assert_eq!(summary(&before), summary(&all_asked_before(&bodies, response)));
        }
    }
}

/// A square of side 2 with this corner and velocity, in whole numbers.
fn square([x, y]: [i32; 2], [vx, vy]: [i32; 2], body: Body) -> BodyState {
    let whole = |n: i32| Milli::new(n * 1000).expect("in range");
    let corners = [x, x + 2].map(whole).into_iter().zip([y, y + 2].map(whole));
    let corners: Vec<Point> = corners.map(|(x, y)| Point::new(x, y)).collect();
    let start = Aabb::from_corners(corners[0], corners[1]).expect("a box");
    let line = Moving::new(start, Vector::new(whole(vx), whole(vy))).expect("in range");
    let response = if body == Body::Dynamic { Response::Bounce } else { Response::Pass };
    BodyState { line, body, response, one_way: Sides::NONE }
}

/// Between a kinematic box moving towards it and one on the other side, a bouncing box that just
/// fits has room only if the second one moves away faster.
#[test]
fn a_box_that_just_fits_between_two_movers_is_crushed_unless_the_second_is_faster() {
    // To the right, down, to the left, up.
    for [x, y] in [[1, 0], [0, 1], [-1, 0], [0, -1]] {
        for (speed, is_crushed) in [(0, true), (2, true), (3, true), (4, false), (6, false)] {
            let at = |n: i32, v: i32, body| square([n * x, n * y], [v * x, v * y], body);
            let mut solver = ContactSolver::default();
            solver.add(at(-2, 3, Body::Kinematic));
            solver.add(at(0, 0, Body::Dynamic));
            solver.add(at(2, speed, Body::Kinematic));
            let mut goes_on = |_| false;
            let mut budget = Budget::new(MemoryLimit::default(), 0, &mut goes_on);
            assert_eq!(solver.respond_by_time(&mut budget), Ok(()));
            // The first box crushes it, at its first contact with the second.
            let told: Vec<_> =
                solver.events.iter().map(|event| (event.reply, event.pair.contains(&0))).collect();
            let crushed = [(ContactReply::Responded, false), (ContactReply::Crushed, true)];
            assert_eq!(told == crushed, is_crushed, "{:?} {speed}: {told:?}", [x, y]);
            assert!(is_crushed || told.iter().all(|(reply, _)| *reply == ContactReply::Responded));
        }
    }
}

/// A solver for these boxes, where the dynamic ones have this response.
fn with(bodies: &[BodyState], response: Response) -> ContactSolver {
    let mut solver = ContactSolver::default();
    for &body in bodies {
        let response = if body.body == Body::Dynamic { response } else { Response::Pass };
        solver.add(BodyState { response, ..body });
    }
    solver
}

/// Where everything ends, and what happened.
fn summary(solver: &ContactSolver) -> String {
    format!("{:?} {:?}", solver.trajectories, solver.events)
}

fn all_asked_after(bodies: &[BodyState], response: Response) -> ContactSolver {
    let mut solver = with(bodies, response);
    solver.collect_aabbs();
    for i in 0..bodies.len() {
        for j in i + 1..bodies.len() {
            let _ = solver.turn_at_end(Method::RELATIVE_VELOCITY, [i, j]);
        }
    }
    solver
}

fn all_asked_before(bodies: &[BodyState], response: Response) -> ContactSolver {
    let mut solver = with(bodies, response);
    solver.collect_aabbs();
    for i in (0..bodies.len()).filter(|&i| bodies[i].line.motion() != Vector::ZERO) {
        for j in (0..bodies.len()).filter(|&j| j != i) {
            let meet = solver.aabbs[i].meets(&solver.aabbs[j]);
            if meet && solver.answers(i, j) && !solver.overlap_at_start(i, j) {
                solver.predict(Method::PREDICT_CORNER, [i, j]);
            }
        }
    }
    solver
}
