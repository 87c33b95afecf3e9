//! What a program that stores the work of a class needs besides [`crate::seat`]: rosters, checks of
//! lesson packs, and reports on the work, as in `hitscan grade` and `hitscan lesson check`.

use std::path::{Path, PathBuf};

use crate::cli::ExitStatus;
use crate::cli::grade::{GradeArgs, parse_roster};
use crate::cli::lesson::checked;
use crate::cli::pack_files::PackFiles;
use hitscan_core::lab::grade::Listed;

pub use crate::cli::grade::{Circumstances, GradeFormat, LateStep};

/// Reads the text of a roster: a table with the columns `student` and `seed`.
///
/// # Errors
/// Every fault, each with its line.
pub fn roster(text: &str) -> Result<Vec<Listed>, Vec<String>> {
    parse_roster(text)
}

/// Tries every step of the pack in a folder with this many seeds, and returns a one-line summary of
/// what was tried.
///
/// # Errors
/// Every fault of the pack, one per line.
pub fn check_pack(folder: &Path, seeds: usize) -> Result<String, String> {
    match checked(&PackFiles::at(Some(folder)), seeds) {
        Ok((text, ExitStatus::Success)) => Ok(text),
        Ok((text, _)) => Err(text),
        Err(why) => Err(why.to_string()),
    }
}

/// The stored work of a class.
pub struct ClassWork<'w> {
    /// Who is in the class, and what is known about their work.
    pub known: Circumstances<'w>,
    /// The names of the files, such as `anna.hits`.
    pub names: &'w [String],
    /// Reads a file by its name, or says why it cannot be read.
    pub read: &'w (dyn Fn(&str) -> Result<Vec<u8>, String> + Sync),
    /// The folder of the pack to grade by; without it, the built-in pack.
    pub pack: Option<PathBuf>,
}

impl ClassWork<'_> {
    /// The report of `hitscan grade` on it, and whether every file could be read. Grading uses a
    /// single core, and leaves the others to the running screens.
    ///
    /// # Errors
    /// When the pack cannot be read.
    pub fn graded(&self, format: GradeFormat) -> Result<(String, bool), String> {
        let (packs, lessons) = (self.pack.iter().cloned().collect(), Vec::new());
        let grade = GradeArgs { paths: Vec::new(), roster: None, packs, lessons, format };
        let report = grade.report_on(self.names, self.read, self.known);
        let (text, status) = report.map_err(|why| why.to_string())?;
        Ok((text, status == ExitStatus::Success))
    }
}
