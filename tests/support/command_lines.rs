//! Random lines of the command language, valid and invalid.

use proptest::prelude::*;
use proptest::sample::select;

const NAMES: &[&str] = &["A", "B", "C", "L", "P", "wall", "Q"];

fn name() -> impl Strategy<Value = String> {
    select(NAMES).prop_map(str::to_owned)
}

/// Mostly small numbers, on the grid, so that things meet.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (-12_i32..13).prop_map(|n| n.to_string()),
        3 => (-90_i32..90).prop_map(|n| format!("{}.{}", n / 4, 25 * (n.abs() % 4))),
        2 => (-40_000_i32..40_000).prop_map(|n| format!("{}.{:03}", n / 1000, n.abs() % 1000)),
        1 => select(&["16000", "-16000", "15999.999", "0.001", "-0.001", "0", "8000"][..])
            .prop_map(str::to_owned),
    ]
}

fn size() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (1_i32..9).prop_map(|n| n.to_string()),
        1 => select(&["0.001", "0.5", "12.25", "16000", "0"][..]).prop_map(str::to_owned),
    ]
}

fn numbers(count: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(number(), count).prop_map(|all| all.join(" "))
}

fn small() -> impl Strategy<Value = String> {
    (1_u32..9).prop_map(|n| n.to_string())
}

/// A word from a list.
pub(crate) fn one(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    select(words).prop_map(str::to_owned)
}

pub(crate) fn building() -> BoxedStrategy<String> {
    prop_oneof![
        6 => (name(), numbers(2), size(), size())
            .prop_map(|(name, at, width, height)| format!("box {name} {at} {width} {height}")),
        1 => (name(), one(&["center", "bottom-center"]), numbers(2), size(), size())
            .prop_map(|(n, origin, at, w, h)| format!("box {n} {origin} {at} {w} {h}")),
        2 => (name(), numbers(4)).prop_map(|(name, ends)| format!("laser {name} {ends}")),
        2 => (name(), numbers(6)).prop_map(|(name, points)| format!("polygon {name} {points}")),
        2 => (name(), name()).prop_map(|(one, other)| format!("duplicate {one} {other}")),
        1 => (name(), name()).prop_map(|(one, other)| format!("rename {one} {other}")),
        1 => name().prop_map(|name| format!("remove {name}")),
        1 => Just("remove".to_owned()),
        2 => (name(), one(&["on", "off"])).prop_map(|(name, on)| format!("fixed {name} {on}")),
        2 => (name(), one(&["static", "kinematic", "dynamic"]))
            .prop_map(|(name, body)| format!("body {name} {body}")),
        2 => (name(), attribute()).prop_map(|(name, said)| format!("set {name}.{said}")),
        5 => (name(), numbers(2)).prop_map(|(name, v)| format!("velocity {name} {v}")),
        1 => (name(), numbers(2)).prop_map(|(name, v)| format!("velocity {name} {v} end")),
        1 => crowd(),
    ]
    .boxed()
}

/// A crowd of a few objects, not all of which may fit into its area.
fn crowd() -> impl Strategy<Value = String> {
    const LAYOUTS: &[&str] = &["", "uniform", "clusters", "mixed-sizes", "apart", "clusters apart"];
    let of = one(&["", "box", "laser"]);
    let sizes = one(&["", "size 1 3", "size 0.5 9", "size 3 1", "size 0 0", "grid 0.25"]);
    let speeds = one(&["", "speed 0 0.9", "speed 1 1", "speed 2 1"]);
    (name(), small(), of, numbers(4), sizes, speeds, one(LAYOUTS), small()).prop_map(
        |(name, count, of, area, sizes, speeds, layout, seed)| {
            format!("crowd {name} {count} {of} {area} {sizes} {speeds} {layout} seed {seed}")
        },
    )
}

const ATTRIBUTES: &str = "response bounce|response push-out|response slide|response none|\
    breaks_after 1|breaks_after 3|breaks_after none|sensor true|sensor none|on_enter pause|\
    message \"Lost. Press , to go back\"|message none|steer 2 0.5|steer none|jump 5|\
    name_shown false|name_shown true|tint 3|tint none|beam on|beam off|beam none";

fn attribute() -> impl Strategy<Value = &'static str> {
    select(ATTRIBUTES.split('|').collect::<Vec<_>>())
}

