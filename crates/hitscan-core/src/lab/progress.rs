//! A student's progress: answers that count, hints, tasks that are done.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::pack::{Lesson, LessonStep, Pack, StepKind};
use super::question::{LessonAnswer, LessonQuestion};
use super::task::{Hints, Task};

/// The progress in each step, by the ids of lesson and step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    steps: BTreeMap<(String, String), Reached>,
}

/// The progress in one step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// The first answer to a question, which counts.
    pub answer: Option<FirstReply>,
    /// The points of a task that is done.
    pub done: Option<u32>,
    /// The state of the hints.
    pub hints: Hints,
    /// How often the task was started until it was done.
    pub attempts: u32,
    /// How many commands changed the world, over all attempts.
    pub commands: u32,
}

/// The first reply to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstReply {
    /// Nothing: it was skipped.
    Skipped,
    /// An answer.
    Said(Answered),
}

/// The result of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The student's answer.
    pub said: LessonAnswer,
    /// The right answer.
    pub right: LessonAnswer,
    /// Whether the student's answer is right.
    pub is_right: bool,
    /// The beliefs behind it, if it is wrong.
    pub beliefs: Vec<String>,
}

/// The progress in a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonState {
    /// Nothing was done in it.
    New,
    /// Something was done in it.
    Begun,
    /// Each question is answered or skipped, and each task is done.
    Done,
}

impl Reached {
    /// Accepts an answer, if it is the first, and returns its points.
    pub fn answer(&mut self, given: FirstReply) -> u32 {
        self.answer.get_or_insert(given);
        self.points()
    }

    /// Counts a command that changed the world, until the task is done.
    pub const fn count_command(&mut self, is_first: bool) {
        if self.done.is_none() {
            self.commands = self.commands.saturating_add(1);
            if is_first {
                self.attempts = self.attempts.saturating_add(1);
            }
        }
    }

    fn is_settled(&self, kind: &StepKind) -> bool {
        match kind {
            StepKind::Card => true,
            StepKind::Question(_) => self.answer.is_some(),
            StepKind::Task(_) => self.done.is_some(),
        }
    }
}

impl Progress {
    /// Whether nothing was done in any step except reading.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The progress in a step.
    pub fn step_mut(&mut self, lesson: &str, step: &str) -> &mut Reached {
        self.steps.entry((lesson.to_owned(), step.to_owned())).or_default()
    }

    /// The progress in a step; `None` if nothing was done in it.
    pub fn step(&self, lesson: &str, step: &str) -> Option<&Reached> {
        self.steps.get(&(lesson.to_owned(), step.to_owned()))
    }

    /// The ids of the steps of a lesson that are not settled.
    pub fn not_done<'l>(&self, lesson: &'l Lesson) -> impl Iterator<Item = &'l str> {
        let is_left = |step: &&Arc<LessonStep>| match self.step(&lesson.id, &step.id) {
            Some(reached) => !reached.is_settled(&step.kind),
            None => !matches!(step.kind, StepKind::Card),
        };
        lesson.steps.iter().filter(is_left).map(|step| step.id.as_str())
    }

    /// The progress in a lesson.
    pub fn state(&self, lesson: &Lesson) -> LessonState {
        let reached = |id: &str| self.step(&lesson.id, id);
        let is_settled = self.not_done(lesson).next().is_none();
        match (is_settled, lesson.steps.iter().any(|step| reached(&step.id).is_some())) {
            (true, _) => LessonState::Done,
            (false, true) => LessonState::Begun,
            (false, false) => LessonState::New,
        }
    }
}

// Points: what a question and a task are worth, and what a student has earned. Earned
// points are never lost.

impl LessonQuestion {
    /// The points for any answer, and for the right one.
    pub const POINTS: [u32; 2] = [1, 2];

    /// The points for any answer and for the right one, in words.
    pub fn worth() -> String {
        let [any, right] = Self::POINTS;
        format!("{any} point to answer, {right} if right")
    }
}

impl Task {
    /// The points for a task that is done.
    pub const POINTS: u32 = 4;
    /// The points after the hint that gives the solution away.
    pub const POINTS_AFTER_LAST_HINT: u32 = 2;
}

