//! Tests of the store in a database: the promises of every store, and some of its own. They have a
//! test binary of their own, because a process that is being spawned briefly inherits the file
//! locks of the others.

#[path = "database/between.rs"]
mod between;
#[path = "store/cases.rs"]
mod cases;
#[path = "database/copies.rs"]
mod copies;
#[path = "database/full_disk.rs"]
mod full_disk;
#[path = "database/machines.rs"]
mod machines;
#[path = "database/outages.rs"]
mod outages;
#[path = "support/postgres.rs"]
mod postgres;
#[path = "database/reached.rs"]
mod reached;
#[path = "support/skips.rs"]
mod skips;
#[path = "database/tables.rs"]
mod tables;
#[path = "database/unsaved.rs"]
mod unsaved;

use std::path::Path;
use std::time::{Duration, Instant};

use hitscan::seat::{DeskFault, LineSink, Urgency};
use hitscan_serve::config::{Config, DatabaseUrl};
use hitscan_serve::store::Store;
use hitscan_serve::store::postgres::PostgresStore;

use self::postgres::{Postgres, url_of};

/// A configuration with its data in this folder.
fn config_in(folder: &Path) -> Config {
    Config { data: folder.join("data"), ..Config::default() }
}

/// Runs a case on a new database.
fn on_a_database(case: impl Fn(&dyn Store)) {
    if let Some(postgres) = Postgres::shared() {
        let (store, _folder) = opened(&new_database(postgres));
        case(&store);
    }
}

cases::promises!(on_a_database);

/// A generous limit on the wait for an answer.
const PATIENCE: Duration = Duration::from_secs(15);

/// The URL of a new database with all tables.
fn new_database(postgres: &Postgres) -> DatabaseUrl {
    url_of(postgres.folder(), &postgres.new_database("migrated"))
}

/// Opens a store in a database; also returns the machine's folder.
fn opened(url: &DatabaseUrl) -> (PostgresStore, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = PostgresStore::open(&config_in(folder.path()), url);
    (store.expect("it opens"), folder)
}

fn append(work: &mut Box<dyn LineSink>, lines: &str) -> Result<(), DeskFault> {
    let begun = Instant::now();
    let done = work.append(lines, Urgency::BeforeThePicture);
    assert!(begun.elapsed() < PATIENCE, "the wait is bounded");
    done
}
