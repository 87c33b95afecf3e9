//! Tests of the table of progress, as other programs read it.

use std::thread::sleep;
use std::time::{Duration, Instant};

use hitscan_serve::reached::{Amounts, ReachedStep, StepsNote};
use hitscan_serve::store::{Erase, Store as _};

use super::cases::{class_of, user};
use super::{append, becomes, shared};

/// How far behind the table may be.
const LAG: Duration = Duration::from_millis(1500);

fn step(name: &str, points: u32, is_open: bool) -> ReachedStep {
    let (lesson, step) = name.split_once('/').expect("a lesson and a step");
    let amounts =
        Amounts { points, most: 2, is_settled: points > 0, changes: 3, hints: 1, is_open };
    ReachedStep { lesson: lesson.to_owned(), step: step.to_owned(), amounts }
}

fn whole(steps: Vec<ReachedStep>) -> StepsNote {
    StepsNote { steps, is_whole: true, work_bytes: None }
}

#[test]
fn steps_are_in_the_table_about_a_second_later() {
    let Some((postgres, name, store, _folder)) = shared() else { return };
    let (id, _) = class_of(&store, &["anna", "ben"]);
    let table = || {
        postgres.sql(
            &name,
            "SELECT student, lesson, step, points, most, state, changes, hints, is_open \
             FROM progress ORDER BY student, lesson, step",
        )
    };
    let mut work = store.work(&id, &user("anna")).expect("it opens");
    append(&mut work, "one\n").expect("it is kept");
    let begun = Instant::now();
    store.note_steps(&id, &user("anna"), whole(vec![step("a/x", 2, false), step("a/y", 0, true)]));
    assert!(begun.elapsed() < Duration::from_millis(100), "the call does not block");
    becomes("it is written", || table().lines().count() == 2);
    assert!(begun.elapsed() < LAG, "after {:?}", begun.elapsed());
    assert_eq!(table(), "anna|a|x|2|2|done|3|1|f\nanna|a|y|0|2|begun|3|1|t");
    let kept = store.steps(&id).expect("it answers");
    assert_eq!(kept[&user("anna")].steps.len(), 2);
    // The work has grown since: the stored steps are stale and are not returned.
    append(&mut work, "two\n").expect("it is kept");
    assert_eq!(store.steps(&id).map(|all| all.len()), Ok(0));
    let later = StepsNote { is_whole: false, ..whole(vec![step("a/y", 1, true)]) };
    store.note_steps(&id, &user("anna"), later);
    becomes("it is written", || store.steps(&id).is_ok_and(|all| all.len() == 1));
    assert_eq!(table(), "anna|a|x|2|2|done|3|1|f\nanna|a|y|1|2|done|3|1|t");
    // A whole note replaces all steps, also those of other lessons.
    store.note_steps(&id, &user("anna"), whole(vec![step("b/z", 2, true)]));
    becomes("it is written", || table() == "anna|b|z|2|2|done|3|1|t");
    // Steps from work that was read, not open.
    let of_ben = StepsNote { work_bytes: Some(7), ..whole(vec![step("a/x", 1, true)]) };
    store.note_steps(&id, &user("ben"), of_ben);
    sleep(LAG);
    assert_eq!(table().lines().count(), 1, "steps beyond the end of the work are not stored");
}

#[test]
fn steps_are_removed_with_the_work_and_pending_ones_are_written_on_close() {
    let Some((postgres, name, store, _folder)) = shared() else { return };
    let (id, _) = class_of(&store, &["anna"]);
    let anna = user("anna");
    let rows = || postgres.sql(&name, "SELECT count(*) FROM progress");
    let note = || {
        let mut work = store.work(&id, &anna).expect("it opens");
        append(&mut work, "one\n").expect("it is kept");
        store.note_steps(&id, &anna, whole(vec![step("a/x", 2, true)]));
    };
    for what in ["replaced", "freed"] {
        note();
        becomes("it is written", || rows() == "1");
        if what == "replaced" {
            store.replace_work(&id, &anna, b"").expect("it is replaced");
        } else {
            store.free(&id, &anna, Erase::Nothing).expect("it is freed");
        }
        assert_eq!(rows(), "0", "{what}");
    }
    // A note about work that was replaced since is not written.
    note();
    store.replace_work(&id, &anna, b"").expect("it is replaced");
    sleep(LAG);
    assert_eq!(rows(), "0");
    note();
    store.close();
    assert_eq!(rows(), "1");
}

#[test]
fn a_table_locked_by_another_program_delays_no_append() {
    let Some((postgres, name, store, _folder)) = shared() else { return };
    let (id, _) = class_of(&store, &["anna"]);
    let anna = user("anna");
    let mut work = store.work(&id, &anna).expect("it opens");
    let mut holder = postgres.psql(&name);
    let mut holder = holder.stdin(std::process::Stdio::piped()).spawn().expect("psql");
    let mut orders = holder.stdin.take().expect("a pipe");
    let held = "BEGIN; LOCK TABLE progress;\n";
    std::io::Write::write_all(&mut orders, held.as_bytes()).expect("it runs");
    let sql = "SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted \
               AND relation = 'progress'::regclass";
    becomes("it is held", || postgres.sql(&name, sql) == "1");
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(5) {
        append(&mut work, "line\n").expect("it is kept");
        store.note_steps(&id, &anna, whole(vec![step("a/x", 2, true)]));
        sleep(Duration::from_millis(50));
    }
    drop(orders);
    holder.wait().expect("it ends");
    becomes("it is written", || store.steps(&id).is_ok_and(|all| all.len() == 1));
}
