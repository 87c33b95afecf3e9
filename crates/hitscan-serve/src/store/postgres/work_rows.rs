//! The work of a student. A file is the concatenation of its rows. An append inserts a row at the
//! writer's offset, if the student still has the writer's edition, so that two writers never mix.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};

use deadpool_postgres::GenericClient;
use hitscan::seat::{DeskFault, LineSink, Urgency};
use hitscan_core::lab::MOST_BYTES;
use jiff::Timestamp;

use super::database::{Database, Given, change, row, rows};
use super::{place_rows, progress_rows};
use crate::class::ClassId;
use crate::locked;
use crate::place::UserId;
use crate::reached::Earned;
use crate::store::{Erase, StoreError};

/// The file that records when each step was solved.
const EARNED: &str = "earned.ndjson";
/// How many bytes of a file are read at most.
pub(super) const MOST_FILE_BYTES: usize = MOST_BYTES + 1;
/// How often an append is retried when another line was appended at the same time.
const TRIES: usize = 8;

/// A file of a student.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WorkName {
    class: ClassId,
    student: UserId,
    pub(super) name: String,
}

impl WorkName {
    /// The submission of the student.
    pub(super) fn hits(class: &ClassId, student: &UserId) -> Self {
        Self::of(class, student, format!("{student}.hits"))
    }

    fn earned(class: &ClassId, student: &UserId) -> Self {
        Self::of(class, student, EARNED.to_owned())
    }

    /// A file of any name.
    pub(super) fn of(class: &ClassId, student: &UserId, name: String) -> Self {
        Self { class: class.clone(), student: student.clone(), name }
    }

    /// The length in bytes.
    async fn length(&self, on: &impl GenericClient) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(max(at + length(bytes)), 0) FROM work \
                   WHERE class = $1 AND student = $2 AND name = $3";
        let [class, student, name] = self.key();
        let row = row(on, sql, &[&class, &student, &name]).await?;
        Ok(row.map_or(Ok(0), |row| row.try_get(0))?)
    }

    /// The contents, up to a limit.
    pub(super) async fn read(&self, on: &impl GenericClient) -> Result<Vec<u8>, StoreError> {
        let sql = "SELECT at, bytes FROM work \
                   WHERE class = $1 AND student = $2 AND name = $3 AND at < $4 ORDER BY at";
        let [class, student, name] = self.key();
        let most = offset(MOST_FILE_BYTES)?;
        let mut all = Vec::new();
        for row in rows(on, sql, &[&class, &student, &name, &most]).await? {
            let (at, bytes): (i64, &[u8]) = (row.try_get(0)?, row.try_get(1)?);
            let found = all.len();
            if at != offset(found)? {
                return Err(StoreError::Faulty(format!(
                    "{class}/{student}: {name} has {found} bytes, and goes on at {at}: a row of it \
                     is missing, or one too many"
                )));
            }
            all.extend_from_slice(bytes);
        }
        all.truncate(MOST_FILE_BYTES);
        Ok(all)
    }

    /// Inserts bytes at an offset. Returns false if a row is already there.
    pub(super) async fn put(
        &self,
        on: &impl GenericClient,
        at: i64,
        bytes: &[u8],
    ) -> Result<bool, StoreError> {
        let sql = "INSERT INTO work (class, student, name, at, bytes) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT DO NOTHING";
        let [class, student, name] = self.key();
        Ok(change(on, sql, &[&class, &student, &name, &at, &bytes]).await? > 0)
    }

    /// Truncates the file. The caller makes sure that nothing else writes to it.
    async fn cut(&self, on: &impl GenericClient, at: i64) -> Result<(), StoreError> {
        let [class, student, name] = self.key();
        let sql = "DELETE FROM work \
                   WHERE class = $1 AND student = $2 AND name = $3 AND at >= $4";
        change(on, sql, &[&class, &student, &name, &at]).await?;
        let sql = "UPDATE work SET bytes = substring(bytes FROM 1 FOR ($4 - at)::int) \
                   WHERE class = $1 AND student = $2 AND name = $3 AND at + length(bytes) > $4";
        change(on, sql, &[&class, &student, &name, &at]).await?;
        Ok(())
    }

    /// Deletes these files.
    pub(super) async fn remove_all(
        on: &impl GenericClient,
        names: &[&Self],
    ) -> Result<(), StoreError> {
        let sql = "DELETE FROM work USING unnest($1::text[], $2::text[], $3::text[]) \
                   AS gone (class, student, name) WHERE work.class = gone.class \
                   AND work.student = gone.student AND work.name = gone.name";
        let [classes, students, names] = Self::columns(names);
        change(on, sql, &[&classes, &students, &names]).await.map(drop)
    }

    /// Inserts bytes at an offset of each of these files, which must have no row there.
    pub(super) async fn put_all(
        on: &impl GenericClient,
        all: &[(&Self, i64, &[u8])],
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO work (class, student, name, at, bytes) SELECT * FROM \
                   unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bytea[]) \
                   ON CONFLICT DO NOTHING";
        let names: Vec<&Self> = all.iter().map(|(name, ..)| *name).collect();
        let [classes, students, names] = Self::columns(&names);
        let offsets: Vec<i64> = all.iter().map(|(_, at, _)| *at).collect();
        let bytes: Vec<&[u8]> = all.iter().map(|(.., bytes)| *bytes).collect();
        let put = change(on, sql, &[&classes, &students, &names, &offsets, &bytes]).await?;
        let are_all_put = usize::try_from(put) == Ok(all.len());
        if are_all_put { Ok(()) } else { Err(StoreError::Conflict) }
    }

    fn columns<'n>(names: &[&'n Self]) -> [Vec<&'n str>; 3] {
        [0, 1, 2].map(|column| names.iter().map(|name| name.key()[column]).collect())
    }

    /// The names of the files of a student.
    pub(super) async fn all(
        on: &impl GenericClient,
        class: &ClassId,
        student: &UserId,
    ) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT DISTINCT name FROM work WHERE class = $1 AND student = $2";
        let names = rows(on, sql, &[&class.as_str(), &student.as_str()]).await?;
        names.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// Renames the file. Returns false if it does not exist.
    async fn rename(&self, on: &impl GenericClient, to: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE work SET name = $4 WHERE class = $1 AND student = $2 AND name = $3";
        let [class, student, name] = self.key();
        Ok(change(on, sql, &[&class, &student, &name, &to]).await? > 0)
    }

    fn key(&self) -> [&str; 3] {
        [self.class.as_str(), self.student.as_str(), &self.name]
    }
}

