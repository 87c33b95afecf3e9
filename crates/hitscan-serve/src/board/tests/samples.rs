//! A sample class for tests of the board.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::super::{Attendance, Missed, Moment, StudentRow};
use crate::class::{Class, ClassState, PackVersion, RosterRule};
use crate::live::{Effort, Standing};

/// The board of the class at 80 by 24 cells.
pub(in crate::board) const CLASS_BOARD: &str = include_str!("samples/class_board.txt");

/// Student, lesson, step, changes, hints, points, quiet seconds; `-` where there is none.
const STUDENTS: &str = "\
    ben   9 inside     3/6 ask edges       1 0  71 360
    fay   9 inside     5/6 task hide      38 2  68  20
    raj  11 came-from  4/5 task two-doors 22 0  90   3
    anna  9 inside     5/6 task hide       4 0  74   8
    cleo 10 polygons   1/5 card why        0 0  84  31
    dora  - -          -   -    -          - -   -   -
    emil  9 inside     6/6 task seen       9 1  80   1
    gus   8 parallel   2/5 ask  says       0 0  62  12
    hana 12 floor      3/6 task three-lies 14 0 104  2
    ines  9 inside     4/6 ask  reason     2 0  72  44
    jon   9 inside     5/6 task hide       6 0  74   5
    kim  10 polygons   3/5 task hide      11 1  86   9
    lena  9 inside     2/6 ask  truth      0 0  70 180
    max   9 inside     5/6 task hide       3 0  74  15
    nia   9 inside     5/6 task hide       8 1  72   4
    otto  7 zeros      4/6 task in-line   17 1  51   2
    pia  10 polygons   1/5 card why        0 0  84  60
    quin  9 inside     5/6 task hide       2 0  74   6
    rosa  - -          -   -    -          - -   -   -
    sam   9 inside     5/6 task hide       2 0  74   6
    tess  9 inside     5/6 task hide       2 0  74   7
    uma   9 inside     5/6 task hide       2 0  74   8
    vera  - -          -   -    -          - -   -   -
    wim   9 inside     5/6 task hide       2 0  74   9
    xena  - -          -   -    -          - -   -   -
    yuri  9 inside     5/6 task hide       2 0  74   9
    zita  9 inside     5/6 task hide       2 0  74   9
    zoe   9 inside     5/6 task hide       2 0  74   9
";

/// A Monday morning.
pub(in crate::board) fn now() -> Timestamp {
    "2026-11-02T09:00:00Z".parse().expect("a time")
}

/// How far a student is: lesson, `3/6 ask edges`, then points, changes and hints.
pub(crate) fn standing(
    lesson_number: usize,
    lesson: &str,
    step: &str,
    points: u32,
    changes: u32,
    hints: usize,
) -> Standing {
    let (number, step) = step.split_once(' ').expect("a number and a step");
    let (at, of) = number.split_once('/').expect("two numbers");
    Standing {
        lesson_number,
        lesson: lesson.to_owned(),
        step_number: [at, of].map(|it| it.parse().expect("a number")),
        step: step.to_owned(),
        is_done: false,
        settled: 0,
        points: [points, 212],
        changes,
        hints,
        effort: Effort::default(),
        first_answers: Arc::new([]),
        finished: now(),
    }
}

/// A student who is here and has not started.
pub(in crate::board) fn here(student: &str) -> StudentRow {
    let student = student.parse().expect("a name");
    StudentRow::new(student, Attendance::Here(Duration::ZERO), None, now())
}

fn student(line: &str) -> StudentRow {
    let words: Vec<_> = line.split_whitespace().collect();
    let [name, number, lesson, at, kind, step, changes, hints, points, quiet] = words[..] else {
        panic!("{line}")
    };
    let name = name.parse().expect("a name");
    let Ok(quiet) = quiet.parse() else {
        return StudentRow::new(name, Attendance::Away, None, now());
    };
    let step = format!("{at} {kind} {step}");
    let mut standing = standing(
        number.parse().expect("a number"),
        lesson,
        &step,
        points.parse().expect("points"),
        changes.parse().expect("changes"),
        hints.parse().expect("hints"),
    );
    if ["ben", "fay", "raj"].contains(&words[0]) {
        standing.effort.tries = 5;
        standing.finished = now() - SignedDuration::from_mins(7);
    }
    if words[0] == "ben" {
        standing.effort.answers = 3;
        standing.effort.said = Some("hit".to_owned());
        standing.effort.belief = Some("an edge test sees the inside".to_owned());
    }
    StudentRow::new(name, Attendance::Here(Duration::from_secs(quiet)), Some(standing), now())
}

/// 28 students, 24 of them here, 3 stuck.
pub(in crate::board) fn class_of_28() -> Moment {
    let class = Class {
        id: "3b".parse().expect("an id"),
        title: "Collisions, Monday".to_owned(),
        pack: PackVersion::BuiltIn,
        languages: Vec::new(),
        state: ClassState::Open,
        lessons: None,
        due: Some(now() + SignedDuration::from_mins(41)),
        most_students: 40,
        roster: RosterRule::Closed,
    };
    let missed = |question: &str, wrong, answered, said: Option<&str>| Missed {
        question: question.to_owned(),
        wrong,
        answered,
        said: said.map(str::to_owned),
    };
    Moment {
        now: now(),
        class: Arc::new(class),
        rows: STUDENTS.lines().map(student).collect(),
        missed: vec![missed("inside/edges", 9, 14, Some("hit")), missed("zeros/why", 6, 20, None)],
        unheard: None,
    }
}
