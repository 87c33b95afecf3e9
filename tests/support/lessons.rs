//! The built-in course of one student: right answers and solutions, step by step.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, LazyLock};

use hitscan_core::lab::{Lesson, LessonStep, Pack, Scope, Solutions, StepKind, answers};

/// The built-in pack, with its solutions.
pub(crate) const PACK: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/crates/hitscan-core/src/lab/lessons");

static BUILT_IN: LazyLock<Taught> = LazyLock::new(|| Taught::from(PACK));

/// A pack with the solutions of its tasks.
pub(crate) struct Taught {
    pack: Pack,
    solutions: BTreeMap<String, Solutions>,
}

/// How to get full points in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// By reading it.
    Read,
    /// By giving this answer.
    Say(String),
    /// By executing these commands.
    Make(Vec<String>),
}

impl Way {
    /// The lines to enter.
    pub(crate) fn lines(&self) -> Vec<String> {
        match self {
            Self::Read => Vec::new(),
            Self::Say(word) => vec![format!("answer {word}")],
            Self::Make(commands) => commands.clone(),
        }
    }
}

impl Taught {
    /// Reads the pack in a folder.
    pub(crate) fn from(folder: &str) -> Self {
        let text = |path: &str| fs::read_to_string(format!("{folder}/{path}")).ok();
        let pack = Pack::read(&text).expect("a pack without faults");
        let read = |lesson: &Arc<Lesson>| {
            let text = text(&format!("{}/solutions.toml", lesson.id)).expect("solutions");
            (lesson.id.clone(), Solutions::parse(&text, lesson).expect("solutions without faults"))
        };
        let solutions = pack.lessons.iter().map(read).collect();
        Self { pack, solutions }
    }

    /// The ids of the lessons.
    pub(crate) fn ids(&self) -> Vec<String> {
        self.pack.lessons.iter().map(|lesson| lesson.id.clone()).collect()
    }

    /// How to complete the steps of a lesson, for one student.
    pub(crate) fn ways(&self, id: &str, seed: &str) -> Vec<(String, Way)> {
        let lesson = self.pack.lesson(id).expect("a lesson");
        let drawn = lesson.drawn(&self.pack.id, seed).expect("a scene");
        let right = answers(lesson, &drawn).expect("they have answers");
        let scope = Scope { values: &drawn.values, sandbox: None };
        let way = |step: &LessonStep| match &step.kind {
            StepKind::Card => Way::Read,
            StepKind::Question(_) => {
                let line = right.iter().find(|line| line.step == step.id).expect("a line");
                Way::Say(line.right.to_string())
            }
            StepKind::Task(_) => {
                let commands = &self.solutions[id].0[&step.id].commands;
                Way::Make(commands.iter().map(|it| it.line(scope).expect("numbers")).collect())
            }
        };
        lesson.steps.iter().map(|step| (step.id.clone(), way(step))).collect()
    }
}

/// The ids of the built-in lessons.
pub(crate) fn ids() -> Vec<String> {
    BUILT_IN.ids()
}

/// How to complete the steps of a built-in lesson, for one student.
pub(crate) fn ways(id: &str, seed: &str) -> Vec<(String, Way)> {
    BUILT_IN.ways(id, seed)
}