impl LessonStep {
    /// The maximum number of points.
    pub const fn points(&self) -> u32 {
        match &self.kind {
            StepKind::Card => 0,
            StepKind::Question(_) => LessonQuestion::POINTS[1],
            StepKind::Task(_) => Task::POINTS,
        }
    }
}

impl Lesson {
    /// The maximum number of points.
    pub fn points(&self) -> u32 {
        self.steps.iter().map(|step| step.points()).sum()
    }
}

impl Pack {
    /// The maximum number of points.
    pub fn points(&self) -> u32 {
        self.lessons.iter().map(|lesson| lesson.points()).sum()
    }
}

impl Reached {
    /// Records that the task is done, if it was not, and returns its points.
    pub fn finish(&mut self) -> u32 {
        let points =
            if self.hints.tells_way() { Task::POINTS_AFTER_LAST_HINT } else { Task::POINTS };
        *self.done.get_or_insert(points)
    }

    /// The points so far.
    pub fn points(&self) -> u32 {
        let [any, right] = LessonQuestion::POINTS;
        let answer = match &self.answer {
            None | Some(FirstReply::Skipped) => 0,
            Some(FirstReply::Said(answered)) => {
                if answered.is_right {
                    right
                } else {
                    any
                }
            }
        };
        answer + self.done.unwrap_or_default()
    }
}

impl Progress {
    /// The points of a lesson.
    pub fn points(&self, lesson: &Lesson) -> u32 {
        let steps = lesson.steps.iter().filter_map(|step| self.step(&lesson.id, &step.id));
        steps.map(Reached::points).sum()
    }

    /// The points of all lessons.
    pub fn total(&self, pack: &Pack) -> u32 {
        pack.lessons.iter().map(|lesson| self.points(lesson)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Pack;

    fn said(is_right: bool) -> FirstReply {
        let [said, right] = ["hit", if is_right { "hit" } else { "miss" }]
            .map(|word| LessonAnswer::Word(word.to_owned()));
        FirstReply::Said(Answered { said, right, is_right, beliefs: Vec::new() })
    }

    #[test]
    fn the_first_answer_counts() {
        let mut reached = Reached::default();
        assert_eq!(reached.answer(said(false)), 1);
        assert_eq!(reached.answer(said(true)), 1);
        assert_eq!(Reached::default().answer(said(true)), 2);
        let mut skipped = Reached::default();
        assert_eq!([skipped.answer(FirstReply::Skipped), skipped.answer(said(true))], [0, 0]);
    }

    #[test]
    fn a_lesson_is_done_when_all_its_steps_are_settled() {
        let pack = Pack::builtin().expect("it reads");
        let lesson = pack.lesson("inside").expect("a lesson");
        let mut progress = Progress::default();
        assert_eq!(progress.state(lesson), LessonState::New);
        for (number, step) in lesson.steps.iter().enumerate() {
            let reached = progress.step_mut(&lesson.id, &step.id);
            match step.kind {
                StepKind::Card => {}
                StepKind::Question(_) => assert_eq!(reached.answer(said(true)), 2),
                StepKind::Task(_) => assert_eq!(reached.finish(), 4),
            }
            let is_left = |step: &Arc<LessonStep>| !matches!(step.kind, StepKind::Card);
            let is_last = !lesson.steps[number + 1..].iter().any(is_left);
            let expected = if is_last { LessonState::Done } else { LessonState::Begun };
            assert_eq!(progress.state(lesson), expected, "after {}", step.id);
        }
        assert_eq!((progress.points(lesson), progress.total(&pack)), (14, 14));
    }
}

#[cfg(test)]
mod points_tests {
    use super::*;

    #[test]
    fn a_task_counts_half_once_the_last_hint_is_open_but_not_if_it_was_done_before() {
        let open_all = |reached: &mut Reached| {
            for _ in 0..4 {
                reached.hints.world_changed();
                // The first request is refused, as a warning.
                let _ = reached.hints.open(2);
            }
        };
        let mut helped = Reached::default();
        open_all(&mut helped);
        assert_eq!(helped.finish(), 2);
        let mut alone = Reached::default();
        alone.hints.open(2).expect("the first opens");
        assert_eq!(alone.finish(), 4);
        open_all(&mut alone);
        assert_eq!((alone.finish(), alone.points()), (4, 4));
    }
}
