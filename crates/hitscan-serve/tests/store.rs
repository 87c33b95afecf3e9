//! Tests of stores in files, with every sync policy: all stores keep the same promises.

#[path = "store/cases.rs"]
mod cases;
#[path = "store/crashes.rs"]
mod crashes;

use std::path::Path;

use hitscan_serve::config::{Config, SyncPolicy};
use hitscan_serve::store::Store;
use hitscan_serve::store::files::FileStore;

/// A configuration with its data in this folder.
fn config_in(folder: &Path) -> Config {
    Config { data: folder.join("data"), ..Config::default() }
}

/// Runs a case on a new store for every sync policy.
fn on_every_store(case: impl Fn(&dyn Store)) {
    for sync in SyncPolicy::ALL {
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config { sync, ..config_in(folder.path()) };
        case(&FileStore::open(&config).expect("it opens"));
    }
}

cases::promises!(on_every_store);
