//! The work of a student: a file is its rows in order. An append is a row at the offset that the
//! writer has, in the edition that the writer knows, so that two writers never mix.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use deadpool_postgres::GenericClient;
use hitscan::seat::{DeskFault, LineSink, Urgency};
use hitscan_core::lab::MOST_BYTES;
use jiff::Timestamp;

use super::database::{Database, Given, change, row, rows};
use super::{place_rows, progress_rows};
use crate::class::ClassId;
use crate::earned::Earned;
use crate::store::{Erase, StoreError};
use crate::user::UserId;

/// When the steps of a student got points.
const EARNED: &str = "earned.ndjson";
/// The most bytes of a file that are read.
pub(super) const MOST_FILE_BYTES: usize = MOST_BYTES + 1;
/// How often a line is put behind another that came at the same time.
const TRIES: usize = 8;

/// A file of a student.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WorkName {
    class: ClassId,
    student: UserId,
    name: String,
}

impl WorkName {
    /// What the student hands in.
    pub(super) fn hits(class: &ClassId, student: &UserId) -> Self {
        Self::of(class, student, format!("{student}.hits"))
    }

    fn earned(class: &ClassId, student: &UserId) -> Self {
        Self::of(class, student, EARNED.to_owned())
    }

    /// Under any name.
    pub(super) fn of(class: &ClassId, student: &UserId, name: String) -> Self {
        Self { class: class.clone(), student: student.clone(), name }
    }

    /// How many bytes there are.
    async fn length(&self, on: &impl GenericClient) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(max(at + length(bytes)), 0) FROM work \
                   WHERE class = $1 AND student = $2 AND name = $3";
        let [class, student, name] = self.key();
        let row = row(on, sql, &[&class, &student, &name]).await?;
        Ok(row.map_or(Ok(0), |row| row.try_get(0))?)
    }

    /// All that there is, up to a limit.
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

    /// Puts bytes at an offset, where there must be none.
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

    /// Takes out all from an offset on. Nobody else writes meanwhile.
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

    /// Removes all of these.
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

    /// Puts bytes at an offset of each of these, where there must be none.
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

    /// The names of all that a student has.
    pub(super) async fn all(
        on: &impl GenericClient,
        (class, student): (&ClassId, &UserId),
    ) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT DISTINCT name FROM work WHERE class = $1 AND student = $2";
        let names = rows(on, sql, &[&class.as_str(), &student.as_str()]).await?;
        names.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// Gives it another name. False if there is nothing of it.
    async fn rename(&self, on: &impl GenericClient, to: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE work SET name = $4 WHERE class = $1 AND student = $2 AND name = $3";
        let [class, student, name] = self.key();
        Ok(change(on, sql, &[&class, &student, &name, &to]).await? > 0)
    }

    /// The name of the file.
    pub(super) fn file(&self) -> &str {
        &self.name
    }

    fn key(&self) -> [&str; 3] {
        [self.class.as_str(), self.student.as_str(), &self.name]
    }
}

pub(super) fn offset(bytes: usize) -> Result<i64, StoreError> {
    let right = |_| StoreError::Refused(format!("{bytes} bytes are more than is kept"));
    i64::try_from(bytes).map_err(right)
}

/// The work that screens of this process have, each as its writer knows it.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenWork(Arc<Mutex<BTreeMap<WorkName, Extent>>>);

/// How much work there is, in which edition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) bytes: i64,
    pub(super) edition: i64,
}

impl OpenWork {
    /// Takes the work for one writer.
    ///
    /// # Errors
    /// When another has it.
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

    /// How much a student has handed in, as the screen knows it that has the work here.
    pub(super) fn extent(&self, class: &ClassId, student: &UserId) -> Option<Extent> {
        self.change(|open| open.get(&WorkName::hits(class, student)).copied())
    }

