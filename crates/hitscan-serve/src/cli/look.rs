//! `check`: tries everything and changes nothing.

use std::net::TcpListener;
use std::path::Path;

use hitscan::classroom;
use hitscan_core::scene::printable;
use rustix::fs::Access;
use tempfile::TempDir;

use super::control;
use super::operation::Operation;
use super::said;
use crate::class::PackVersion;
use crate::config::{Config, StorePlace};
use crate::host_key;
use crate::place::UserId;
use crate::store::StoreError;
use crate::store::files::{Looked, look_at};

/// The seeds that a pack is checked with.
const SEEDS: usize = 20;

/// The state of each class, or its fault. Packs that are not in a folder are unpacked into `packs`.
#[cfg_attr(not(feature = "postgres"), allow(unused_variables, reason = "files are in folders"))]
#[cfg_attr(not(feature = "postgres"), allow(clippy::unnecessary_wraps, reason = "files answer"))]
fn looked_at(config: &Config, packs: &Path) -> Result<Vec<Result<Looked, StoreError>>, StoreError> {
    match &config.store {
        StorePlace::Files => Ok(look_at(config)),
        #[cfg(feature = "postgres")]
        StorePlace::Postgres(url) => crate::store::postgres::look_at(config, url, packs),
    }
}

/// The classes that have a student of this name. Classes that cannot be read are skipped.
pub(super) fn classes_of_student(config: &Config, name: &UserId) -> Vec<String> {
    let Ok(packs) = TempDir::new() else { return Vec::new() };
    // `check` reports what cannot be read.
    let classes = looked_at(config, packs.path()).unwrap_or_default();
    let has = |looked: &Looked| looked.students.iter().any(|student| *student == name.as_str());
    let classes = classes.into_iter().flatten().filter(has);
    classes.map(|looked| looked.class.id.to_string()).collect()
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

pub(super) fn check(config: &Config) -> Result<String, String> {
    let mut found = about_this_machine(config);
    let packs = TempDir::new().map_err(said)?;
    let classes = looked_at(config, packs.path());
    #[cfg(feature = "postgres")]
    if let (Ok(_), StorePlace::Postgres(_)) = (&classes, &config.store) {
        let schema = crate::store::postgres::SCHEMA;
        found.push(Ok(format!("store: PostgreSQL, schema {schema}")));
    }
    let classes = classes.unwrap_or_else(|why| {
        found.push(Err(why.to_string()));
        Vec::new()
    });
    #[cfg(feature = "nats")]
    if let Some(url) = &config.bus {
        let answered = crate::nats::check(url);
        found.push(
            answered.map(|()| "bus: it answers".to_owned()).map_err(|why| format!("bus: {why}")),
        );
    }
    for looked in classes {
        match looked {
            Ok(looked) => found.extend(about_class(config, &looked)),
            Err(why) => found.push(Err(why.to_string())),
        }
    }
    let faults: Vec<&str> =
        found.iter().filter_map(|it| it.as_ref().err()).map(String::as_str).collect();
    if !faults.is_empty() {
        return Err(faults.join("\n"));
    }
    Ok(found.into_iter().flatten().map(|line| line + "\n").collect())
}

/// Lines about the configuration, the host key, the data folder and the addresses; the errors are
/// faults.
fn about_this_machine(config: &Config) -> Vec<Result<String, String>> {
    let mut found = vec![Ok(match config.teachers.len() {
        1 => "configuration: 1 teacher".to_owned(),
        teachers => format!("configuration: {teachers} teachers"),
    })];
    found.push(match host_key::open(&host_key::path_in(&config.data)) {
        Ok(Some(key)) => Ok(format!("host key: {}", host_key::fingerprint(&key))),
        Ok(None) => Ok("host key: none yet; run makes one".to_owned()),
        Err(why) => Err(why),
    });
    match writable(&config.data) {
        Ok(()) if config.data.is_dir() => {}
        Ok(()) => {
            let data = printable(&config.data.to_string_lossy());
            found.push(Ok(format!("{data}: not there yet; run makes it")));
        }
        Err(why) => found.push(Err(why)),
    }
    found.extend(taken(config).into_iter().map(Ok));
    found
}

/// Lines about a class; the errors are faults.
fn about_class(config: &Config, looked: &Looked) -> Vec<Result<String, String>> {
    let class = &looked.class.id;
    let teaches = |id: &&String| id.parse().is_ok_and(|user| config.teachers.contains_key(&user));
    let teachers = looked.students.iter().filter(teaches);
    let has_that_name =
        |student| Err(format!("{class}: student {student}: a teacher has that name"));
    let mut found: Vec<_> = teachers.map(has_that_name).collect();
    let checked = looked.pack.as_deref().map(|pack| classroom::check_pack(pack, SEEDS));
    let pack = match checked.transpose() {
        Ok(_) if looked.class.pack == PackVersion::BuiltIn => "built-in lessons".to_owned(),
        Ok(summary) => summary.unwrap_or_default().trim_end().to_owned(),
        Err(why) => {
            found.extend(why.trim_end().lines().map(|line| Err(format!("{class}: {line}"))));
            return found;
        }
    };
    found.push(Ok(format!("{class}: {} places; {pack}", looked.students.len())));
    found
}
