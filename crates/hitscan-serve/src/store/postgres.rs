//! Classes in `PostgreSQL`, shared by several machines. No machine keeps state of its own.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `database` | the connection pool: bounded waits, the meaning of its errors, encryption, timestamps, and the version of the schema |
//! | `migrations` | the files that make the schema |
//! | `class_rows` `place_rows` | classes, packs, places |
//! | `work_rows` `desk_rows` | the work and the scenes of each student |
//! | `progress_rows` | the progress of students, derived from their work |
//! | `copy_rows` | import and export of classes |
//! | `unsaved` | unsaved sandboxes |
//! | `batch_writer` | delayed writes, batched over all students |
//!
//! This file calls the tables, `copy_rows` most of them, and each sends its queries through
//! `database`. `progress_rows` and `unsaved` write through `batch_writer`.

mod batch_writer;
mod class_rows;
mod copy_rows;
mod database;
mod desk_rows;
mod place_rows;
mod progress_rows;
mod unsaved;
mod work_rows;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use hitscan::seat::{DeskFiles, DeskLimits, LineSink};
use tempfile::TempDir;

use self::batch_writer::BatchWriter;
use self::database::{Database, to_database};
use self::desk_rows::DatabaseDesk;
use self::progress_rows::StepsToWrite;
use self::unsaved::UnsavedWriter;
use self::work_rows::{DatabaseWork, OpenWork};
use super::files::{Looked, make_folder, unpacked_in};
use super::{Erase, FilesOfStudents, KeptClass, KeptFile, Store, StoreError};
use crate::audit::AuditEntry;
use crate::class::{Class, ClassId, PackVersion};
use crate::code::{CodeHash, TypedCode};
use crate::config::{Config, DatabaseUrl};
use crate::key::LoginKey;
use crate::locked;
use crate::pack::PackFiles;
use crate::place::{Claim, Claimed, Listed, Place, UserId};
use crate::reached::{Earned, KeptSteps, StepsNote};

/// How long the audit keeps an entry, and how often old entries are deleted.
const AUDIT_DAYS: i32 = 90;
const AUDIT_LOOK: Duration = Duration::from_secs(86_400);

/// Classes in a database that several machines share.
#[derive(Debug)]
pub struct PostgresStore {
    database: Arc<Database>,
    open: OpenWork,
    progress: BatchWriter<StepsToWrite>,
    /// Copies unsaved sandboxes while sessions have them open.
    unsaved: Arc<UnsavedWriter>,
    desk: DeskLimits,
    /// Unpacked packs, in folders named by hash. A missing folder is unpacked again from the
    /// database.
    packs: PathBuf,
    /// When old audit entries were last deleted.
    forgot: Mutex<Option<Instant>>,
}

impl PostgresStore {
    /// Opens a database, whose schema must have the version that this program needs.
    ///
    /// # Errors
    /// When the database does not answer, or its schema has another version.
    pub fn open(config: &Config, url: &DatabaseUrl) -> Result<Self, StoreError> {
        let store = Self::with_packs_in(config.data.join("packs"), config, url)?;
        // This folder also holds the host key and the control socket.
        make_folder(&config.data)?;
        store.unsaved.make_folder()?;
        Ok(store)
    }

    fn with_packs_in(
        packs: PathBuf,
        config: &Config,
        url: &DatabaseUrl,
    ) -> Result<Self, StoreError> {
        let database = Arc::new(Database::new(url, &config.node)?);
        database::check(&database).map_err(with_what_to_do)?;
        let desk = DeskLimits {
            files: usize::try_from(config.limits.desk_files).unwrap_or(usize::MAX),
            bytes: config.limits.desk_bytes,
        };
        let progress = progress_rows::writer(&database)?;
        let unsaved = Arc::new(UnsavedWriter::new(&database, config.data.join("unsaved"))?);
        let (open, forgot) = (OpenWork::default(), Mutex::default());
        Ok(Self { database, open, progress, unsaved, desk, packs, forgot })
    }

