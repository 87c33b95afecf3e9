//! The built-in course as one student has it: right answers and solutions, step by step.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, LazyLock};

use hitscan_core::lab::{Lesson, Pack, Scope, Solutions, Step, StepKind, answers};

/// The built-in pack, with its solutions.
pub(crate) const PACK: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/crates/hitscan-core/src/lab/lessons");

static BUILT_IN: LazyLock<Pack> = LazyLock::new(|| Pack::builtin().expect("another test reads it"));

static SOLUTIONS: LazyLock<BTreeMap<String, Solutions>> = LazyLock::new(|| {
    let read = |lesson: &Arc<Lesson>| {
        let text = fs::read_to_string(format!("{PACK}/{}/solutions.toml", lesson.id));
        let read = Solutions::parse(&text.expect("they are there"), lesson);
        (lesson.id.clone(), read.expect("another test reads it"))
    };
    BUILT_IN.lessons.iter().map(read).collect()
});

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
    BUILT_IN.lessons.iter().map(|lesson| lesson.id.clone()).collect()
}

/// The ways through the steps of a lesson, for one student.
pub(crate) fn ways(id: &str, seed: &str) -> Vec<(String, Way)> {
    let lesson = BUILT_IN.lesson(id).expect("a lesson");
    let drawn = lesson.drawn(&BUILT_IN.id, seed).expect("a scene");
    let right = answers(lesson, &drawn).expect("they have answers");
    let scope = Scope { values: &drawn.values, sandbox: None };
    let way = |step: &Step| match &step.kind {
        StepKind::Card => Way::Read,
        StepKind::Question(_) => {
            let line = right.iter().find(|line| line.step == step.id).expect("a line");
            Way::Say(line.right.to_string())
        }
        StepKind::Task(_) => {
            let commands = &SOLUTIONS[id].0[&step.id].commands;
            Way::Make(commands.iter().map(|it| it.line(scope).expect("numbers")).collect())
        }
    };
    lesson.steps.iter().map(|step| (step.id.clone(), way(step))).collect()
}
