//! Grading: the results of a class's files, step by step, and the beliefs of the class. Everything
//! is found by replaying the files; nothing that they claim is trusted.
//!
//! | files | contents |
//! | --- | --- |
//! | `statistics` | wrong answers, the beliefs behind them in words, and opened hints |
//! | `class` | students: the roster, the best of their files, their notes |
//! | `step` | the result of a student in a step |
//!
//! Calls go down this list; this file has the result of one file.
//!
//! Not here: reading files and rosters, and the formats of reports.

mod class;
mod statistics;
mod step;

pub use class::{GradedFile, Listed, NotGraded, Student, StudentNote, StudentStanding, is_claimed};
pub use statistics::{BeliefCount, LastHintCount, QuestionCount, Statistics};
pub use step::{StepGrade, StepProgress, Work};

use super::course::Course;
use super::pack::{Lesson, LessonStep, StepKind};
use super::submission::Note;
use crate::scene::printable;
use crate::words::nearest;

/// The lessons to grade: those of all packs, or a selection. If several packs have a lesson, the
/// first pack's counts.
#[derive(Clone, Debug)]
pub struct Syllabus<'c> {
    /// The lessons, in order.
    pub lessons: Vec<&'c Lesson>,
    /// Their questions and tasks, in order.
    pub steps: Vec<GradedStep<'c>>,
    /// Whether the packs have further lessons, which do not count.
    pub is_part: bool,
    /// The packs, with all their lessons and texts.
    courses: &'c [Course],
}

/// A question or a task, with its position.
#[derive(Clone, Copy, Debug)]
pub struct GradedStep<'c> {
    /// Its lesson.
    pub lesson: &'c Lesson,
    /// The step.
    pub step: &'c LessonStep,
    /// The number of the lesson, from 1.
    pub lesson_number: usize,
    /// The number of the step in the lesson, from 1, counting cards.
    pub number: usize,
}

impl<'c> Syllabus<'c> {
    /// The lessons of these packs.
    pub fn of(courses: &'c [Course]) -> Self {
        let mut lessons: Vec<&Lesson> = Vec::new();
        for lesson in courses.iter().flat_map(|course| &course.pack.lessons) {
            if lessons.iter().all(|known| known.id != lesson.id) {
                lessons.push(lesson);
            }
        }
        let mut steps = Vec::new();
        for (lesson, lesson_number) in lessons.iter().zip(1..) {
            let numbered = lesson.steps.iter().zip(1..);
            let counted = numbered.filter(|(step, _)| !matches!(step.kind, StepKind::Card));
            steps.extend(counted.map(|(step, number)| GradedStep {
                lesson,
                step,
                lesson_number,
                number,
            }));
        }
        Self { lessons, steps, is_part: false, courses }
    }

    /// Selects these lessons, by ids, numbers or titles, in the order of the packs.
    ///
    /// # Errors
    /// When there is no such lesson; names the one that was probably meant.
    pub fn only(&mut self, asked: &[impl AsRef<str>]) -> Result<(), String> {
        let asked: Vec<&str> = asked.iter().map(AsRef::as_ref).collect();
        let (mut kept, mut rest) = (Vec::new(), asked.as_slice());
        while !rest.is_empty() {
            // Commas separate lessons, but also occur in some titles.
            let is_known = |count: &usize| self.known(&rest.split_at(*count).0.join(" ")).is_ok();
            let count = (1..=rest.len()).find(is_known).unwrap_or(1);
            let (name, after) = rest.split_at(count);
            kept.push(self.known(&name.join(" "))?);
            rest = after;
        }
        self.is_part = true;
        self.lessons.retain(|lesson| kept.contains(&lesson.id));
        self.steps.retain(|graded| kept.contains(&graded.lesson.id));
        Ok(())
    }

    /// The id of the lesson with this name, number or title.
    fn known(&self, asked: &str) -> Result<String, String> {
        let ids = || self.lessons.iter().map(|lesson| lesson.id.as_str());
        let number = asked.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let titled = || {
            let titled = self.lessons.iter().find(|lesson| {
                let mut courses = self.courses.iter();
                let course = courses.find(|course| course.pack.lesson(&lesson.id).is_some());
                course.is_some_and(|course| course.is_titled(lesson, asked))
            });
            titled.map(|lesson| lesson.id.as_str())
        };
        let found = ids().find(|id| *id == asked).or_else(|| ids().nth(number?)).or_else(titled);
        found.map(str::to_owned).ok_or_else(|| {
            let meant = nearest(asked, ids()).map(|meant| format!("; did you mean {meant}?"));
            format!("{}: no such lesson{}", printable(asked), meant.unwrap_or_default())
        })
    }

    /// The ids of the packs, in order.
    pub fn packs(&self) -> impl Iterator<Item = &str> {
        self.courses.iter().map(|course| course.pack.id.as_str())
    }

    /// Whether a note concerns what counts: only those of other lessons do not.
    fn concerns(&self, note: &Note) -> bool {
        let counts = |id: &str| self.lessons.iter().any(|lesson| lesson.id == id);
        !self.is_part || note.step.as_ref().is_none_or(|step| counts(&step.lesson))
    }

    /// The maximum number of points.
    pub fn points(&self) -> u32 {
        self.lessons.iter().map(|lesson| lesson.points()).sum()
    }
}

impl GradedStep<'_> {
    /// Whether it is a task.
    pub const fn is_task(&self) -> bool {
        matches!(self.step.kind, StepKind::Task(_))
    }
}

/// `inside/edges`
impl std::fmt::Display for GradedStep<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.lesson.id, self.step.id)
    }
}
