//! What one file came to.

use super::{NoSuchLesson, StepGrade, Syllabus};
use crate::lab::course::Course;
use crate::lab::pack::{NoScene, Pack};
use crate::lab::submission::{DrawnPack, Header, NotRead, Note, header_of, replay};

/// Goes through files.
#[derive(Clone, Debug)]
pub struct Grader<'c> {
    courses: &'c [Course],
    /// The lessons that count.
    pub syllabus: Syllabus<'c>,
}

/// What a file came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradedFile {
    /// Its name, for notes.
    pub name: String,
    /// Whose it is.
    pub header: Header,
    /// What was reached in each step of the syllabus.
    pub steps: Vec<StepGrade>,
    /// What there is to say of its lines.
    pub notes: Vec<Note>,
}

/// Why a file was not graded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotGraded {
    /// It is no file of a student.
    #[error(transparent)]
    NotRead(#[from] NotRead),
    /// A lesson makes no scene with the student's numbers.
    #[error(transparent)]
    NoScene(#[from] NoScene),
}

impl<'c> Grader<'c> {
    /// Grades by these packs, the first of them for lessons that were edited.
    #[must_use]
    pub fn new(courses: &'c [Course]) -> Self {
        Self { courses, syllabus: Syllabus::of(courses) }
    }

    /// Counts these lessons alone, by their ids, numbers or titles.
    ///
    /// # Errors
    /// When there is no such lesson.
    pub fn of_lessons(mut self, asked: &[impl AsRef<str>]) -> Result<Self, NoSuchLesson> {
        self.syllabus.only(asked)?;
        Ok(self)
    }

    /// Does everything again that a file says was done.
    ///
    /// # Errors
    /// When it is no file of a student, and when a pack is at fault.
    pub fn grade(&self, name: &str, file: &[u8]) -> Result<GradedFile, NotGraded> {
        let seed = header_of(file)?.seed;
        let drawn = |pack: &Pack| DrawnPack::new(pack, &seed);
        let packs: Vec<DrawnPack> =
            self.courses.iter().map(|course| drawn(&course.pack)).collect::<Result<_, _>>()?;
        let hints = |lesson: &str, step: &str| {
            let known = self.courses.iter().find(|course| course.pack.lesson(lesson).is_some());
            known.map_or(0, |course| course.hints(lesson, step))
        };
        let replayed = replay(file, &packs, &hints)?;
        let progress = replayed.session.progress();
        let steps = self.syllabus.steps.iter().map(|graded| {
            StepGrade::of(graded.step, progress.step(&graded.lesson.id, &graded.step.id))
        });
        Ok(GradedFile {
            name: name.to_owned(),
            header: replayed.header,
            steps: steps.collect(),
            notes: replayed.notes,
        })
    }
}
