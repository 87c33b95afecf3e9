//! The table of places: one row each, free or claimed, on the roster or not.
//!
//! A free place that is no longer on the roster keeps its row while the student has files. It then
//! does not count as a place.

use std::collections::BTreeMap;
use std::time::SystemTime;

use deadpool_postgres::GenericClient;
use hitscan_core::scene::printable;
use tokio_postgres::Row;

use super::class_rows::{self, parsed_hash};
use super::database::{change, from_database, row, rows, to_database};
use crate::class::{ClassId, RosterRule};
use crate::code::CodeHash;
use crate::key::LoginKey;
use crate::place::{Claim, Claimed, Listed, Place, UserId};
use crate::store::{StoreError, is_new_key};

/// Selects the rows that are places.
macro_rules! places {
    ($columns:literal, $rest:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM student WHERE class = $1 AND (listed IS NOT NULL OR claimed IS NOT NULL) ",
            $rest
        )
    };
}

/// The places of a class, those on the roster first.
pub(super) async fn all(on: &impl GenericClient, id: &ClassId) -> Result<Vec<Place>, StoreError> {
    class_rows::known(on, id).await?;
    let sql = places!("id, seed, claimed, code_hash", "ORDER BY listed, id COLLATE \"C\"");
    let students = rows(on, sql, &[&id.as_str()]).await?;
    let sql = "SELECT student, key FROM student_key WHERE class = $1 ORDER BY added, fingerprint";
    let mut keys = BTreeMap::<String, Vec<LoginKey>>::new();
    for row in rows(on, sql, &[&id.as_str()]).await? {
        let student: String = row.try_get(0)?;
        let key = parsed_key(row.try_get(1)?, &student)?;
        keys.entry(student).or_default().push(key);
    }
    let places = students.iter().map(|row| {
        let mut place = read(row)?;
        place.keys = keys.remove(place.student.as_str()).unwrap_or_default();
        Ok(place)
    });
    places.collect()
}

/// The place of a student.
pub(super) async fn one(
    on: &impl GenericClient,
    id: &ClassId,
    student: &UserId,
) -> Result<Option<Place>, StoreError> {
    let sql = places!("id, seed, claimed, code_hash", "AND id = $2");
    let Some(row) = row(on, sql, &[&id.as_str(), &student.as_str()]).await? else {
        class_rows::known(on, id).await?;
        return Ok(None);
    };
    let mut place = read(&row)?;
    let sql = "SELECT key FROM student_key WHERE class = $1 AND student = $2 \
               ORDER BY added, fingerprint";
    for row in rows(on, sql, &[&id.as_str(), &student.as_str()]).await? {
        place.keys.push(parsed_key(row.try_get(0)?, student.as_str())?);
    }
    Ok(Some(place))
}

fn read(row: &Row) -> Result<Place, StoreError> {
    let (id, seed): (&str, &str) = (row.try_get(0)?, row.try_get(1)?);
    let shown = printable(id);
    let parsed = |text: &str| {
        text.parse::<UserId>().map_err(|why| {
            StoreError::Faulty(format!("student {shown}: {}: {why}", printable(text)))
        })
    };
    let (student, seed) = (parsed(id)?, parsed(seed)?.to_string());
    let mut place = Place::free(student, seed);
    place.claimed = row.try_get::<_, Option<SystemTime>>(2)?.map(from_database).transpose()?;
    place.code = row.try_get::<_, Option<&str>>(3)?.map(|it| parsed_hash(it, id)).transpose()?;
    Ok(place)
}

fn parsed_key(key: &str, student: &str) -> Result<LoginKey, StoreError> {
    let student = printable(student);
    key.parse().map_err(|why| StoreError::Faulty(format!("a key of {student}: {why}")))
}

/// The edition of a student's work.
///
/// # Errors
/// When the student has no place, or there is no such class.
pub(super) async fn edition(
    on: &impl GenericClient,
    id: &ClassId,
    student: &UserId,
) -> Result<i64, StoreError> {
    let sql = places!("edition", "AND id = $2");
    match row(on, sql, &[&id.as_str(), &student.as_str()]).await? {
        Some(row) => Ok(row.try_get(0)?),
        None => Err(no_place(on, id, student).await),
    }
}

