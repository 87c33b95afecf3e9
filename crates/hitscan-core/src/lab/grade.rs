//! Grading: what the files of a class came to, step by step, and what the class
//! believes. Everything is found by going through the files again; nothing that they
//! claim is read.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `step` | what a student came to in a step |
//! | `file` | what one file came to |
//! | `class` | students: the roster, the best of their files, what is noted |
//! | `statistics` | what was missed, believed, and told |
//!
//! What does not live here: reading files and rosters, and the formats of reports.

mod class;
mod file;
mod statistics;
mod step;

pub use class::{Class, Listed, Standing, Student, StudentNote, is_claimed};
pub use file::{GradedFile, Grader, NotGraded};
pub use statistics::{BeliefCount, LastHintCount, QuestionCount, Statistics};
pub use step::{StepGrade, StepProgress, Work};

use super::course::Course;
use super::pack::{Lesson, Step, StepKind};

/// The lessons that are graded: those of all packs; of one that stands in several
/// packs, that of the first.
#[derive(Clone, Debug)]
pub struct Syllabus<'c> {
    /// The lessons, in order.
    pub lessons: Vec<&'c Lesson>,
    /// Their questions and tasks, in order.
    pub steps: Vec<GradedStep<'c>>,
}

/// A question or a task, and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct GradedStep<'c> {
    /// Its lesson.
    pub lesson: &'c Lesson,
    /// The step.
    pub step: &'c Step,
    /// The number of the lesson, from 1.
    pub lesson_number: usize,
    /// The number of the step in the lesson, from 1; cards count.
    pub number: usize,
}

impl<'c> Syllabus<'c> {
    /// The lessons of these packs.
    #[must_use]
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
        Self { lessons, steps }
    }

    /// The greatest number of points.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.lessons.iter().map(|lesson| lesson.points()).sum()
    }
}

impl GradedStep<'_> {
    /// Whether it is a task.
    #[must_use]
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
