//! Scenes of boxes as commands, and their results.

use std::fmt;

use hitscan_core::engine::Engine;
use hitscan_core::world::{Name, Record, Rules};
use hitscan_geom::{Aabb, Milli, Vector};
use proptest::prelude::*;

pub(crate) use crate::sandboxes::{attempt, run, sandbox};

/// Left, top, width, height and velocity in cells of a lattice; the name follows from the position
/// in the list.
#[derive(Clone)]
pub(crate) struct BoxAt {
    pub(crate) at: [i64; 2],
    pub(crate) size: [i64; 2],
    pub(crate) velocity: [i64; 2],
    pub(crate) fixed: bool,
}

/// A number of thousandths as a user types it.
pub(crate) fn typed(thousandths: i64) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let magnitude = thousandths.unsigned_abs();
    format!("{sign}{}.{:03}", magnitude / 1000, magnitude % 1000)
}

pub(crate) fn name(index: usize) -> String {
    format!("b{index}")
}

/// As the commands that create it, so that a failing case can be turned into a test.
impl fmt::Debug for BoxAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.commands(0).join("; "))
    }
}

impl BoxAt {
    /// The commands that create it.
    pub(crate) fn commands(&self, index: usize) -> Vec<String> {
        let name = name(index);
        let [x, y] = self.at.map(typed);
        let [width, height] = self.size.map(typed);
        let mut lines = vec![format!("box {name} {x} {y} {width} {height}")];
        if self.fixed {
            lines.push(format!("fixed {name} on"));
        } else if self.velocity != [0, 0] {
            let [vx, vy] = self.velocity.map(typed);
            lines.push(format!("velocity {name} {vx} {vy}"));
        }
        lines
    }

    pub(crate) fn edges(&self) -> [i64; 4] {
        let ([x, y], [width, height]) = (self.at, self.size);
        [x, y, x + width, y + height]
    }
}

/// Cells of this many thousandths; with 1, every contact is rounded.
pub(crate) fn cell() -> impl Strategy<Value = i64> {
    prop::sample::select(vec![1, 1, 7, 250, 1000, 3_333])
}

/// A box of few cells; `free` ones may move.
pub(crate) fn box_at(free: impl Strategy<Value = bool>, cell: i64) -> impl Strategy<Value = BoxAt> {
    let at = prop::array::uniform2(-12_i64..=12);
    let size = prop::array::uniform2(1_i64..=6);
    let velocity = prop_oneof![
        1 => Just([0, 0]),
        5 => prop::array::uniform2(-9_i64..=9),
        2 => prop::array::uniform2(-30_i64..=30),
    ];
    (at, size, velocity, free).prop_map(move |(at, size, velocity, free)| BoxAt {
        at: at.map(|n| n * cell),
        size: size.map(|n| n * cell),
        velocity: if free { velocity.map(|n| n * cell) } else { [0, 0] },
        fixed: !free,
    })
}

/// Commands that make sense in a small world of boxes with these names.
pub(crate) fn any_line() -> impl Strategy<Value = String> {
    let numbers = (0..10_usize, -9..=9, -9..=9, 1..=4);
    (0..24_u8, numbers).prop_map(|(kind, (box_index, x, y, n))| {
        let name = name(box_index);
        let response = ["pass", "stop", "slide", "push-out", "bounce"];
        let side = ["swept", "relative-velocity", "predict-corner"];
        match kind {
            0 => format!("box {name} {x} {y} {n} {n}"),
            1 => format!("remove {name}"),
            2 => format!("fixed {name} {}", if x > 0 { "on" } else { "off" }),
            3 | 4 => format!("velocity {name} {x}.5 {y}"),
            5..=7 => format!("move {name} {x} {y}.25"),
            8 => format!("set {name}.x {x}"),
            9 => format!("response {}", response[box_index % 5]),
            10 => format!("side {}", side[box_index % 3]),
            11 => format!("undo {n}"),
            12 => format!("back {n}"),
            13 => format!("redo {n}"),
            14 => format!("seek {}", n * 3),
            15 => format!("seek #{n}"),
            16 => "seek end".to_owned(),
            17 => format!("step {n}"),
            _ => "step".to_owned(),
        }
    })
}

/// This many cases, or as many as `PROPTEST_CASES` says. Failing cases become tests, not files.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let wanted = std::env::var("PROPTEST_CASES").ok().and_then(|count| count.parse().ok());
    let cases = wanted.unwrap_or(cases);
    // Shrinking a story of thousands of frames takes long.
    let max_shrink_iters = 2_000;
    ProptestConfig {
        cases,
        max_shrink_iters,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A sandbox with these boxes under this response and side method.
pub(crate) fn world_of(boxes: &[BoxAt], response: &str, side: &str) -> Engine {
    sandbox(&commands_for(boxes, response, side))
}

/// The same, by the rules of the first recordings, in which resting contacts are recorded, too.
pub(crate) fn world_that_tells_all(boxes: &[BoxAt], response: &str, side: &str) -> Engine {
    let mut engine = sandbox::<&str>(&[]);
    engine.set_rules(Rules::V1);
    run(&mut engine, &commands_for(boxes, response, side));
    engine
}

fn commands_for(boxes: &[BoxAt], response: &str, side: &str) -> Vec<String> {
    let mut lines = vec![format!("response {response}"), format!("side {side}")];
    lines.extend(boxes.iter().enumerate().flat_map(|(index, each)| each.commands(index)));
    lines
}

pub(crate) fn corners(shape: &Aabb) -> [i64; 4] {
    [shape.left(), shape.top(), shape.right(), shape.bottom()].map(Milli::wide)
}

pub(crate) fn pair(vector: Vector) -> [i64; 2] {
    [vector.x.wide(), vector.y.wide()]
}

/// Every box: its name, edges and velocity, in scene order.
pub(crate) fn boxes(sandbox: &Engine) -> Vec<(Name, [i64; 4], [i64; 2])> {
    let objects = sandbox.world().objects();
    let boxes = objects.filter_map(|(_, object)| {
        let shape = object.shape.as_box()?;
        Some((object.name, corners(shape), pair(object.velocity)))
    });
    boxes.collect()
}

/// The edges and the velocity of the box with that name.
pub(crate) fn box_of(sandbox: &Engine, name: &str) -> ([i64; 4], [i64; 2]) {
    let found = boxes(sandbox).into_iter().find(|(each, ..)| each.as_str() == name);
    let (_, edges, velocity) = found.unwrap_or_else(|| panic!("{name} is there"));
    (edges, velocity)
}

/// The word of the last test of two boxes.
pub(crate) fn word_of(sandbox: &Engine, one: &str, other: &str) -> &'static str {
    let id = |name: &str| sandbox.world().find(&Name::new(name).expect(name)).expect(name);
    let found = sandbox.world().pair(id(one), id(other));
    found.expect("two of them").pair_result.outcome.token()
}

/// The records of the current frame, in the order of the log.
pub(crate) fn of_frame(sandbox: &Engine) -> Vec<&Record> {
    let frame = sandbox.world().frame();
    sandbox.log().records().filter(|record| record.frame == frame).collect()
}

/// Whether the interiors of two boxes meet.
pub(crate) fn meet(a: [i64; 4], b: [i64; 4]) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}
