//! The tables of classes and of their packs.

use deadpool_postgres::GenericClient;
use hitscan_core::scene::printable;
use tokio_postgres::Row;

use super::database::{change, from_database, row, rows, to_database};
use crate::class::{Class, ClassId, ClassState, PackVersion, RosterRule};
use crate::code::CodeHash;
use crate::store::StoreError;

/// Selects the columns of a record, in the order in which they are read.
macro_rules! select_class {
    ($rest:literal) => {
        concat!(
            "SELECT id, title, pack, languages, state, lessons, due, most_students, roster ",
            "FROM class ",
            $rest
        )
    };
}

pub(super) async fn all(on: &impl GenericClient) -> Result<Vec<Class>, StoreError> {
    let rows = rows(on, select_class!("ORDER BY id COLLATE \"C\""), &[]).await?;
    rows.iter().map(read).collect()
}

pub(super) async fn one(
    on: &impl GenericClient,
    id: &ClassId,
) -> Result<Option<Class>, StoreError> {
    let row = row(on, select_class!("WHERE id = $1"), &[&id.as_str()]).await?;
    row.as_ref().map(read).transpose()
}

/// The class, or an error if there is none.
pub(super) async fn known(on: &impl GenericClient, id: &ClassId) -> Result<Class, StoreError> {
    one(on, id).await?.ok_or_else(|| StoreError::NoClass(id.clone()))
}

fn read(row: &Row) -> Result<Class, StoreError> {
    let (id, title): (&str, &str) = (row.try_get(0)?, row.try_get(1)?);
    let faulty = |column: &str, found: &str, right: &str| {
        let (id, found) = (printable(id), printable(found));
        StoreError::Faulty(format!("class {id}: {column} {found:?}: {right}"))
    };
    let class_id = id.parse::<ClassId>();
    let class_id = class_id.map_err(|why| faulty("id", id, why))?;
    let mut class = Class::new(class_id, printable(title));
    let pack: &str = row.try_get(2)?;
    class.pack = pack.parse().map_err(|_| faulty("pack", pack, "built-in, pack or pack-2"))?;
    class.languages = cleaned(&row.try_get::<_, Vec<String>>(3)?);
    let state: &str = row.try_get(4)?;
    let known = ClassState::ALL.into_iter().find(|it| it.token() == state);
    class.state = known.ok_or_else(|| faulty("state", state, "open, paused or closed"))?;
    class.lessons = row.try_get::<_, Option<Vec<String>>>(5)?.map(|it| cleaned(&it));
    class.due = row.try_get::<_, Option<_>>(6)?.map(from_database).transpose()?;
    let most: i32 = row.try_get(7)?;
    let right = "a number of places, from 0";
    class.most_students =
        u32::try_from(most).map_err(|_| faulty("most_students", &most.to_string(), right))?;
    let roster: &str = row.try_get(8)?;
    let known = RosterRule::ALL.into_iter().find(|it| it.token() == roster);
    class.roster = known.ok_or_else(|| faulty("roster", roster, "open or closed"))?;
    Ok(class)
}

/// Removes control characters, in case the rows were edited by hand.
fn cleaned(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| printable(text)).collect()
}

/// The code of a class; none if there is no such class.
pub(super) async fn code(
    on: &impl GenericClient,
    id: &ClassId,
) -> Result<Option<CodeHash>, StoreError> {
    let row = row(on, "SELECT code_hash FROM class WHERE id = $1", &[&id.as_str()]).await?;
    let Some(row) = row else { return Ok(None) };
    let hash: Option<&str> = row.try_get(0)?;
    hash.map(|hash| parsed_hash(hash, id.as_str())).transpose()
}

/// Parses the hash of a code.
pub(super) fn parsed_hash(hash: &str, whose: &str) -> Result<CodeHash, StoreError> {
    hash.parse().map_err(|why| StoreError::Faulty(format!("code_hash of {whose}: {why}")))
}

/// Makes a class. False if there is one with this ID.
pub(super) async fn make(
    on: &impl GenericClient,
    class: &Class,
    code: &CodeHash,
) -> Result<bool, StoreError> {
    let made = change(
        on,
        "INSERT INTO class (id, title, pack, pack_hash, code_hash) VALUES ($1, '', '', '', $2) \
         ON CONFLICT DO NOTHING",
        &[&class.id.as_str(), &code.to_string()],
    )
    .await?;
    Ok(made > 0 && replace(on, class).await?)
}

