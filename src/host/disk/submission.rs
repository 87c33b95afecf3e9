//! Where a student's work is saved: in the student's own file, or in lines that a server stores.

use std::ffi::OsStr;
use std::fmt;
use std::fs::{DirBuilder, File};
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use super::desk::{DeskFault, LineSink, Urgency};
use super::files::{replace_file, state_directory};
use super::submission_file::{SubmissionFile, Submitted};
use hitscan_core::lab::{FirstReply, Learning, is_student};

/// Where a student's work goes.
#[derive(Debug)]
pub enum Submission {
    /// To a file that the student hands in.
    File(Box<SubmissionFile>),
    /// To a store that keeps it for the student.
    Kept(Box<KeptWork>),
}

/// Why work could not be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsubmitted {
    /// The disk refuses; the session continues, and the user is told.
    Said(String),
    /// The work does not count, so its results must not be shown.
    Withheld(DeskFault),
}

impl fmt::Display for Unsubmitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Said(said) => f.write_str(said),
            Self::Withheld(why) => f.write_str(&why.about_work()),
        }
    }
}

/// A student's work in a store.
#[derive(Debug)]
pub struct KeptWork {
    sink: Box<dyn LineSink>,
    name: String,
    /// The results when it was last written.
    results: Vec<StepResult>,
}

/// The results of a step: the answer that counts, the points of a task, and how many hints were
/// opened.
type StepResult = (Option<FirstReply>, Option<u32>, usize);

fn results_of(learning: &Learning) -> Vec<StepResult> {
    let steps = learning.pack().lessons.iter();
    let steps = steps.flat_map(|lesson| lesson.steps.iter().map(move |step| (lesson, step)));
    let reached = steps.filter_map(|(lesson, step)| learning.progress.step(&lesson.id, &step.id));
    let results = reached.map(|it| (it.answer.clone(), it.done, it.hints.opened()));
    results.filter(|result| *result != (None, None, 0)).collect()
}

impl KeptWork {
    /// Saves a student's work in these lines from now on.
    pub fn new(sink: Box<dyn LineSink>, student: &str, learning: &Learning) -> Self {
        Self { sink, name: format!("{student}.hits"), results: results_of(learning) }
    }

    /// Writes what a student has done since the last call.
    ///
    /// # Errors
    /// When it cannot be stored; the next call tries again.
    pub fn update(&mut self, learning: &mut Learning) -> Result<(), DeskFault> {
        let lines = learning.unwritten();
        if lines.is_empty() {
            return Ok(());
        }
        // If there are new results, they may only be shown once the work is safe.
        let results = results_of(learning);
        let urgency =
            if results == self.results { Urgency::Soon } else { Urgency::BeforeThePicture };
        self.sink.append(lines, urgency)?;
        self.results = results;
        learning.wrote();
        Ok(())
    }
}

impl Submission {
    /// Writes what a student has done since the last call.
    ///
    /// # Errors
    /// When it cannot be stored; the next call tries again.
    pub fn update(&mut self, learning: &mut Learning) -> Result<Submitted, Unsubmitted> {
        match self {
            Self::File(file) => file.update(learning).map_err(Unsubmitted::Said),
            Self::Kept(work) => {
                let done = work.update(learning).map_err(Unsubmitted::Withheld);
                done.map(|()| Submitted::InPlace)
            }
        }
    }

    /// Adds the final chain link and writes the rest of what a student has done.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub fn finish(&mut self, learning: &mut Learning) -> Result<Submitted, String> {
        match self {
            Self::File(file) => file.finish(learning),
            Self::Kept(work) => {
                learning.end();
                let done = work.update(learning).map_err(|why| why.about_work());
                done.map(|()| Submitted::InPlace)
            }
        }
    }

    /// The name of the file, for messages.
    pub fn name(&self) -> String {
        match self {
            Self::File(file) => file.name(),
            Self::Kept(work) => work.name.clone(),
        }
    }

    /// What the student is told about it at the end.
    pub fn about(&self) -> String {
        match self {
            Self::File(file) => file.about(),
            Self::Kept(_) => "your work is kept for you".to_owned(),
        }
    }
}

