//! Random recordings, scripts and keys.

use proptest::prelude::*;
use proptest::sample::select;

use crate::command_lines::{building, command, line, one};

/// A scene that most recordings start with.
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

/// A scene file with one or two crowds, some of whose keys may be wrong or missing.
pub(crate) fn crowds() -> BoxedStrategy<String> {
    let number = || {
        prop_oneof![
            8 => (-40_i32..40).prop_map(|n| n.to_string()),
            3 => (-400_i32..400).prop_map(|n| format!("{}.{}", n / 10, n.abs() % 10)),
            1 => one(&["0", "16000", "-16000", "99999999", "1e400", "nan", "0.0001"]),
        ]
    };
    let list = move |count| {
        prop::collection::vec(number(), count)
            .prop_map(|numbers| format!("[{}]", numbers.join(", ")))
            .boxed()
    };
    let line = prop_oneof![
        4 => list(4).prop_map(|area| format!("area = {area}")),
        3 => list(2).prop_map(|size| format!("size = {size}")),
        2 => list(2).prop_map(|speed| format!("speed = {speed}")),
        1 => number().prop_map(|grid| format!("grid = {grid}")),
        1 => number().prop_map(|seed| format!("seed = {seed}")),
        1 => one(&["kind = \"laser\"", "kind = \"box\"", "kind = \"polygon\"", "apart = true"]),
        1 => one(&["layout = \"clusters\"", "layout = \"mixed-sizes\"", "layout = 7"]),
        1 => one(&["fixed = true", "cuont = 3", "area = [0, 0, 9]", "apart = \"yes\""]),
    ];
    let count = prop_oneof![8 => 0_u32..60, 1 => 99_990_u32..100_020, 1 => Just(u32::MAX)];
    let crowd = (one(&["a", "b"]), count, prop::collection::vec(line, 0..7)).prop_map(
        |(name, count, lines)| {
            let lines: std::collections::BTreeMap<_, _> = lines
                .iter()
                .map(|line| (line.split(' ').next().unwrap_or_default(), line.as_str()))
                .collect();
            let lines: Vec<_> = lines.into_values().collect();
            let usual = "size = [1, 3]\nspeed = [0, 0.9]\narea = [-30, -30, 30, 30]";
            let keys = if lines.len() < 3 { usual.to_owned() } else { lines.join("\n") };
            format!("[[crowd]]\nname = \"{name}\"\ncount = {count}\n{keys}\n")
        },
    );
    let settings = prop_oneof![
        2 => Just(String::new()),
        2 => one(&["broad_phase = \"sweep\"\n", "response = \"bounce\"\n", "broad_phase = \"tree\"\n"]),
    ];
    (settings, prop::collection::vec(crowd, 1..3))
        .prop_map(|(settings, crowds)| settings + &crowds.concat())
        .boxed()
}

/// Commands for an empty sandbox, which build a few things first.
pub(crate) fn script() -> BoxedStrategy<Vec<String>> {
    let first = prop::collection::vec(building(), 3..9);
    (first, prop::collection::vec(command(), 1..40))
        .prop_map(|(first, then)| first.into_iter().chain(then).collect())
        .boxed()
}

/// Input on the screen: a key, as the key table names it, or a line.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    Key(String),
    Line(String),
    Tick,
    Resize(u16, u16),
}

/// A built-in scene, and input for it.
pub(crate) fn keys() -> BoxedStrategy<(String, Vec<Input>)> {
    let all: Vec<String> = hitscan::tested::app::ACTIONS
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
