//! The file that a student hands in: its current name, and how other programs remove it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::STUDENT;
use crate::report::Fault;

/// Its folder.
const FOLDER: &str = "hand-in";

/// How the file is replaced or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Replacement {
    /// A copy is renamed over it.
    Copied,
    /// The same with an older copy.
    Older,
    /// It is removed.
    Removed,
    /// Its folder is moved away, and later comes back.
    FolderAway,
    /// Its folder is removed, and another one created.
    FolderGone,
}

impl Replacement {
    pub(super) const ALL: [Self; 5] =
        [Self::Copied, Self::Older, Self::Removed, Self::FolderAway, Self::FolderGone];

    /// Whether the folder is missing for a while.
    pub(super) const fn is_of_folder(self) -> bool {
        matches!(self, Self::FolderAway | Self::FolderGone)
    }
}

/// The file of a student.
#[derive(Debug)]
pub(super) struct HandIn {
    work: PathBuf,
    /// The names that the program has mentioned, in order.
    named: Vec<String>,
    /// What other programs have put in its place.
    theirs: Vec<(PathBuf, Vec<u8>)>,
}

impl HandIn {
    /// A file that does not exist yet.
    pub(super) fn new(work: &Path) -> Self {
        fs::create_dir(work.join(FOLDER)).expect("there is room");
        let named = vec![format!("{STUDENT}.hits")];
        Self { work: work.to_owned(), named, theirs: Vec::new() }
    }

    /// Its path for arguments: the last name mentioned.
    pub(super) fn argument(&self) -> String {
        let name = self.named.last().map_or("", String::as_str);
        format!("{FOLDER}/{name}")
    }

    /// The full path.
    pub(super) fn path(&self) -> PathBuf {
        self.work.join(self.argument())
    }

    fn folder(&self) -> PathBuf {
        self.work.join(FOLDER)
    }

    /// Looks for names of the file in a message; returns whether there is one.
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

    /// Replaces or removes the file; does nothing if there is none.
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

    /// Restores the folder.
    pub(super) fn bring_back(&self, how: Replacement) -> io::Result<()> {
        match how {
            Replacement::FolderAway => fs::rename(self.away(), self.folder()),
            Replacement::FolderGone => fs::create_dir(self.folder()),
            Replacement::Copied | Replacement::Older | Replacement::Removed => Ok(()),
        }
    }

    /// Whether a file with one of the mentioned names exists.
    pub(super) fn is_there(&self) -> bool {
        let folder = self.folder();
        self.named.iter().any(|name| folder.join(name).is_file())
    }

    /// Notes files that were not seen to be mentioned: on the screen, the next key clears a message,
    /// and with it the only mention.
    fn look_for_more(&mut self) {
        let files = fs::read_dir(self.folder()).into_iter().flatten().flatten();
        let names = files.filter_map(|file| file.file_name().into_string().ok());
        let is_new = |name: &String| name.starts_with(STUDENT) && !self.named.contains(name);
        let mut more: Vec<_> = names.filter(is_new).collect();
        // Each next name is that of the one before and a number.
        more.sort_unstable_by_key(|name| (name.len(), name.clone()));
        self.named.extend(more);
    }

    /// Checks after a sitting: the file is the last of the mentioned ones that exist, and files of
    /// other programs are unchanged.
    pub(super) fn settle(&mut self) -> Result<(), Fault> {
        let folder = self.folder();
        self.look_for_more();
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
