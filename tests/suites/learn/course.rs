//! The whole course as lines.

use crate::lessons::{PACK, Taught};

/// The first edition of the built-in pack: files that were begun with it are graded with it.
pub(super) const FIRST_EDITION: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/first_edition");

/// The lines that complete the built-in lessons with full points.
pub(super) fn perfect(student: &str) -> String {
    perfect_in(PACK, student)
}

/// The same for the pack in a folder.
pub(super) fn perfect_in(folder: &str, student: &str) -> String {
    let taught = Taught::from(folder);
    let steps = taught.ids().into_iter().flat_map(|lesson| taught.ways(&lesson, student));
    let lines = steps.flat_map(|(_, way)| {
        let mut lines = way.lines();
        lines.push("next\n".to_owned());
        lines
    });
    lines.collect::<Vec<_>>().join("\n")
}
