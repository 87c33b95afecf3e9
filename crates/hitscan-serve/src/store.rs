//! Storage: the records of classes, their places, the work of students, and the audit log.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `files` | the default: a folder of one machine |
//! | `postgres` | a database that several machines share |
//!
//! The trait is here; its callers know no implementation. `postgres` uses `files` for the folders into
//! which it unpacks.

pub mod files;
#[cfg(feature = "postgres")]
pub mod postgres;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::{fmt, thread};

use hitscan::seat::{DeskFault, DeskFiles, LineSink};

use crate::audit::AuditEntry;
use crate::class::{Class, ClassId, PackVersion};
use crate::code::{CodeHash, TypedCode};
use crate::config::{Config, StorePlace};
use crate::key::LoginKey;
use crate::pack::PackFiles;
use crate::place::{Claim, Claimed, Listed, Place, UserId};
use crate::reached::{Earned, KeptSteps, StepsNote};

/// A store of classes. Calls block: sessions call it from their own threads, the network side from
/// threads for blocking work.
///
/// When a call returns, its changes are stored. A call that fails changes nothing.
pub trait Store: Send + Sync + fmt::Debug {
    /// All classes, sorted by ID.
    ///
    /// # Errors
    /// When the store does not answer, or contains something that cannot be read.
    fn classes(&self) -> Result<Vec<Class>, StoreError>;

    /// A class.
    ///
    /// # Errors
    /// As [`Self::classes`].
    fn class(&self, id: &ClassId) -> Result<Option<Class>, StoreError>;

    /// Makes a class, with a code and without places.
    ///
    /// # Errors
    /// When there is one with this ID, or the store fails.
    fn make_class(&self, class: &Class, code: &CodeHash) -> Result<(), StoreError>;

    /// Removes a class in which no place was ever claimed, and everything in it.
    ///
    /// # Errors
    /// When there is no such class, a place in it was ever claimed, or the store fails.
    fn remove_class(&self, id: &ClassId) -> Result<(), StoreError>;

    /// Changes the record of a class and returns the new record. Concurrent changes are serialized:
    /// the second changes the result of the first. The ID never changes.
    ///
    /// # Errors
    /// When there is no such class, or the store fails.
    fn change_class(&self, id: &ClassId, change: &dyn Fn(&mut Class)) -> Result<Class, StoreError>;

    /// Gives a class a new code; the old one is no longer valid.
    ///
    /// # Errors
    /// As [`Self::change_class`].
    fn set_class_code(&self, id: &ClassId, code: &CodeHash) -> Result<(), StoreError>;

