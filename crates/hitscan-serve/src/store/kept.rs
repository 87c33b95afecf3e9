//! The data of a class, for copying it from one store to another.

use std::sync::mpsc;
use std::thread;

use super::{Store, StoreError};
use crate::class::{Class, ClassId};
use crate::code::CodeHash;
use crate::pack::PackFiles;
use crate::place::Place;
use crate::roster::Listed;
use crate::user::UserId;

/// A class without its students' files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptClass {
    /// Its record.
    pub class: Class,
    /// Its code.
    pub code: CodeHash,
    /// Its roster.
    pub roster: Vec<Listed>,
    /// Its claimed places.
    pub taken: Vec<Place>,
    /// Its packs, by their numbers.
    pub packs: Vec<(u32, PackFiles)>,
    /// The students with files; some may no longer have a place.
    pub students: Vec<UserId>,
}

/// A file of a student: their work, older work, the times of earned points, or a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptFile {
    /// Its name, for which [`KeptFile::is_one`] holds.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl KeptFile {
    /// Whether a file of this name is part of a class.
    #[must_use]
    pub fn is_one(name: &str) -> bool {
        let is_work = [".hits", ".ndjson"]
            .iter()
            .any(|ending| name.strip_suffix(ending).is_some_and(hitscan_core::lab::is_student));
        is_work || hitscan::seat::is_plain(name)
    }
}

/// The files of each student in turn.
pub type FilesOfStudents<'f> =
    &'f mut dyn Iterator<Item = Result<(UserId, Vec<KeptFile>), StoreError>>;

/// Copies a class into another store, which must have none with this ID. It is copied as a whole or
/// not at all. Returns the number of students with files.
///
/// # Errors
/// When one of the stores fails, or the class already exists.
pub fn copy(from: &dyn Store, to: &dyn Store, id: &ClassId) -> Result<usize, StoreError> {
    let kept = from.kept(id)?;
    // Run each store on a thread of its own, so that neither blocks the other's runtime.
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(1);
        let students = kept.students.clone();
        scope.spawn(move || {
            for student in students {
                let files = from.kept_files(id, &student).map(|files| (student, files));
                let is_last = files.is_err();
                // The receiver may have failed.
                if sender.send(files).is_err() || is_last {
                    return;
                }
            }
        });
        to.take_over(&kept, &mut receiver.into_iter())
    })?;
    Ok(kept.students.len())
}
