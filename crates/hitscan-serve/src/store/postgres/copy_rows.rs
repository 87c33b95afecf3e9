//! Copying classes out of the database and into it.

use deadpool_postgres::GenericClient;
use hitscan::seat::is_plain;
use hitscan_core::scene::printable;

use super::database::{change, rows};
use super::work_rows::WorkName;
use super::{class_rows, place_rows};
use crate::class::ClassId;
use crate::code::CodeHash;
use crate::pack::PackFiles;
use crate::place::{Listed, Place, UserId};
use crate::store::{FilesOfStudents, KeptClass, KeptFile, StoreError};

/// A class without its students' files.
pub(super) async fn kept(on: &impl GenericClient, id: &ClassId) -> Result<KeptClass, StoreError> {
    let class = class_rows::known(on, id).await?;
    let code = class_rows::code(on, id).await?.unwrap_or(CodeHash::OF_NOTHING);
    let sql = "SELECT id, coalesce(listed_seed, id) FROM student \
               WHERE class = $1 AND listed IS NOT NULL ORDER BY listed";
    let roster = rows(on, sql, &[&id.as_str()]).await?;
    let listed = |row: &tokio_postgres::Row| {
        Ok::<_, StoreError>(Listed { id: row.try_get(0)?, seed: row.try_get(1)? })
    };
    let roster = roster.iter().map(listed).collect::<Result<_, _>>()?;
    let mut taken = place_rows::all(on, id).await?;
    taken.retain(Place::is_taken);
    let packs = class_rows::packs(on, id).await?;
    let unpacked = packs.iter().map(|(number, archive)| {
        let files = PackFiles::from_tar(archive.as_slice()).map_err(StoreError::Faulty)?;
        Ok::<_, StoreError>((*number, files))
    });
    let packs = unpacked.collect::<Result<_, _>>()?;
    let sql = "SELECT student FROM (SELECT student FROM work WHERE class = $1 \
               UNION SELECT student FROM desk WHERE class = $1) AS all_of_them \
               ORDER BY student COLLATE \"C\"";
    let students = rows(on, sql, &[&id.as_str()]).await?;
    let students = students.iter().map(|row| {
        let student: &str = row.try_get(0)?;
        student.parse::<UserId>().map_err(|why| {
            StoreError::Faulty(format!("{id}: student {}: {why}", printable(student)))
        })
    });
    Ok(KeptClass {
        class,
        code,
        roster,
        taken,
        packs,
        students: students.collect::<Result<_, _>>()?,
    })
}

/// The files of a student.
pub(super) async fn files(
    on: &impl GenericClient,
    id: &ClassId,
    student: &UserId,
) -> Result<Vec<KeptFile>, StoreError> {
    let mut files = Vec::new();
    for name in WorkName::all(on, id, student).await? {
        let bytes = WorkName::of(id, student, name.clone()).read(on).await?;
        files.push(KeptFile { name, bytes });
    }
    let sql = "SELECT name, text FROM desk WHERE class = $1 AND student = $2";
    for row in rows(on, sql, &[&id.as_str(), &student.as_str()]).await? {
        let text: String = row.try_get(1)?;
        files.push(KeptFile { name: row.try_get(0)?, bytes: text.into_bytes() });
    }
    if let Some(other) = files.iter().find(|file| !KeptFile::is_one(&file.name)) {
        let name = printable(&other.name);
        return Err(StoreError::Faulty(format!("{id}/{student}: {name}: not a valid file name")));
    }
    files.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(files)
}

/// Makes a class from the data of another store.
pub(super) async fn take_over(
    on: &impl GenericClient,
    kept: &KeptClass,
    students: FilesOfStudents<'_>,
) -> Result<(), StoreError> {
    let id = &kept.class.id;
    if !class_rows::make(on, &kept.class, &kept.code).await? {
        return Err(StoreError::ClassExists(id.clone()));
    }
    for (number, files) in &kept.packs {
        let (hash, archive) = files.archived().map_err(StoreError::Faulty)?;
        class_rows::put_pack(on, id, Some(*number), &hash, &archive).await?;
    }
    // Set the record again, now that its pack exists.
    class_rows::replace(on, &kept.class).await?;
    place_rows::set_roster(on, id, &kept.roster).await?;
    for place in &kept.taken {
        place_rows::restore(on, id, &place.student, Some(place)).await?;
    }
    for files in students {
        let (student, files) = files?;
        place_rows::restore(on, id, &student, None).await?;
        for file in files {
            put(on, id, &student, file).await?;
        }
    }
    if !kept.taken.is_empty() || !kept.students.is_empty() {
        let sql = "UPDATE class SET was_used = true WHERE id = $1";
        change(on, sql, &[&id.as_str()]).await?;
    }
    Ok(())
}

async fn put(
    on: &impl GenericClient,
    id: &ClassId,
    student: &UserId,
    file: KeptFile,
) -> Result<(), StoreError> {
    let KeptFile { name, bytes } = file;
    if !is_plain(&name) {
        let work = WorkName::of(id, student, name);
        return work.put(on, 0, &bytes).await.map(drop);
    }
    let text = String::from_utf8(bytes);
    let text =
        text.map_err(|_| StoreError::Faulty(format!("{id}/{student}: {name}: not UTF-8 text")))?;
    let sql = "INSERT INTO desk (class, student, name, text) VALUES ($1, $2, $3, $4)";
    change(on, sql, &[&id.as_str(), &student.as_str(), &name, &text]).await?;
    Ok(())
}
