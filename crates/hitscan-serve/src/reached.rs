//! What a student has reached, step by step. It follows from their work, and is kept beside it for
//! those who ask without reading that: boards of a machine that starts, and reports of a school.

use std::collections::BTreeMap;

use hitscan_core::lab::Learning;
use jiff::Timestamp;

/// What was reached in one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedStep {
    /// The id of its lesson.
    pub lesson: String,
    /// Its id.
    pub step: String,
    /// How much.
    pub amounts: Amounts,
}

/// How much was reached in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amounts {
    /// The points.
    pub points: u32,
    /// The most points.
    pub most: u32,
    /// Whether nothing is left to do.
    pub is_settled: bool,
    /// How many commands have changed the world.
    pub changes: u32,
    /// How many hints are open.
    pub hints: usize,
    /// Whether the student is there.
    pub is_open: bool,
}

/// What a student had reached when it was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptSteps {
    /// All steps in which anything was done, and the one where the student is.
    pub steps: Vec<ReachedStep>,
    /// When that became so.
    pub changed: Timestamp,
}

/// Something to be kept about a student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepsNote {
    /// Steps that are otherwise now.
    pub steps: Vec<ReachedStep>,
    /// Whether these are all in which anything was done.
    pub is_whole: bool,
    /// Whose work tells this.
    pub source: NoteSource,
}

/// Which work a note follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteSource {
    /// The work that is open here, as it is now.
    Open,
    /// Work of this many bytes, which was read.
    Read(usize),
}

/// What is known already of a student's steps, by the numbers of lesson and step.
#[derive(Clone, Debug, Default)]
pub struct KnownSteps(BTreeMap<[usize; 2], Amounts>);

impl KnownSteps {
    /// What is otherwise than the last time, or all the first time. The step where the student is
    /// is always told: by it is known of which work that is.
    pub fn note(&mut self, learning: &Learning, source: NoteSource) -> StepsNote {
        let is_whole = self.0.is_empty();
        let mut now = reached(learning);
        // A card has nothing but that the student is there.
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