/// The error for a missing place or class.
async fn no_place(on: &impl GenericClient, id: &ClassId, student: &UserId) -> StoreError {
    let none = StoreError::NoPlace { class: id.clone(), student: student.clone() };
    class_rows::known(on, id).await.map_or_else(|why| why, |_| none)
}

/// Locks the row of a place until the transaction ends, and starts a new edition of its work: the
/// next write by an old writer fails with a conflict.
pub(super) async fn next_edition(
    on: &impl GenericClient,
    id: &ClassId,
    student: &UserId,
) -> Result<i64, StoreError> {
    let sql = "UPDATE student SET edition = edition + 1 WHERE class = $1 AND id = $2 \
               AND (listed IS NOT NULL OR claimed IS NOT NULL) RETURNING edition";
    match row(on, sql, &[&id.as_str(), &student.as_str()]).await? {
        Some(row) => Ok(row.try_get(0)?),
        None => Err(no_place(on, id, student).await),
    }
}

/// Replaces the roster of a class.
pub(super) async fn set_roster(
    on: &impl GenericClient,
    id: &ClassId,
    roster: &[Listed],
) -> Result<(), StoreError> {
    class_rows::hold(on, id).await?;
    let sql = "UPDATE student SET listed = NULL, listed_seed = NULL WHERE class = $1";
    change(on, sql, &[&id.as_str()]).await?;
    let ids: Vec<_> = roster.iter().map(|listed| listed.id.as_str()).collect();
    let seeds: Vec<_> = roster.iter().map(|listed| listed.seed.as_str()).collect();
    let sql = "INSERT INTO student AS before (class, id, seed, listed, listed_seed) \
               SELECT $1, id, seed, number, seed \
               FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS new (id, seed, number) \
               ON CONFLICT (class, id) DO UPDATE SET listed = EXCLUDED.listed, \
               listed_seed = EXCLUDED.listed_seed, seed = CASE WHEN before.claimed IS NULL \
               THEN EXCLUDED.seed ELSE before.seed END";
    change(on, sql, &[&id.as_str(), &ids, &seeds]).await?;
    let sql = "DELETE FROM student WHERE class = $1 AND listed IS NULL AND claimed IS NULL \
               AND NOT EXISTS (SELECT FROM work WHERE class = $1 AND student = id) \
               AND NOT EXISTS (SELECT FROM desk WHERE class = $1 AND student = id)";
    change(on, sql, &[&id.as_str()]).await?;
    Ok(())
}

/// Claims a free place, or makes one if the roster is open.
pub(super) async fn claim(
    on: &impl GenericClient,
    id: &ClassId,
    student: &UserId,
    by: &Claim,
) -> Result<Claimed, StoreError> {
    let class = class_rows::known(on, id).await?;
    let sql = "SELECT claimed IS NOT NULL, listed IS NOT NULL FROM student \
               WHERE class = $1 AND id = $2 FOR UPDATE";
    let there = row(on, sql, &[&id.as_str(), &student.as_str()]).await?;
    let there = there.map(|row| Ok::<_, StoreError>((row.try_get(0)?, row.try_get(1)?)));
    match (there.transpose()?, class.roster) {
        (Some((true, _)), _) => return Ok(Claimed::Taken),
        (Some((false, true)), _) => {}
        (_, RosterRule::Closed) => return Ok(Claimed::NoSuchPlace),
        (_, RosterRule::Open) => {
            // Lock the class, so that concurrent claims count each other.
            class_rows::hold(on, id).await?;
            let places = row(on, places!("count(*)", ""), &[&id.as_str()]).await?;
            let places: i64 = places.map_or(Ok(0), |row| row.try_get(0))?;
            if places >= i64::from(class.most_students) {
                return Ok(Claimed::Full);
            }
            let sql = "INSERT INTO student (class, id, seed) VALUES ($1, $2, $2) \
                       ON CONFLICT DO NOTHING";
            change(on, sql, &[&id.as_str(), &student.as_str()]).await?;
        }
    }
    let sql = "UPDATE student SET claimed = date_trunc('second', now()) \
               WHERE class = $1 AND id = $2 AND claimed IS NULL";
    if change(on, sql, &[&id.as_str(), &student.as_str()]).await? == 0 {
        return Ok(Claimed::Taken);
    }
    match by {
        Claim::Key(key) => insert_key(on, id, student, key).await?,
        Claim::Code(code) => drop(set_code(on, id, student, code).await?),
    }
    let sql = "UPDATE class SET was_used = true WHERE id = $1 AND NOT was_used";
    change(on, sql, &[&id.as_str()]).await?;
    Ok(Claimed::Yes)
}

