//! Remembers where a student's work was saved last, so that it is found from another folder: a file
//! for each pack and student in the state directory, with one line.
//!
//! ```text
//! learn/collisions/anna: /home/anna/lab/anna.hits
//! ```
//!
//! It is only a convenience: failures to write or read it are ignored.

use std::ffi::OsStr;
use std::fs::{DirBuilder, File};
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use hitscan_core::lab::is_student;

use super::files::{replace_file, state_directory};

/// The longest path to read.
const MOST_BYTES: u64 = 8192;

/// Remembers which file has a student's work in a pack.
#[derive(Clone, Debug)]
pub struct LastSubmission {
    kept_in: Option<PathBuf>,
}

impl LastSubmission {
    /// For a student in a pack, by their ids.
    #[must_use]
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
    #[must_use]
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
