//! The progress of students, one row per step. It is derived from their work and lags behind it by
//! a moment; `work_bytes` says how much work a row takes into account.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::SystemTime;

use deadpool_postgres::GenericClient;
use hitscan_core::scene::printable;
use serde_json::{Value, json};
use tokio_postgres::Row;

use super::batch_writer::BatchWriter;
use super::database::{Database, change, from_database, rows};
use crate::class::ClassId;
use crate::place::{StudentOf, UserId};
use crate::reached::{Amounts, KeptSteps, ReachedStep};
use crate::store::StoreError;

/// Progress of one student that is to be written.
#[derive(Clone, Debug)]
pub(super) struct StepsToWrite {
    pub(super) steps: Vec<ReachedStep>,
    /// Whether `steps` is complete, so that all other rows of the student are deleted.
    pub(super) is_whole: bool,
    /// The length of the work that it was derived from. Without an edition it is valid only for
    /// work of exactly this length.
    pub(super) work_bytes: i64,
    pub(super) edition: Option<i64>,
}

impl StepsToWrite {
    /// Merges this with later progress of the same student.
    fn then(mut self, later: Self) -> Self {
        // An open session (with an edition) knows better than a reader of its work.
        if later.edition.is_none() && self.edition.is_some() {
            return self;
        }
        if later.is_whole {
            return later;
        }
        for step in later.steps {
            let is_same = |it: &&mut ReachedStep| it.lesson == step.lesson && it.step == step.step;
            match self.steps.iter_mut().find(is_same) {
                Some(before) => *before = step,
                None => self.steps.push(step),
            }
        }
        Self { steps: self.steps, is_whole: self.is_whole, ..later }
    }
}

/// A student, as a row of a JSON parameter.
fn student_row((class, student): &StudentOf, progress: &StepsToWrite) -> Value {
    let StepsToWrite { is_whole, work_bytes, edition, .. } = progress;
    json!({
        "class": class.as_str(),
        "student": student.as_str(),
        "edition": edition,
        "is_whole": is_whole,
        "work_bytes": work_bytes,
    })
}

/// A step, as a row of a JSON parameter.
fn step_row((class, student): &StudentOf, step: &ReachedStep, work_bytes: i64) -> Value {
    let Amounts { points, most, is_settled, changes, hints, is_open } = step.amounts;
    json!({
        "class": class.as_str(),
        "student": student.as_str(),
        "lesson": step.lesson,
        "step": step.step,
        "points": whole(points),
        "most": whole(most),
        "state": if is_settled { "done" } else { "begun" },
        "changes": whole(changes),
        "hints": whole(hints),
        "is_open": is_open,
        "work_bytes": work_bytes,
    })
}

/// A number as an SQL integer, capped at its maximum.
fn whole(number: impl TryInto<i32>) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

/// Writes progress in batches.
pub(super) fn writer(database: &Arc<Database>) -> Result<BatchWriter<StepsToWrite>, StoreError> {
    let database = Arc::clone(database);
    // A failed batch is retried: progress can be derived again, but nothing would trigger that.
    BatchWriter::new("progress", StepsToWrite::then, move |all| {
        database.within_aside(async |on| write(on, all).await)
    })
}

/// Rows as one JSON parameter, for `jsonb_to_recordset`.
fn parameter(rows: impl Iterator<Item = Value>) -> String {
    Value::Array(rows.collect()).to_string()
}

/// Writes progress, except for students whose work was replaced in the meantime.
async fn write(
    on: &impl GenericClient,
    all: &BTreeMap<StudentOf, StepsToWrite>,
) -> Result<(), StoreError> {
    let right = still_right(on, all).await?;
    let is_right =
        |(class, student): &StudentOf| right.contains(&(class.to_string(), student.to_string()));
    let of_right = || all.iter().filter(|(of, _)| is_right(of));
    let students = parameter(of_right().map(|(of, it)| student_row(of, it)));
    let steps =
        parameter(of_right().flat_map(|(of, it)| {
            it.steps.iter().map(move |step| step_row(of, step, it.work_bytes))
        }));
    let sql = "DELETE FROM progress USING jsonb_to_recordset($1::text::jsonb) \
               AS told (class text, student text, is_whole boolean) \
               WHERE told.is_whole AND progress.class = told.class \
               AND progress.student = told.student AND NOT EXISTS (SELECT FROM \
               jsonb_to_recordset($2::text::jsonb) AS step (class text, student text, lesson text, \
               step text) WHERE step.class = progress.class AND step.student = progress.student \
               AND step.lesson = progress.lesson AND step.step = progress.step)";
    change(on, sql, &[&students, &steps]).await?;
    let sql = "INSERT INTO progress AS before (class, student, lesson, step, points, most, state, \
               changes, hints, is_open, work_bytes) SELECT * FROM \
               jsonb_to_recordset($1::text::jsonb) AS told (class text, student text, lesson text, \
               step text, points int, most int, state text, changes int, hints int, \
               is_open boolean, work_bytes bigint) \
               ON CONFLICT (class, student, lesson, step) DO UPDATE SET \
               points = EXCLUDED.points, most = EXCLUDED.most, state = EXCLUDED.state, \
               changes = EXCLUDED.changes, hints = EXCLUDED.hints, is_open = EXCLUDED.is_open, \
               work_bytes = EXCLUDED.work_bytes, changed = CASE \
               WHEN (before.points, before.state, before.changes, before.hints) = \
               (EXCLUDED.points, EXCLUDED.state, EXCLUDED.changes, EXCLUDED.hints) \
               THEN before.changed ELSE now() END \
               WHERE (before.points, before.most, before.state, before.changes, before.hints, \
               before.is_open, before.work_bytes) <> (EXCLUDED.points, EXCLUDED.most, \
               EXCLUDED.state, EXCLUDED.changes, EXCLUDED.hints, EXCLUDED.is_open, \
               EXCLUDED.work_bytes)";
    change(on, sql, &[&steps]).await?;
    Ok(())
}

