//! A course that is opened while a scene is shown, and replaces it.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `opening` | opens a course where the student's work ends |
//!
//! The command line decides who the student is, and which file holds the work.

mod opening;

use hitscan_core::engine::Engine;
use hitscan_core::lab::{Learning, Progress};
pub use opening::{Opening, Student, WorkRefused, begin, open_kept};

use super::disk::Submission;

/// How to open the student's course, or only look at its progress.
#[derive(Clone, Copy, Debug)]
pub struct CourseOpener {
    /// Opens the course where the student stopped, or at the named lesson; `None` if it is not known
    /// who the student is.
    pub open: fn(Option<&str>) -> Result<Option<OpenedCourse>, String>,
    /// The progress in the course, if there is a file of it. The file is only read.
    pub progress: fn() -> Option<Progress>,
}

/// An opened course, and where its work is saved.
#[derive(Debug)]
pub struct OpenedCourse {
    /// The student in the course, and the engine of the open step.
    pub course: (Learning, Engine),
    /// Saves the work; it holds the lock, so that no other session writes there.
    pub work: Submission,
    /// Where the work is now, if it had to move to a new file.
    pub moved: Option<String>,
}

/// A course whose work is being saved, for a face to show.
#[derive(Debug)]
pub struct BegunCourse {
    /// The student in the course, and the engine of the open step.
    pub course: (Learning, Engine),
    /// What to tell the user about the file.
    pub about_file: AboutFile,
}

/// What to tell the user about the file of a student's work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AboutFile {
    /// `anna.hits keeps your work: 8 of 16 lessons done, 99 of 212 points`.
    Kept(String),
    /// Another program changed or replaced it.
    Fault(String),
}

impl OpenedCourse {
    /// What to tell the user about the file.
    #[must_use]
    pub fn about_file(&self) -> AboutFile {
        let (learning, _) = &self.course;
        match self.moved.clone().or_else(|| learning.about_changes()) {
            Some(why) => AboutFile::Fault(why),
            None => AboutFile::Kept(format!(
                "{} keeps your work: {}",
                self.work.name(),
                learning.summary()
            )),
        }
    }
}
