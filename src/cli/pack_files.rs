//! The files of a pack of lessons: the built-in ones, or those in a folder.

use std::cell::RefCell;
use std::path::Path;

use super::CliError;
use crate::host::files::{LESSON, ReadFault, read_text};
use hitscan_core::lab::{Course, FileFault, Pack, builtin_file};
use hitscan_core::scene::printable;

/// The file that marks a folder as a pack.
pub(super) const HEAD: &str = "pack.toml";

/// The files of a pack.
pub(crate) enum PackFiles<'d> {
    BuiltIn,
    /// The files in a folder, and which of them could not be read.
    In(&'d Path, RefCell<Vec<String>>),
}

impl<'d> PackFiles<'d> {
    pub(super) const fn of(folder: &'d Path) -> Self {
        Self::In(folder, RefCell::new(Vec::new()))
    }

    /// The files in this folder, or the built-in ones.
    pub(crate) fn at(folder: Option<&'d Path>) -> Self {
        folder.map_or(Self::BuiltIn, Self::of)
    }

    /// The pack with its texts in a language, or in its first.
    pub(crate) fn course(&self, language: Option<&str>) -> Result<Course, CliError> {
        let course =
            Course::read(self.pack()?, language.unwrap_or_default(), &|path| self.text(path));
        course.map_err(|faults| self.fault(&faults))
    }

    /// The text of a file, by its path in the folder.
    pub(super) fn text(&self, path: &str) -> Option<String> {
        match self {
            Self::BuiltIn => builtin_file(path).map(str::to_owned),
            Self::In(folder, not_read) => {
                let file = folder.join(path);
                match read_text(&file, &LESSON) {
                    Ok(text) => Some(text),
                    Err(ReadFault::NotFound) => None,
                    Err(why) => {
                        not_read.borrow_mut().push(why.message(&file, &LESSON));
                        None
                    }
                }
            }
        }
    }

    /// Reads the pack.
    pub(super) fn pack(&self) -> Result<Pack, CliError> {
        if let Self::In(folder, _) = self
            && let head = folder.join(HEAD)
            && matches!(head.try_exists(), Ok(false))
        {
            let head = printable(&head.to_string_lossy());
            return Err(CliError::in_file(format!("{head}: there is no such file")));
        }
        Pack::read(&|path| self.text(path)).map_err(|faults| self.fault(&faults))
    }

    /// Reports every fault of the files, and which of them could not be read.
    fn fault(&self, faults: &[FileFault]) -> CliError {
        let mut lines = self.not_read();
        lines.extend(faults.iter().map(FileFault::to_string));
        CliError::in_file(lines.join("\n"))
    }

    /// The files that exist and could not be read.
    pub(super) fn not_read(&self) -> Vec<String> {
        match self {
            Self::BuiltIn => Vec::new(),
            Self::In(_, not_read) => not_read.borrow().clone(),
        }
    }
}
