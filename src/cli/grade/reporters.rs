//! Reports for build servers: `JUnit` and TAP. A case passes if its question was
//! answered rightly or its task is done, and the points count; they stand beside it.

use std::fmt::Write as _;

use super::Graded;
use super::notes::Notes;
use crate::cli::NEVER_FAILS;
use crate::cli::junit::{self, Failure, Suite};
use crate::cli::tap::{self, Points};
use hitscan_core::engine::ndjson::json;
use hitscan_core::lab::grade::{GradedStep, Standing, StepGrade, Student};

/// A step of a student, as a case.
pub(super) struct Case<'g> {
    pub(super) step: &'g GradedStep<'g>,
    pub(super) points: u32,
    pub(super) of: u32,
    pub(super) is_passed: bool,
    pub(super) message: String,
}

/// The steps of a student, in order.
pub(super) fn cases<'g>(
    graded: &'g Graded<'_>,
    student: &'g Student,
) -> impl Iterator<Item = Case<'g>> {
    graded.syllabus.steps.iter().zip(&student.steps).map(|(step, grade)| case(student, step, grade))
}

fn case<'g>(student: &Student, step: &'g GradedStep<'g>, grade: &StepGrade) -> Case<'g> {
    let message = grade.message(step.step);
    let (is_passed, message) = match student.standing {
        Standing::Counts => (grade.is_passed(), message),
        Standing::OtherSeed => (false, format!("{message}; with the numbers of another seed")),
        Standing::NoFile => (false, "no file".to_owned()),
    };
    Case { step, points: student.step_points(grade), of: step.step.points(), is_passed, message }
}

/// `ben: 148 of 212 points, 12 of 16 lessons done`
pub(super) fn summary(graded: &Graded<'_>, student: &Student) -> String {
    let (points, of) = (student.points(), graded.syllabus.points());
    let (done, lessons) = (student.done(graded.syllabus), graded.syllabus.lessons.len());
    format!("{}: {points} of {of} points, {done} of {lessons} lessons done", student.id)
}

/// A suite for each student, and one for each file that was not read.
pub(super) fn junit(graded: &Graded<'_>) -> String {
    let notes = Notes::of(graded);
    let mut out = String::new();
    junit::start("hitscan grade", &mut out);
    for student in &graded.class.students {
        let mut suite = Suite::of(&student.id);
        for Case { step, points, of, is_passed, message } in cases(graded, student) {
            let properties = [("points", points), ("of", of)];
            let lines = [message];
            let failed = (!is_passed).then_some((Failure::Difference, lines.as_slice()));
            suite.case_with(&step.to_string(), &properties, failed);
        }
        suite.said = summary(graded, student);
        for note in [notes.line_with_points(student)].iter().filter(|note| !note.is_empty()) {
            suite.said.push('\n');
            suite.said.push_str(note);
        }
        suite.write(&mut out);
    }
    for fault in &graded.faults {
        let mut suite = Suite::of(&fault.file);
        suite.case("read", Some((Failure::Fault, &[fault.to_string()])));
        suite.write(&mut out);
    }
    junit::end(&mut out);
    out
}

/// A subtest for each student, and a point for each file that was not read.
pub(super) fn tap(graded: &Graded<'_>) -> String {
    let notes = Notes::of(graded);
    let mut out = tap::VERSION.to_owned();
    let mut students = Points::default();
    for student in &graded.class.students {
        tap::comment(&format!("Subtest: {}", student.id), &mut out);
        let (mut steps, mut all_passed) = (Points::default(), true);
        let mut subtest = String::new();
        for Case { step, points, of, is_passed, message } in cases(graded, student) {
            let name = step.to_string();
            let counts = |out: &mut String| {
                writeln!(out, "  points: {points}\n  of: {of}").expect(NEVER_FAILS);
            };
            if is_passed {
                steps.ok_with(&name, &message, counts, &mut subtest);
            } else {
                all_passed = false;
                steps.not_ok(&name, &message, counts, &mut subtest);
            }
        }
        steps.plan(&mut subtest);
        for line in subtest.lines() {
            writeln!(out, "    {line}").expect(NEVER_FAILS);
        }
        let note = notes.line_with_points(student);
        let own = |out: &mut String| {
            if !note.is_empty() {
                writeln!(out, "  notes: {}", json(&note)).expect(NEVER_FAILS);
            }
        };
        let said = summary(graded, student);
        if all_passed {
            students.ok_with(&student.id, &said, own, &mut out);
        } else {
            students.not_ok(&student.id, &said, own, &mut out);
        }
    }
    for fault in &graded.faults {
        students.not_ok(&fault.file, &fault.to_string(), |_| {}, &mut out);
    }
    students.plan(&mut out);
    out
}
