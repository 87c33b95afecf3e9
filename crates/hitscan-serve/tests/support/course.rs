//! The built-in lessons for one student: how to get the points of each step.

use std::fs;
use std::path::Path;

use hitscan_core::lab::{Pack, Scope, Solutions, StepKind, answers};

const LESSONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../hitscan-core/src/lab/lessons");

/// A step that gives points.
#[derive(Clone, Debug)]
pub(crate) struct PointStep {
    pub(crate) lesson: String,
    pub(crate) step: String,
    pub(crate) way: Way,
}

/// How to get all points of a step.
#[derive(Clone, Debug)]
pub(crate) enum Way {
    /// Give this answer.
    Say(String),
    /// Run these commands.
    Make(Vec<String>),
}

impl PointStep {
    /// The keys that open the step and get its points.
    pub(crate) fn typed(&self) -> String {
        let open = format!(":lesson {} {}\r", self.lesson, self.step);
        match &self.way {
            Way::Say(word) => format!("{open}:answer {word}\r"),
            Way::Make(lines) => {
                lines.iter().fold(open, |typed, line| typed + &format!(":{line}\r"))
            }
        }
    }
}

/// All steps that give points, for this seed.
pub(crate) fn point_steps(seed: &str) -> Vec<PointStep> {
    let folder = Path::new(LESSONS);
    let text = |path: &str| fs::read_to_string(folder.join(path)).ok();
    let pack = Pack::read(&text).expect("a pack without faults");
    let mut all = Vec::new();
    for lesson in &pack.lessons {
        let solutions = text(&format!("{}/solutions.toml", lesson.id)).expect("solutions");
        let solutions = Solutions::parse(&solutions, lesson).expect("solutions without faults");
        let drawn = lesson.drawn(&pack.id, seed).expect("a scene");
        let right = answers(lesson, &drawn).expect("they have answers");
        let scope = Scope { values: &drawn.values, sandbox: None };
        for step in &lesson.steps {
            let way = match &step.kind {
                StepKind::Card => continue,
                StepKind::Question(_) => {
                    let line = right.iter().find(|line| line.step == step.id).expect("a line");
                    Way::Say(line.right.to_string())
                }
                StepKind::Task(_) => {
                    let commands = &solutions.0[&step.id].commands;
                    let lines = commands.iter().map(|it| it.line(scope).expect("numbers"));
                    Way::Make(lines.collect())
                }
            };
            all.push(PointStep { lesson: lesson.id.clone(), step: step.id.clone(), way });
        }
    }
    all
}