    fn change<T>(&self, change: impl FnOnce(&mut BTreeMap<WorkName, Extent>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Work that one writer has, until this is dropped.
#[derive(Debug)]
struct Taken {
    of: OpenWork,
    name: WorkName,
}

impl Taken {
    /// The writer has got so far.
    fn reaches(&self, extent: Extent) {
        self.of.change(|open| open.insert(self.name.clone(), extent));
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.of.change(|open| open.remove(&self.name));
    }
}

/// The work of a student, for one writer.
pub(super) struct DatabaseWork {
    database: Arc<Database>,
    taken: Taken,
    /// As far as this writer knows.
    extent: Extent,
    /// What was appended last, if the database did not say whether it has it.
    in_doubt: Option<String>,
}

impl DatabaseWork {
    /// Opens it, for this process and as far as is known.
    pub(super) fn open(
        database: &Arc<Database>,
        open: &OpenWork,
        (class, student): (&ClassId, &UserId),
    ) -> Result<Self, StoreError> {
        let name = WorkName::hits(class, student);
        let taken = open.take(&name)?;
        let extent = database.ask(async |on| {
            // In this order: what is cut in between is found out by its edition.
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

    /// Puts lines at the end, unless another writer was first. A retry finds them where they were
    /// put before, if only the answer was lost.
    fn put(&self, lines: &str, is_retry: bool) -> Result<(), StoreError> {
        // The edition is looked at once whoever holds the place has let go of it.
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

    /// Takes out all from an offset on, and what may be there without anybody's having been told.
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
            progress_rows::is_behind(on, (&name.class, &name.student), at).await?;
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
        // Another screen may have written since this was opened: what was read goes on.
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

/// Puts other work in the place of what a student has done, which stays under another name.
pub(super) fn replace(
    database: &Database,
    open: &OpenWork,
    (class, student, by): (&ClassId, &UserId, &[u8]),
) -> Result<(), StoreError> {
    let name = WorkName::hits(class, student);
    let _taken = open.take(&name).or_else(|why| reason_first(database, (class, student), why))?;
    database.within(async |on| {
        place_rows::next_edition(on, class, student).await?;
        progress_rows::remove(on, (class, student)).await?;
        let aside = set_aside(on, &name).await?;
        if by.is_empty() {
            return set_earned_aside(on, (class, student), aside.as_deref()).await;
        }
        name.put(on, 0, by).await.map(drop)
    })
}

/// Frees a place.
pub(super) fn free(
    database: &Database,
    open: &OpenWork,
    (class, student, what): (&ClassId, &UserId, Erase),
) -> Result<(), StoreError> {
    let name = WorkName::hits(class, student);
    let _taken = open.take(&name).or_else(|why| reason_first(database, (class, student), why))?;
    database.within(async |on| {
        place_rows::next_edition(on, class, student).await?;
        progress_rows::remove(on, (class, student)).await?;
        match what {
            Erase::Nothing => {
                let aside = set_aside(on, &name).await?;
                set_earned_aside(on, (class, student), aside.as_deref()).await?;
            }
            Erase::Work => {
                let [id, student, _] = name.key();
                let sql = "DELETE FROM work WHERE class = $1 AND student = $2";
                change(on, sql, &[&id, &student]).await?;
                let sql = "DELETE FROM desk WHERE class = $1 AND student = $2";
                change(on, sql, &[&id, &student]).await?;
            }
        }
        place_rows::set_free(on, (class, student)).await?;
        if what == Erase::Work {
            // Who is on no roster leaves not even a name.
            let [id, student, _] = name.key();
            let sql = "DELETE FROM student WHERE class = $1 AND id = $2 AND listed IS NULL";
            change(on, sql, &[&id, &student]).await?;
        }
        Ok(())
    })
}

/// That there is no place is the better reason.
fn reason_first<T>(
    database: &Database,
    (class, student): (&ClassId, &UserId),
    why: StoreError,
) -> Result<T, StoreError> {
    database.ask(async |on| place_rows::edition(on, class, student).await)?;
    Err(why)
}

/// Renames what a student has done: `left-20261127T103000Z.hits`.
async fn set_aside(on: &impl GenericClient, name: &WorkName) -> Result<Option<String>, StoreError> {
    let time = Timestamp::now().strftime("%Y%m%dT%H%M%S").to_string();
    // There are not so many within a second.
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

/// Renames what is known of when points were got, to go with the work: `left-….ndjson`.
async fn set_earned_aside(
    on: &impl GenericClient,
    (class, student): (&ClassId, &UserId),
    work: Option<&str>,
) -> Result<(), StoreError> {
    let Some(work) = work else { return Ok(()) };
    let earned = WorkName::earned(class, student);
    earned.rename(on, &format!("{work}.ndjson")).await.map(drop)
}

/// Notes that a step got points.
pub(super) fn note_earned(
    database: &Database,
    (class, student): (&ClassId, &UserId),
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

/// When steps of a student got points.
pub(super) fn earned(
    database: &Database,
    (class, student): (&ClassId, &UserId),
) -> Result<Vec<Earned>, StoreError> {
    let name = WorkName::earned(class, student);
    database.ask(async |on| {
        place_rows::edition(on, class, student).await?;
        Ok(Earned::read(&name.read(on).await?))
    })
}

/// What a student has done so far.
pub(super) fn read(
    database: &Database,
    (class, student): (&ClassId, &UserId),
) -> Result<Vec<u8>, StoreError> {
    let name = WorkName::hits(class, student);
    database.ask(async |on| {
        place_rows::edition(on, class, student).await?;
        name.read(on).await
    })
}