/// Replaces the record of a class.
pub(super) async fn replace(on: &impl GenericClient, class: &Class) -> Result<bool, StoreError> {
    let number = match class.pack {
        PackVersion::BuiltIn => 0,
        PackVersion::Put(number) => whole(number)?,
    };
    let due = class.due.map(to_database).transpose()?;
    let changed = change(
        on,
        "UPDATE class SET title = $2, pack = $3, languages = $4, state = $5, lessons = $6, \
         due = $7, most_students = $8, roster = $9, pack_hash = coalesce((SELECT hash FROM \
         class_pack WHERE class = $1 AND number = $10), '') WHERE id = $1",
        &[
            &class.id.as_str(),
            &class.title,
            &class.pack.to_string(),
            &class.languages,
            &class.state.token(),
            &class.lessons,
            &due,
            &whole(class.most_students)?,
            &class.roster.token(),
            &number,
        ],
    )
    .await?;
    Ok(changed > 0)
}

/// Removes a class and its places, if none was ever claimed.
pub(super) async fn remove(on: &impl GenericClient, id: &ClassId) -> Result<(), StoreError> {
    let sql = "SELECT was_used FROM class WHERE id = $1 FOR UPDATE";
    let used = row(on, sql, &[&id.as_str()]).await?;
    let used = used.ok_or_else(|| StoreError::NoClass(id.clone()))?;
    if used.try_get(0)? {
        return Err(StoreError::Refused(format!("{id}: students have had places in it")));
    }
    change(on, "DELETE FROM student WHERE class = $1", &[&id.as_str()]).await?;
    change(on, "DELETE FROM class WHERE id = $1", &[&id.as_str()]).await?;
    Ok(())
}

/// Locks the row of a class until the transaction ends, to serialize changes.
pub(super) async fn hold(on: &impl GenericClient, id: &ClassId) -> Result<(), StoreError> {
    let held = row(on, "SELECT id FROM class WHERE id = $1 FOR UPDATE", &[&id.as_str()]).await?;
    held.map(drop).ok_or_else(|| StoreError::NoClass(id.clone()))
}

/// Adds a pack to those of a class.
pub(super) async fn put_pack(
    on: &impl GenericClient,
    id: &ClassId,
    number: Option<u32>,
    hash: &str,
    archive: &[u8],
) -> Result<PackVersion, StoreError> {
    hold(on, id).await?;
    let kept = "INSERT INTO pack (hash, tar) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    change(on, kept, &[&hash, &archive]).await?;
    let sql = "INSERT INTO class_pack (class, number, hash) SELECT $1, coalesce($2, (SELECT \
               coalesce(max(number), 0) + 1 FROM class_pack WHERE class = $1)), $3 \
               RETURNING number";
    let number = number.map(whole).transpose()?;
    let next = row(on, sql, &[&id.as_str(), &number, &hash]).await?;
    let next = next.ok_or(StoreError::Conflict)?;
    Ok(PackVersion::Put(u32::try_from(next.try_get::<_, i32>(0)?).unwrap_or(u32::MAX)))
}

/// The hash of a pack of a class.
pub(super) async fn pack_hash(
    on: &impl GenericClient,
    id: &ClassId,
    number: u32,
) -> Result<String, StoreError> {
    let sql = "SELECT hash FROM class_pack WHERE class = $1 AND number = $2";
    let row = row(on, sql, &[&id.as_str(), &whole(number)?]).await?;
    let version = PackVersion::Put(number);
    let none = || StoreError::Faulty(format!("{id}: there is no {version} in the database"));
    Ok(row.ok_or_else(none)?.try_get(0)?)
}

/// The packs of a class: the number and the archive of each.
pub(super) async fn packs(
    on: &impl GenericClient,
    id: &ClassId,
) -> Result<Vec<(u32, Vec<u8>)>, StoreError> {
    let sql = "SELECT number, tar FROM class_pack JOIN pack USING (hash) WHERE class = $1 \
               ORDER BY number";
    let rows = rows(on, sql, &[&id.as_str()]).await?;
    let packs = rows.iter().map(|row| {
        let number: i32 = row.try_get(0)?;
        Ok((u32::try_from(number).unwrap_or_default(), row.try_get(1)?))
    });
    packs.collect()
}

/// The archive of a pack.
pub(super) async fn archive(on: &impl GenericClient, hash: &str) -> Result<Vec<u8>, StoreError> {
    let row = row(on, "SELECT tar FROM pack WHERE hash = $1", &[&hash]).await?;
    let none =
        || StoreError::Faulty(format!("there is no pack {} in the database", printable(hash)));
    Ok(row.ok_or_else(none)?.try_get(0)?)
}

/// Converts a number to the database's type.
fn whole(number: u32) -> Result<i32, StoreError> {
    let right = |_| StoreError::Refused(format!("{number}: at most {} is kept", i32::MAX));
    i32::try_from(number).map_err(right)
}
