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
use hitscan_serve::class::ClassId;
use hitscan_serve::config::{Config, DatabaseUrl};
use hitscan_serve::place::UserId;
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

/// A store in a new database of the server that the tests share, if there is one.
fn shared() -> Option<(&'static Postgres, String, PostgresStore, tempfile::TempDir)> {
    let postgres = Postgres::shared()?;
    let name = postgres.new_database("migrated");
    let (store, folder) = opened(&url_of(postgres.folder(), &name));
    Some((postgres, name, store, folder))
}

/// Opens a store in a database; also returns the machine's folder.
fn opened(url: &DatabaseUrl) -> (PostgresStore, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = PostgresStore::open(&config_in(folder.path()), url);
    (store.expect("it opens"), folder)
}

/// A class with a student who has written one line.
fn begun(store: &PostgresStore) -> (ClassId, UserId, Box<dyn LineSink>) {
    let (id, _) = cases::class_of(store, &["anna"]);
    let anna = cases::user("anna");
    let mut work = store.work(&id, &anna).expect("it opens");
    append(&mut work, "one\n").expect("it is kept");
    (id, anna, work)
}

fn append(work: &mut Box<dyn LineSink>, lines: &str) -> Result<(), DeskFault> {
    let begun = Instant::now();
    let done = work.append(lines, Urgency::BeforeThePicture);
    assert!(begun.elapsed() < PATIENCE, "the wait is bounded");
    done
}

/// Appends lines as soon as the database answers again.
fn append_soon(work: &mut Box<dyn LineSink>, lines: &str) {
    let begun = Instant::now();
    while append(work, lines).is_err() {
        assert!(begun.elapsed() < PATIENCE, "it answers again");
    }
}

/// Waits until a condition holds.
fn becomes(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
