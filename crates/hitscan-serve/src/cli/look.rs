//! `check`: tries everything and changes nothing.

use std::net::TcpListener;
use std::path::Path;

use hitscan::classroom;
use hitscan_core::scene::printable;
use rustix::fs::Access;
use tempfile::TempDir;

use super::Unusable;
use super::operation::Operation;
use crate::class::PackVersion;
use crate::config::{Config, StorePlace};
use crate::control;
use crate::host_key;
use crate::store::StoreError;
use crate::store::files::{Looked, LookedAt, look_at};
use crate::user::UserId;

/// The seeds that a pack is checked with.
const SEEDS: usize = 20;

/// A line about the store, unless it is files, and the state of each class. Packs that are not in a
/// folder are unpacked into `packs`.
#[cfg_attr(not(feature = "postgres"), allow(unused_variables, reason = "files are in folders"))]
#[cfg_attr(not(feature = "postgres"), allow(clippy::unnecessary_wraps, reason = "files answer"))]
fn looked_at(config: &Config, packs: &Path) -> Result<(Option<String>, LookedAt), StoreError> {
    match &config.store {
        StorePlace::Files => Ok((None, look_at(config))),
        #[cfg(feature = "postgres")]
        StorePlace::Postgres(url) => {
            use crate::store::postgres::{SCHEMA, look_at};
            let classes = look_at(config, url, packs)?;
            Ok((Some(format!("store: PostgreSQL, schema {SCHEMA}")), classes))
        }
    }
}

/// The classes that have a student of this name. Classes that cannot be read are skipped.
pub(super) fn classes_of_student(config: &Config, name: &UserId) -> Vec<String> {
    let Ok(packs) = TempDir::new() else { return Vec::new() };
    // `check` reports what cannot be read.
    let classes = looked_at(config, packs.path()).map(|(_, classes)| classes).unwrap_or_default();
    let has = |looked: &Looked| looked.students.iter().any(|student| *student == name.as_str());
    let classes = classes.into_iter().filter(|(_, looked)| looked.as_ref().is_ok_and(has));
    classes.map(|(class, _)| class).collect()
}

/// Checks that this program can write to a folder, or make it.
fn writable(folder: &Path) -> Result<(), String> {
    let there = folder.ancestors().find(|it| it.exists()).unwrap_or(folder);
    let refused = |why: &dyn std::fmt::Display| {
        let [folder, there] = [folder, there].map(|it| printable(&it.to_string_lossy()));
        if folder == there {
            format!("{folder}: {why}")
        } else {
            format!("{folder}: run cannot make it: {there}: {why}")
        }
    };
    if !there.is_dir() {
        return Err(refused(&"it is not a folder"));
    }
    let may = rustix::fs::access(there, Access::WRITE_OK | Access::EXEC_OK);
    may.map_err(|why| refused(&std::io::Error::from(why)))
}

/// The addresses that are in use, unless the running server has them.
fn taken(config: &Config) -> Vec<String> {
    if control::ask(&config.data, &Operation::Status).is_ok() {
        return Vec::new();
    }
    let tried = config.listen.iter().filter_map(|address| {
        let why = TcpListener::bind(address).err()?;
        Some(format!("{address}: {why}; this is normal while systemd holds the socket"))
    });
    tried.collect()
}

pub(super) fn check(config: &Config) -> Result<String, Unusable> {
    let data = printable(&config.data.to_string_lossy());
    let (mut said, mut faults) = (Vec::new(), Vec::new());
    said.push(match config.teachers.len() {
        1 => "configuration: 1 teacher".to_owned(),
        teachers => format!("configuration: {teachers} teachers"),
    });
    match host_key::open(&host_key::path_in(&config.data)) {
        Ok(Some(key)) => said.push(format!("host key: {}", host_key::fingerprint(&key))),
        Ok(None) => said.push("host key: none yet; run makes one".to_owned()),
        Err(why) => faults.push(why.to_string()),
    }
    match writable(&config.data) {
        Ok(()) if config.data.is_dir() => {}
        Ok(()) => said.push(format!("{data}: not there yet; run makes it")),
        Err(why) => faults.push(why),
    }
    said.extend(taken(config));
    let packs = TempDir::new().map_err(Unusable::of)?;
    let classes = match looked_at(config, packs.path()) {
        Ok((about_store, classes)) => {
            said.extend(about_store);
            classes
        }
        Err(why) => {
            faults.push(why.to_string());
            Vec::new()
        }
    };
    #[cfg(feature = "nats")]
    if let Some(url) = &config.bus {
        match crate::nats::check(url) {
            Ok(()) => said.push("bus: it answers".to_owned()),
            Err(why) => faults.push(format!("bus: {why}")),
        }
    }
    for (class, looked) in classes {
        match looked {
            Err(why) => faults.push(why.to_string()),
            Ok(looked) => {
                let teaches =
                    |id: &&String| id.parse().is_ok_and(|user| config.teachers.contains_key(&user));
                let students = looked.students.iter();
                faults.extend(
                    students.filter(teaches).map(|student| {
                        format!("{class}: student {student}: a teacher has that name")
                    }),
                );
                let checked = looked.pack.as_deref().map(|pack| classroom::check_pack(pack, SEEDS));
                let pack = match checked.transpose() {
                    Ok(_) if looked.class.pack == PackVersion::BuiltIn => {
                        "built-in lessons".to_owned()
                    }
                    Ok(summary) => summary.unwrap_or_default().trim_end().to_owned(),
                    Err(why) => {
                        faults
                            .extend(why.trim_end().lines().map(|line| format!("{class}: {line}")));
                        continue;
                    }
                };
                let students = looked.students.len();
                said.push(format!("{class}: {students} places; {pack}"));
            }
        }
    }
    if faults.is_empty() { Ok(said.join("\n") + "\n") } else { Err(Unusable(faults.join("\n"))) }
}
