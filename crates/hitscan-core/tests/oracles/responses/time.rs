//! Time in both directions: after any moves through its history, a world is exactly the result of
//! its changes, bit for bit, and so is its log. With objects of every kind, under every response.

use std::collections::BTreeSet;

use hitscan_core::engine::Engine;
use hitscan_core::world::{Log, Pair, PairResult, Record, TestResult};
use proptest::prelude::*;

use crate::responses::scenes::{any_line, attempt, config, of_frame, sandbox};

/// As [`any_line`], also with lasers and polygons.
fn any_line_of_all_kinds() -> impl Strategy<Value = String> {
    let numbers = (0..3_usize, -9..=9_i64, -9..=9_i64, 1..=5_i64);
    let others = (0..11_u8, numbers).prop_map(|(kind, (index, x, y, n))| match kind {
        0 | 1 => format!("laser l{index} {x} {y} {} {n}", x + n),
        2 | 3 => format!("polygon p{index} {x} {y} {} {y} {x} {}.5", x + n, y + n),
        4 => format!("turn l{index} {}", 15 * x),
        5 => format!("turn p{index} {}", 15 * x),
        6 => format!("length l{index} {y}"),
        7 => format!("velocity {}{index} {x} {y}.125", if y > 0 { "l" } else { "p" }),
        8 => format!("move {}{index} {x} {y}", if x > 0 { "l" } else { "p" }),
        9 => format!("end l{index} 1 {x} {y}"),
        // Many in a row, so that snapshots are taken.
        _ => format!("step {}", if x >= 8 { 1200 } else { n }),
    });
    prop_oneof![3 => any_line(), 2 => others]
}

/// Some boxes to start with, and then any commands.
fn story(length: usize) -> impl Strategy<Value = Vec<String>> {
    let start = crate::responses::crowds::scene().prop_map(|boxes| {
        let lines =
            boxes.iter().take(10).enumerate().flat_map(|(index, each)| each.commands(index));
        lines.collect::<Vec<_>>()
    });
    let settings = (0..4_usize, 0..5_usize).prop_map(|(response, side)| {
        let response = ["stop", "slide", "push-out", "bounce"][response];
        let side = ["swept", "swept", "swept", "relative-velocity", "predict-corner"][side];
        vec![format!("response {response}"), format!("side {side}")]
    });
    let rest = prop::collection::vec(any_line_of_all_kinds(), 1..length);
    (settings, start, rest).prop_map(|(settings, start, rest)| [settings, start, rest].concat())
}

/// The whole state of the world, including what it remembers about pairs.
fn state(sandbox: &Engine) -> String {
    format!("{:?}", sandbox.world())
}

fn log(sandbox: &Engine) -> Vec<Record> {
    sandbox.log().records().cloned().collect()
}

fn goes_through_time(line: &str) -> bool {
    ["undo", "redo", "back", "seek"].iter().any(|word| line.starts_with(word))
}

