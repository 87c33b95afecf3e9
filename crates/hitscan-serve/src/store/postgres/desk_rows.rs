//! The desks of students: a desk is the scenes that a student keeps, one row each.

use std::sync::{Arc, OnceLock};

use deadpool_postgres::GenericClient;
use hitscan::seat::{CrashRecovery, DeskFault, DeskFiles, DeskLimits, LineSink, is_plain};

use super::database::{Database, change, row, rows};
use super::place_rows;
use super::unsaved::{Unsaved, UnsavedWriter};
use super::work_rows::{DatabaseWork, OpenWork};
use crate::class::ClassId;
use crate::place::UserId;
use crate::store::StoreError;

/// The scenes of one student.
#[derive(Debug)]
pub(super) struct DatabaseDesk {
    pub(super) database: Arc<Database>,
    pub(super) open: OpenWork,
    pub(super) class: ClassId,
    pub(super) student: UserId,
    pub(super) limits: DeskLimits,
    pub(super) writer: Arc<UnsavedWriter>,
    /// The unsaved sandboxes, loaded when a session first asks for them.
    pub(super) unsaved: OnceLock<Arc<Unsaved>>,
}

impl DatabaseDesk {
    fn whose(&self) -> [&str; 2] {
        [self.class.as_str(), self.student.as_str()]
    }

    async fn text(
        &self,
        on: &impl GenericClient,
        name: &str,
    ) -> Result<Option<String>, StoreError> {
        let [class, student] = self.whose();
        let sql = "SELECT text FROM desk WHERE class = $1 AND student = $2 AND name = $3";
        let row = row(on, sql, &[&class, &student, &name]).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// Checks the limits for a scene of this size; the inner error is a limit. A scene that does not
    /// grow always fits.
    async fn check_room(
        &self,
        on: &impl GenericClient,
        name: &str,
        bytes: usize,
        old: Option<usize>,
    ) -> Result<Result<(), DeskFault>, StoreError> {
        if old.is_some_and(|old| bytes <= old) {
            return Ok(Ok(()));
        }
        let [class, student] = self.whose();
        let sql = "SELECT count(*), coalesce(sum(octet_length(text)), 0)::bigint FROM desk \
                   WHERE class = $1 AND student = $2 AND name <> $3";
        let others = row(on, sql, &[&class, &student, &name]).await?;
        let (count, held): (i64, i64) = match others {
            Some(row) => (row.try_get(0)?, row.try_get(1)?),
            None => (0, 0),
        };
        let DeskLimits { files, bytes: most } = self.limits;
        if usize::try_from(count).unwrap_or(usize::MAX) >= files {
            return Ok(Err(DeskFault::Refused(format!(
                "there are {files} files here, and no room for another; save over one of them"
            ))));
        }
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        if u64::try_from(held).unwrap_or(u64::MAX).saturating_add(bytes) > most {
            return Ok(Err(DeskFault::Refused(format!(
                "your files may have {most} bytes in all; save a smaller scene over one of them"
            ))));
        }
        Ok(Ok(()))
    }

    async fn write_in(
        &self,
        on: &impl GenericClient,
        name: &str,
        text: &str,
        expected: Option<&str>,
    ) -> Result<Result<(), DeskFault>, StoreError> {
        let [class, student] = self.whose();
        // The row lock serializes writes, since the limit is for all scenes of a student together.
        let sql = "SELECT id FROM student WHERE class = $1 AND id = $2 FOR NO KEY UPDATE";
        row(on, sql, &[&class, &student]).await?;
        let old = self.text(on, name).await?;
        if old.as_deref() != expected {
            return Ok(Err(DeskFault::Conflict));
        }
        let fits = self.check_room(on, name, text.len(), old.map(|old| old.len())).await?;
        if fits.is_err() {
            return Ok(fits);
        }
        let sql = "INSERT INTO desk (class, student, name, text) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (class, student, name) \
                   DO UPDATE SET text = EXCLUDED.text, written = now()";
        change(on, sql, &[&class, &student, &name, &text]).await?;
        Ok(Ok(()))
    }
}

/// Checks that a name is plain.
fn checked(name: &str) -> Result<&str, DeskFault> {
    let right = "here a file has a plain name, such as mine.toml";
    if is_plain(name) { Ok(name) } else { Err(DeskFault::Refused(right.to_owned())) }
}

impl DeskFiles for DatabaseDesk {
    fn list(&self) -> Result<Vec<String>, DeskFault> {
        let [class, student] = self.whose();
        let sql = "SELECT name FROM desk WHERE class = $1 AND student = $2 \
                   ORDER BY name COLLATE \"C\"";
        let names = self.database.ask(async |on| {
            let rows = rows(on, sql, &[&class, &student]).await?;
            Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<Vec<String>, _>>()?)
        });
        let mut names = names.map_err(|why| why.for_student())?;
        names.retain(|name| is_plain(name));
        Ok(names)
    }

    fn read(&self, name: &str) -> Result<Option<String>, DeskFault> {
        let name = checked(name)?;
        let text = self.database.ask(async |on| self.text(on, name).await);
        text.map_err(|why| why.for_student())
    }

    fn write(&self, name: &str, text: &str, expected: Option<&str>) -> Result<(), DeskFault> {
        let name = checked(name)?;
        let written = self.database.within(async |on| {
            place_rows::edition(on, &self.class, &self.student).await?;
            self.write_in(on, name, text, expected).await
        });
        written.map_err(|why| why.for_student())?
    }

    fn recovery(&self) -> Option<CrashRecovery> {
        if self.unsaved.get().is_none() {
            // If the database does not answer, crash recovery is off for this session.
            let unsaved = self.writer.unsaved_of(&self.class, &self.student).ok()?;
            let _ = self.unsaved.set(unsaved);
        }
        self.unsaved.get().map(|unsaved| self.writer.recovery(unsaved))
    }

    fn lines(&self, name: &str) -> Result<Box<dyn LineSink>, DeskFault> {
        if name.strip_suffix(".hits") != Some(self.student.as_str()) {
            return Err(DeskFault::Refused("work is kept in a file such as anna.hits".to_owned()));
        }
        let work = DatabaseWork::open(&self.database, &self.open, &self.class, &self.student);
        work.map(|work| Box::new(work) as Box<dyn LineSink>).map_err(|why| why.for_student())
    }
}