// Remembers where a student's work was saved last, so that it is found from another folder: a file
// for each pack and student in the state directory, with one line.
//
// ```text
// learn/collisions/anna: /home/anna/lab/anna.hits
// ```
//
// It is only a convenience: failures to write or read it are ignored.

/// The longest path to read.
const MOST_BYTES: u64 = 8192;

/// Remembers which file has a student's work in a pack.
#[derive(Clone, Debug)]
pub struct LastSubmission {
    kept_in: Option<PathBuf>,
}

impl LastSubmission {
    /// For a student in a pack, by their ids.
    pub fn of(pack: &str, student: &str) -> Self {
        Self::within(state_directory(), pack, student)
    }

    fn within(state: Option<PathBuf>, pack: &str, student: &str) -> Self {
        // Both become file names, so neither may lead to another folder.
        let are_names = is_student(pack) && is_student(student);
        let kept_in = state.filter(|_| are_names);
        Self { kept_in: kept_in.map(|state| state.join("learn").join(pack).join(student)) }
    }

    /// The file that was used last, if known.
    pub fn path(&self) -> Option<PathBuf> {
        let mut line = Vec::new();
        let file = File::open(self.kept_in.as_deref()?).ok()?;
        file.take(MOST_BYTES).read_to_end(&mut line).ok()?;
        let path = PathBuf::from(OsStr::from_bytes(line.strip_suffix(b"\n")?));
        path.is_absolute().then_some(path)
    }

    /// Remembers that this file was used last; written whole, or not at all.
    pub fn keep(&self, path: &Path) {
        let (Some(kept_in), Ok(path)) = (&self.kept_in, std::path::absolute(path)) else { return };
        if self.path().as_deref() == Some(&path) {
            return;
        }
        let Some(folder) = kept_in.parent() else { return };
        let line = [path.as_os_str().as_bytes(), b"\n"].concat();
        // If nothing can be written, the path is simply unknown next time.
        let _ = DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)
            .and_then(|()| replace_file(kept_in, &line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_student_has_a_path_of_their_own_in_each_pack() {
        let state = tempfile::tempdir().expect("a folder");
        let last =
            |pack, student| LastSubmission::within(Some(state.path().to_owned()), pack, student);
        assert_eq!(last("collisions", "anna").path(), None);
        for path in ["/one/anna.hits", "/two words/anna.hits"] {
            last("collisions", "anna").keep(Path::new(path));
            assert_eq!(last("collisions", "anna").path(), Some(PathBuf::from(path)));
        }
        assert_eq!(last("collisions", "ben").path(), None);
        assert_eq!(last("other", "anna").path(), None);
    }

    #[test]
    fn a_truncated_line_or_a_relative_path_is_ignored() {
        let state = tempfile::tempdir().expect("a folder");
        let last = LastSubmission::within(Some(state.path().to_owned()), "p", "anna");
        last.keep(Path::new("/one/anna.hits"));
        let kept_in = last.kept_in.clone().expect("a place");
        for line in ["", "/one/anna.hi", "anna.hits\n"] {
            std::fs::write(&kept_in, line).expect("written");
            assert_eq!(last.path(), None, "{line:?}");
        }
    }

    #[test]
    fn nothing_is_remembered_without_write_access_and_names_stay_in_the_folder() {
        let nowhere = LastSubmission::within(Some(PathBuf::from("/dev/null")), "p", "anna");
        nowhere.keep(Path::new("/one/anna.hits"));
        assert_eq!(nowhere.path(), None);
        let state = tempfile::tempdir().expect("a folder");
        let outside = LastSubmission::within(Some(state.path().to_owned()), "p", "../../anna");
        outside.keep(Path::new("/one/anna.hits"));
        assert_eq!(outside.path(), None);
    }
}
