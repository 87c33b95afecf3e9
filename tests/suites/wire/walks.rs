//! Walks through the start scene, key by key, and which of the keys log a line.

use hitscan::tested::app::{App, GlyphSet, KeyPress};
use hitscan::tested::host::files;

use super::session::Size;

/// Keys, named as in the key table.
pub(crate) type Walk = Vec<&'static str>;

/// The box moves back and forth where it meets nothing: frame, object and verdict change with every
/// key.
pub(crate) fn free() -> Walk {
    [["Right"; 4], ["Left"; 4]].concat().repeat(5)
}

/// Into the other box and out again: touch, hit, touch, miss, with free moves in between.
pub(crate) fn in_and_out() -> Walk {
    [["Right"; 7], ["Left"; 7]].concat().repeat(6)
}

/// Back and forth at its side: every key logs a line, and the log scrolls repeatedly.
pub(crate) fn at_the_side() -> Walk {
    [vec!["Right"; 4], ["Right", "Left"].repeat(40)].concat()
}

/// Through everything, and beyond the edge of the view.
pub(crate) fn all_over() -> Walk {
    [("Right", 30), ("Left", 30), ("Down", 12), ("Right", 30), ("Left", 30)]
        .into_iter()
        .flat_map(|(key, times)| std::iter::repeat_n(key, times))
        .collect()
}

/// The bytes that a terminal sends for a key.
pub(crate) fn bytes(key: &str) -> &str {
    match key {
        "Right" => "\x1b[C",
        "Left" => "\x1b[D",
        "Down" => "\x1b[B",
        letter => letter,
    }
}

/// For each key of a walk, whether it adds a line to the log.
pub(crate) fn makes_a_line(walk: &[&str], size: Size) -> Vec<bool> {
    let (scene, source) = files::find("start").expect("a built-in scene");
    let mut app = App::new(scene, source, size, GlyphSet::Lines).expect("it makes a world");
    let press = |key: &&str| {
        let before = app.engine.sandbox().log_len_now();
        app.press(KeyPress::parse(key).expect("a key of the table"));
        app.engine.sandbox().log_len_now() > before
    };
    walk.iter().map(press).collect()
}
