//! What is kept of classes: their records, places, work and notes of deeds.

pub mod files;
pub mod kept;
#[cfg(feature = "postgres")]
pub mod postgres;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use hitscan::seat::{DeskFault, DeskFiles, LineSink};

use self::files::NotOpened;
use self::kept::{FilesOfStudents, KeptClass, KeptFile};
use crate::audit::AuditEntry;
use crate::class::{Class, ClassId, PackVersion};
use crate::code::{CodeHash, TypedCode};
use crate::config::{Config, StorePlace};
use crate::earned::Earned;
use crate::key::LoginKey;
use crate::pack::PackFiles;
use crate::place::{Claim, Claimed, Place};
use crate::reached::{KeptSteps, StepsNote};
use crate::roster::Listed;
use crate::user::UserId;

/// Where classes are kept. Calls block: screens call it from threads of their own, the network
/// side from threads for blocking work.
///
/// What a call has done is kept when it returns. What it refuses is as it was before.
pub trait Store: Send + Sync + fmt::Debug {
    /// All classes, by their ids.
    ///
    /// # Errors
    /// When the store does not answer, or holds something that cannot be read.
    fn classes(&self) -> Result<Vec<Class>, StoreError>;

    /// A class.
    ///
    /// # Errors
    /// As [`Self::classes`].
    fn class(&self, id: &ClassId) -> Result<Option<Class>, StoreError>;

    /// Makes a class, with a code and without places.
    ///
    /// # Errors
    /// When there is one with this id, or the store refuses.
    fn make_class(&self, class: &Class, code: &CodeHash) -> Result<(), StoreError>;

    /// Removes a class that has no work, and everything of it.
    ///
    /// # Errors
    /// When there is no such class, a place of it was ever taken, or the store refuses.
    fn remove_class(&self, id: &ClassId) -> Result<(), StoreError>;

    /// Changes the record of a class, and gives what is kept now. Of two who do so at once, the
    /// second changes what the first has made of it. The id stays.
    ///
    /// # Errors
    /// When there is no such class, or the store refuses.
    fn change_class(&self, id: &ClassId, change: &dyn Fn(&mut Class)) -> Result<Class, StoreError>;

    /// Gives a class another code; the one before opens nothing from then on.
    ///
    /// # Errors
    /// As [`Self::change_class`].
    fn set_class_code(&self, id: &ClassId, code: &CodeHash) -> Result<(), StoreError>;

