//! A course that is opened while a scene is shown: what takes the place of the scene.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `opening` | where the work of a student ends, and what begins it |
//!
//! Who learns what, and in which file, is decided where the command line is read.

mod opening;

use hitscan_core::engine::Engine;
use hitscan_core::lab::{Learning, Progress};
pub use opening::{Opening, Student, WorkRefused, begin, open_kept};

use super::disk::Submission;

/// How the course of a student is opened, and looked at.
#[derive(Clone, Copy, Debug)]
pub struct CourseOpener {
    /// Opens it where the student stopped, or at the lesson that is named.
    pub open: fn(Option<&str>) -> Result<OpenedCourse, String>,
    /// What was reached in it, if there is a file that says so. It is only read.
    pub progress: fn() -> Option<Progress>,
}

/// A course, and what keeps what is done in it.
#[derive(Debug)]
pub struct OpenedCourse {
    /// The student in the course, and the engine of the open step.
    pub course: (Learning, Engine),
    /// What keeps it; no other session writes there meanwhile.
    pub work: Submission,
    /// Where the work is now, if it could not stay in its file.
    pub moved: Option<String>,
}

/// A course whose file is kept, for a face to show.
#[derive(Debug)]
pub struct BegunCourse {
    /// The student in the course, and the engine of the open step.
    pub course: (Learning, Engine),
    /// What there is to say of the file.
    pub about_file: AboutFile,
}

/// What there is to say of the file of a student that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AboutFile {
    /// `anna.hits keeps your work: 8 of 16 lessons done, 99 of 212 points`.
    Kept(String),
    /// It was changed or replaced by another program.
    Fault(String),
}

impl OpenedCourse {
    /// What there is to say of the file.
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