/// The students whose progress is still valid. Locks their rows, so that their work cannot be
/// replaced before the transaction ends.
async fn still_right(
    on: &impl GenericClient,
    all: &BTreeMap<StudentOf, StepsToWrite>,
) -> Result<BTreeSet<(String, String)>, StoreError> {
    let sql = "SELECT told.class, told.student FROM jsonb_to_recordset($1::text::jsonb) \
               AS told (class text, student text, edition bigint, work_bytes bigint) \
               JOIN student ON student.class = told.class AND student.id = told.student \
               WHERE told.edition = student.edition OR (told.edition IS NULL AND \
               told.work_bytes = (SELECT coalesce(max(at + length(bytes)), 0) FROM work \
               WHERE work.class = told.class AND work.student = told.student \
               AND name = told.student || '.hits')) \
               ORDER BY told.class, told.student FOR SHARE OF student";
    let found =
        rows(on, sql, &[&parameter(all.iter().map(|(of, it)| student_row(of, it)))]).await?;
    found.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}

/// The progress of the students of a class, without those whose rows are out of date.
pub(super) async fn all(
    on: &impl GenericClient,
    id: &ClassId,
) -> Result<BTreeMap<UserId, KeptSteps>, StoreError> {
    let sql = "WITH known AS (SELECT student FROM progress WHERE class = $1 GROUP BY student \
               HAVING max(work_bytes) = (SELECT at + length(bytes) FROM work \
               WHERE work.class = $1 AND work.student = progress.student \
               AND name = progress.student || '.hits' ORDER BY at DESC LIMIT 1)) \
               SELECT student, lesson, step, points, most, state = 'done', changes, hints, \
               is_open, changed FROM progress JOIN known USING (student) WHERE class = $1";
    let mut all = BTreeMap::<UserId, KeptSteps>::new();
    for row in rows(on, sql, &[&id.as_str()]).await? {
        let student: &str = row.try_get(0)?;
        let parsed = student.parse::<UserId>();
        let student = parsed.map_err(|why| {
            StoreError::Faulty(format!("{id}: student {}: {why}", printable(student)))
        })?;
        let changed = from_database(row.try_get::<_, SystemTime>(9)?)?;
        let kept = all.entry(student);
        let kept = kept.or_insert_with(|| KeptSteps { steps: Vec::new(), changed });
        kept.changed = kept.changed.max(changed);
        kept.steps.push(read(&row)?);
    }
    Ok(all)
}

fn read(row: &Row) -> Result<ReachedStep, StoreError> {
    let number = |at: usize| -> Result<u32, StoreError> {
        Ok(u32::try_from(row.try_get::<_, i32>(at)?).unwrap_or_default())
    };
    Ok(ReachedStep {
        lesson: row.try_get(1)?,
        step: row.try_get(2)?,
        amounts: Amounts {
            points: number(3)?,
            most: number(4)?,
            is_settled: row.try_get(5)?,
            changes: number(6)?,
            hints: usize::try_from(number(7)?).unwrap_or_default(),
            is_open: row.try_get(8)?,
        },
    })
}

/// Marks progress as out of date after work was truncated at this offset.
pub(super) async fn is_behind(
    on: &impl GenericClient,
    class: &ClassId,
    student: &UserId,
    at: i64,
) -> Result<(), StoreError> {
    let sql = "UPDATE progress SET work_bytes = 0 \
               WHERE class = $1 AND student = $2 AND work_bytes > $3";
    change(on, sql, &[&class.as_str(), &student.as_str(), &at]).await.map(drop)
}

/// Deletes progress after work was replaced.
pub(super) async fn remove(
    on: &impl GenericClient,
    class: &ClassId,
    student: &UserId,
) -> Result<(), StoreError> {
    let sql = "DELETE FROM progress WHERE class = $1 AND student = $2";
    change(on, sql, &[&class.as_str(), &student.as_str()]).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(steps: &[(&str, u32)], is_whole: bool, edition: Option<i64>) -> StepsToWrite {
        let steps = steps.iter().map(|&(step, points)| {
            let (most, is_settled, changes, hints, is_open) = (2, true, 0, 0, false);
            let amounts = Amounts { points, most, is_settled, changes, hints, is_open };
            ReachedStep { lesson: "inside".to_owned(), step: step.to_owned(), amounts }
        });
        StepsToWrite { steps: steps.collect(), is_whole, work_bytes: 7, edition }
    }

    fn told(progress: &StepsToWrite) -> (Vec<(&str, u32)>, bool) {
        let steps = progress.steps.iter().map(|it| (it.step.as_str(), it.amounts.points));
        (steps.collect(), progress.is_whole)
    }

    #[test]
    fn what_waits_is_added_to_and_a_screen_knows_better_than_who_reads_its_work() {
        let begun = || progress(&[("truth", 1), ("edges", 0)], true, Some(1));
        let later = progress(&[("edges", 2), ("hide", 0)], false, Some(1));
        let both = begun().then(later);
        assert_eq!(told(&both), (vec![("truth", 1), ("edges", 2), ("hide", 0)], true));
        let anew = progress(&[("hide", 0)], true, Some(2));
        assert_eq!(told(&both.then(anew)), (vec![("hide", 0)], true));
        let read = || progress(&[("truth", 1)], true, None);
        assert_eq!(told(&begun().then(read())), told(&begun()));
        assert_eq!(told(&read().then(begun())), told(&begun()));
    }
}