    /// Whether this is the code of the class. If there is no such class, false after the same time.
    ///
    /// # Errors
    /// As [`Self::classes`].
    fn class_code_matches(&self, id: &ClassId, typed: &TypedCode<'_>) -> Result<bool, StoreError>;

    /// The places of a class in the order of the roster, then others that were claimed.
    ///
    /// # Errors
    /// When there is no such class, and as [`Self::classes`].
    fn places(&self, id: &ClassId) -> Result<Vec<Place>, StoreError>;

    /// The place of a student.
    ///
    /// # Errors
    /// As [`Self::places`].
    fn place(&self, id: &ClassId, student: &UserId) -> Result<Option<Place>, StoreError>;

    /// Replaces the roster of a class. Claimed places stay, listed or not, and keep their seeds;
    /// free places that are not listed are removed.
    ///
    /// # Errors
    /// When there is no such class, or the store fails.
    fn set_roster(&self, id: &ClassId, roster: &[Listed]) -> Result<(), StoreError>;

    /// Claims a free place. Of two concurrent claims, only one succeeds; the other gets
    /// [`Claimed::Taken`]. If the roster is open and has room, the place is made.
    ///
    /// # Errors
    /// When there is no such class, or the store fails.
    fn claim(&self, id: &ClassId, student: &UserId, by: &Claim) -> Result<Claimed, StoreError>;

    /// Adds a key to a claimed place. Adding the same key again changes nothing.
    ///
    /// # Errors
    /// When there is no such place, it has [`Place::MOST_KEYS`], or the store fails.
    fn add_key(&self, id: &ClassId, student: &UserId, key: &LoginKey) -> Result<(), StoreError>;

    /// Replaces a student's own code.
    ///
    /// # Errors
    /// When there is no such place, or the store fails.
    fn set_own_code(
        &self,
        id: &ClassId,
        student: &UserId,
        code: &CodeHash,
    ) -> Result<(), StoreError>;

    /// Whether this is the student's own code. If there is no such place or no code, false after
    /// the same time.
    ///
    /// # Errors
    /// As [`Self::classes`].
    fn own_code_matches(
        &self,
        id: &ClassId,
        student: &UserId,
        typed: &TypedCode<'_>,
    ) -> Result<bool, StoreError>;

    /// Frees a place: its keys and code are no longer valid.
    ///
    /// # Errors
    /// When there is no such place, a session has its work open ([`StoreError::Conflict`]), or the
    /// store fails.
    fn free(&self, id: &ClassId, student: &UserId, what: Erase) -> Result<(), StoreError>;

    /// Opens the work of a student for appending lines, as its only writer until it is dropped.
    ///
    /// # Errors
    /// When there is no such place, another session has it open ([`StoreError::Conflict`]), or the
    /// store fails.
    fn work(&self, id: &ClassId, student: &UserId) -> Result<Box<dyn LineSink>, StoreError>;

    /// The work of a student so far, at most [`hitscan_core::lab::MOST_BYTES`] plus one byte; empty
    /// if there is none. A session may be writing to it, so the last line may be incomplete.
    ///
    /// # Errors
    /// When there is no such place, or the store does not answer.
    fn read_work(&self, id: &ClassId, student: &UserId) -> Result<Vec<u8>, StoreError>;

    /// Replaces a student's work; the old work is kept under another name.
    ///
    /// # Errors
    /// When there is no such place, a session has the work open ([`StoreError::Conflict`]), or the
    /// store fails.
    fn replace_work(&self, id: &ClassId, student: &UserId, by: &[u8]) -> Result<(), StoreError>;

    /// The desk of a student: the scenes that they keep.
    ///
    /// # Errors
    /// When there is no such place, or the store fails.
    fn desk(&self, id: &ClassId, student: &UserId) -> Result<Arc<dyn DeskFiles>, StoreError>;

    /// A folder with the files of a pack; none for those built into the program.
    ///
    /// # Errors
    /// When there is no such class or pack, or the store does not answer.
    fn pack_folder(&self, id: &ClassId, pack: PackVersion) -> Result<Option<PathBuf>, StoreError>;

    /// Stores a pack as a new version beside the old ones, if it passes `check`, which is given the
    /// folder it was unpacked in. The class keeps using its current version.
    ///
    /// # Errors
    /// The error of `check`; and when there is no such class, or the store fails.
    fn put_pack(
        &self,
        id: &ClassId,
        pack: &PackFiles,
        check: &dyn Fn(&std::path::Path) -> Result<(), String>,
    ) -> Result<PackVersion, StoreError>;

    /// Records when a step earned points. It is not synced at once: what counts is the work.
    ///
    /// # Errors
    /// When there is no such place, or the store fails.
    fn note_earned(
        &self,
        id: &ClassId,
        student: &UserId,
        earned: &Earned,
    ) -> Result<(), StoreError>;

    /// When steps of a student earned points, in order.
    ///
    /// # Errors
    /// When there is no such place, and as [`Self::classes`].
    fn earned(&self, id: &ClassId, student: &UserId) -> Result<Vec<Earned>, StoreError>;

    /// Stores a student's steps, if this store keeps them beside the work. They are written about a
    /// second later, in the background: steps that are lost can be derived from the work again.
    fn note_steps(&self, _id: &ClassId, _student: &UserId, _note: StepsNote) {}

    /// The stored steps of the students of a class, if they match the students' work.
    ///
    /// # Errors
    /// When the store does not answer.
    fn steps(&self, _id: &ClassId) -> Result<BTreeMap<UserId, KeptSteps>, StoreError> {
        Ok(BTreeMap::new())
    }

    /// Writes the steps that are still pending. Call it last.
    fn close(&self) {}

    /// Appends to the audit log.
    ///
    /// # Errors
    /// When the store fails.
    fn note(&self, entry: &AuditEntry) -> Result<(), StoreError>;

    /// How many machines currently serve the classes of this store.
    ///
    /// # Errors
    /// When the store does not answer.
    fn machines(&self) -> Result<u32, StoreError> {
        Ok(1)
    }

    /// A class without its students' files, for copying to another store.
    ///
    /// # Errors
    /// When there is no such class, and as [`Self::classes`].
    fn kept(&self, id: &ClassId) -> Result<KeptClass, StoreError>;

    /// All files of a student, sorted by name. The student's place may have been removed.
    ///
    /// # Errors
    /// When there is no such class, and as [`Self::classes`].
    fn kept_files(&self, id: &ClassId, student: &UserId) -> Result<Vec<KeptFile>, StoreError>;

    /// Makes a class from the data of another store; either all of it or nothing.
    ///
    /// # Errors
    /// When there is one with this ID, or one of the two stores fails.
    fn take_over(&self, kept: &KeptClass, students: FilesOfStudents<'_>) -> Result<(), StoreError>;
}

/// Opens the store that a configuration names.
///
/// # Errors
/// When another process uses it, it contains something invalid, or it does not answer.
pub fn open(config: &Config) -> Result<Arc<dyn Store>, StoreError> {
    match &config.store {
        StorePlace::Files => Ok(Arc::new(files::FileStore::open(config)?)),
        #[cfg(feature = "postgres")]
        StorePlace::Postgres(url) => Ok(Arc::new(postgres::PostgresStore::open(config, url)?)),
    }
}

/// What happens to the work of a place that is freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erase {
    /// The work is kept for teachers, renamed.
    Nothing,
    /// The work is deleted, scenes included.
    Work,
}

/// Why something could not be stored or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// Another process uses the store.
    #[error("{0}: another hitscan-serve is using it")]
    InUse(String),
    /// The store cannot be reached.
    #[error("the store does not answer")]
    NotAnswering,
    /// Another session has the work open, or has written to it.
    #[error("the work goes on at another screen")]
    Conflict,
    /// There is no such class.
    #[error("there is no class {0}")]
    NoClass(ClassId),
    /// There is already such a class.
    #[error("there is a class {0} already")]
    ClassExists(ClassId),
    /// There is no such place.
    #[error("there is no student {student} in {class}")]
    NoPlace {
        /// The class.
        class: ClassId,
        /// The student.
        student: UserId,
    },
    /// A limit was reached; this says which.
    #[error("{0}")]
    TooMuch(String),
    /// Something in the store is invalid; this says where, and what would be valid.
    #[error("{0}")]
    Faulty(String),
    /// The store failed for another reason.
    #[error("{0}")]
    Refused(String),
}

impl StoreError {
    /// The error as shown to students, without details of the store.
    pub fn for_student(&self) -> DeskFault {
        match self {
            Self::Full => DeskFault::Full,
            Self::NotAnswering => DeskFault::NoAnswer,
            Self::Conflict => DeskFault::Conflict,
            Self::TooMuch(what) => DeskFault::Refused(what.clone()),
            Self::InUse(_)
            | Self::NoClass(_)
            | Self::ClassExists(_)
            | Self::NoPlace { .. }
            | Self::Faulty(_)
            | Self::Refused(_) => DeskFault::Refused("the store refuses it".to_owned()),
        }
    }
}

/// Whether a place does not have this key yet; an error if it has room for no more.
fn is_new_key(place: &Place, key: &LoginKey) -> Result<bool, StoreError> {
    let is_new = !place.is_entered_by(key);
    if is_new && place.keys.len() >= Place::MOST_KEYS {
        return Err(StoreError::TooMuch(format!(
            "your place already has {} keys, the most it can have; your teacher can free it",
            Place::MOST_KEYS
        )));
    }
    Ok(is_new)
}

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
