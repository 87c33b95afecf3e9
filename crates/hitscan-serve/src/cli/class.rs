//! `class`: makes, lists, closes and opens classes.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use hitscan_core::scene::printable;

use super::operation::Operation;
use crate::class::{Class, ClassId};
use crate::config::Config;
use crate::pack::{PackFiles, tar_of};
use crate::place;
use crate::place::UserId;

/// What to do with classes.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub(super) enum ClassTask {
    /// Make a class, and print its code
    New {
        /// Its name in addresses, such as 3b
        id: ClassId,
        /// Its title on screens
        #[arg(long, value_name = "TEXT")]
        title: String,
        /// A table with the columns student and seed; without it any name that logs in with the
        /// code of the class gets a place
        #[arg(long, value_name = "FILE")]
        roster: Option<PathBuf>,
        /// How many such places there may be [default: 40]
        #[arg(long, value_name = "N", conflicts_with = "roster",
            value_parser = clap::value_parser!(u32).range(1..=Class::MOST_PLACES.into()))]
        places: Option<u32>,
        /// The folder of a pack; without it the built-in lessons
        #[arg(long, value_name = "DIR")]
        pack: Option<PathBuf>,
    },
    /// List the classes
    List,
    /// End the sessions of the students of a class, and refuse them; its work stays
    Close {
        /// Which class
        id: ClassId,
    },
    /// Open a class again
    Open {
        /// Which class
        id: ClassId,
    },
    /// Give a class another code, and print it
    Code {
        /// Which class
        id: ClassId,
    },
}

impl ClassTask {
    pub(super) fn carry_out(self, config: &Config) -> Result<String, String> {
        let operation = match self {
            Self::New { id, title, roster, places, pack } => {
                let is_teacher = |user: &_| config.teachers.contains_key(user);
                let roster = roster.as_deref().map(|path| roster_in(path, &is_teacher));
                let roster = roster.transpose()?;
                let pack = pack.as_deref().map(archive_of).transpose()?;
                Operation::ClassNew { id: id.to_string(), title, roster, places, pack }
            }
            Self::List => Operation::ClassList,
            Self::Close { id } => Operation::ClassClose { id: id.to_string() },
            Self::Open { id } => Operation::ClassOpen { id: id.to_string() },
            Self::Code { id } => Operation::ClassCode { id: id.to_string() },
        };
        operation.ask_or_do(config)
    }
}

/// Reads a roster and checks it here, so that faults are reported under the name of its file.
fn roster_in(path: &Path, is_teacher: &dyn Fn(&UserId) -> bool) -> Result<Vec<u8>, String> {
    let bytes = fs::read(path).map_err(|why| in_file(path, &why))?;
    place::parse(&bytes, is_teacher).map_err(|faults| {
        let lines: Vec<_> = faults.iter().map(|it| format!("{}:{it}", path.display())).collect();
        lines.iter().map(|line| printable(line)).collect::<Vec<_>>().join("\n")
    })?;
    Ok(bytes)
}

fn in_file(path: &Path, why: &dyn std::fmt::Display) -> String {
    printable(&format!("{}: {why}", path.display()))
}

/// The files of a folder as a tar archive, as a teacher would send it.
fn archive_of(folder: &Path) -> Result<Vec<u8>, String> {
    if !folder.is_dir() {
        return Err(in_file(folder, &"there is no such folder"));
    }
    if !folder.join(PackFiles::HEAD).is_file() {
        return Err(in_file(folder, &format!("{}: there is no such file in it", PackFiles::HEAD)));
    }
    let whole = tar_of(folder).map_err(|why| in_file(folder, &why))?;
    // Check it here, so that faults are reported under the name of the folder.
    PackFiles::from_tar(whole.as_slice()).map_err(|why| in_file(folder, &why))?;
    Ok(whole)
}
