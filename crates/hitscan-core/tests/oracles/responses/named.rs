//! The side methods as responses, except `swept`, compared with a plain restatement of their rules:
//! integers, no case skipped, the same order.

use proptest::prelude::*;

use crate::responses::bodies::{Bodies, BodyAt, bodies};
use crate::responses::crowds::scene;
use crate::responses::scenes::{BoxAt, attempt, boxes, config, meet, name, of_frame, pair, run};
use crate::responses::side_methods::{End, named};

/// A contact: mover, other, sides, and the velocities of both before and after.
type Told = (String, String, Vec<&'static str>, [[i64; 2]; 2], [[i64; 2]; 2]);

#[derive(Clone, Copy, Debug)]
struct Body {
    edges: [i64; 4],
    way: [i64; 2],
    velocity: [i64; 2],
}

impl Body {
    fn moved(&self) -> [i64; 4] {
        shifted(self.edges, self.way)
    }
}

fn shifted([left, top, right, bottom]: [i64; 4], [x, y]: [i64; 2]) -> [i64; 4] {
    [left + x, top + y, right + x, bottom + y]
}

fn axis_of(side: &str) -> usize {
    usize::from(side == "top" || side == "bottom")
}

/// The velocity of a box after a contact, by the table.
fn answered(
    scene: &Bodies,
    [own, other]: [&BodyAt; 2],
    [mut v, w]: [[i64; 2]; 2],
    sides: &[&str],
) -> [i64; 2] {
    if !own.answers(other, scene.response) {
        return v;
    }
    // To the other box, a dynamic box that passes through is like a kinematic one.
    let against = match other.body {
        "dynamic" if other.response(scene.response) == "pass" => "kinematic",
        body => body,
    };
    let response = own.response(scene.response);
    if response == "stop" {
        return if against == "kinematic" { w } else { [0, 0] };
    }
    for k in sides.iter().map(|side| axis_of(side)) {
        v[k] = match (response, against) {
            ("slide", "kinematic") | ("bounce", "dynamic") => w[k],
            ("slide", _) => 0,
            ("bounce", "kinematic") => 2 * w[k] - v[k],
            ("bounce", _) => -v[k],
            _ => v[k],
        };
    }
    v
}

/// Everything moves all the way; then come the pairs in scene order. The box that is put out is a,
/// or b if a does not respond to it.
fn after_moving(scene: &Bodies, bodies: &mut [Body], method: &str) -> Vec<Told> {
    let starts: Vec<_> = bodies.iter().map(|body| body.edges).collect();
    let mut told = Vec::new();
    for body in bodies.iter_mut() {
        body.edges = body.moved();
    }
    for i in 0..bodies.len() {
        for j in i + 1..bodies.len() {
            let (a, b) = if bodies[i].velocity == [0, 0] { (j, i) } else { (i, j) };
            let before = [bodies[a].velocity, bodies[b].velocity];
            let [of_a, of_b] = [a, b].map(|index| &scene.all[index]);
            let a_answers = of_a.answers(of_b, scene.response);
            if !a_answers && !of_b.answers(of_a, scene.response) {
                continue;
            }
            let end = End { edges: [bodies[a].edges, bodies[b].edges], velocities: before };
            let sides = if before == [[0, 0]; 2] { Vec::new() } else { named(method, &end) };
            if sides.is_empty() || meet(starts[a], starts[b]) {
                continue;
            }
            for side in &sides {
                let (e, o) = (bodies[a].edges, bodies[b].edges);
                let back = match *side {
                    "left" => [o[0] - e[2], 0],
                    "right" => [o[2] - e[0], 0],
                    "top" => [0, o[1] - e[3]],
                    _ => [0, o[3] - e[1]],
                };
                if a_answers {
                    bodies[a].edges = shifted(e, back);
                } else {
                    bodies[b].edges = shifted(o, back.map(|way| -way));
                }
            }
            let after = [
                answered(scene, [of_a, of_b], before, &sides),
                answered(scene, [of_b, of_a], [before[1], before[0]], &sides),
            ];
            (bodies[a].velocity, bodies[b].velocity) = (after[0], after[1]);
            told.push((name(a), name(b), sides, before, after));
        }
    }
    told
}

/// The axes that `predict-corner` names for a box at `a` about to move by `v` against a stationary
/// one at `b`.
fn named_axes(a: [i64; 4], b: [i64; 4], v: [i64; 2]) -> Vec<usize> {
    // Everything doubled, so that centres and halves are integers.
    let apart = |k: usize| (a[k] + a[k + 2]) - (b[k] + b[k + 2]);
    let sizes = [0, 1].map(|k| (a[k + 2] - a[k]) + (b[k + 2] - b[k]));
    let depth = [0, 1].map(|k| sizes[k] - (apart(k) + 2 * v[k]).abs());
    if depth[0] < 0 || depth[1] < 0 {
        return Vec::new();
    }
    let beyond = [0, 1].map(|k| apart(k).abs() > sizes[k]);
    match depth[0].cmp(&depth[1]) {
        // At a corner it names both; at an edge, it takes x.
        std::cmp::Ordering::Equal if beyond == [true, true] => vec![0, 1],
        std::cmp::Ordering::Equal => vec![0],
        // At the corner its labels are the wrong way round.
        std::cmp::Ordering::Greater => vec![usize::from(beyond != [true, true])],
        std::cmp::Ordering::Less => vec![usize::from(beyond == [true, true])],
    }
}

/// Before anything moves, each box that is about to move, against all others.
fn before_moving(scene: &Bodies, bodies: &mut [Body]) -> Vec<Told> {
    let mut told = Vec::new();
    let movers: Vec<_> = (0..bodies.len()).filter(|&i| bodies[i].way != [0, 0]).collect();
    for i in movers {
        for j in (0..bodies.len()).filter(|&j| j != i) {
            let (a, b) = (bodies[i], bodies[j]);
            if !scene.all[i].answers(&scene.all[j], scene.response) {
                continue;
            }
            let response = scene.all[i].response(scene.response);
            let against = [0, 1].map(|k| a.way[k] - b.way[k]);
            let axes = named_axes(a.edges, b.edges, against);
            if axes.is_empty() || meet(a.edges, b.edges) {
                continue;
            }
            let (mut way, mut velocity) = (a.way, a.velocity);
            for &axis in &axes {
                match response {
                    "bounce" => (way[axis], velocity[axis]) = (-way[axis], -velocity[axis]),
                    "slide" => (way[axis], velocity[axis]) = (0, 0),
                    "push-out" => way[axis] = 0,
                    _ => {}
                }
            }
            if response == "stop" {
                (way, velocity) = ([0, 0], [0, 0]);
            }
            if (way, velocity) == (a.way, a.velocity) {
                continue;
            }
            (bodies[i].way, bodies[i].velocity) = (way, velocity);
            let names = [["left", "right"], ["top", "bottom"]];
            let moving = axes.iter().filter(|&&axis| against[axis] != 0);
            let mut sides: Vec<_> =
                moving.map(|&axis| names[axis][usize::from(against[axis] < 0)]).collect();
            let order = ["left", "top", "right", "bottom"];
            sides.sort_by_key(|side| order.iter().position(|each| each == side));
            told.push((name(i), name(j), sides, [a.velocity, b.velocity], [velocity, b.velocity]));
        }
    }
    for body in bodies.iter_mut() {
        body.edges = body.moved();
    }
    told
}

/// Compares frames under a side method: steps, or moves of one box.
fn agree(scene: &Bodies, side: &str, moved: Option<(usize, [i64; 2])>) {
    let mut sandbox = scene.engine();
    run(&mut sandbox, &[format!("side {side}")]);
    let response = scene.response;
    for _ in 0..3 {
        let now = boxes(&sandbox);
        let mut bodies: Vec<_> = now
            .iter()
            .enumerate()
            .map(|(index, &(_, edges, velocity))| {
                let way = match moved {
                    Some((mover, by)) if mover == index => by,
                    Some(_) => [0, 0],
                    None => velocity,
                };
                Body { edges, way, velocity: way }
            })
            .collect();
        let told = match side {
            "predict-corner" => before_moving(scene, &mut bodies),
            _ => after_moving(scene, &mut bodies, side),
        };
        let line = match moved {
            Some((mover, by)) => {
                let [x, y] = by.map(crate::responses::scenes::typed);
                format!("move {} {x} {y}", name(mover))
            }
            None => "step".to_owned(),
        };
        attempt(&mut sandbox, &line).expect("room to move");
        let records = of_frame(&sandbox);
        let found = records.iter().filter_map(|record| {
            let contact = record.pair_result().contact?;
            assert_eq!((contact.t, contact.gave_up()), (None, false));
            let sides = contact.sides.iter().map(hitscan_geom::Side::token).collect();
            let velocities = [contact.before, contact.after].map(|both| both.map(pair));
            Some((
                record.a.name.to_string(),
                record.b.name.to_string(),
                sides,
                velocities[0],
                velocities[1],
            ))
        });
        assert_eq!(found.collect::<Vec<_>>(), told, "{response} {side}");
        for (index, (_, edges, velocity)) in boxes(&sandbox).into_iter().enumerate() {
            // A move changes no stored velocity.
            let kept = if moved.is_some() { now[index].2 } else { bodies[index].velocity };
            assert_eq!(
                (edges, velocity),
                (bodies[index].edges, kept),
                "{response} {side}: b{index}"
            );
        }
    }
}

const SIDE_METHODS: [&str; 7] = [
    "relative-velocity",
    "predict-corner",
    "least-overlap",
    "center-angle",
    "previous-frame",
    "axis-by-axis",
    "substeps",
];

/// Free and fixed boxes, which all respond as the scene says.
fn plain(places: &[BoxAt], response: &'static str) -> Bodies {
    let all = places.iter().cloned().map(BodyAt::plain);
    Bodies { all: all.collect(), response, gravity: [0, 0] }
}

/// Compares a step, and a move of a movable box.
fn agree_in_both(scene: &Bodies, side: &str, mover: prop::sample::Index, by: [i64; 2]) {
    agree(scene, side, None);
    if !scene.all.is_empty() {
        let mover = mover.index(scene.all.len());
        if scene.all[mover].body != "static" {
            agree(scene, side, Some((mover, by)));
        }
    }
}

proptest! {
    #![proptest_config(config(160))]

    #[test]
    fn boxes_do_what_the_side_methods_name(
        places in scene(),
        mover in any::<prop::sample::Index>(),
        by in prop::array::uniform2(-12_i64..=12),
    ) {
        for side in SIDE_METHODS {
            for response in ["stop", "slide", "push-out", "bounce"] {
                agree_in_both(&plain(&places, response), side, mover, by);
            }
        }
    }
}

proptest! {
    #![proptest_config(config(640))]

    /// With kinematic boxes, boxes with their own responses, and sensors.
    #[test]
    fn bodies_do_what_the_side_methods_name(
        scene in bodies(),
        mover in any::<prop::sample::Index>(),
        by in prop::array::uniform2(-12_i64..=12),
    ) {
        let all = scene.all.into_iter().map(|each| BodyAt { breaks_after: None, ..each });
        let scene = Bodies { all: all.collect(), gravity: [0, 0], ..scene };
        for side in SIDE_METHODS {
            agree_in_both(&scene, side, mover, by);
        }
    }
}
