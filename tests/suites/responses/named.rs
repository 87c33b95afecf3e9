//! The side methods as responses, but `swept`, against a plain restatement of their
//! rules: integers, no case skipped, the same order.

use proptest::prelude::*;

use crate::responses::crowds::scene;
use crate::responses::scenes::{
    BoxAt, attempt, boxes, config, meet, name, of_frame, pair, world_of,
};
use crate::responses::side_methods::{End, named};

/// What happened: mover, other, sides, velocities before and after of both.
type Told = (String, String, Vec<&'static str>, [[i64; 2]; 2], [[i64; 2]; 2]);

#[derive(Clone, Copy, Debug)]
struct Body {
    edges: [i64; 4],
    way: [i64; 2],
    velocity: [i64; 2],
    fixed: bool,
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

/// Everything moves the whole way; then pairs in scene order.
fn after_moving(bodies: &mut [Body], response: &str, method: &str) -> Vec<Told> {
    let starts: Vec<_> = bodies.iter().map(|body| body.edges).collect();
    let mut told = Vec::new();
    for body in bodies.iter_mut() {
        body.edges = body.moved();
    }
    for i in 0..bodies.len() {
        for j in i + 1..bodies.len() {
            let (a, b) = if bodies[i].velocity == [0, 0] { (j, i) } else { (i, j) };
            let before = [bodies[a].velocity, bodies[b].velocity];
            let end = End { edges: [bodies[a].edges, bodies[b].edges], velocities: before };
            let sides = if before == [[0, 0]; 2] { Vec::new() } else { named(method, &end) };
            if sides.is_empty() || meet(starts[a], starts[b]) {
                continue;
            }
            let mut after = before;
            for side in &sides {
                let (e, o) = (bodies[a].edges, bodies[b].edges);
                let back = match *side {
                    "left" => [o[0] - e[2], 0],
                    "right" => [o[2] - e[0], 0],
                    "top" => [0, o[1] - e[3]],
                    _ => [0, o[3] - e[1]],
                };
                bodies[a].edges = shifted(e, back);
                let k = axis_of(side);
                match response {
                    "slide" => (after[0][k], after[1][k]) = (0, 0),
                    "bounce" if bodies[b].fixed => after[0][k] = -before[0][k],
                    "bounce" => (after[0][k], after[1][k]) = (before[1][k], before[0][k]),
                    _ => {}
                }
            }
            if response == "stop" {
                after = [[0, 0], if bodies[b].fixed { before[1] } else { [0, 0] }];
            }
            (bodies[a].velocity, bodies[b].velocity) = (after[0], after[1]);
            told.push((name(a), name(b), sides, before, after));
        }
    }
    told
}

/// The axes that `predict-corner` names for a box at `a` about to move by `v`
/// against one that stands still at `b`.
fn named_axes(a: [i64; 4], b: [i64; 4], v: [i64; 2]) -> Vec<usize> {
    // Everything twice as large, so that middles and halves are whole.
    let apart = |k: usize| (a[k] + a[k + 2]) - (b[k] + b[k + 2]);
    let sizes = [0, 1].map(|k| (a[k + 2] - a[k]) + (b[k + 2] - b[k]));
    let depth = [0, 1].map(|k| sizes[k] - (apart(k) + 2 * v[k]).abs());
    if depth[0] < 0 || depth[1] < 0 {
        return Vec::new();
    }
    let beyond = [0, 1].map(|k| apart(k).abs() > sizes[k]);
    match depth[0].cmp(&depth[1]) {
        // Corner by corner both; edge on, it takes x.
        std::cmp::Ordering::Equal if beyond == [true, true] => vec![0, 1],
        std::cmp::Ordering::Equal => vec![0],
        // At the corner its labels are the wrong way round.
        std::cmp::Ordering::Greater => vec![usize::from(beyond != [true, true])],
        std::cmp::Ordering::Less => vec![usize::from(beyond == [true, true])],
    }
}

/// Before anything moves, each box that is about to, against all others.
fn before_moving(bodies: &mut [Body], response: &str) -> Vec<Told> {
    let mut told = Vec::new();
    let movers: Vec<_> = (0..bodies.len()).filter(|&i| bodies[i].way != [0, 0]).collect();
    for i in movers {
        for j in (0..bodies.len()).filter(|&j| j != i) {
            let (a, b) = (bodies[i], bodies[j]);
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

/// A frame under a side method: a step, or the move of one box.
fn agree(scene: &[BoxAt], response: &str, side: &str, moved: Option<(usize, [i64; 2])>) {
    let mut sandbox = world_of(scene, response, side);
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
                Body { edges, way, velocity: way, fixed: scene[index].fixed }
            })
            .collect();
        let told = match side {
            "predict-corner" => before_moving(&mut bodies, response),
            _ => after_moving(&mut bodies, response, side),
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
            // A move alters no stored velocity.
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

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn boxes_do_what_the_side_methods_name(
        scene in scene(),
        mover in any::<prop::sample::Index>(),
        by in prop::array::uniform2(-12_i64..=12),
    ) {
        for side in SIDE_METHODS {
            for response in ["stop", "slide", "push-out", "bounce"] {
                agree(&scene, response, side, None);
                if !scene.is_empty() {
                    let mover = mover.index(scene.len());
                    if !scene[mover].fixed {
                        agree(&scene, response, side, Some((mover, by)));
                    }
                }
            }
        }
    }
}
