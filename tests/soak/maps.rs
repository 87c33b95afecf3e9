//! What happens on maps: pairs, layers, edits, tours, the probe, questions, other
//! sizes.

use proptest::prelude::*;
use proptest::sample::select;

use crate::events::{Event, event, key, resize};
use crate::scratch::any_file;

/// Keys that open a map, move around in it and leave it.
const MAP: [&str; 24] = [
    "M", "6", "6", "!", "!", ";", "Enter", "Enter", "Esc", "Left", "Right", "Up", "Down", "n", "N",
    "m", "e", "t", "v", "Tab", "p", "+", "-", "f",
];

/// A few of them, starting with a map.
pub(crate) fn map_keys() -> BoxedStrategy<Event> {
    prop::collection::vec(key(&MAP), 1..10)
        .prop_map(|mut keys| {
            keys.insert(0, "M".to_owned());
            Event::MapKeys(keys)
        })
        .boxed()
}

/// Classes of cells, including one that no layer has.
const CLASSES: &str = "wrong convention hit miss touches disjoint within left left+top tunnelled \
    inside-unseen rounding nothing-like-that";

fn map_line() -> BoxedStrategy<Event> {
    const LAYERS: &[&str] = &["", " off", " relation", " side", " method", " f32"];
    let class = select(CLASSES.split(' ').collect::<Vec<_>>());
    prop_oneof![
        3 => select(LAYERS).prop_map(|layer| format!("map{layer}")),
        3 => class.prop_map(|class| format!("map next {class}")),
    ]
    .prop_map(Event::MapLine)
    .boxed()
}

/// Another pair, in this scene or in another.
fn pair() -> BoxedStrategy<Event> {
    let names = select(&["A", "B", "L", "P", "N0", "N7", "P3", "wall"][..]);
    let scenes: Vec<_> = hitscan_core::scene::gallery().iter().map(|(name, _)| *name).collect();
    prop_oneof![
        4 => names.prop_map(|name| format!("select {name}")),
        3 => select(scenes).prop_map(|scene| format!("open {scene}")),
        1 => any_file().prop_map(|file| format!("open {file}")),
    ]
    .prop_map(Event::Line)
    .boxed()
}

/// Queries while a map is shown.
fn question() -> BoxedStrategy<Event> {
    let keys =
        [&["w"][..], &["?", "Esc"], &["2"], &["3"], &["6"], &["z", "z"], &["y", "a"], &["."]];
    let keys = select(keys.map(<[&str]>::to_vec).to_vec());
    let asks = select(&["predict hit", "query", "why", "check", "skip", "describe"][..]);
    prop_oneof![
        2 => keys.prop_map(|keys| Event::Keys(keys.into_iter().map(str::to_owned).collect())),
        1 => asks.prop_map(|line| Event::Line(line.to_owned())),
    ]
    .boxed()
}

/// Any event of a session about maps.
pub(crate) fn map_event() -> BoxedStrategy<Event> {
    let sizes = prop::collection::vec((20_u16..200, 8_u16..60), 2..8);
    prop_oneof![
        30 => map_keys(),
        12 => map_line(),
        10 => pair(),
        8 => question(),
        5 => resize(),
        6 => sizes.prop_map(Event::Resizes),
        10 => event(),
    ]
    .boxed()
}