pub(super) fn offset(bytes: usize) -> Result<i64, StoreError> {
    let right = |_| StoreError::Refused(format!("{bytes} bytes are more than is kept"));
    i64::try_from(bytes).map_err(right)
}

/// The files that sessions of this process have open, and how far their writers got.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenWork(Arc<Mutex<BTreeMap<WorkName, Extent>>>);

/// The length of a file, and the edition of the student's work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) bytes: i64,
    pub(super) edition: i64,
}

impl OpenWork {
    /// Opens a file for one writer.
    ///
    /// # Errors
    /// When another writer has it open.
    fn take(&self, name: &WorkName) -> Result<Taken, StoreError> {
        let is_free = self.change(|open| {
            let is_free = !open.contains_key(name);
            if is_free {
                open.insert(name.clone(), Extent::default());
            }
            is_free
        });
        let taken = || Taken { of: self.clone(), name: name.clone() };
        is_free.then(taken).ok_or(StoreError::Conflict)
    }

    /// The extent of a student's submission, if a session of this process has it open.
    pub(super) fn extent(&self, class: &ClassId, student: &UserId) -> Option<Extent> {
        self.change(|open| open.get(&WorkName::hits(class, student)).copied())
    }

    fn change<T>(&self, change: impl FnOnce(&mut BTreeMap<WorkName, Extent>) -> T) -> T {
        change(&mut locked(&self.0))
    }
}

/// A file that one writer has open, until this is dropped.
#[derive(Debug)]
struct Taken {
    of: OpenWork,
    name: WorkName,
}

impl Taken {
    /// Notes how far the writer got.
    fn reaches(&self, extent: Extent) {
        self.of.change(|open| open.insert(self.name.clone(), extent));
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.of.change(|open| open.remove(&self.name));
    }
}

/// The submission of a student, open for writing.
pub(super) struct DatabaseWork {
    database: Arc<Database>,
    taken: Taken,
    /// The extent as this writer knows it.
    extent: Extent,
    /// The last append, if it is unknown whether it was committed.
    in_doubt: Option<String>,
}

impl DatabaseWork {
    /// Opens the submission. Other sessions of this process cannot open it meanwhile.
    pub(super) fn open(
        database: &Arc<Database>,
        open: &OpenWork,
        class: &ClassId,
        student: &UserId,
    ) -> Result<Self, StoreError> {
        let name = WorkName::hits(class, student);
        let taken = open.take(&name)?;
        let extent = database.ask(async |on| {
            // The order matters: a truncation in between changes the edition, and the next append
            // notices it.
            let edition = place_rows::edition(on, class, student).await?;
            Ok(Extent { bytes: name.length(on).await?, edition })
        })?;
        let mut work = Self { database: Arc::clone(database), taken, extent, in_doubt: None };
        work.reaches(extent);
        Ok(work)
    }

