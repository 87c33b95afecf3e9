//! Where a student's work was last, so that it is found from another folder: a file for
//! each pack and student, where a program may keep its state, with one line in it.
//!
//! ```text
//! learn/collisions/anna: /home/anna/lab/anna.hits
//! ```
//!
//! It is a help and no more: what cannot be kept or read is passed over in silence.

use std::ffi::OsStr;
use std::fs::{DirBuilder, File};
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use hitscan_core::lab::is_student;

use super::files::{replace_file, state_directory};

/// The longest path that is read.
const MOST_BYTES: u64 = 8192;

/// Where it is kept which file has the work of a student in a pack.
#[derive(Clone, Debug)]
pub struct LastSubmission {
    kept_in: Option<PathBuf>,
}

impl LastSubmission {
    /// That of a student in a pack, by their ids.
    #[must_use]
    pub fn of(pack: &str, student: &str) -> Self {
        Self::within(state_directory(), pack, student)
    }

    fn within(state: Option<PathBuf>, pack: &str, student: &str) -> Self {
        // Both are names of files then, and of none elsewhere.
        let are_names = is_student(pack) && is_student(student);
        let kept_in = state.filter(|_| are_names);
        Self { kept_in: kept_in.map(|state| state.join("learn").join(pack).join(student)) }
    }

    /// The file that was used last, if it is known.
    #[must_use]
    pub fn path(&self) -> Option<PathBuf> {
        let mut line = Vec::new();
        let file = File::open(self.kept_in.as_deref()?).ok()?;
        file.take(MOST_BYTES).read_to_end(&mut line).ok()?;
        let path = PathBuf::from(OsStr::from_bytes(line.strip_suffix(b"\n")?));
        path.is_absolute().then_some(path)
    }

    /// Keeps that this file was used last; whole, or not at all.
    pub fn keep(&self, path: &Path) {
        let (Some(kept_in), Ok(path)) = (&self.kept_in, std::path::absolute(path)) else { return };
        if self.path().as_deref() == Some(&path) {
            return;
        }
        let Some(folder) = kept_in.parent() else { return };
        let line = [path.as_os_str().as_bytes(), b"\n"].concat();
        // Where nothing may be written, nothing is known the next time.
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
    fn a_line_that_was_cut_or_is_no_whole_path_is_passed_over() {
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
    fn where_nothing_may_be_written_nothing_is_known_and_names_lead_nowhere_else() {
        let nowhere = LastSubmission::within(Some(PathBuf::from("/dev/null")), "p", "anna");
        nowhere.keep(Path::new("/one/anna.hits"));
        assert_eq!(nowhere.path(), None);
        let state = tempfile::tempdir().expect("a folder");
        let outside = LastSubmission::within(Some(state.path().to_owned()), "p", "../../anna");
        outside.keep(Path::new("/one/anna.hits"));
        assert_eq!(outside.path(), None);
    }
}
