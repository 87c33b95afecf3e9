//! Results of one submission, for Gradescope and GitHub Classroom.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use super::Graded;
use super::notes::Notes;
use super::reporters::{StepCase, cases, summary};
use crate::cli::CliError;
use hitscan_core::engine::ndjson::json;
use hitscan_core::lab::grade::{Student, StudentStanding};

/// The one student with a file.
fn submission<'g>(graded: &'g Graded<'_>) -> Result<&'g Student, CliError> {
    let with_file = |student: &&Student| student.standing != StudentStanding::NoFile;
    let students: Vec<_> = graded.class.students.iter().filter(with_file).collect();
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