/// Adds a key to a claimed place.
pub(super) async fn add_key(
    on: &impl GenericClient,
    id: &ClassId,
    student: &UserId,
    key: &LoginKey,
) -> Result<(), StoreError> {
    let sql = "SELECT id FROM student WHERE class = $1 AND id = $2 AND claimed IS NOT NULL \
               FOR UPDATE";
    if row(on, sql, &[&id.as_str(), &student.as_str()]).await?.is_none() {
        return Err(no_place(on, id, student).await);
    }
    let place = one(on, id, student).await?;
    let place = place.ok_or(StoreError::Conflict)?;
    if !is_new_key(&place, key)? {
        return Ok(());
    }
    insert_key(on, id, student, key).await
}

pub(super) async fn insert_key(
    on: &impl GenericClient,
    id: &ClassId,
    student: &UserId,
    key: &LoginKey,
) -> Result<(), StoreError> {
    // Use the clock, not the time of the transaction, to keep the order of keys added in one
    // transaction.
    let sql = "INSERT INTO student_key (class, student, fingerprint, key, added) \
               VALUES ($1, $2, $3, $4, clock_timestamp()) ON CONFLICT DO NOTHING";
    let (fingerprint, key) = (key.fingerprint(), key.to_string());
    change(on, sql, &[&id.as_str(), &student.as_str(), &fingerprint, &key]).await?;
    Ok(())
}

/// Replaces the code of a claimed place. False if it is not claimed.
pub(super) async fn set_code(
    on: &impl GenericClient,
    id: &ClassId,
    student: &UserId,
    code: &CodeHash,
) -> Result<bool, StoreError> {
    let sql = "UPDATE student SET code_hash = $3 \
               WHERE class = $1 AND id = $2 AND claimed IS NOT NULL";
    let code = code.to_string();
    Ok(change(on, sql, &[&id.as_str(), &student.as_str(), &code]).await? > 0)
}

/// The same, but with an error if the place is not claimed.
pub(super) async fn set_own_code(
    on: &impl GenericClient,
    id: &ClassId,
    student: &UserId,
    code: &CodeHash,
) -> Result<(), StoreError> {
    if set_code(on, id, student, code).await? {
        return Ok(());
    }
    Err(no_place(on, id, student).await)
}

/// Removes the keys, the code and the claim of a place, and resets its seed to that of the roster.
pub(super) async fn set_free(
    on: &impl GenericClient,
    id: &ClassId,
    student: &UserId,
) -> Result<(), StoreError> {
    let whose: [&(dyn tokio_postgres::types::ToSql + Sync); 2] = [&id.as_str(), &student.as_str()];
    change(on, "DELETE FROM student_key WHERE class = $1 AND student = $2", &whose).await?;
    let sql = "UPDATE student SET claimed = NULL, code_hash = NULL, \
               seed = coalesce(listed_seed, id) WHERE class = $1 AND id = $2";
    change(on, sql, &whose).await?;
    Ok(())
}

/// Makes the row of a student from another store, with or without a place.
pub(super) async fn restore(
    on: &impl GenericClient,
    id: &ClassId,
    student: &UserId,
    taken: Option<&Place>,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO student (class, id, seed) VALUES ($1, $2, $2) ON CONFLICT DO NOTHING";
    change(on, sql, &[&id.as_str(), &student.as_str()]).await?;
    let Some(Place { seed, claimed, keys, code, .. }) = taken else { return Ok(()) };
    let claimed = claimed.map(to_database).transpose()?;
    let code = code.as_ref().map(ToString::to_string);
    let sql = "UPDATE student SET seed = $3, claimed = $4, code_hash = $5 \
               WHERE class = $1 AND id = $2";
    change(on, sql, &[&id.as_str(), &student.as_str(), seed, &claimed, &code]).await?;
    for key in keys {
        insert_key(on, id, student, key).await?;
    }
    Ok(())
}
