//! The output of a run, line by line, and its exit status.

use crate::run::{run, sheet, text};
use crate::snapshots::assert_snapshot;

const SCRIPT: &str = "\
# a box meets a wall, a corner and a laser
box wall 20 0 2 30
fixed wall on
box A 2 4 4 4
laser L 0 40 40 40
polygon P 30 0 38 0 30 8
velocity A 5 1.5
response bounce
step 6

move L 0 -30
query A wall
query P L
describe
assert A wall miss
assert A.left -3
predict hit left
why A wall edge-relations
check
expect A wall
check
";

#[test]
fn text_lines_start_with_the_result() {
    assert_snapshot!("run", "text", sheet(&run(&[], SCRIPT)));
}

#[test]
fn ndjson_has_one_object_per_line() {
    let output = run(&["--format", "ndjson"], SCRIPT);
    for line in text(&output.stdout).lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect(line);
        assert!(value.is_object(), "{line}");
    }
    assert_snapshot!("run", "ndjson", sheet(&output));
}

const SHORT: &str =
    "box wall 20 0 2 30\nbox A 2 4 4 4\nlaser L 0 40 4 40\nvelocity A 7 0\nstep 3\n";

#[test]
fn all_adds_unchanged_tests_and_methods_adds_their_answers() {
    assert_snapshot!("run", "text_all", sheet(&run(&["--all"], SHORT)));
    assert_snapshot!("run", "text_methods", sheet(&run(&["--methods"], SHORT)));
    let both = run(&["--all", "--methods", "--format", "ndjson"], SHORT);
    assert_snapshot!("run", "ndjson_all_methods", sheet(&both));
}

/// A box rests between a wall and another box, which slides: at the start of a frame, the two
/// contacts of each pair merely continue from the previous frame.
#[test]
fn with_all_every_contact_of_a_frame_has_a_line_and_resting_ones_have_no_number() {
    let script = "response bounce\ngravity 0.5 0\nbox W 10 0 2 2\nbody W static\n\
                  box A 8 0 2 2\nbox B 6 0 2 2\nset B.response slide\nstep 3\n";
    let output = run(&["--all", "--format", "ndjson"], script);
    let told = text(&output.stdout);
    let contacts = |frame: u64| -> Vec<(u64, bool)> {
        let events = told
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("it is JSON"));
        let mut contacts: Vec<_> = events
            .filter(|event| event["frame"] == frame && event.get("contact").is_some())
            .map(|event| (event["contact"].as_u64().expect("a number"), event["seq"].is_null()))
            .collect();
        contacts.sort_unstable();
        contacts
    };
    for frame in 1..=3 {
        let numbers: Vec<_> = contacts(frame).iter().map(|contact| contact.0).collect();
        let all: Vec<_> = (1..=numbers.last().copied().unwrap_or(0)).collect();
        assert!(all.len() > 1, "{told}");
        assert_eq!(numbers, all, "frame {frame}: {told}");
    }
    assert!(contacts(1).iter().all(|contact| !contact.1), "nothing rests yet");
    assert!(contacts(2).iter().filter(|contact| contact.1).count() > 1, "several rest");
}

#[test]
fn with_all_every_pair_that_was_judged_has_a_line() {
    // Three boxes, two of which move: each step judges all three pairs.
    let script = "box A 0 0 2 2\nbox B 9 0 2 2\nbox C 0 9 2 2\nvelocity A 1 0\nvelocity B 0 1\n";
    let lines = |arguments: &[&str], steps: &str| {
        text(&run(arguments, &format!("{script}{steps}")).stdout).lines().count()
    };
    let before = lines(&["--all"], "");
    assert_eq!(before, 3, "B and A, C and both of them, as they were added");
    assert_eq!(lines(&["--all"], "step 4\n"), before + 12);
    assert_eq!(lines(&["--all"], "move C 1 0\n"), before + 2);
    assert_eq!(lines(&[], "step 4\n"), 1, "nothing has met, which is one line");
}

#[test]
fn a_move_that_changes_no_answer_says_where_the_object_is() {
    let script =
        "box A 0 0 2 2\nbox B 9 0 2 2\nvelocity A 1 0\nmove B 1 0\nput A 0 5\nstep 3\nundo\n";
    let said = text(&run(&[], script).stdout);
    let lines = [
        "frame 1: B box x 10..12 y 0..2 v 0,0; no answer has changed",
        "frame 1: A box x 0..2 y 5..7 v 1,0; no answer has changed",
        "frame 4: no answer has changed",
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), lines);
    let said = text(&run(&["--format", "ndjson"], script).stdout);
    assert!(!said.contains("no answer has changed"), "{said}");
}

/// The commands end by asserting that each brick is gone.
#[test]
fn the_winning_commands_of_bricks_45_run() {
    let commands =
        include_str!("../../../crates/hitscan-core/tests/fixtures/notes/bricks-45-win.txt");
    let played = run(&["bricks-45"], commands);
    assert!(played.status.success(), "{}", text(&played.stderr));
}
