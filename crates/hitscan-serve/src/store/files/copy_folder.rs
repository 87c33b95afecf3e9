//! Copying the folder of a class from and to other stores.

use std::fs;
use std::path::Path;

use hitscan_core::lab::MOST_BYTES;

use super::class_folder::{ClassFolder, now, unpack};
use super::disk;
use super::place_log::PlaceEvent;
use crate::class::PackVersion;
use crate::pack::{PackFiles, tar_of};
use crate::place;
use crate::place::UserId;
use crate::store::{FilesOfStudents, KeptClass, KeptFile, StoreError};

impl ClassFolder {
    /// The class without its students' files.
    pub(super) fn kept(&self) -> Result<KeptClass, StoreError> {
        let mut packs = Vec::new();
        for number in 1.. {
            let folder = self.folder.join(PackVersion::Put(number).to_string());
            if !folder.is_dir() {
                break;
            }
            packs.push((number, pack_from(&folder)?));
        }
        let names = names_in(&self.folder.join("work"))?;
        let students = names.iter().map(|name| {
            let faulty = |why| {
                let work = disk::shown(&self.folder.join("work").join(name));
                StoreError::Faulty(format!("{work}: not a student's folder: {why}"))
            };
            name.parse::<UserId>().map_err(faulty)
        });
        Ok(KeptClass {
            class: self.class.clone(),
            code: self.code.clone(),
            roster: self.roster.clone(),
            taken: self.taken.values().cloned().collect(),
            packs,
            students: students.collect::<Result<_, _>>()?,
        })
    }

    /// Makes the folder from the data of another store.
    pub(super) fn take_over(
        classes: &Path,
        kept: &KeptClass,
        students: FilesOfStudents<'_>,
    ) -> Result<Self, StoreError> {
        Self::make_with(classes, &kept.class, &kept.code, |folder| {
            for (number, files) in &kept.packs {
                let (unpacked, version) = (unpack(files, folder)?, PackVersion::Put(*number));
                let named = folder.join(version.to_string());
                fs::rename(unpacked.path(), &named).map_err(|why| disk::refused(&named, &why))?;
                // Already renamed: do not remove the temporary folder.
                drop(unpacked.keep());
            }
            if !kept.roster.is_empty() {
                let text = place::written(&kept.roster);
                disk::replace(&folder.join("roster.csv"), text.as_bytes())?;
            }
            let events: String = places_of(kept).iter().map(PlaceEvent::line).collect();
            if !events.is_empty() {
                disk::replace(&folder.join("places.ndjson"), events.as_bytes())?;
            }
            for files in students {
                let (student, files) = files?;
                write_files(&folder.join("work").join(student.as_str()), &files)?;
            }
            Ok(())
        })
    }
}

/// The events of the places. A student with files but no place had one before.
fn places_of(kept: &KeptClass) -> Vec<PlaceEvent> {
    let taken = |student: &UserId| kept.taken.iter().any(|place| place.student == *student);
    let freed = kept.students.iter().filter(|student| !taken(student));
    let freed = freed.map(|student| PlaceEvent::freed(student, now()));
    freed.chain(kept.taken.iter().flat_map(PlaceEvent::of_taken)).collect()
}

fn write_files(folder: &Path, files: &[KeptFile]) -> Result<(), StoreError> {
    disk::make_folder(folder)?;
    for KeptFile { name, bytes } in files {
        // The name comes from another store: it must not lead out of the folder.
        if !KeptFile::is_one(name) {
            let shown = disk::shown(&folder.join(name));
            return Err(StoreError::Faulty(format!(
                "{shown}: not a valid name for a student's file"
            )));
        }
        disk::replace(&folder.join(name), bytes)?;
    }
    Ok(())
}

/// The files in a student's folder that are part of the class; none if there is no folder.
pub(super) fn files_in(folder: &Path) -> Result<Vec<KeptFile>, StoreError> {
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX);
    let mut files = Vec::new();
    for name in names_in(folder)?.into_iter().filter(|name| KeptFile::is_one(name)) {
        let bytes = disk::read(&folder.join(&name), most)?;
        files.extend(bytes.map(|bytes| KeptFile { name, bytes }));
    }
    Ok(files)
}

/// The names in a folder, sorted; none if there is no folder.
fn names_in(folder: &Path) -> Result<Vec<String>, StoreError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(why) => return Err(disk::refused(folder, &why)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let name = entry.map_err(|why| disk::refused(folder, &why))?.file_name();
        names.push(name.to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// The files of an unpacked pack.
fn pack_from(folder: &Path) -> Result<PackFiles, StoreError> {
    let whole = tar_of(folder).map_err(|why| disk::refused(folder, &why))?;
    let files = PackFiles::from_tar(whole.as_slice());
    files.map_err(|why| StoreError::Faulty(format!("{}: {why}", disk::shown(folder))))
}
