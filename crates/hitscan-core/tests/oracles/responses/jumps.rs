//! Going back by N equals going back by one N times: the world, the log, later recordings, and the
//! number of the next record.

use hitscan_core::engine::{Engine, silent};
use hitscan_core::world::Log;
use proptest::prelude::*;

use crate::responses::scenes::{any_line, attempt, config, sandbox};

fn told(lines: &[String]) -> Engine {
    let mut engine = sandbox::<&str>(&[]);
    engine.keep_records(None, &mut silent).expect("what was done can be done again");
    for line in lines {
        // Refused commands change nothing.
        let _ = attempt(&mut engine, line);
    }
    engine
}

/// The observable state of an engine.
fn seen(engine: &Engine) -> (String, Vec<u64>, Option<String>, usize) {
    let numbers = engine.log().records().map(|record| record.seq).collect();
    let digest = engine.journal().digest().map(ToString::to_string);
    (format!("{:?}", engine.world()), numbers, digest, engine.history().position())
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn one_jump_is_many_steps_back(
        story in prop::collection::vec(any_line(), 1..60),
        (word, count) in (prop::sample::select(vec!["undo", "back", "redo"]), 1..40_usize),
        after in prop::collection::vec(any_line(), 0..10),
    ) {
        let (mut jumped, mut walked) = (told(&story), told(&story));
        let _ = attempt(&mut jumped, &format!("{word} {count}"));
        for _ in 0..count {
            let _ = attempt(&mut walked, word);
        }
        prop_assert_eq!(seen(&jumped), seen(&walked));
        for line in &after {
            prop_assert_eq!(attempt(&mut jumped, line), attempt(&mut walked, line));
        }
        prop_assert_eq!(seen(&jumped), seen(&walked));
    }
}

/// A ball between two walls makes a record every few frames, far more than the log holds.
#[test]
fn records_are_numbered_as_if_undone_work_had_never_happened() {
    let begin = [
        "response bounce",
        "box left 0 0 1 4",
        "fixed left on",
        "box right 5 0 1 4",
        "fixed right on",
        "box ball 2 1 2 2",
        "velocity ball 0.9 0",
    ];
    let mut undone = sandbox(&begin);
    for line in ["step 130000", "undo 129900", "step 50"] {
        attempt(&mut undone, line).expect(line);
    }
    let mut fresh = sandbox(&begin);
    attempt(&mut fresh, "step 150").expect("room to move");
    let last = |engine: &Engine| engine.log().records().next_back().map(|record| record.seq);
    assert!(fresh.log().len() < Log::MAX_RECORDS);
    assert_eq!(last(&undone), last(&fresh));
    assert!(last(&fresh).is_some());
}
