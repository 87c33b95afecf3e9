//! The result of one file.

use super::{NoSuchLesson, StepGrade, Syllabus};
use crate::lab::course::Course;
use crate::lab::pack::{NoScene, Pack};
use crate::lab::submission::{DrawnPack, Header, NotRead, Note, header_of, replay};

/// Grades files.
#[derive(Clone, Debug)]
pub struct Grader<'c> {
    courses: &'c [Course],
    /// The lessons that count.
    pub syllabus: Syllabus<'c>,
}

/// The result of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradedFile {
    /// Its name, for notes.
    pub name: String,
    /// The student it belongs to.
    pub header: Header,
    /// The result of each step of the syllabus.
    pub steps: Vec<StepGrade>,
    /// Notes about its lines.
    pub notes: Vec<Note>,
}

/// Why a file was not graded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotGraded {
    /// It is not a student's file.
    #[error(transparent)]
    NotRead(#[from] NotRead),
    /// A lesson does not make a valid scene with the student's numbers.
    #[error(transparent)]
    NoScene(#[from] NoScene),
}

impl<'c> Grader<'c> {
    /// Grades by these packs; edited lessons are replayed with the first one.
    #[must_use]
    pub fn new(courses: &'c [Course]) -> Self {
        Self { courses, syllabus: Syllabus::of(courses) }
    }

    /// Counts only these lessons, by ids, numbers or titles.
    ///
    /// # Errors
    /// When there is no such lesson.
    pub fn of_lessons(mut self, asked: &[impl AsRef<str>]) -> Result<Self, NoSuchLesson> {
        self.syllabus.only(asked)?;
        Ok(self)
    }

    /// Replays everything in a file.
    ///
    /// # Errors
    /// When it is not a student's file, and when a pack is faulty.
    pub fn grade(&self, name: &str, file: &[u8]) -> Result<GradedFile, NotGraded> {
        let header = header_of(file)?;
        let drawn = |pack: &Pack| DrawnPack::of(pack, &header);
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
