//! The file that a student hands in: what it is called by now, and how others take it
//! away.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::STUDENT;
use crate::report::Fault;

/// The folder that it is in.
const FOLDER: &str = "hand-in";

/// How the file is taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Replacement {
    /// A copy is renamed over it.
    Copied,
    /// The same, and the copy is older.
    Older,
    /// It is removed.
    Removed,
    /// Its folder is moved away, and comes back.
    FolderAway,
    /// Its folder is removed, and another one made.
    FolderGone,
}

impl Replacement {
    pub(super) const ALL: [Self; 5] =
        [Self::Copied, Self::Older, Self::Removed, Self::FolderAway, Self::FolderGone];

    /// Whether there is no folder for a while.
    pub(super) const fn is_of_folder(self) -> bool {
        matches!(self, Self::FolderAway | Self::FolderGone)
    }
}

/// The file of a student.
#[derive(Debug)]
pub(super) struct HandIn {
    work: PathBuf,
    /// The names that were said of it, in the order in which they came up.
    named: Vec<String>,
    /// What others have put in its place.
    theirs: Vec<(PathBuf, Vec<u8>)>,
}

impl HandIn {
    /// A file that does not exist yet.
    pub(super) fn new(work: &Path) -> Self {
        fs::create_dir(work.join(FOLDER)).expect("there is room");
        let named = vec![format!("{STUDENT}.hits")];
        Self { work: work.to_owned(), named, theirs: Vec::new() }
    }

    /// Its path as arguments have it: the last name that was said of it.
    pub(super) fn argument(&self) -> String {
        let name = self.named.last().map_or("", String::as_str);
        format!("{FOLDER}/{name}")
    }

    /// Where it is.
    pub(super) fn path(&self) -> PathBuf {
        self.work.join(self.argument())
    }

    fn folder(&self) -> PathBuf {
        self.work.join(FOLDER)
    }

    /// Reads what is said of it; gives whether a name is in it.
    pub(super) fn hear(&mut self, said: &str) -> bool {
        let mut is_named = false;
        for (at, _) in said.match_indices(STUDENT) {
            let rest = &said[at..];
            let name: String = rest.chars().take_while(|c| !c.is_whitespace()).collect();
            let Some((stem, _)) = name.split_once(".hits") else { continue };
            let name = format!("{stem}.hits");
            let is_name = stem.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
            is_named |= is_name;
            if is_name && !self.named.contains(&name) {
                self.named.push(name);
            }
        }
        is_named
    }

    /// Takes the file away; nothing comes of it where there is none.
    pub(super) fn take_away(&mut self, how: Replacement) -> io::Result<()> {
        let (folder, path) = (self.folder(), self.path());
        match how {
            Replacement::Copied | Replacement::Older => {
                let mut bytes = fs::read(&path)?;
                if how == Replacement::Older {
                    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
                    let half = lines.clone().count() / 2;
                    bytes = lines.take(half).flatten().copied().collect();
                }
                let copy = folder.join("copy");
                fs::write(&copy, &bytes)?;
                fs::rename(copy, &path)?;
                self.theirs.push((path, bytes));
            }
            Replacement::Removed => fs::remove_file(path)?,
            Replacement::FolderAway => fs::rename(&folder, self.away())?,
            Replacement::FolderGone => {
                self.theirs.clear();
                fs::remove_dir_all(folder)?;
            }
        }
        Ok(())
    }

    fn away(&self) -> PathBuf {
        self.work.join("away")
    }

    /// Brings the folder back.
    pub(super) fn bring_back(&self, how: Replacement) -> io::Result<()> {
        match how {
            Replacement::FolderAway => fs::rename(self.away(), self.folder()),
            Replacement::FolderGone => fs::create_dir(self.folder()),
            Replacement::Copied | Replacement::Older | Replacement::Removed => Ok(()),
        }
    }

    /// Whether a file that was named is there.
    pub(super) fn is_there(&self) -> bool {
        let folder = self.folder();
        self.named.iter().any(|name| folder.join(name).is_file())
    }

    /// After a sitting: the file is the last of those that were named and are there, and
    /// what others have written is as they left it.
    pub(super) fn settle(&mut self) -> Result<(), Fault> {
        let folder = self.folder();
        let there = self.named.iter().rev().find(|name| folder.join(name).is_file());
        let Some(name) = there.cloned() else {
            return Err(Fault(format!("of the files {:?} none is there", self.named)));
        };
        self.named.retain(|it| *it != name);
        self.named.push(name);
        let is_changed =
            |(path, bytes): &&(PathBuf, Vec<u8>)| fs::read(path).is_ok_and(|now| now != *bytes);
        match self.theirs.iter().find(is_changed) {
            Some((path, _)) => {
                Err(Fault(format!("{} is another's, and was written to", path.display())))
            }
            None => Ok(()),
        }
    }
}
