//! An interrupted command: what it has done is a prefix of the whole, and nothing is left half
//! done.

use hitscan_core::command::Command;
use hitscan_core::engine::{Engine, Event, Flow, Outcome, silent};
use hitscan_core::world::Settings;
use proptest::prelude::*;

use crate::responses::scenes::{attempt, config, sandbox};

/// Stops at this question, and counts the questions.
struct StopsAt {
    question: usize,
    asked: usize,
}

impl StopsAt {
    const fn question(question: usize) -> Self {
        Self { question, asked: 0 }
    }

    const fn never() -> Self {
        Self::question(usize::MAX)
    }

    fn hear(&mut self, event: Event<'_>) -> Flow {
        if let Event::Working(_) = event {
            self.asked += 1;
        }
        if self.asked >= self.question { Flow::Stop } else { Flow::GoOn }
    }
}

fn execute(engine: &mut Engine, line: &str, listener: &mut StopsAt) -> Outcome {
    let command = Command::parse(line, &Settings::default()).expect(line).expect("a command");
    engine.execute(&command, &mut |event| listener.hear(event)).expect(line)
}

/// Boxes on a lattice that all move through each other.
fn crowd(count: u32, response: &str) -> Engine {
    let mut lines = vec![format!("response {response}")];
    for index in 0..count {
        let (column, row) = (i64::from(index % 20), i64::from(index / 20));
        lines.push(format!("box b{index} {} {} 2 2", column * 3, row * 3));
        lines.push(format!("velocity b{index} {}.25 {}.5", column % 5 - 2, row % 3 - 1));
    }
    let mut engine = sandbox(&lines);
    engine.keep_records(None, &mut silent).expect("what was done can be done again");
    engine
}

/// The observable state of an engine.
fn seen(engine: &Engine) -> (String, usize, Option<String>, String) {
    let digest = engine.journal().digest().map(ToString::to_string);
    let (world, text) = (format!("{:?}", engine.world()), engine.journal().text().to_owned());
    (world, engine.history().len(), digest, text)
}

proptest! {
    #![proptest_config(config(12))]

    #[test]
    fn a_step_that_is_stopped_is_a_shorter_step(
        question in 1..12_usize,
        response in prop::sample::select(vec!["pass", "bounce", "stop", "push-out"]),
    ) {
        let mut stopped = crowd(200, response);
        let mut stop = StopsAt::question(question);
        let outcome = execute(&mut stopped, "step 40", &mut stop);
        let mut fresh = crowd(200, response);
        match outcome {
            Outcome::Stopped { frames, why } => {
                prop_assert_eq!(why.to_string(), format!("interrupted after {frames} of 40 frames"));
                attempt(&mut fresh, &format!("step {frames}")).expect("room to move");
            }
            Outcome::Interrupted(_) => {}
            other => {
                prop_assert_eq!(other, Outcome::Done);
                prop_assert!(stop.asked < question, "it went on after {} questions", stop.asked);
                attempt(&mut fresh, "step 40").expect("room to move");
            }
        }
        prop_assert_eq!(seen(&stopped), seen(&fresh));
    }

    #[test]
    fn a_way_through_history_that_is_stopped_was_not_begun(
        question in 1..6_usize,
        line in prop::sample::select(vec!["undo 199", "back 150", "seek 60", "seek start"]),
    ) {
        let mut engine = crowd(60, "bounce");
        attempt(&mut engine, "step 200").expect("room to move");
        let before = seen(&engine);
        let mut stop = StopsAt::question(question);
        match execute(&mut engine, line, &mut stop) {
            Outcome::Interrupted(why) => {
                prop_assert!(why.to_string().ends_with("this is still frame 200"), "{}", why);
                prop_assert_eq!(seen(&engine), before);
            }
            outcome => {
                prop_assert_eq!(outcome, Outcome::Done);
                prop_assert!(stop.asked < question, "it went on after {} questions", stop.asked);
            }
        }
    }
}

/// A frame with many pairs asks many times, so that it can be interrupted in the middle.
#[test]
fn questions_are_asked_by_work_and_not_by_frames() {
    let asked = |count: u32, frames: u32| {
        let lines: Vec<_> = (0..count)
            .flat_map(|index| {
                [format!("box b{index} {index} 0 999 9"), format!("velocity b{index} 0.1 0")]
            })
            .collect();
        let mut engine = sandbox(&lines);
        let mut listener = StopsAt::never();
        execute(&mut engine, &format!("step {frames}"), &mut listener);
        listener.asked
    };
    let [few, many] = [asked(10, 1), asked(400, 1)];
    assert_eq!(few, 0);
    assert!(many > 20, "79 800 pairs in a frame: {many} questions");
    let long = asked(2, 20_000);
    assert!(long > 20, "many short frames: {long} questions");
}

/// An expectation after many frames is recomputed, and can be interrupted.
#[test]
fn check_and_expect_can_be_stopped() {
    let mut engine = crowd(60, "pass");
    attempt(&mut engine, "step 100").expect("room to move");
    attempt(&mut engine, "expect b0 b1").expect("a pair");
    let before = seen(&engine);
    for line in ["check", "expect b1 b2"] {
        let outcome = execute(&mut engine, line, &mut StopsAt::question(1));
        assert!(matches!(outcome, Outcome::Interrupted(_)), "{line}: {outcome:?}");
        assert_eq!(seen(&engine), before);
    }
}
