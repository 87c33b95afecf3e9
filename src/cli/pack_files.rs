//! The files of a pack of lessons: the built-in ones, or those in a folder.

use std::cell::RefCell;
use std::fmt::Display;
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
    /// The files in a folder, and which of them could not be read, and why.
    In(&'d Path, RefCell<Vec<[String; 2]>>),
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
                        let why = why.message(&file, &LESSON);
                        not_read.borrow_mut().push([path.to_owned(), why]);
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
        let faults = faults.iter().map(|fault| (fault.path.as_str(), fault));
        CliError::in_file(self.all_faults(faults).join("\n"))
    }

    /// The fault of a file without which nothing can be done.
    pub(super) fn missing(&self, path: &str) -> CliError {
        let missing = (path, format_args!("{path}: there is no such file"));
        CliError::in_file(self.all_faults([missing]).join("\n"))
    }

    /// Which files exist and could not be read, then these faults, each with the path of its file;
    /// a file that could not be read has no other.
    pub(super) fn all_faults<'f, F: Display>(
        &self,
        faults: impl IntoIterator<Item = (&'f str, F)>,
    ) -> Vec<String> {
        let not_read = match self {
            Self::BuiltIn => Vec::new(),
            Self::In(_, not_read) => not_read.borrow().clone(),
        };
        let is_read = |of: &str| not_read.iter().all(|[path, _]| path != of);
        let others = faults.into_iter().filter(|(path, _)| is_read(path));
        let others: Vec<_> = others.map(|(_, fault)| fault.to_string()).collect();
        not_read.into_iter().map(|[_, why]| why).chain(others).collect()
    }
}
