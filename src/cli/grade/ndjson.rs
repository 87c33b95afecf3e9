//! One JSON object a line.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Graded;
use super::notes::{Notes, word};
use hitscan_core::engine::ndjson::write_line;
use hitscan_core::lab::grade::{
    GradedStep, Statistics, StepGrade, StepProgress, Student, StudentNote, StudentStanding,
    is_claimed,
};

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum GradeLine<'g> {
    Item(Item<'g>),
    Student {
        student: &'g str,
        points: u32,
        of: u32,
        done: usize,
        files: &'g [String],
        notes: Vec<Note<'g>>,
    },
    Question {
        lesson: &'g str,
        step: &'g str,
        answered: usize,
        right: usize,
        said: &'g BTreeMap<String, usize>,
        beliefs: &'g BTreeMap<String, usize>,
    },
    Belief {
        belief: &'g str,
        answers: usize,
        students: usize,
        text: &'g str,
    },
    Fault {
        file: &'g str,
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<u64>,
        message: &'g str,
    },
}

/// The result of a student in a step.
#[derive(Serialize)]
struct Item<'g> {
    student: &'g str,
    lesson: &'g str,
    step: &'g str,
    kind: &'static str,
    state: &'static str,
    points: u32,
    of: u32,
    /// Of a question that was answered, as the two that follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beliefs: Option<&'g [String]>,
    /// Of a task, as the three that follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    attempts: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commands: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hints: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed: Option<bool>,
}

/// A note on a student; one for each faulty line.
#[derive(Serialize)]
#[serde(tag = "note", rename_all = "kebab-case")]
enum Note<'g> {
    NoFile,
    /// A file named after the student could not be read.
    NotRead {
        file: &'g str,
    },
    Seed {
        file: &'g str,
        seed: &'g str,
        expected: &'g str,
        /// The points with that seed, which do not count.
        #[serde(skip_serializing_if = "Option::is_none")]
        points: Option<u32>,
    },
    Claimed {
        task: &'g str,
    },
    Late {
        step: &'g str,
    },
    AtWork,
    Unlisted,
    #[serde(untagged)]
    Line {
        note: &'static str,
        file: &'g str,
        line: u64,
    },
}

/// The items of each student, each followed by the student, then questions, beliefs and faults.
pub(super) fn report(graded: &Graded<'_>) -> String {
    let mut out = String::new();
    let mut write = |line: GradeLine<'_>| write_line(&line, &mut out);
    let said = Notes::of(graded);
    for student in &graded.students {
        for (step, grade) in graded.syllabus.steps.iter().zip(&student.steps) {
            write(GradeLine::Item(item(student, step, grade)));
        }
        write(GradeLine::Student {
            student: &student.id,
            points: student.points(),
            of: graded.syllabus.points(),
            done: student.counted_done(graded.syllabus),
            files: &student.files,
            notes: all_notes(student, &said),
        });
    }
    let statistics = Statistics::of(graded.syllabus, &graded.students);
    for count in &statistics.questions {
        let (answered, right) = (count.answered, count.right);
        let (said, beliefs) = (&count.said, &count.beliefs);
        let (lesson, step) = (&count.step.lesson.id, &count.step.step.id);
        write(GradeLine::Question { lesson, step, answered, right, said, beliefs });
    }
    for count in &statistics.beliefs {
        let (answers, students) = (count.answers, count.students);
        write(GradeLine::Belief { belief: &count.belief, answers, students, text: &count.text });
    }
    for fault in &graded.faults {
        let (file, line, message) = (&fault.file, fault.line, &fault.message);
        write(GradeLine::Fault { file, line, message });
    }
    out
}

fn item<'g>(student: &'g Student, step: &GradedStep<'g>, grade: &'g StepGrade) -> Item<'g> {
    let is_task = step.is_task();
    let answer = match &grade.state {
        StepProgress::Answered(answered) => Some(answered),
        StepProgress::New
        | StepProgress::Skipped
        | StepProgress::Begun(_)
        | StepProgress::Done(_) => None,
    };
    let work = is_task.then(|| grade.work().unwrap_or_default());
    Item {
        student: &student.id,
        lesson: &step.lesson.id,
        step: &step.step.id,
        kind: if is_task { "task" } else { "question" },
        state: state(grade),
        points: student.step_points(grade),
        of: step.step.points(),
        said: answer.map(|it| it.said.to_string()),
        right: answer.map(|it| it.right.to_string()),
        beliefs: answer.map(|it| it.beliefs.as_slice()),
        attempts: work.map(|it| it.attempts),
        commands: work.map(|it| it.commands),
        hints: work.map(|it| it.hints),
        claimed: is_task.then(|| is_claimed(step, grade)),
    }
}

const fn state(grade: &StepGrade) -> &'static str {
    match &grade.state {
        StepProgress::New => "new",
        StepProgress::Skipped => "skipped",
        StepProgress::Answered(answered) if answered.is_right => "right",
        StepProgress::Answered(_) => "wrong",
        StepProgress::Begun(_) => "begun",
        StepProgress::Done(_) => "done",
    }
}

/// The notes on a student. A student whose file could not be read has one.
fn all_notes<'g>(student: &'g Student, said: &Notes<'g>) -> Vec<Note<'g>> {
    let not_read: Vec<_> =
        said.not_read(student).map(|fault| Note::NotRead { file: &fault.file }).collect();
    let is_said = |note: &&StudentNote| **note != StudentNote::NoFile || not_read.is_empty();
    let kept = student.notes.iter().filter(is_said);
    let kept: Vec<_> = kept.flat_map(|note| notes(student, note)).collect();
    kept.into_iter().chain(not_read).collect()
}

/// A note, split into one for each of its lines.
fn notes<'g>(student: &'g Student, note: &'g StudentNote) -> Vec<Note<'g>> {
    vec![match note {
        StudentNote::NoFile => Note::NoFile,
        StudentNote::Seed { file, seed, .. } => {
            let points =
                (student.standing == StudentStanding::OtherSeed).then(|| student.reached());
            Note::Seed { file, seed, expected: &student.seed, points }
        }
        // Its steps have notes of their own.
        StudentNote::OtherPack { .. } => return Vec::new(),
        StudentNote::Lines { kind, file, lines, .. } => {
            let note = word(*kind);
            return lines.iter().map(|&line| Note::Line { note, file, line }).collect();
        }
        StudentNote::Claimed { task } => Note::Claimed { task },
        StudentNote::Late { step } => Note::Late { step },
        StudentNote::AtWork => Note::AtWork,
        StudentNote::Unlisted => Note::Unlisted,
    }]
}
