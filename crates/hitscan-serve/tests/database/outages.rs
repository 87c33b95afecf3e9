//! Tests with databases that do not answer, are slow, or full.

use std::io::Write as _;
use std::process::Stdio;

use hitscan::seat::DeskFault;
use hitscan_serve::store::{Store as _, StoreError};

use super::between::{Answers, Between};
use super::cases::{class_of, user};
use super::postgres::{Postgres, url_of};
use super::skips::say_skipped;
use super::{append, append_soon, begun, new_database, opened, shared};

#[test]
fn a_stopped_database_keeps_nothing_new_and_loses_nothing_acknowledged() {
    let Some(postgres) = Postgres::start() else {
        return say_skipped("no PostgreSQL");
    };
    let (store, _folder) = opened(&new_database(&postgres));
    let (id, anna, mut work) = begun(&store);
    postgres.stop();
    for _ in 0..3 {
        let why = append(&mut work, "two\n").expect_err("it is stopped");
        let said = "not kept: the store does not answer; nothing counts until it does";
        assert_eq!(why.about_work(), said);
    }
    assert_eq!(store.read_work(&id, &anna), Err(StoreError::NotAnswering));
    assert_eq!(store.classes(), Err(StoreError::NotAnswering));
    postgres.start_again();
    append_soon(&mut work, "two\nthree\n");
    assert_eq!(store.read_work(&id, &anna), Ok(b"one\ntwo\nthree\n".to_vec()));
}

#[test]
fn lines_whose_response_is_lost_are_stored_once() {
    let Some(postgres) = Postgres::shared() else { return };
    let between = Between::new(postgres.folder());
    let name = postgres.new_database("migrated");
    let (store, _folder) = opened(&url_of(between.folder(), &name));
    let (direct, _other) = opened(&url_of(postgres.folder(), &name));
    let (id, _) = class_of(&store, &["anna"]);
    let anna = user("anna");
    let held = || String::from_utf8(direct.read_work(&id, &anna).expect("it answers"));
    let mut work = store.work(&id, &anna).expect("it opens");
    append(&mut work, "one\n").expect("it is kept");
    // Sends the same lines again, as a session does at its next key.
    between.set(Answers::AreLost);
    assert_eq!(append(&mut work, "two\n"), Err(DeskFault::NoAnswer));
    assert_eq!(held().as_deref(), Ok("one\ntwo\n"), "the line was appended although no reply came");
    between.set(Answers::Come);
    append_soon(&mut work, "two\n");
    assert_eq!(held().as_deref(), Ok("one\ntwo\n"));
    // Sends more lines, as if the student went on.
    between.set(Answers::AreLost);
    assert_eq!(append(&mut work, "three\n"), Err(DeskFault::NoAnswer));
    between.set(Answers::Come);
    append_soon(&mut work, "three\nfour\n");
    assert_eq!(held().as_deref(), Ok("one\ntwo\nthree\nfour\n"));
    append(&mut work, "five\n").expect("it goes on");
    assert_eq!(held().as_deref(), Ok("one\ntwo\nthree\nfour\nfive\n"));
}

#[test]
fn a_slow_response_is_waited_for() {
    let Some(postgres) = Postgres::shared() else { return };
    let between = Between::new(postgres.folder());
    let (store, _folder) = opened(&url_of(between.folder(), &postgres.new_database("migrated")));
    let (id, _) = class_of(&store, &["anna"]);
    let mut work = store.work(&id, &user("anna")).expect("it opens");
    between.set(Answers::ComeLate);
    for line in ["one\n", "two\n"] {
        append(&mut work, line).expect("it is kept");
    }
    assert_eq!(store.read_work(&id, &user("anna")), Ok(b"one\ntwo\n".to_vec()));
}

#[test]
fn a_hanging_database_times_out_and_runs_nothing_later() {
    let Some((postgres, name, store, _folder)) = shared() else { return };
    let (id, anna, mut work) = begun(&store);
    let mut holder = postgres.psql(&name);
    let mut holder = holder.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("psql");
    let mut orders = holder.stdin.take().expect("a pipe");
    writeln!(orders, "BEGIN; LOCK TABLE work; SELECT 'held';").expect("it runs");
    let mut line = String::new();
    let said = holder.stdout.take().expect("a pipe");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(said), &mut line).expect("a line");
    assert_eq!(line, "held\n");
    assert_eq!(append(&mut work, "two\n"), Err(DeskFault::NoAnswer));
    // The next key gets its error at once.
    assert_eq!(append(&mut work, "two\n"), Err(DeskFault::NoAnswer));
    drop(orders);
    holder.wait().expect("it ends");
    append_soon(&mut work, "three\n");
    assert_eq!(store.read_work(&id, &anna), Ok(b"one\nthree\n".to_vec()));
}

#[test]
fn a_full_disk_of_the_database_is_reported() {
    let Some((postgres, name, store, _folder)) = shared() else { return };
    let (id, _) = class_of(&store, &["anna"]);
    let mut work = store.work(&id, &user("anna")).expect("it opens");
    // Raises PostgreSQL's own error.
    postgres.sql(
        &name,
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'No space left on device'; END $$; \
         CREATE TRIGGER full_disk BEFORE INSERT ON work EXECUTE FUNCTION full_disk()",
    );
    let why = append(&mut work, "one\n").expect_err("it is full");
    assert_eq!(why.about_work(), "not kept: the disk is full; nothing counts until it is");
    postgres.sql(&name, "DROP TRIGGER full_disk ON work");
    append(&mut work, "one\n").expect("there is room again");
    assert_eq!(store.read_work(&id, &user("anna")), Ok(b"one\n".to_vec()));
}
