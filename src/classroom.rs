//! What a program that keeps the work of a class needs beside [`crate::seat`]: rosters, packs that
//! are tried, and the report on all of it, as `hitscan grade` and `hitscan lesson check` have
//! them.

use std::path::{Path, PathBuf};

use crate::cli::ExitStatus;
use crate::cli::grade::{GradeArgs, Roster};
use crate::cli::lesson::{PackFiles, checked};
use hitscan_core::lab::grade::Listed;

pub use crate::cli::grade::{Circumstances, GradeFormat, LateStep};

/// Reads the text of a roster: a table with the columns `student` and `seed`.
///
/// # Errors
/// Every fault, each with its line.
pub fn roster(text: &str) -> Result<Vec<Listed>, Vec<String>> {
    Roster::parse(text).map(|roster| roster.students)
}

/// Tries every step of the pack in a folder with this many seeds, and gives what was tried, in a
/// line.
///
/// # Errors
/// Every fault of the pack, a line each.
pub fn check_pack(folder: &Path, seeds: usize) -> Result<String, String> {
    match checked(&PackFiles::at(Some(folder)), seeds) {
        Ok((text, ExitStatus::Success)) => Ok(text),
        Ok((text, _)) => Err(text),
        Err(why) => Err(why.to_string()),
    }
}

/// The work of a class, which is kept somewhere.
pub struct ClassWork<'w> {
    /// Who is in the class, and what is known of their work.
    pub known: Circumstances<'w>,
    /// The names of the files, such as `anna.hits`.
    pub names: &'w [String],
    /// Reads a file by its name; else says why it cannot be read.
    pub read: &'w (dyn Fn(&str) -> Result<Vec<u8>, String> + Sync),
    /// The folder of the pack that it is graded by; without it the built-in one.
    pub pack: Option<PathBuf>,
}

impl ClassWork<'_> {
    /// The report of `hitscan grade` on it, and whether every file was read. It takes one core,
    /// so that those who work meanwhile have the others.
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