    fn reaches(&mut self, extent: Extent) {
        self.extent = extent;
        self.taken.reaches(extent);
    }

    /// Appends lines, unless another writer was faster. A retry succeeds if the lines were
    /// committed and only the answer was lost.
    fn put(&self, lines: &str, is_retry: bool) -> Result<(), StoreError> {
        // FOR SHARE waits for a transaction that changes the edition.
        const APPEND: &str = "INSERT INTO work (class, student, name, at, bytes) \
                              SELECT class, id, $3, $4, $5 FROM student \
                              WHERE class = $1 AND id = $2 AND edition = $6 FOR SHARE \
                              ON CONFLICT DO NOTHING";
        const IS_THERE: &str = "SELECT bytes = $5 FROM work JOIN student \
                                ON student.class = work.class AND student.id = work.student \
                                WHERE work.class = $1 AND student = $2 AND name = $3 AND at = $4 \
                                AND edition = $6";
        let [class, student, name] = self.taken.name.key();
        let bytes = lines.as_bytes();
        let Extent { bytes: at, edition } = self.extent;
        self.database.ask(async |on| {
            let with: Given<'_> = &[&class, &student, &name, &at, &bytes, &edition];
            if change(on, APPEND, with).await? > 0 {
                return Ok(());
            }
            let found = if is_retry { row(on, IS_THERE, with).await? } else { None };
            match found.map(|row| row.try_get(0)).transpose()? {
                Some(true) => Ok(()),
                Some(false) | None => Err(StoreError::Conflict),
            }
        })
    }

    /// Truncates the file, including an append that is in doubt.
    fn cut(&mut self, at: i64) -> Result<(), StoreError> {
        let name = &self.taken.name;
        let in_doubt = self.in_doubt.as_ref().map_or(0, String::len);
        let Extent { bytes, edition } = self.extent;
        let known = [bytes, bytes.saturating_add(offset(in_doubt)?)];
        let next = self.database.within(async |on| {
            let next = place_rows::next_edition(on, &name.class, &name.student).await?;
            if next != edition + 1 || !known.contains(&name.length(on).await?) {
                return Err(StoreError::Conflict);
            }
            name.cut(on, at).await?;
            progress_rows::is_behind(on, &name.class, &name.student, at).await?;
            Ok(next)
        })?;
        self.reaches(Extent { bytes: at, edition: next });
        self.in_doubt = None;
        Ok(())
    }

    fn append_after_doubt(&mut self, lines: &str) -> Result<(), StoreError> {
        let is_retry = self.in_doubt.as_deref() == Some(lines);
        if self.in_doubt.is_some() && !is_retry {
            self.cut(self.extent.bytes)?;
        }
        let done = self.put(lines, is_retry);
        match done {
            Ok(()) => self.in_doubt = None,
            Err(StoreError::NotAnswering) => self.in_doubt = Some(lines.to_owned()),
            Err(_) => {}
        }
        done
    }
}

impl LineSink for DatabaseWork {
    fn held(&mut self) -> Result<Vec<u8>, DeskFault> {
        let name = &self.taken.name;
        let held = self.database.ask(async |on| name.read(on).await);
        let held = held.map_err(|why| why.for_student())?;
        // Another session may have appended since this one opened the file.
        let bytes = offset(held.len()).map_err(|why| why.for_student())?;
        self.reaches(Extent { bytes, ..self.extent });
        Ok(held)
    }

    fn append(&mut self, lines: &str, _: Urgency) -> Result<(), DeskFault> {
        let added = offset(lines.len()).map_err(|why| why.for_student())?;
        let most = i64::try_from(MOST_BYTES).unwrap_or(i64::MAX);
        let bytes = self.extent.bytes.saturating_add(added);
        if bytes > most {
            let why = "your work has as many lines as count; your teacher can reset a lesson";
            return Err(DeskFault::Refused(why.to_owned()));
        }
        self.append_after_doubt(lines).map_err(|why| why.for_student())?;
        self.reaches(Extent { bytes, ..self.extent });
        Ok(())
    }

    fn truncate(&mut self, bytes: u64) -> Result<(), DeskFault> {
        let at = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.cut(at).map_err(|why| why.for_student())
    }
}

impl fmt::Debug for DatabaseWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, Extent { bytes, edition }) = (&self.taken.name.name, self.extent);
        write!(f, "DatabaseWork({name}, {bytes} bytes, edition {edition})")
    }
}

