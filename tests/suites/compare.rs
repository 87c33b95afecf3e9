//! `hitscan compare`: the pairs it generates and its findings, the examples and scenes it makes
//! from them, and its options and files.

mod examples;
mod hypotheses;
mod program;
mod report;

use std::num::NonZeroUsize;

use clap::Parser;
use hitscan::tested::cli::compare::{ComparePlan, CompareReport, compare};
use hitscan::tested::cli::{Args, CliTask, Deferred};

/// Every kind of pair, with both angles for frames.
pub(crate) const KINDS: [&str; 9] = [
    "laser-laser",
    "box-laser",
    "box-box",
    "polygon-laser",
    "region-region",
    "box-point",
    "polygon-point",
    "frame",
    "frame --angle 45",
];

/// The plan of a valid command line.
pub(crate) fn plan(options: &str) -> ComparePlan {
    // By default multiples of 0.6, which single precision cannot represent.
    let usual = if options.contains("--step") { "" } else { "--step 0.6" };
    let words = usual.split_whitespace().chain(options.split_whitespace());
    let words = ["hitscan", "compare"].into_iter().chain(words);
    match Args::try_parse_from(words).expect("options").task {
        Some(CliTask::Compare(Deferred(args))) => {
            args.task.plan().expect("options that go together")
        }
        other => panic!("{other:?}"),
    }
}

pub(crate) fn report(options: &str) -> CompareReport {
    compare(&plan(options), threads(2), &mut |_| {})
}

pub(crate) fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("above 0")
}