    /// The folder of a pack with this hash.
    fn unpacked(&self, hash: &str) -> Result<PathBuf, StoreError> {
        let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hash {
            return Err(StoreError::Faulty("the hash of a pack: 64 hexadecimal digits".to_owned()));
        }
        let folder = self.packs.join(hash);
        if folder.is_dir() {
            return Ok(folder);
        }
        let archive = self.database.ask(async |on| class_rows::archive(on, hash).await)?;
        let files = PackFiles::from_tar(archive.as_slice()).map_err(StoreError::Faulty)?;
        Ok(adopted(unpacked_in(&files, &self.packs)?, folder))
    }

    /// Deletes old audit entries, once a day.
    fn forget_old_deeds(&self) -> Result<(), StoreError> {
        let mut forgot = locked(&self.forgot);
        if forgot.is_some_and(|at| at.elapsed() < AUDIT_LOOK) {
            return Ok(());
        }
        *forgot = Some(Instant::now());
        drop(forgot);
        let sql = "DELETE FROM audit WHERE at < now() - make_interval(days => $1)";
        self.database.ask(async |on| database::change(on, sql, &[&AUDIT_DAYS]).await).map(drop)
    }
}

/// Renames an unpacked pack to its hash. If another thread was faster, its folder has the same
/// files.
fn adopted(unpacked: TempDir, folder: PathBuf) -> PathBuf {
    if std::fs::rename(unpacked.path(), &folder).is_ok() {
        // The temporary name no longer exists.
        drop(unpacked.keep());
    }
    folder
}

/// Brings the schema of a database up to date. Returns the version before and after.
///
/// # Errors
/// When the database does not answer or refuses, or a newer program has migrated it.
pub fn migrate(url: &DatabaseUrl) -> Result<[i32; 2], StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|why| StoreError::Refused(why.to_string()))?;
    runtime.block_on(database::migrate(url)).map_err(with_what_to_do)
}

/// Tells an operator what to do when the database cannot be reached. Leaves out its address, which
/// may contain a password.
fn with_what_to_do(why: StoreError) -> StoreError {
    match why {
        StoreError::NotAnswering => StoreError::Faulty(
            "the database does not answer: see that PostgreSQL runs, and what serve.toml says of \
             the store"
                .to_owned(),
        ),
        why => why,
    }
}

/// The schema version that this program needs.
pub const SCHEMA: i32 = database::NEEDED;

/// Checks every class without changing anything. Unpacks packs into this folder.
///
/// # Errors
/// When the database does not answer, or its schema has another version.
pub fn look_at(
    config: &Config,
    url: &DatabaseUrl,
    packs: &Path,
) -> Result<Vec<Result<Looked, StoreError>>, StoreError> {
    let store = PostgresStore::with_packs_in(packs.to_owned(), config, url)?;
    let classes = store.classes()?.into_iter().map(|class| {
        let places = store.places(&class.id)?;
        let students = places.iter().map(|place| place.student.to_string()).collect();
        let pack = store.pack_folder(&class.id, class.pack)?;
        Ok(Looked { class, students, pack })
    });
    Ok(classes.collect())
}

impl Store for PostgresStore {
    fn classes(&self) -> Result<Vec<Class>, StoreError> {
        self.database.ask(async |on| class_rows::all(on).await)
    }

    fn class(&self, id: &ClassId) -> Result<Option<Class>, StoreError> {
        self.database.ask(async |on| class_rows::one(on, id).await)
    }

    fn make_class(&self, class: &Class, code: &CodeHash) -> Result<(), StoreError> {
        let made = self.database.within(async |on| class_rows::make(on, class, code).await)?;
        if made { Ok(()) } else { Err(StoreError::ClassExists(class.id.clone())) }
    }

    fn remove_class(&self, id: &ClassId) -> Result<(), StoreError> {
        self.database.within(async |on| class_rows::remove(on, id).await)
    }

