//! Random lines, recordings, commands and keys: nothing panics, and the invariants hold.
//!
//! As a test this runs for seconds. For longer:
//!
//! ```text
//! HITSCAN_FUZZ_SECONDS=600 cargo test --release --test fuzz -- --nocapture
//! ```
//!
//! Trials of hostile programs take longer and only run on request:
//!
//! ```text
//! HITSCAN_FUZZ_SECONDS=600 cargo test --release --test fuzz any_program -- --ignored --nocapture
//! ```
//!
//! `found.rs` has small versions of what this has found.

#[path = "../support/command_lines.rs"]
mod command_lines;
mod found;
mod generators;
mod holds;
mod programs;

use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{TestError, TestRunner};

use command_lines::line;
use generators::{crowds, keys, recording, script};

/// How many cases each property gets as a test, and between two checks of the clock.
const CASES: u32 = 96;

/// Runs a property for as long as the environment says.
fn hold<S: Strategy>(
    name: &str,
    strategy: S,
    property: impl Fn(S::Value) -> Result<(), TestCaseError> + Clone,
) where
    S::Value: std::fmt::Debug,
{
    let seconds = std::env::var("HITSCAN_FUZZ_SECONDS").ok();
    let asked = seconds.map(|text| text.parse().expect("a number of seconds"));
    let until = asked.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let mut cases = 0_u64;
    loop {
        let config = ProptestConfig {
            cases: CASES,
            failure_persistence: None,
            max_shrink_iters: 20_000,
            ..ProptestConfig::default()
        };
        let ran = TestRunner::new(config).run(&strategy, property.clone());
        cases += u64::from(CASES);
        match ran {
            Ok(()) => {}
            Err(TestError::Fail(why, value)) => panic!("{name}: {why}\n{value:#?}"),
            Err(TestError::Abort(why)) => panic!("{name}: {why}"),
        }
        if until.is_none_or(|until| Instant::now() >= until) {
            break;
        }
    }
    println!("{name}: {cases} cases");
}

#[test]
fn any_line_is_a_command_that_round_trips_or_a_printable_fault() {
    hold("lines", prop::collection::vec(line(), 1..60), |lines| {
        lines.iter().try_for_each(|line| holds::of_a_line(line))
    });
}

#[test]
#[ignore = "takes a minute and starts hundreds of processes"]
fn any_program_uses_little_memory_and_leaves_nothing_behind() {
    hold("programs", programs::program(), |script| programs::holds(&script));
}

#[test]
fn any_bytes_are_a_recording_or_are_refused_with_a_reason() {
    hold("recordings", recording(), |bytes| holds::of_a_recording(&bytes));
}

#[test]
fn any_file_of_crowds_is_a_scene_that_round_trips_or_a_fault() {
    hold("crowds", crowds(), |text| holds::of_crowds(&text));
}

#[test]
fn any_commands_keep_history_consistent_and_can_be_replayed() {
    hold("commands", script(), |lines| holds::of_commands(&lines));
}

#[test]
fn any_keys_keep_the_screen_intact_and_can_be_replayed() {
    hold("keys", keys(), |keys| holds::of_keys(&keys));
}
