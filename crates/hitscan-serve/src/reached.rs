//! What a student has achieved in each step. It is derived from their work, and stored beside it
//! for readers that should not have to replay the work: the boards of a machine that starts, and a
//! school's own reports.

use std::collections::BTreeMap;

use hitscan_core::lab::Learning;
use jiff::Timestamp;

/// The result of one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedStep {
    /// The ID of its lesson.
    pub lesson: String,
    /// Its ID.
    pub step: String,
    /// What was achieved.
    pub amounts: Amounts,
}

/// What was achieved in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amounts {
    /// The points.
    pub points: u32,
    /// The most possible points.
    pub most: u32,
    /// Whether nothing is left to do in it.
    pub is_settled: bool,
    /// How many commands changed the world.
    pub changes: u32,
    /// How many hints are open.
    pub hints: usize,
    /// Whether it is the student's current step.
    pub is_open: bool,
}

/// A student's stored steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptSteps {
    /// All steps in which the student did anything, and the current one.
    pub steps: Vec<ReachedStep>,
    /// When they last changed.
    pub changed: Timestamp,
}

/// Steps to store for a student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepsNote {
    /// The steps that changed.
    pub steps: Vec<ReachedStep>,
    /// Whether these are all steps in which the student did anything.
    pub is_whole: bool,
    /// The work that they are derived from.
    pub source: NoteSource,
}

/// The work that a note is derived from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteSource {
    /// The work that is open here, in its current state.
    Open,
    /// Work of this many bytes, read from the store.
    Read(usize),
}

/// The last noted state of a student's steps, by lesson and step number.
#[derive(Clone, Debug, Default)]
pub struct KnownSteps(BTreeMap<[usize; 2], Amounts>);

impl KnownSteps {
    /// The steps that changed since the last note, or all of them the first time. Always includes
    /// the current step, which identifies the version of the work.
    pub fn note(&mut self, learning: &Learning, source: NoteSource) -> StepsNote {
        let is_whole = self.0.is_empty();
        let mut now = reached(learning);
        // A noted step that is gone is a card that the student has left: it is no longer open.
        for (at, before) in &self.0 {
            now.entry(*at).or_insert(Amounts { is_open: false, ..*before });
        }
        let is_new =
            |at: &[usize; 2], amounts: &Amounts| amounts.is_open || self.0.get(at) != Some(amounts);
        let lessons = &learning.pack().lessons;
        let told = now.iter().filter(|(at, amounts)| is_new(at, amounts));
        let steps = told.map(|(&[lesson, step], &amounts)| ReachedStep {
            lesson: lessons[lesson].id.clone(),
            step: lessons[lesson].steps[step].id.clone(),
            amounts,
        });
        let steps = steps.collect();
        self.0 = now;
        StepsNote { steps, is_whole, source }
    }
}

fn reached(learning: &Learning) -> BTreeMap<[usize; 2], Amounts> {
    let progress = learning.progress();
    let open = [learning.lesson_number() - 1, learning.step_number() - 1];
    let mut all = BTreeMap::new();
    for (lesson_at, lesson) in learning.pack().lessons.iter().enumerate() {
        let left: Vec<_> = progress.not_done(lesson).collect();
        for (step_at, step) in lesson.steps.iter().enumerate() {
            let at = [lesson_at, step_at];
            let reached = progress.step(&lesson.id, &step.id);
            if reached.is_none() && at != open {
                continue;
            }
            let amounts = Amounts {
                points: reached.map_or(0, hitscan_core::lab::Reached::points),
                most: step.points(),
                is_settled: !left.contains(&step.id.as_str()),
                changes: reached.map_or(0, |it| it.commands),
                hints: reached.map_or(0, |it| it.hints.opened()),
                is_open: at == open,
            };
            all.insert(at, amounts);
        }
    }
    all
}
