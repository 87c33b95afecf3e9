//! `hitscan compare`: the pairs it draws and what it finds, the examples and scenes
//! it makes of them, and its options and files.

mod examples;
mod hypotheses;
mod program;
mod report;

use std::num::NonZeroUsize;

use clap::Parser;
use hitscan::tested::cli::compare::{Plan, Report, compare};
use hitscan::tested::cli::{Args, Deferred, Task};

/// Every kind of pair; of frames both angles.
pub(crate) const KINDS: [&str; 7] = [
    "laser-laser",
    "box-laser",
    "box-box",
    "polygon-laser",
    "region-region",
    "frame",
    "frame --angle 45",
];

/// The plan of a command line, which is sound.
pub(crate) fn plan(options: &str) -> Plan {
    // Tenths, which single precision does not hold, unless told.
    let usual = if options.contains("--step") { "" } else { "--step 0.6" };
    let words = usual.split_whitespace().chain(options.split_whitespace());
    let words = ["hitscan", "compare"].into_iter().chain(words);
    match Args::try_parse_from(words).expect("options").task {
        Some(Task::Compare(Deferred(args))) => args.plan().expect("options that go together"),
        other => panic!("{other:?}"),
    }
}

pub(crate) fn report(options: &str) -> Report {
    compare(&plan(options), threads(2), &mut |_| {})
}

pub(crate) fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("above 0")
}
