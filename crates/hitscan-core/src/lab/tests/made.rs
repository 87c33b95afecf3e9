//! Conditions and limits that no task of the built-in pack uses, in a lesson made for each test.

use std::sync::Arc;

use super::{Work, carry_out};
use crate::command::{Command, CommandError};
use crate::lab::{Lesson, MOST_OBJECTS, MOST_TESTS, NotOpened, OwnClaim, Progress, StepKind};
use crate::world::Settings;

/// A box A, a box B 10 to its right, a laser L that meets neither, and one task.
fn lesson(task: &str) -> Arc<Lesson> {
    let text = format!(
        r#"format = 1
id = "made"
[[scene.box]]
name = "A"
at = [0, 0]
size = [10, 10]
fixed = true
[[scene.box]]
name = "B"
at = [20, 0]
size = [4, 4]
[[scene.laser]]
name = "L"
from = [40, 5]
to = [50, 5]
[[step]]
id = "task"
{task}
"#
    );
    Arc::new(Lesson::parse(&text).unwrap_or_else(|faults| panic!("{faults:?}")))
}

/// The step of such a lesson, when this many tests of pairs have been made before.
fn opened_after(task: &str, tests: u64) -> Result<Work, NotOpened> {
    let lesson = lesson(task);
    let drawn = lesson.with(lesson.example.clone()).expect("a scene");
    Work::open_after(&lesson, &drawn, &lesson.steps[0], tests)
}

pub(super) fn opened(task: &str) -> Work {
    opened_after(task, 0).expect("it opens")
}

fn with_tests_before(tests: u64) -> Work {
    opened_after(r#"now = [{ value = "L.y1", is = 7 }]"#, tests).expect("it opens")
}

pub(super) fn claimed_or_carried_out(work: &mut Work, line: &str) {
    match OwnClaim::parse(line) {
        Some(claim) => work
            .attempt
            .claim(&claim.expect("whole"), &work.engine, &mut Progress::default())
            .expect("both are there"),
        None => carry_out(work, &[line]),
    }
}

/// Whether the task is done at the opening and after each of these lines.
fn done(task: &str, lines: &[&str]) -> Vec<bool> {
    let mut attempt = opened(task);
    let mut done = vec![attempt.is_done()];
    for line in lines {
        claimed_or_carried_out(&mut attempt, line);
        done.push(attempt.is_done());
    }
    done
}

#[test]
fn any_holds_when_a_whole_list_holds() {
    let task = r#"now = [{ any = [
  [{ value = "L.y1", is = 6 }, { value = "L.x1", is = 41 }],
  [{ value = "B.left", from = 30 }],
] }]"#;
    assert_eq!(done(task, &["move L 0 1", "move L 1 0"]), [false, false, true]);
    assert_eq!(done(task, &["move B 10 0"]), [false, true]);
    let either = r#"now = [{ any = [{ value = "L.y1", is = 6 }, { value = "B.left", is = 30 }] }]"#;
    assert_eq!(done(either, &["move L 0 1"]), [false, true]);
    assert_eq!(done(either, &["move B 10 0"]), [false, true]);
}

#[test]
fn not_holds_when_its_condition_does_not() {
    let task = r#"now = [{ not = { same = ["B"] } }, { not = { still = ["L"] } }]"#;
    let lines = ["move L 1 0", "move B 1 0", "set B.width 5"];
    assert_eq!(done(task, &lines), [false, false, false, true]);
}