    /// Whether this is the code of the class. False where there is no such class, in the same
    /// time.
    ///
    /// # Errors
    /// As [`Self::classes`].
    fn class_code_matches(&self, id: &ClassId, typed: &TypedCode<'_>) -> Result<bool, StoreError>;

    /// The places of a class, in the order of the roster, then as they were taken.
    ///
    /// # Errors
    /// When there is no such class, and as [`Self::classes`].
    fn places(&self, id: &ClassId) -> Result<Vec<Place>, StoreError>;

    /// The place of a student.
    ///
    /// # Errors
    /// As [`Self::places`].
    fn place(&self, id: &ClassId, student: &UserId) -> Result<Option<Place>, StoreError>;

    /// Gives a class this roster. Places that are taken stay, listed or not; free ones that are
    /// not listed are gone. A place that is taken keeps its seed.
    ///
    /// # Errors
    /// When there is no such class, or the store refuses.
    fn set_roster(&self, id: &ClassId, roster: &[Listed]) -> Result<(), StoreError>;

    /// Takes a free place, once: of two who claim it at the same time, one is told that it is
    /// taken. Where the roster is open and there is room, the place is made.
    ///
    /// # Errors
    /// When there is no such class, or the store refuses.
    fn claim(&self, id: &ClassId, student: &UserId, by: &Claim) -> Result<Claimed, StoreError>;

    /// Adds a key to a place that is taken. Adding it again changes nothing.
    ///
    /// # Errors
    /// When there is no such place, it has [`Place::MOST_KEYS`], or the store refuses.
    fn add_key(&self, id: &ClassId, student: &UserId, key: &LoginKey) -> Result<(), StoreError>;

    /// Gives a student another code of their own.
    ///
    /// # Errors
    /// When there is no such place, or the store refuses.
    fn set_own_code(
        &self,
        id: &ClassId,
        student: &UserId,
        code: &CodeHash,
    ) -> Result<(), StoreError>;

    /// Whether this is the student's own code. False where there is no such place or no code, in
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

    /// Frees a place: its keys and code open nothing from then on.
    ///
    /// # Errors
    /// When there is no such place, a screen has its work ([`StoreError::Conflict`]), or the
    /// store refuses.
    fn free(&self, id: &ClassId, student: &UserId, what: Erase) -> Result<(), StoreError>;

    /// Opens the work of a student, which grows by lines. It is the only writer while it lives.
    ///
    /// # Errors
    /// When there is no such place, another screen has it ([`StoreError::Conflict`]), or the
    /// store refuses.
    fn work(&self, id: &ClassId, student: &UserId) -> Result<Box<dyn LineSink>, StoreError>;

    /// What a student has done so far, at most [`hitscan_core::lab::MOST_BYTES`] and one byte
    /// more of it; empty where there is none. A screen may be writing meanwhile: the last line
    /// may be cut.
    ///
    /// # Errors
    /// When there is no such place, or the store does not answer.
    fn read_work(&self, id: &ClassId, student: &UserId) -> Result<Vec<u8>, StoreError>;

    /// Puts other work in the place of what a student has done, which stays under another name.
    ///
    /// # Errors
    /// When there is no such place, a screen has the work ([`StoreError::Conflict`]), or the
    /// store refuses.
    fn replace_work(&self, id: &ClassId, student: &UserId, by: &[u8]) -> Result<(), StoreError>;

    /// The scenes of a student.
    ///
    /// # Errors
    /// When there is no such place, or the store refuses.
    fn desk(&self, id: &ClassId, student: &UserId) -> Result<Arc<dyn DeskFiles>, StoreError>;

    /// A folder with the files of a pack; none for those built into the program.
    ///
    /// # Errors
    /// When the class or the pack is not there, or the store does not answer.
    fn pack_folder(&self, id: &ClassId, pack: PackVersion) -> Result<Option<PathBuf>, StoreError>;

    /// Keeps a pack beside those that a class has, if it passes; the class goes on with the one
    /// that it has. `check` is given the folder in which it was unpacked.
    ///
    /// # Errors
    /// What `check` says, when there is no such class, and when the store refuses.
    fn put_pack(
        &self,
        id: &ClassId,
        pack: &PackFiles,
        check: &dyn Fn(&std::path::Path) -> Result<(), String>,
    ) -> Result<PackVersion, StoreError>;

    /// Notes that a step got points. It is safe as soon as the disk likes: the work is what
    /// counts.
    ///
    /// # Errors
    /// When there is no such place, or the store refuses.
    fn note_earned(
        &self,
        id: &ClassId,
        student: &UserId,
        earned: &Earned,
    ) -> Result<(), StoreError>;

    /// When steps of a student got points, in that order.
    ///
    /// # Errors
    /// When there is no such place, and as [`Self::classes`].
    fn earned(&self, id: &ClassId, student: &UserId) -> Result<Vec<Earned>, StoreError>;

    /// Takes note of what a student has reached, where that is kept beside the work. It is written
    /// about a second later, and nobody waits for it: whatever is lost follows from the work.
    fn note_steps(&self, _id: &ClassId, _student: &UserId, _note: StepsNote) {}

    /// What students of a class have reached, of those of whom that is kept and is what their work
    /// says.
    ///
    /// # Errors
    /// When the store does not answer.
    fn steps(&self, _id: &ClassId) -> Result<BTreeMap<UserId, KeptSteps>, StoreError> {
        Ok(BTreeMap::new())
    }

    /// Writes what was noted and is not written yet: nothing more is noted after that.
    fn close(&self) {}

    /// Notes a deed.
    ///
    /// # Errors
    /// When the store refuses.
    fn note(&self, entry: &AuditEntry) -> Result<(), StoreError>;

    /// How many machines serve the classes of this store now.
    ///
    /// # Errors
    /// When the store does not answer.
    fn machines(&self) -> Result<u32, StoreError> {
        Ok(1)
    }

    /// A class without what its students have, for another store.
    ///
    /// # Errors
    /// When there is no such class, and as [`Self::classes`].
    fn kept(&self, id: &ClassId) -> Result<KeptClass, StoreError>;

    /// All that a student has, who may have no place any more, by the names of the files.
    ///
    /// # Errors
    /// When there is no such class, and as [`Self::classes`].
    fn kept_files(&self, id: &ClassId, student: &UserId) -> Result<Vec<KeptFile>, StoreError>;

    /// Makes a class of what another store had: whole, or not at all.
    ///
    /// # Errors
    /// When there is one with this id, the other store refuses, or this one does.
    fn take_over(&self, kept: &KeptClass, students: FilesOfStudents<'_>) -> Result<(), StoreError>;
}

/// Opens the store that a configuration names.
///
/// # Errors
/// When another process has it, when anything in it is not as it should be, and when it does not
/// answer.
pub fn open(config: &Config) -> Result<Arc<dyn Store>, NotOpened> {
    match &config.store {
        StorePlace::Files => Ok(Arc::new(files::FileStore::open(config)?)),
        #[cfg(feature = "postgres")]
        StorePlace::Postgres(url) => Ok(Arc::new(postgres::PostgresStore::open(config, url)?)),
    }
}

/// What becomes of the work in a place that is freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erase {
    /// It stays, renamed, for teachers.
    Nothing,
    /// It is deleted, scenes included.
    Work,
}

/// Why something is not kept, or cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// There is no room for it.
    #[error("the disk is full")]
    Full,
    /// The store cannot be reached.
    #[error("the store does not answer")]
    NotAnswering,
    /// Another screen has the work, or has written meanwhile.
    #[error("the work goes on at another screen")]
    Conflict,
    /// There is no such class.
    #[error("there is no class {0}")]
    NoClass(ClassId),
    /// There is one already.
    #[error("there is a class {0} already")]
    ClassExists(ClassId),
    /// Nobody has such a place.
    #[error("there is no student {student} in {class}")]
    NoPlace {
        /// The class.
        class: ClassId,
        /// The student.
        student: UserId,
    },
    /// A limit is reached; this says which.
    #[error("{0}")]
    TooMuch(String),
    /// Something in the store is not as it should be; this says where, and what would be right.
    #[error("{0}")]
    Faulty(String),
    /// The store refuses, for a reason of its own.
    #[error("{0}")]
    Refused(String),
}

impl StoreError {
    /// As a student is told it: nothing of where or how something is kept.
    #[must_use]
    pub fn for_student(&self) -> DeskFault {
        match self {
            Self::Full => DeskFault::Full,
            Self::NotAnswering => DeskFault::NoAnswer,
            Self::Conflict => DeskFault::Conflict,
            Self::TooMuch(what) => DeskFault::Refused(what.clone()),
            Self::NoClass(_)
            | Self::ClassExists(_)
            | Self::NoPlace { .. }
            | Self::Faulty(_)
            | Self::Refused(_) => DeskFault::Refused("the store refuses it".to_owned()),
        }
    }
}
