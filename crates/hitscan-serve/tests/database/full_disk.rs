//! Tests with a full disk under the database.

use std::path::Path;

use hitscan::seat::DeskFault;
use hitscan_serve::store::Store as _;

use super::postgres::{Postgres, url_of};
use super::skips::say_skipped;
use super::{append, append_soon, begun, opened};

/// Fills a disk.
fn fill(disk: &Path) {
    let mut file = std::fs::File::create(disk.join("filled")).expect("a file");
    let why = std::io::copy(&mut std::io::repeat(7), &mut file).expect_err("it is full some time");
    assert_eq!(why.kind(), std::io::ErrorKind::StorageFull);
}

fn make_room(disk: &Path) {
    std::fs::remove_file(disk.join("filled")).expect("a file");
}

/// Appends lines until one is refused; returns those that were kept, the refused one, and the
/// error.
fn until_refused(work: &mut Box<dyn hitscan::seat::LineSink>) -> (String, String, DeskFault) {
    let mut kept = String::new();
    for number in 0..10_000 {
        let lines = format!("{number} {}\n", "x".repeat(2000));
        match append(work, &lines) {
            Ok(()) => kept.push_str(&lines),
            Err(why) => return (kept, lines, why),
        }
    }
    panic!("the disk is not full after {} bytes", kept.len());
}

#[test]
fn a_full_disk_of_the_tables_is_reported_and_loses_nothing_acknowledged() {
    let small = Postgres::on_a_small_disk("16m", false);
    let Some((postgres, disk)) = small else { return say_skipped("no disk can be made") };
    let space = disk.to_str().and_then(|it| it.split_once("/root")).expect("a path").1;
    postgres.sql("postgres", &format!("CREATE TABLESPACE small LOCATION '{space}/space'"));
    postgres.sql("postgres", "CREATE DATABASE small TEMPLATE migrated TABLESPACE small");
    let (store, _folder) = opened(&url_of(postgres.folder(), "small"));
    let (id, anna, mut work) = begun(&store);
    fill(&disk);
    let (kept, refused, why) = until_refused(&mut work);
    assert_eq!(why.about_work(), "not kept: the disk is full; nothing counts until it is");
    let held = |what: &str| assert_eq!(store.read_work(&id, &anna), Ok(what.as_bytes().to_vec()));
    held(&format!("one\n{kept}"));
    assert_eq!(append(&mut work, &refused), Err(DeskFault::Full), "still");
    make_room(&disk);
    append(&mut work, &refused).expect("there is room again");
    held(&format!("one\n{kept}{refused}"));
    println!("{} bytes were kept before it was full", kept.len());
}

#[test]
fn a_full_disk_of_the_whole_database_loses_nothing_acknowledged() {
    let small = Postgres::on_a_small_disk("96m", true);
    let Some((postgres, disk)) = small else { return say_skipped("no disk can be made") };
    let (store, _folder) = opened(&url_of(postgres.folder(), "migrated"));
    let (id, anna, mut work) = begun(&store);
    fill(&disk);
    let (kept, refused, why) = until_refused(&mut work);
    // PostgreSQL stops if it cannot write its log.
    assert!([DeskFault::Full, DeskFault::NoAnswer].contains(&why), "{why:?}");
    println!("{} bytes were kept, then: {}", kept.len(), why.about_work());
    make_room(&disk);
    postgres.start_again();
    append_soon(&mut work, &refused);
    let held = store.read_work(&id, &anna).expect("it answers");
    assert_eq!(String::from_utf8(held), Ok(format!("one\n{kept}{refused}")));
}
