//! Reports for build servers: `JUnit` and TAP. A case passes if its question was answered correctly
//! or its task is done, and the points count; the points are shown with it. Steps that were never
//! begun are only counted, and have no cases.

use super::super::CliError;
use super::Graded;
use super::notes::Notes;
use crate::cli::report::junit::{Failure, Suite};
use crate::cli::report::tap::Points;
use crate::cli::report::{junit, tap};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hitscan_core::engine::ndjson::json;
use hitscan_core::lab::grade::{GradedStep, StepGrade, StepProgress, Student, StudentStanding};
use serde::Serialize;

/// A student's step, as a case.
pub(super) struct StepCase<'g> {
    pub(super) step: &'g GradedStep<'g>,
    pub(super) points: u32,
    pub(super) of: u32,
    pub(super) is_passed: bool,
    pub(super) message: String,
    is_new: bool,
}

/// The steps of a student, in order.
pub(super) fn cases<'g>(
    graded: &'g Graded<'_>,
    student: &'g Student,
) -> impl Iterator<Item = StepCase<'g>> {
    graded.syllabus.steps.iter().zip(&student.steps).map(|(step, grade)| case(student, step, grade))
}

fn case<'g>(student: &Student, step: &'g GradedStep<'g>, grade: &StepGrade) -> StepCase<'g> {
    let message = grade.message(step.step);
    let (is_passed, message) = match student.standing {
        StudentStanding::Counts => (grade.is_passed(), message),
        StudentStanding::OtherSeed => {
            (false, format!("{message}; with the numbers of another seed"))
        }
        StudentStanding::NoFile => (false, "no file".to_owned()),
    };
    StepCase {
        step,
        points: student.step_points(grade),
        of: step.step.points(),
        is_passed,
        message,
        is_new: grade.state == StepProgress::New,
    }
}

/// `ben: 148 of 212 points, 12 of 16 lessons done`
pub(super) fn summary(graded: &Graded<'_>, student: &Student) -> String {
    let (points, of) = (student.points(), graded.syllabus.points());
    let (done, lessons) = (student.done(graded.syllabus), graded.syllabus.lessons.len());
    format!("{}: {points} of {of} points, {done} of {lessons} lessons done", student.id)
}

/// The steps that a student has begun, in order.
fn begun<'g>(graded: &'g Graded<'_>, student: &'g Student) -> impl Iterator<Item = StepCase<'g>> {
    cases(graded, student).filter(|case| !case.is_new)
}

/// `60 steps never begun, 0 of 188 points`, if there are any.
fn never_begun(graded: &Graded<'_>, student: &Student) -> Option<String> {
    let points: Vec<u32> =
        cases(graded, student).filter(|case| case.is_new).map(|case| case.of).collect();
    let steps = match points.len() {
        0 => return None,
        1 => "1 step".to_owned(),
        count => format!("{count} steps"),
    };
    Some(format!("{steps} never begun, 0 of {} points", points.iter().sum::<u32>()))
}

/// A suite for each student, and one for each file that could not be read.
pub(super) fn junit(graded: &Graded<'_>) -> String {
    let notes = Notes::of(graded);
    let students = graded.students.iter().map(|student| {
        let mut suite = Suite::of(&student.id);
        for StepCase { step, points, of, is_passed, message, .. } in begun(graded, student) {
            let properties = [("points", points.to_string()), ("of", of.to_string())];
            let lines = [message];
            let failed = (!is_passed).then_some((Failure::Difference, lines.as_slice()));
            suite.case(&step.to_string(), &properties, failed);
        }
        let note = Some(notes.line_with_points(student)).filter(|note| !note.is_empty());
        let said = [Some(summary(graded, student)), note, never_begun(graded, student)];
        suite.said = said.into_iter().flatten().collect::<Vec<_>>().join("\n");
        suite
    });
    let faults = graded.faults.iter().map(|fault| {
        let mut suite = Suite::of(&fault.file);
        suite.case("read", &[], Some((Failure::Fault, &[fault.to_string()])));
        suite
    });
    junit::report("hitscan grade", students.chain(faults))
}

