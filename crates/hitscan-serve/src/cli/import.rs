//! `import`: takes over submissions from a folder into a class, or copies all classes into another
//! store.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use hitscan_core::lab::{MOST_BYTES, header_of};
use hitscan_core::scene::printable;

use super::said;
use crate::audit::{AuditEntry, Deed, Detail};
use crate::class::ClassId;
use crate::config::{Config, StorePlace};
use crate::place::{Listed, UserId};
use crate::store;
use crate::store::{Store, StoreError, copy};
use crate::teaching::Teaching;

/// The depth to which folders are searched.
const DEEPEST: usize = 8;

/// Imports the submissions of a folder into a class, or copies all classes to another store.
pub(super) fn import(
    config: &Config,
    id: Option<&ClassId>,
    folder: Option<&Path>,
    to: Option<&str>,
) -> Result<String, String> {
    // Leave out the value: it may contain a password.
    let to = to.map(str::parse::<StorePlace>).transpose();
    let to = to.map_err(|why| format!("--to: {why}"))?;
    let store = store::open(config).map_err(|why| match why {
        StoreError::InUse(_) => format!("{why}; stop it first"),
        why => why.to_string(),
    })?;
    match (to, id, folder) {
        (Some(to), ..) => copy_all(&*store, config, to),
        (None, Some(id), Some(folder)) => import_all(&*store, id, folder),
        (None, ..) => Err("missing arguments: import ID DIR".to_owned()),
    }
}

/// Copies all classes into another store, which must have none of them. The audit log is not
/// copied.
fn copy_all(from: &dyn Store, config: &Config, to: StorePlace) -> Result<String, String> {
    if to == config.store {
        return Err("--to: the classes are in this store already".to_owned());
    }
    let config = Config { store: to, ..config.clone() };
    let to = store::open(&config).map_err(said)?;
    let mut copies = String::new();
    for class in from.classes().map_err(said)? {
        let id = &class.id;
        let copied = copy(from, &*to, id);
        let students = copied.map_err(|why| format!("{copies}{id} was not copied: {why}"))?;
        // Writing to a string cannot fail.
        let _ = writeln!(copies, "copied {id}, with the work of {students} students");
        let entry = AuditEntry::now(Deed::Import).in_class(id);
        let count = Detail::Count(u64::try_from(students).unwrap_or(u64::MAX));
        to.note(&entry.with(count)).map_err(said)?;
    }
    Ok(copies)
}

/// Imports every submission in a folder, and lists those that were refused, with the reason.
fn import_all(store: &dyn Store, id: &ClassId, folder: &Path) -> Result<String, String> {
    let teaching = Teaching { store, class: id, by: None };
    let pack = teaching.course().map_err(said)?.pack.id;
    let mut files = Vec::new();
    look_in(folder, 0, &mut files)?;
    files.sort();
    let (mut taken, mut report) = (0, String::new());
    for path in &files {
        match import_one(store, id, path, &pack) {
            Ok(()) => taken += 1,
            Err(why) => {
                report.push_str(&printable(&format!("{}: {why}", path.display())));
                report.push('\n');
            }
        }
    }
    let entry = AuditEntry::now(Deed::Import).in_class(id).with(Detail::Count(taken));
    store.note(&entry).map_err(said)?;
    let of = files.len();
    let summary = format!("imported {taken} of {of} files into {id}\n");
    if report.is_empty() { Ok(summary) } else { Err(report + &summary) }
}

fn look_in(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let refused = |why: std::io::Error| printable(&format!("{}: {why}", folder.display()));
    for entry in fs::read_dir(folder).map_err(refused)? {
        let entry = entry.map_err(refused)?;
        let kind = entry.file_type().map_err(refused)?;
        let path = entry.path();
        if kind.is_dir() && depth < DEEPEST {
            look_in(&path, depth + 1, files)?;
        } else if kind.is_file() && path.extension().is_some_and(|it| it == "hits") {
            files.push(path);
        }
    }
    Ok(())
}

fn import_one(store: &dyn Store, id: &ClassId, path: &Path, pack: &str) -> Result<(), String> {
    let about = path.metadata().map_err(said)?;
    if about.len() > u64::try_from(MOST_BYTES).unwrap_or(u64::MAX) {
        return Err(format!("more than {MOST_BYTES} bytes"));
    }
    let work = fs::read(path).map_err(said)?;
    let header = header_of(&work).map_err(said)?;
    if header.pack != pack {
        return Err(format!("it belongs to the pack {}, but the class has {pack}", header.pack));
    }
    let student: UserId =
        header.student.parse().map_err(|_| "its name is not a valid student name")?;
    match store.place(id, &student).map_err(said)? {
        Some(place) if place.seed != header.seed => {
            return Err(format!(
                "its seed is {}, but {student} has the seed {} here",
                header.seed, place.seed
            ));
        }
        Some(_) => {}
        None => {
            let places = store.places(id).map_err(said)?;
            let listed = places.iter().map(|place| (place.student.to_string(), place.seed.clone()));
            let listed = listed.chain([(header.student, header.seed)]);
            let roster: Vec<_> = listed.map(|(id, seed)| Listed { id, seed }).collect();
            store.set_roster(id, &roster).map_err(said)?;
        }
    }
    if !store.read_work(id, &student).map_err(said)?.is_empty() {
        return Err(format!("{student} already has work in the class; it was left as it is"));
    }
    store.replace_work(id, &student, &work).map_err(said)
}