#[test]
fn a_time_may_be_a_range_including_both_ends() {
    let task = |t: &str| format!(r#"now = [{{ pair = ["B", "A"], t = "{t}" }}]"#);
    // B meets A after 10 units of its displacement.
    for (t, by, is_done) in [
        ("1/3..2/3", -20, true),
        ("1/3..2/3", -30, true),
        ("1/3..2/3", -15, true),
        ("1/3..2/3", -12, false),
        ("1/3..2/3", -40, false),
        ("1/2", -20, true),
        ("1/2", -15, false),
        ("0..1", -9, false),
    ] {
        assert_eq!(done(&task(t), &[&format!("move B {by} 0")]), [false, is_done], "{t} {by}");
    }
}

#[test]
fn a_claim_of_a_program_counts_only_at_its_own_moment() {
    let task = r#"now = [{ own = ["L", "A"], against = "agrees" }]"#;
    let late = ["own p L A hit", "move L -40 0", "own p L A hit"];
    assert_eq!(done(task, &late), [false, false, false, true]);
    let taken_back = ["move L 1 0", "own p L A hit", "undo", "move L -40 0"];
    assert_eq!(done(task, &taken_back), [false; 5]);
    assert_eq!(done(task, &["own p L B miss", "own p L A miss"]), [false, false, true]);
}

#[test]
fn a_program_can_be_wrong_and_the_result_is_marked_as_claimed() {
    let task = r#"count = { least = 1, of = [{ own = ["B", "A"], against = "wrong" }] }"#;
    assert_eq!(done(task, &["own p B A hit"]), [false, true]);
    // In the frame, B passes through A, though it ends apart.
    assert_eq!(done(task, &["move B -60 0", "own p B A miss"]), [false, false, true]);
    let rests_on_claims = |task: &str| match &lesson(task).steps[0].kind {
        StepKind::Task(task) => task.rests_on_claims(),
        StepKind::Card | StepKind::Question(_) => false,
    };
    assert!(rests_on_claims(task));
    assert!(rests_on_claims(r#"now = [{ not = { own = ["B", "A"], against = "agrees" } }]"#));
    assert!(!rests_on_claims(r#"now = [{ value = "L.y1", is = 6 }]"#));
}

fn refused(attempt: &mut Work, line: &str) -> Result<(), CommandError> {
    let command =
        Command::parse(line, &Settings::default()).expect("a command").expect("not blank");
    attempt.execute(&command)
}

#[test]
fn a_step_has_no_more_objects_than_its_limit() {
    let mut attempt = opened(r#"now = [{ value = "L.y1", is = 6 }]"#);
    for number in 3..MOST_OBJECTS {
        carry_out(&mut attempt, &[&format!("laser k{number} {number} 90 {number} 99")]);
    }
    for line in ["box Z 0 0 1 1", "duplicate B Z", "crowd c 1 0 200 9 209"] {
        let why = refused(&mut attempt, line).expect_err("one too many");
        assert_eq!(why.message, "a step of a lesson has at most 200 objects");
    }
    carry_out(&mut attempt, &["remove k3", "box Z 0 0 1 1", "remove k4", "remove k5"]);
    assert!(refused(&mut attempt, "crowd c 3 0 200 9 209").is_err(), "one of three too many");
    carry_out(&mut attempt, &["crowd c 2 0 200 9 209"]);
}

#[test]
fn a_step_that_begins_with_too_many_objects_does_not_open() {
    let task = r#"now = [{ value = "L.y1", is = 7 }]

[[scene.crowd]]
name = "C"
count = 198
area = [0, 20, 400, 400]
size = [1, 2]"#;
    let why = opened_after(task, 0).expect_err("one too many");
    assert_eq!(why.to_string(), "201 objects; a step of a lesson has at most 200");
}

const USED_UP: &str = "a file of lessons has at most 10000000 tests of pairs; \
                       of polygons, each 32 pairs of edges count as one";

/// `polygon NAME …` of 1000 vertices: a zigzag above a point, this many units to the right.
fn zigzag(name: &str, right: usize) -> String {
    let tooth = |at: usize| format!(" {}.{} {}", right + at / 10, at % 10, at % 2 * 30);
    let teeth: String = (0..999).map(tooth).collect();
    format!("polygon {name}{teeth} {} -30", right + 50)
}

#[test]
fn the_tests_of_pairs_in_a_file_are_limited() {
    // Three pairs at the opening and two for each change of one object; each change also goes
    // through three objects, and each moment is judged.
    let before = MOST_TESTS - (3 + 1) - 2 * (2 + 3 + 1);
    let mut attempt = with_tests_before(before);
    carry_out(&mut attempt, &["move L 0 1", "move L 0 1"]);
    assert!(attempt.is_done());
    assert_eq!(attempt.tests(), MOST_TESTS);
    for line in ["move L 0 1", "undo", "step"] {
        let why = refused(&mut attempt, line).expect_err("they are used up");
        assert_eq!(why.message, USED_UP);
    }
    let mut attempt = with_tests_before(before);
    carry_out(&mut attempt, &["move L 0 1", "undo"]);
    assert!(refused(&mut attempt, "redo").is_err(), "to go back costs tests, too");
}

#[test]
fn polygons_with_many_edges_use_up_the_tests_of_a_file_sooner() {
    let tests_of = |attempt: &mut Work, line: &str| {
        let before = attempt.tests();
        carry_out(attempt, &[line]);
        attempt.tests() - before
    };
    let mut attempt = with_tests_before(0);
    // Whether a thousand edges cross each other, and whether they meet a thousand others.
    let (outline, pair) = (1000 * 1000 / 64, 1000 * 1000 / 32);
    let mut counts = |line: &str, least: u64| {
        let tests = tests_of(&mut attempt, line);
        assert!((least..least + 100).contains(&tests), "{tests}, not about {least}: {line:.20}");
    };
    counts(&zigzag("P", 500), outline);
    counts(&zigzag("Q", 520), outline + pair);
    counts("move P 0 0.001", pair);
    counts("move L 0 1", 0);
    // Both are added again.
    counts("undo 2", 2 * outline + pair);
    counts("move P 3000 0", pair);
    counts("move P 0 1", 0);
    counts("turn P 15", outline);
}

#[test]
fn a_command_that_uses_up_the_tests_stops_between_two_pairs() {
    let pair = 1000 * 1000 / 32;
    // Enough for the two polygons, far apart, and for one test of the two.
    let before = MOST_TESTS - 2 * (pair / 2) - pair - 200;
    let mut attempt = with_tests_before(before);
    let lines = [&zigzag("P", 500), &zigzag("Q", 1500), "velocity P 500 0", "velocity Q -500 0"];
    carry_out(&mut attempt, &lines);
    carry_out(&mut attempt, &["step", "velocity P 0 0", "velocity Q 0.001 0"]);
    let position = attempt.engine.history().position();
    let outcome = refused(&mut attempt, "step 100");
    assert_eq!(outcome.map_err(|why| why.message), Err(USED_UP.to_owned()));
    assert_eq!((attempt.engine.world().frame(), attempt.attempt.is_used_up()), (1, true));
    assert_eq!(attempt.engine.history().position(), position, "nothing has changed");
    let why = refused(&mut attempt, "move L 0 7").expect_err("they are used up");
    assert_eq!(why.message, USED_UP);
}

#[test]
fn conditions_on_polygons_count_at_each_moment() {
    let mut attempt = opened(r#"never = [{ pair = ["A", "B"], relation = "touches" }]"#);
    let frames = |attempt: &mut Work| {
        let before = attempt.tests();
        carry_out(attempt, &["step 4"]);
        attempt.tests() - before
    };
    // Nothing moves: three objects, and the pair that the task asks about.
    assert_eq!(frames(&mut attempt), 4 * (3 + 1 + 8));
    carry_out(&mut attempt, &["remove A", "remove B", &zigzag("A", 500), &zigzag("B", 2500)]);
    assert_eq!(frames(&mut attempt), 4 * (3 + 1 + 8 * 1000 * 1000 / 32));
}

#[test]
fn a_lesson_keeps_its_scene_and_its_file() {
    let mut attempt = opened(r#"now = [{ value = "L.y1", is = 7 }]"#);
    for line in ["open start", "new", "record f.hits"] {
        assert!(refused(&mut attempt, line).is_err(), "{line}");
    }
    assert_eq!(attempt.engine.world().len(), 3);
}

#[test]
fn steps_and_solutions_know_their_positions() {
    let lesson = lesson(r#"now = [{ value = "L.y1", is = 7 }]"#);
    let place = lesson.steps[0].place;
    assert_eq!((place.line, place.column), (16, 1));
    let solutions = crate::lab::Solutions::parse("# one\ntask = [\"move L 0 2\"]\n", &lesson);
    let place = solutions.expect("read").0["task"].place;
    assert_eq!((place.line, place.column), (2, 8));
}