/// A subtest for each student, and a point for each file that could not be read.
pub(super) fn tap(graded: &Graded<'_>) -> String {
    let notes = Notes::of(graded);
    let mut out = tap::VERSION.to_owned();
    let mut students = Points::default();
    for student in &graded.students {
        tap::comment(&format!("Subtest: {}", student.id), &mut out);
        let mut steps = Points::default();
        let all_passed = cases(graded, student).all(|case| case.is_passed);
        let mut subtest = String::new();
        for StepCase { step, points, of, is_passed, message, .. } in begun(graded, student) {
            let counts = format!("  points: {points}\n  of: {of}\n");
            steps.point(is_passed, &step.to_string(), Some((&message, &counts)), &mut subtest);
        }
        steps.plan(&mut subtest);
        out.extend(subtest.lines().flat_map(|line| ["    ", line, "\n"]));
        let note = Some(notes.line_with_points(student)).filter(|note| !note.is_empty());
        let note = note.map_or_else(String::new, |note| format!("  notes: {}\n", json(&note)));
        let said = [Some(summary(graded, student)), never_begun(graded, student)];
        let block = (said.into_iter().flatten().collect::<Vec<_>>().join("; "), note);
        students.point(all_passed, &student.id, Some((&block.0, &block.1)), &mut out);
    }
    for fault in &graded.faults {
        students.point(false, &fault.file, Some((&fault.to_string(), "")), &mut out);
    }
    students.plan(&mut out);
    out
}

/// The one student with a file.
fn submission<'g>(graded: &'g Graded<'_>) -> Result<&'g Student, CliError> {
    let with_file = |student: &&Student| student.standing != StudentStanding::NoFile;
    let students: Vec<_> = graded.students.iter().filter(with_file).collect();
    match (students.as_slice(), graded.faults.first()) {
        ([student], _) => Ok(student),
        ([], Some(fault)) => Err(CliError::in_file(fault)),
        ([], None) => Err(CliError::other("no submission: this format takes one")),
        (students, _) => {
            let count = students.len();
            Err(CliError::other(format!("{count} students: this format takes one submission")))
        }
    }
}

#[derive(Serialize)]
struct GradescopeTest<'g> {
    name: String,
    number: String,
    score: u32,
    max_score: u32,
    status: &'static str,
    output: &'g str,
    visibility: &'static str,
}

#[derive(Serialize)]
struct ExtraData<'g> {
    student: &'g str,
    seed: &'g str,
    notes: Vec<String>,
}

/// `results.json`, one test per line.
pub(super) fn gradescope(graded: &Graded<'_>) -> Result<String, CliError> {
    let student = submission(graded)?;
    let tests =
        cases(graded, student).map(|StepCase { step, points, of, is_passed, message, .. }| {
            json(&GradescopeTest {
                name: step.to_string(),
                number: format!("{}.{}", step.lesson_number, step.number),
                score: points,
                max_score: of,
                status: if is_passed { "passed" } else { "failed" },
                output: &message,
                visibility: "visible",
            })
        });
    let tests: Vec<_> = tests.collect();
    let notes = Notes::of(graded).all(student);
    let faults = graded.faults.iter().map(ToString::to_string);
    let said: Vec<_> = [summary(graded, student)].into_iter().chain(faults).collect();
    let extra_data = json(&ExtraData { student: &student.id, seed: &student.seed, notes });
    Ok(format!(
        "{{\"output\":{},\"stdout_visibility\":\"hidden\",\"tests\":[\n{}],\n\"extra_data\":{extra_data}}}\n",
        json(&said.join("\n")),
        tests.join(",\n"),
    ))
}

#[derive(Serialize)]
struct Classroom {
    version: u32,
    status: &'static str,
    max_score: u32,
    tests: Vec<ClassroomTest>,
}

#[derive(Serialize)]
struct ClassroomTest {
    name: String,
    status: &'static str,
    score: u32,
    message: String,
}

/// One line of base64.
pub(super) fn github_classroom(graded: &Graded<'_>) -> Result<String, CliError> {
    let student = submission(graded)?;
    let status = |is_passed| if is_passed { "pass" } else { "fail" };
    let steps = cases(graded, student).map(|case| {
        let StepCase { step, points, is_passed, message, .. } = case;
        ClassroomTest { name: step.to_string(), status: status(is_passed), score: points, message }
    });
    let not_read = graded.faults.iter().map(|fault| ClassroomTest {
        name: fault.file.clone(),
        status: status(false),
        score: 0,
        message: fault.to_string(),
    });
    let tests: Vec<_> = steps.chain(not_read).collect();
    let max_score = graded.syllabus.points();
    let status = status(student.points() == max_score);
    let result = Classroom { version: 1, status, max_score, tests };
    Ok(STANDARD.encode(json(&result)) + "\n")
}
