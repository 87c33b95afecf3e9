//! `check`: everything tried, and nothing changed.

use std::path::Path;

use hitscan::classroom;
use hitscan_core::scene::printable;
use tempfile::TempDir;

use super::Unusable;
use crate::class::PackVersion;
use crate::config::{Config, StorePlace};
use crate::host_key;
use crate::store::StoreError;
use crate::store::files::{LookedAt, look_at};

/// How many seeds a pack is tried with.
const SEEDS: usize = 20;

/// A line about the store, if it is another than files, and its classes, each looked at. Packs that
/// are in no folder are put into this one.
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

pub(super) fn check(config: &Config) -> Result<String, Unusable> {
    let data = printable(&config.data.to_string_lossy());
    let (mut said, mut faults) = (Vec::new(), Vec::new());
    said.push(format!("configuration: {} teachers", config.teachers.len()));
    match host_key::open(&host_key::path_in(&config.data)) {
        Ok(Some(key)) => said.push(format!("host key: {}", host_key::fingerprint(&key))),
        Ok(None) => said.push("host key: none yet; run makes one".to_owned()),
        Err(why) => faults.push(why.to_string()),
    }
    if !config.data.is_dir() {
        said.push(format!("{data}: not there yet; run makes it"));
    }
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
