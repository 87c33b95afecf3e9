//! A class as it is taken from one store into another: all that counts of it.

use std::sync::mpsc;
use std::thread;

use super::{Store, StoreError};
use crate::class::{Class, ClassId};
use crate::code::CodeHash;
use crate::pack::PackFiles;
use crate::place::Place;
use crate::roster::Listed;
use crate::user::UserId;

/// A class without what its students have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptClass {
    /// Its record.
    pub class: Class,
    /// Its code.
    pub code: CodeHash,
    /// Its roster.
    pub roster: Vec<Listed>,
    /// The places that are taken.
    pub taken: Vec<Place>,
    /// Its packs, by their numbers.
    pub packs: Vec<(u32, PackFiles)>,
    /// Who has files: some have no place any more.
    pub students: Vec<UserId>,
}

/// A file of a student: work, what became of it before, when points were got, or a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptFile {
    /// Its name, as [`KeptFile::is_one`] allows it.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl KeptFile {
    /// Whether a file of this name counts.
    #[must_use]
    pub fn is_one(name: &str) -> bool {
        let is_work = [".hits", ".ndjson"]
            .iter()
            .any(|ending| name.strip_suffix(ending).is_some_and(hitscan_core::lab::is_student));
        is_work || hitscan::seat::is_plain(name)
    }
}

/// The files of one student after the other.
pub type FilesOfStudents<'f> =
    &'f mut dyn Iterator<Item = Result<(UserId, Vec<KeptFile>), StoreError>>;

/// Copies a class into another store, which has none of this id. There it is whole or not at all.
///
/// # Errors
/// When one of the stores refuses or does not answer, and when the class is there already.
pub fn copy(from: &dyn Store, to: &dyn Store, id: &ClassId) -> Result<usize, StoreError> {
    let kept = from.kept(id)?;
    // Each store waits on a thread of its own: neither holds up what the other waits for.
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(1);
        let students = kept.students.clone();
        scope.spawn(move || {
            for student in students {
                let files = from.kept_files(id, &student).map(|files| (student, files));
                let is_last = files.is_err();
                // Whoever took them may have given up.
                if sender.send(files).is_err() || is_last {
                    return;
                }
            }
        });
        to.take_over(&kept, &mut receiver.into_iter())
    })?;
    Ok(kept.students.len())
}