fn changing() -> BoxedStrategy<String> {
    const FIELDS: &[&str] = &[
        "left", "top", "right", "bottom", "x", "y", "width", "height", "x1", "y2", "x3", "vx", "vy",
    ];
    prop_oneof![
        (name(), one(FIELDS), number()).prop_map(|(n, field, v)| format!("set {n}.{field} {v}")),
        (name(), number()).prop_map(|(name, by)| format!("turn {name} {by}")),
        (name(), number()).prop_map(|(name, by)| format!("length {name} {by}")),
        (name(), small(), numbers(2)).prop_map(|(n, index, by)| format!("end {n} {index} {by}")),
        one(&["pass", "stop", "slide", "push-out", "bounce"]).prop_map(|w| format!("response {w}")),
        one(&["swept", "relative-velocity", "predict-corner"]).prop_map(|w| format!("side {w}")),
        one(&["source", "inclusive", "strict"]).prop_map(|w| format!("contact {w}")),
        one(&["all-pairs", "sweep", "grid"]).prop_map(|w| format!("broad-phase {w}")),
        one(&["y-up", "y-down"]).prop_map(|w| format!("axes {w}")),
        one(&[
            "title a b",
            "title \"# x\"",
            "speed 60",
            "nudge 0.5",
            "gravity 0 0.5",
            "nudge cell",
            "new"
        ])
        .prop_map(|w| w),
        name().prop_map(|name| format!("select {name}")),
    ]
    .boxed()
}

fn in_time() -> BoxedStrategy<String> {
    prop_oneof![
        6 => small().prop_map(|n| format!("step {n}")),
        6 => (name(), numbers(2)).prop_map(|(name, by)| format!("move {name} {by}")),
        2 => numbers(2).prop_map(|by| format!("move {by}")),
        3 => (one(&["undo", "redo", "back"]), small()).prop_map(|(w, n)| format!("{w} {n}")),
        1 => one(&["seek start", "seek end", "undo", "redo", "back", "step"]).prop_map(|w| w),
        2 => small().prop_map(|frame| format!("seek {frame}")),
        1 => small().prop_map(|seq| format!("seek #{seq}")),
    ]
    .boxed()
}

fn asking() -> BoxedStrategy<String> {
    const SIDES: &[&str] = &["", "left", "top+left", "from-left", "on-line", "edge-2", "inside"];
    let pair = || (name(), name()).prop_map(|(one, other)| format!("{one} {other}"));
    prop_oneof![
        pair().prop_map(|pair| format!("expect {pair}")),
        pair().prop_map(|pair| format!("query {pair}")),
        (pair(), one(&["", "swept", "edges", "truth", "straddle", "predict-corner"]))
            .prop_map(|(pair, page)| format!("why {pair} {page}")),
        (pair(), one(&["hit", "touch", "miss"]), one(SIDES))
            .prop_map(|(pair, word, side)| format!("assert {pair} {word} {side}")),
        (one(&["hit", "touch", "miss"]), one(SIDES))
            .prop_map(|(word, side)| format!("predict {word} {side}")),
        (pair(), one(&["hit", "touch", "miss"]), one(SIDES))
            .prop_map(|(pair, word, side)| format!("predict {pair} {word} {side}")),
        prop_oneof![Just("skip".to_owned()), pair().prop_map(|pair| format!("skip {pair}"))],
        one(&["log all", "log hits", "log changes", "filter A", "filter", "filter hit left"])
            .prop_map(|w| w),
        one(&["describe", "describe A", "check", "expect", "query", "help", "help box", "play"])
            .prop_map(|w| w),
        one(&["method truth", "method edges", "method relative-velocity", "method swept"])
            .prop_map(|w| w),
    ]
    .boxed()
}

/// A command line, more often valid than not.
pub(crate) fn command() -> BoxedStrategy<String> {
    prop_oneof![6 => building(), 4 => changing(), 6 => in_time(), 2 => asking()].boxed()
}

/// Any line at all.
pub(crate) fn line() -> BoxedStrategy<String> {
    let broken =
        (command(), any::<prop::sample::Index>(), any::<char>()).prop_map(|(line, at, with)| {
            let mut all: Vec<char> = line.chars().collect();
            let at = at.index(all.len());
            all[at] = with;
            all.into_iter().collect()
        });
    let cut = (command(), any::<prop::sample::Index>())
        .prop_map(|(line, at)| line.chars().take(at.index(line.len())).collect());
    let shuffled = prop::collection::vec(
        prop_oneof![
            one(&["box", "seek", "#", "\"", "set", "A.x", "velocity", "end", "#3", "why", "-"]),
            name(),
            number(),
            "\\PC{0,6}".prop_map(|any| any),
        ],
        0..8,
    )
    .prop_map(|words| words.join(" "));
    prop_oneof![6 => command(), 3 => broken, 2 => cut, 3 => shuffled, 1 => "\\PC{0,40}"].boxed()
}