/// Replaces the submission of a student. The old one is renamed and kept.
pub(super) fn replace(
    database: &Database,
    open: &OpenWork,
    class: &ClassId,
    student: &UserId,
    by: &[u8],
) -> Result<(), StoreError> {
    let name = WorkName::hits(class, student);
    let _taken = open.take(&name).or_else(|why| reason_first(database, class, student, why))?;
    database.within(async |on| {
        place_rows::next_edition(on, class, student).await?;
        progress_rows::remove(on, class, student).await?;
        let aside = set_aside(on, &name).await?;
        if by.is_empty() {
            return set_earned_aside(on, class, student, aside.as_deref()).await;
        }
        name.put(on, 0, by).await.map(drop)
    })
}

/// Frees a place.
pub(super) fn free(
    database: &Database,
    open: &OpenWork,
    class: &ClassId,
    student: &UserId,
    what: Erase,
) -> Result<(), StoreError> {
    let name = WorkName::hits(class, student);
    let _taken = open.take(&name).or_else(|why| reason_first(database, class, student, why))?;
    database.within(async |on| {
        place_rows::next_edition(on, class, student).await?;
        progress_rows::remove(on, class, student).await?;
        match what {
            Erase::Nothing => {
                let aside = set_aside(on, &name).await?;
                set_earned_aside(on, class, student, aside.as_deref()).await?;
            }
            Erase::Work => {
                let [id, student, _] = name.key();
                let sql = "DELETE FROM work WHERE class = $1 AND student = $2";
                change(on, sql, &[&id, &student]).await?;
                let sql = "DELETE FROM desk WHERE class = $1 AND student = $2";
                change(on, sql, &[&id, &student]).await?;
            }
        }
        place_rows::set_free(on, class, student).await?;
        if what == Erase::Work {
            // A student who is on no roster is deleted completely.
            let [id, student, _] = name.key();
            let sql = "DELETE FROM student WHERE class = $1 AND id = $2 AND listed IS NULL";
            change(on, sql, &[&id, &student]).await?;
        }
        Ok(())
    })
}

/// Prefers the error that the place does not exist.
fn reason_first<T>(
    database: &Database,
    class: &ClassId,
    student: &UserId,
    why: StoreError,
) -> Result<T, StoreError> {
    database.ask(async |on| place_rows::edition(on, class, student).await)?;
    Err(why)
}

/// Renames a submission to, for instance, `left-20261127T103000Z.hits`.
async fn set_aside(on: &impl GenericClient, name: &WorkName) -> Result<Option<String>, StoreError> {
    let time = Timestamp::now().strftime("%Y%m%dT%H%M%S").to_string();
    // The number makes names unique within a second; a thousand are enough.
    for number in 1..1000 {
        let left = match number {
            1 => format!("left-{time}Z"),
            number => format!("left-{time}Z-{number}"),
        };
        let aside = WorkName { name: format!("{left}.hits"), ..name.clone() };
        if aside.length(on).await? == 0 {
            let is_renamed = name.rename(on, &aside.name).await?;
            return Ok(is_renamed.then_some(left));
        }
    }
    Err(StoreError::Conflict)
}

/// Renames the record of solved steps to match the renamed submission: `left-….ndjson`.
async fn set_earned_aside(
    on: &impl GenericClient,
    class: &ClassId,
    student: &UserId,
    work: Option<&str>,
) -> Result<(), StoreError> {
    let Some(work) = work else { return Ok(()) };
    let earned = WorkName::earned(class, student);
    earned.rename(on, &format!("{work}.ndjson")).await.map(drop)
}

/// Records that a step was solved.
pub(super) fn note_earned(
    database: &Database,
    class: &ClassId,
    student: &UserId,
    earned: &Earned,
) -> Result<(), StoreError> {
    let (name, line) = (WorkName::earned(class, student), earned.line());
    database.ask(async |on| {
        place_rows::edition(on, class, student).await?;
        for _ in 0..TRIES {
            let at = name.length(on).await?;
            if name.put(on, at, line.as_bytes()).await? {
                return Ok(());
            }
        }
        Err(StoreError::Conflict)
    })
}

/// When each step of a student was solved.
pub(super) fn earned(
    database: &Database,
    class: &ClassId,
    student: &UserId,
) -> Result<Vec<Earned>, StoreError> {
    let name = WorkName::earned(class, student);
    database.ask(async |on| {
        place_rows::edition(on, class, student).await?;
        Ok(Earned::read(&name.read(on).await?))
    })
}

/// The submission of a student.
pub(super) fn read(
    database: &Database,
    class: &ClassId,
    student: &UserId,
) -> Result<Vec<u8>, StoreError> {
    let name = WorkName::hits(class, student);
    database.ask(async |on| {
        place_rows::edition(on, class, student).await?;
        name.read(on).await
    })
}
