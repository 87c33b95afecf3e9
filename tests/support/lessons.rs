//! The built-in course as one student has it: right answers and solutions, step by step.

use hitscan_core::lab::{Lesson, Pack, Scope, Solutions, StepKind, answers};

/// The built-in pack, with its solutions.
pub(crate) const PACK: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/crates/hitscan-core/src/lab/lessons");

/// What a step takes to get all its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// To read it.
    Read,
    /// To say this.
    Say(String),
    /// To make these commands.
    Make(Vec<String>),
}

/// The ids of the lessons.
pub(crate) fn ids() -> Vec<String> {
    let pack = Pack::builtin().expect("another test reads it");
    pack.lessons.iter().map(|lesson| lesson.id.clone()).collect()
}

/// The ways through the steps of a lesson, for one student.
pub(crate) fn ways(id: &str, seed: &str) -> Vec<(String, Way)> {
    let pack = Pack::builtin().expect("another test reads it");
    let lesson: &Lesson = pack.lesson(id).expect("a lesson");
    let drawn = lesson.drawn(&pack.id, seed).expect("a scene");
    let text = std::fs::read_to_string(format!("{PACK}/{id}/solutions.toml")).expect("read");
    let solutions = Solutions::parse(&text, lesson).expect("another test reads it");
    let right = answers(lesson, &drawn).expect("they have answers");
    let scope = Scope { values: &drawn.values, sandbox: None };
    let way = |step: &hitscan_core::lab::Step| match &step.kind {
        StepKind::Card => Way::Read,
        StepKind::Question(_) => {
            let line = right.iter().find(|line| line.step == step.id).expect("a line");
            Way::Say(line.right.to_string())
        }
        StepKind::Task(_) => {
            let commands = &solutions.0[&step.id].commands;
            Way::Make(commands.iter().map(|it| it.line(scope).expect("numbers")).collect())
        }
    };
    lesson.steps.iter().map(|step| (step.id.clone(), way(step))).collect()
}