proptest! {
    #![proptest_config(config(150))]

    /// The state at each position is recorded when it is first reached; going there again by any
    /// path must restore it. And making only the changes that count, without ever going back, must
    /// yield the same world and log.
    #[test]
    fn a_world_is_what_its_changes_make_of_it(story in story(60)) {
        let mut sandbox = sandbox::<&str>(&[]);
        // By position: the state, whether it was seen, and the command that led there.
        let mut states = vec![Some(state(&sandbox))];
        let mut lines: Vec<(usize, String)> = Vec::new();
        let mut was_full = false;
        for line in &story {
            let before = sandbox.history().position();
            let (length, log_before) = (sandbox.history().len(), log(&sandbox));
            let done = attempt(&mut sandbox, line);
            was_full |= sandbox.log().len() == Log::MAX_RECORDS;
            let now = sandbox.history().position();
            if goes_through_time(line) {
                prop_assert_eq!(sandbox.history().len(), length);
                prop_assert!(log(&sandbox) == log_before, "{} changed the log", line);
                let seen = states[now].get_or_insert_with(|| state(&sandbox));
                prop_assert_eq!(&state(&sandbox), seen, "{}", line);
                if let (Some(frame), Ok(_)) = (line.strip_prefix("seek "), &done) {
                    match frame.strip_prefix('#') {
                        Some(seq) => {
                            let record = log_before.iter().find(|record| record.seq.to_string() == seq);
                            prop_assert_eq!(record.map(|record| record.position), Some(now));
                        }
                        None if frame == "end" => prop_assert_eq!(now, length),
                        None => prop_assert_eq!(sandbox.world().frame().to_string(), frame),
                    }
                }
            } else if now > before {
                states.truncate(before + 1);
                lines.retain(|(position, _)| *position <= before);
                states.resize(now, None);
                states.push(Some(state(&sandbox)));
                // Each of several steps is a separate change; the last of them may be refused.
                let is_step = line.starts_with("step");
                prop_assert!(is_step || now == before + 1, "{} is one change", line);
                let line = if is_step { "step" } else { line };
                lines.extend((before + 1..=now).map(|position| (position, line.to_owned())));
            } else {
                let seen = states[now].get_or_insert_with(|| state(&sandbox));
                prop_assert_eq!(&state(&sandbox), seen, "{} changed nothing", line);
            }
        }
        attempt(&mut sandbox, "seek end").expect("there is an end");
        let mut again = crate::responses::scenes::sandbox::<&str>(&[]);
        for (_, line) in &lines {
            attempt(&mut again, line).expect("made once before");
        }
        prop_assert_eq!(state(&again), state(&sandbox));
        let (kept, mut all) = (log(&sandbox), log(&again));
        if was_full {
            // A log that was once full lost its oldest records for good, even if the work that
            // filled it has been undone since.
            all.drain(..all.len().saturating_sub(kept.len()));
        }
        prop_assert_eq!(all, kept);
    }

    /// Contacts come first, in the order in which they happened, then the other pairs in scene
    /// order, each once; lines are numbered without gaps, even if the oldest are no longer stored.
    #[test]
    fn records_stand_in_order(story in story(40)) {
        let mut sandbox = sandbox::<&str>(&[]);
        for line in &story {
            let newest = |sandbox: &Engine| sandbox.log().records().next_back().map_or(0, |it| it.seq);
            let (frame, last) = (sandbox.world().frame(), newest(&sandbox));
            if goes_through_time(line) || attempt(&mut sandbox, line).is_err() {
                continue;
            }
            let oldest = sandbox.log().records().next().map_or(1, |record| record.seq);
            for (seq, record) in (oldest..).zip(sandbox.log().records()) {
                prop_assert_eq!(record.seq, seq);
            }
            let all_held = sandbox.log().len() < Log::MAX_RECORDS;
            prop_assert!(oldest == 1 || !all_held);
            let is_new = |record: &&Record| record.seq > last;
            let new: Vec<_> = sandbox.log().records().filter(is_new).collect();
            prop_assert!(new.is_sorted_by_key(|record| (record.frame, record.position)));
            if sandbox.world().frame() != frame + 1 {
                continue;
            }
            let of_frame = of_frame(&sandbox);
            let numbers: Vec<_> = of_frame
                .iter()
                .map_while(|record| record.pair_result().contact.map(|contact| contact.number))
                .collect();
            // The numbers in between belong to resting contacts.
            prop_assert!(numbers.is_sorted_by(|one, other| one < other), "{numbers:?}");
            let others: Vec<_> = of_frame[numbers.len()..]
                .iter()
                .map(|record| (record.a.id.min(record.b.id), record.a.id.max(record.b.id)))
                .collect();
            prop_assert!(others.is_sorted_by(|one, other| one < other), "{:?}", others);
            for record in &of_frame[numbers.len()..] {
                prop_assert!(record.pair_result().contact.is_none());
            }
        }
    }

    /// Pairs that are skipped because they are far apart are really apart: the world's answer for
    /// any pair equals the computed one, and it remembers exactly the pairs that meet.
    #[test]
    fn culling_changes_no_answer_under_any_response(story in story(40)) {
        let mut sandbox = sandbox::<&str>(&[]);
        for line in &story {
            let frame = sandbox.world().frame();
            let moved = attempt(&mut sandbox, line).is_ok() && sandbox.world().frame() > frame;
            let world = sandbox.world();
            let met: BTreeSet<_> = world.meeting_pairs().map(|it| (it.a.id, it.b.id)).collect();
            for (one, _) in world.objects() {
                for (other, _) in world.objects().filter(|&(other, _)| one < other) {
                    let Pair { a, b, pair_result } = world.pair(one, other).expect("both are there");
                    // After a contact, a box or polygon continued on another path.
                    let boxes = a.shape.as_box().is_some() && b.shape.as_box().is_some();
                    let deflected = pair_result.regions.as_ref().is_some_and(|it| it.frame.is_none());
                    let straight = if boxes { pair_result.frame.is_some() } else { !deflected };
                    if straight && pair_result.contact.is_none() {
                        prop_assert_eq!(&PairResult::of(&a, &b), &pair_result);
                    }
                    if moved {
                        let is_met = met.contains(&(a.id, b.id));
                        prop_assert_eq!(is_met, pair_result.outcome != TestResult::Miss, "{} {}", a.name, b.name);
                    }
                }
            }
        }
    }
}

/// b4 is pushed by b2 and returns to where it was within one frame: it has moved, and what it met
/// on its way is judged.
#[test]
fn a_box_pushed_away_and_back_has_moved() {
    let lines = "response bounce; box b0 0.001 0.000 0.001 0.001; velocity b0 0.002 -0.001; \
        box b1 0.000 -0.004 0.002 0.001; box b2 -0.002 0.000 0.001 0.001; \
        velocity b2 0.000 0.001; box b3 -0.010 0.000 0.001 0.003; \
        velocity b3 0.000 -0.002; box b4 0.000 0.000 0.003 0.005; \
        velocity b4 0.001 0.000; box b5 0.007 0.000 0.001 0.001; fixed b5 on; \
        box b6 0.003 0.001 0.001 0.001; fixed b6 on; step; move b2 3 0.25";
    let sandbox = sandbox(&lines.split("; ").collect::<Vec<_>>());
    let world = sandbox.world();
    let met: BTreeSet<_> = world.meeting_pairs().map(|it| (it.a.id, it.b.id)).collect();
    for (one, _) in world.objects() {
        for (other, _) in world.objects().filter(|&(other, _)| one < other) {
            let Pair { a, b, pair_result } = world.pair(one, other).expect("both are there");
            let is_met = met.contains(&(a.id, b.id));
            assert_eq!(is_met, pair_result.outcome != TestResult::Miss, "{} {}", a.name, b.name);
        }
    }
}