    fn change_class(&self, id: &ClassId, change: &dyn Fn(&mut Class)) -> Result<Class, StoreError> {
        self.database.within(async |on| {
            class_rows::hold(on, id).await?;
            let class = class_rows::known(on, id).await?.changed(change);
            class_rows::replace(on, &class).await?;
            Ok(class)
        })
    }

    fn set_class_code(&self, id: &ClassId, code: &CodeHash) -> Result<(), StoreError> {
        let code = code.to_string();
        let sql = "UPDATE class SET code_hash = $2 WHERE id = $1";
        let set = self
            .database
            .ask(async |on| database::change(on, sql, &[&id.as_str(), &code]).await)?;
        if set > 0 { Ok(()) } else { Err(StoreError::NoClass(id.clone())) }
    }

    fn class_code_matches(&self, id: &ClassId, typed: &TypedCode<'_>) -> Result<bool, StoreError> {
        let kept = self.database.ask(async |on| class_rows::code(on, id).await)?;
        Ok(typed.is_of_class(&kept.unwrap_or(CodeHash::OF_NOTHING)))
    }

    fn places(&self, id: &ClassId) -> Result<Vec<Place>, StoreError> {
        self.database.ask(async |on| place_rows::all(on, id).await)
    }

    fn place(&self, id: &ClassId, student: &UserId) -> Result<Option<Place>, StoreError> {
        self.database.ask(async |on| place_rows::one(on, id, student).await)
    }

    fn set_roster(&self, id: &ClassId, roster: &[Listed]) -> Result<(), StoreError> {
        self.database.within(async |on| place_rows::set_roster(on, id, roster).await)
    }

    fn claim(&self, id: &ClassId, student: &UserId, by: &Claim) -> Result<Claimed, StoreError> {
        self.database.within(async |on| place_rows::claim(on, id, student, by).await)
    }

    fn add_key(&self, id: &ClassId, student: &UserId, key: &LoginKey) -> Result<(), StoreError> {
        self.database.within(async |on| place_rows::add_key(on, id, student, key).await)
    }

    fn set_own_code(
        &self,
        id: &ClassId,
        student: &UserId,
        code: &CodeHash,
    ) -> Result<(), StoreError> {
        self.database.ask(async |on| place_rows::set_own_code(on, id, student, code).await)
    }

    fn own_code_matches(
        &self,
        id: &ClassId,
        student: &UserId,
        typed: &TypedCode<'_>,
    ) -> Result<bool, StoreError> {
        let place = match self.place(id, student) {
            Err(StoreError::NoClass(_)) => None,
            place => place?,
        };
        let kept = place.and_then(|place| place.code);
        Ok(typed.is_own(&kept.unwrap_or(CodeHash::OF_NOTHING)))
    }

    fn free(&self, id: &ClassId, student: &UserId, what: Erase) -> Result<(), StoreError> {
        work_rows::free(&self.database, &self.open, id, student, what)
    }

    fn work(&self, id: &ClassId, student: &UserId) -> Result<Box<dyn LineSink>, StoreError> {
        let work = DatabaseWork::open(&self.database, &self.open, id, student)?;
        Ok(Box::new(work))
    }

    fn read_work(&self, id: &ClassId, student: &UserId) -> Result<Vec<u8>, StoreError> {
        work_rows::read(&self.database, id, student)
    }

    fn replace_work(&self, id: &ClassId, student: &UserId, by: &[u8]) -> Result<(), StoreError> {
        work_rows::replace(&self.database, &self.open, id, student, by)
    }

    fn desk(&self, id: &ClassId, student: &UserId) -> Result<Arc<dyn DeskFiles>, StoreError> {
        self.database.ask(async |on| place_rows::edition(on, id, student).await)?;
        Ok(Arc::new(DatabaseDesk {
            database: Arc::clone(&self.database),
            open: self.open.clone(),
            class: id.clone(),
            student: student.clone(),
            limits: self.desk,
            writer: Arc::clone(&self.unsaved),
            unsaved: OnceLock::new(),
        }))
    }

