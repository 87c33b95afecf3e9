//! Random recordings, scripts and keys.

use proptest::prelude::*;
use proptest::sample::select;

use crate::command_lines::{building, command, line, one};

/// A scene that lies at the beginning of most recordings.
const SCENE: &str = "| [[box]]\n| name = \"A\"\n| at = [0, 0]\n| size = [4, 4]\n\
                     | [[laser]]\n| name = \"L\"\n| from = [0, 9]\n| to = [9, 0]\n";

/// The bytes of a recording that may be broken anywhere.
pub(crate) fn recording() -> BoxedStrategy<Vec<u8>> {
    let digest = "# digest 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    let piece = prop_oneof![
        8 => line(),
        1 => Just(SCENE.trim_end().to_owned()),
        1 => "\\| \\PC{0,30}",
        1 => Just(digest.to_owned()),
        1 => Just("# hitscan recording 1".to_owned()),
        1 => "# digest [0-9a-f]{0,70}",
    ];
    let header = prop_oneof![
        8 => Just("# hitscan recording 1\n".to_owned()),
        1 => Just(String::new()),
        1 => Just("# hitscan recording 2\n".to_owned()),
    ];
    let scene = prop_oneof![4 => Just(SCENE), 1 => Just("")];
    let whole =
        (header, scene, prop::collection::vec(piece, 0..20)).prop_map(|(header, scene, pieces)| {
            format!("{header}{scene}{}\n", pieces.join("\n")).into_bytes()
        });
    let torn =
        (whole.clone(), prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4))
            .prop_map(|(mut bytes, changes)| {
                for (at, with) in changes {
                    let at = at.index(bytes.len());
                    bytes[at] = with;
                }
                bytes
            });
    prop_oneof![3 => whole, 2 => torn, 1 => prop::collection::vec(any::<u8>(), 0..200)].boxed()
}

/// Commands for an empty sandbox, in which a few things are built first.
pub(crate) fn script() -> BoxedStrategy<Vec<String>> {
    let first = prop::collection::vec(building(), 3..9);
    (first, prop::collection::vec(command(), 1..40))
        .prop_map(|(first, then)| first.into_iter().chain(then).collect())
        .boxed()
}

/// Input at the screen: a key, as the key table names it, or a line.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    Key(String),
    Line(String),
    Tick,
    Resize(u16, u16),
}

/// A built-in scene, and input for it.
pub(crate) fn keys() -> BoxedStrategy<(String, Vec<Input>)> {
    let all: Vec<String> = hitscan::app::ACTIONS
        .iter()
        .flat_map(|spec| spec.keys)
        .flat_map(|keys| keys.split(' '))
        .map(str::to_owned)
        .collect();
    let letter =
        "[a-zA-Z0-9:/<>.,?~ -]".prop_map(|c| if c == " " { "Space".to_owned() } else { c });
    let key = prop_oneof![
        4 => select(all),
        3 => one(&["Right", "Left", "Up", "Down", "Tab", ".", "Enter", "Esc", "u", "r"]),
        1 => letter,
    ];
    let input = prop_oneof![
        12 => key.prop_map(Input::Key),
        4 => command().prop_map(Input::Line),
        1 => Just(Input::Tick),
        1 => (0_u16..140, 0_u16..50).prop_map(|(cols, rows)| Input::Resize(cols, rows)),
    ];
    let scenes: Vec<String> =
        hitscan_core::scene::gallery().iter().map(|(name, _)| (*name).to_owned()).collect();
    (select(scenes), prop::collection::vec(input, 1..60)).boxed()
}
