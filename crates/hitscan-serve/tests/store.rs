//! Stores in files, each way of writing them: every store keeps the same promises.

#[path = "store/cases.rs"]
mod cases;
#[path = "store/crashes.rs"]
mod crashes;

use std::path::Path;

use hitscan_serve::config::{Config, SyncPolicy};
use hitscan_serve::store::Store;
use hitscan_serve::store::files::FileStore;

/// A configuration that keeps everything in this folder.
fn config_in(folder: &Path) -> Config {
    Config { data: folder.join("data"), ..Config::default() }
}

/// Tries a case on every store.
fn on_every_store(case: impl Fn(&dyn Store)) {
    for sync in SyncPolicy::ALL {
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config { sync, ..config_in(folder.path()) };
        case(&FileStore::open(&config).expect("it opens"));
    }
}

cases::promises!(on_every_store);