    fn pack_folder(&self, id: &ClassId, pack: PackVersion) -> Result<Option<PathBuf>, StoreError> {
        let PackVersion::Put(number) = pack else { return Ok(None) };
        let hash = self.database.ask(async |on| class_rows::pack_hash(on, id, number).await)?;
        self.unpacked(&hash).map(Some)
    }

    fn put_pack(
        &self,
        id: &ClassId,
        pack: &PackFiles,
        check: &dyn Fn(&Path) -> Result<(), String>,
    ) -> Result<PackVersion, StoreError> {
        self.database.ask(async |on| class_rows::known(on, id).await)?;
        let unpacked = unpacked_in(pack, &self.packs)?;
        check(unpacked.path()).map_err(StoreError::Faulty)?;
        let (hash, archive) = pack.archived().map_err(StoreError::Faulty)?;
        let version = self
            .database
            .within_long(async |on| class_rows::put_pack(on, id, None, &hash, &archive).await)?;
        adopted(unpacked, self.packs.join(hash));
        Ok(version)
    }

    fn note_earned(
        &self,
        id: &ClassId,
        student: &UserId,
        earned: &Earned,
    ) -> Result<(), StoreError> {
        work_rows::note_earned(&self.database, id, student, earned)
    }

    fn earned(&self, id: &ClassId, student: &UserId) -> Result<Vec<Earned>, StoreError> {
        work_rows::earned(&self.database, id, student)
    }

    fn note_steps(&self, id: &ClassId, student: &UserId, note: StepsNote) {
        let (work_bytes, edition) = match note.work_bytes {
            Some(bytes) => (i64::try_from(bytes).unwrap_or(i64::MAX), None),
            None => match self.open.extent(id, student) {
                Some(extent) => (extent.bytes, Some(extent.edition)),
                None => return,
            },
        };
        let StepsNote { steps, is_whole, .. } = note;
        let progress = StepsToWrite { steps, is_whole, work_bytes, edition };
        self.progress.put((id.clone(), student.clone()), progress);
    }

    fn steps(&self, id: &ClassId) -> Result<BTreeMap<UserId, KeptSteps>, StoreError> {
        self.database.ask(async |on| progress_rows::all(on, id).await)
    }

    fn close(&self) {
        self.progress.close();
        self.unsaved.close();
    }

    fn note(&self, entry: &AuditEntry) -> Result<(), StoreError> {
        let at = to_database(entry.at)?;
        let class = entry.class.as_ref().map(ClassId::as_str);
        let who = entry.who.as_ref().map(UserId::as_str);
        let detail = entry.detail.as_ref().map(ToString::to_string);
        let sql = "INSERT INTO audit (at, class, who, address, what, detail) \
                   VALUES ($1, $2, $3, $4, $5, $6)";
        self.database.ask(async |on| {
            let with: database::Given<'_> =
                &[&at, &class, &who, &entry.address, &entry.what.token(), &detail];
            database::change(on, sql, with).await
        })?;
        self.forget_old_deeds()
    }

    fn machines(&self) -> Result<u32, StoreError> {
        self.database.ask(async |on| database::machines(on).await)
    }

    fn kept(&self, id: &ClassId) -> Result<KeptClass, StoreError> {
        self.database.within_long(async |on| copy_rows::kept(on, id).await)
    }

    fn kept_files(&self, id: &ClassId, student: &UserId) -> Result<Vec<KeptFile>, StoreError> {
        self.database.within_long(async |on| copy_rows::files(on, id, student).await)
    }

    fn take_over(&self, kept: &KeptClass, students: FilesOfStudents<'_>) -> Result<(), StoreError> {
        self.database.within_long(async |on| copy_rows::take_over(on, kept, students).await)
    }
}
