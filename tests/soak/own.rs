//! Sessions in which a program answers for a method on the screen: how they start and end, and what
//! happens in them.

use proptest::prelude::*;
use proptest::sample::select;
use rustix::process::Signal;

use crate::answering::Answering;
use crate::events::{Event, key, resize};
use crate::maps::map_keys;
use crate::plan::{End, Start, start};

/// A start with such a program.
pub(crate) fn own_start() -> BoxedStrategy<Start> {
    let scenes: Vec<_> = hitscan_core::scene::gallery().iter().map(|(name, _)| *name).collect();
    (start(), select(scenes), select(&Answering::ASKED[..]), own_end())
        .prop_map(|(start, scene, own, end)| Start {
            scene: scene.to_owned(),
            own: Some(own),
            end,
            ..start
        })
        .boxed()
}

/// How it ends. Floods and stalls are left out: delays would not be the program's fault.
fn own_end() -> BoxedStrategy<End> {
    let signal = select(&[Signal::TERM, Signal::INT, Signal::HUP, Signal::QUIT][..]);
    prop_oneof![
        4 => Just(End::Quit),
        4 => signal.prop_map(End::Signal),
        2 => Just(End::AtOnce),
        2 => Just(End::HangUp),
    ]
    .boxed()
}

/// Events that make the program answer again, and that it may delay.
pub(crate) fn own_event() -> BoxedStrategy<Event> {
    let lines = prop_oneof![
        (-9_i32..10, -9_i32..10).prop_map(|(x, y)| format!("move {x} {y}")),
        Just("map method".to_owned()),
        Just("method own".to_owned()),
        Just("step 3".to_owned()),
        Just("undo 2".to_owned()),
    ];
    let asking = ["Left", "Right", "Up", "Down", "Tab", "p", "2", "3", "n", "N", ".", ",", "u"];
    prop_oneof![
        20 => prop::collection::vec(key(&asking), 1..8).prop_map(Event::Keys),
        10 => lines.prop_map(Event::Line),
        8 => map_keys(),
        3 => resize(),
        3 => (1_u64..600).prop_map(Event::Wait),
        1 => (50_u64..800).prop_map(Event::Stall),
        1 => (1_u64..300).prop_map(Event::Stop),
    ]
    .boxed()
}
