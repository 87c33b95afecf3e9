//! Tests of machines that share a database.

use std::thread;

use hitscan::seat::DeskFault;
use hitscan_serve::class::{Class, PackVersion, RosterRule};
use hitscan_serve::place::Claim;
use hitscan_serve::store::postgres::PostgresStore;
use hitscan_serve::store::{Erase, Store as _};

use super::cases::{class_of, key, pack, user};
use super::postgres::Postgres;
use super::{append, new_database, opened};

/// Two machines on one database.
fn two_machines() -> Option<[(PostgresStore, tempfile::TempDir); 2]> {
    let url = new_database(Postgres::shared()?);
    Some([opened(&url), opened(&url)])
}

#[test]
fn each_machine_reads_what_the_other_writes() {
    let Some([(one, _a), (other, _b)]) = two_machines() else { return };
    let (id, code) = class_of(&one, &["anna"]);
    assert_eq!(other.class(&id), one.class(&id));
    let typed = hitscan_serve::code::TypedCode::new(code.shown()).expect("short");
    assert_eq!(other.class_code_matches(&id, &typed), Ok(true));
    let mut work = one.work(&id, &user("anna")).expect("it opens");
    append(&mut work, "one\n").expect("it is kept");
    assert_eq!(other.read_work(&id, &user("anna")), Ok(b"one\n".to_vec()));
    let version = one.put_pack(&id, &pack("1"), &|_| Ok(())).expect("it is kept");
    let folder = other.pack_folder(&id, version).expect("it is there").expect("a folder");
    let head = std::fs::read_to_string(folder.join("pack.toml")).expect("it reads");
    assert_eq!((version, head.as_str()), (PackVersion::Put(1), "1"));
}

#[test]
fn of_two_machines_writing_the_same_work_one_wins_and_nothing_is_mixed() {
    let Some([(one, _a), (other, _b)]) = two_machines() else { return };
    let (id, _) = class_of(&one, &["anna"]);
    let anna = user("anna");
    let [mut first, mut second] = [&one, &other].map(|it| it.work(&id, &anna).expect("it opens"));
    append(&mut first, "one\n").expect("it is first");
    assert_eq!(append(&mut second, "two\n"), Err(DeskFault::Conflict));
    // Not even the same lines: the other machine wrote them.
    assert_eq!(append(&mut second, "one\n"), Err(DeskFault::Conflict));
    append(&mut first, "three\n").expect("it goes on");
    assert_eq!(one.read_work(&id, &anna), Ok(b"one\nthree\n".to_vec()));
    // After reading the work again, this writer may go on, and the other one gets a conflict.
    assert_eq!(second.held(), Ok(b"one\nthree\n".to_vec()));
    append(&mut second, "four\n").expect("it goes on");
    assert_eq!(append(&mut first, "five\n"), Err(DeskFault::Conflict));
    assert_eq!(one.read_work(&id, &anna), Ok(b"one\nthree\nfour\n".to_vec()));
}

#[test]
fn concurrent_writers_never_mix_lines() {
    let Some([(one, _a), (other, _b)]) = two_machines() else { return };
    let (id, _) = class_of(&one, &["anna"]);
    let anna = user("anna");
    let writers: Vec<_> = thread::scope(|scope| {
        let writers = [(&one, "a"), (&other, "b")].map(|(store, name)| {
            let (id, anna) = (&id, &anna);
            scope.spawn(move || {
                let mut work = store.work(id, anna).expect("it opens");
                let lines: Vec<_> = (0..200).map(|number| format!("{name} {number}\n")).collect();
                lines.into_iter().take_while(|line| append(&mut work, line).is_ok()).collect()
            })
        });
        writers.map(|writer| writer.join().expect("no panic")).into()
    });
    let writers: Vec<Vec<String>> = writers;
    let kept = String::from_utf8(one.read_work(&id, &anna).expect("it answers")).expect("text");
    let lengths = writers.iter().map(Vec::len).sum::<usize>();
    assert_eq!(kept.lines().count(), lengths, "each line that was kept, and no other: {kept}");
    for line in writers.iter().flatten() {
        assert_eq!(kept.matches(&**line).count(), 1, "{line}");
    }
    assert!(writers.iter().any(|lines| lines.len() == 200), "one of them wins");
}

#[test]
fn a_session_on_another_machine_cannot_write_to_replaced_work() {
    let Some([(one, _a), (other, _b)]) = two_machines() else { return };
    let (id, _) = class_of(&one, &["anna"]);
    let anna = user("anna");
    for what in ["replaced", "freed", "cut"] {
        let mut work = one.work(&id, &anna).expect("it opens");
        append(&mut work, "one\ntwo\n").expect("it is kept");
        match what {
            "replaced" => other.replace_work(&id, &anna, b"other\n").expect("it is replaced"),
            "freed" => other.free(&id, &anna, Erase::Nothing).expect("it is freed"),
            _ => other.work(&id, &anna).expect("it opens").truncate(4).expect("it is cut"),
        }
        assert_eq!(append(&mut work, "three\n"), Err(DeskFault::Conflict), "{what}");
        drop(work);
        other.replace_work(&id, &anna, b"").expect("the work is replaced");
    }
}

#[test]
fn an_earlier_session_cannot_write_to_a_place_that_was_erased_and_claimed_again() {
    let Some([(one, _a), (other, _b)]) = two_machines() else { return };
    let (id, _) = class_of(&one, &[]);
    one.change_class(&id, &|class| class.roster = RosterRule::Open).expect("it is kept");
    let dora = user("dora");
    let claim = || other.claim(&id, &dora, &Claim::Key(key(1))).map(drop).expect("it answers");
    claim();
    let mut before = one.work(&id, &dora).expect("it opens");
    append(&mut before, "one\n").expect("it is kept");
    other.free(&id, &dora, Erase::Work).expect("it is freed");
    assert_eq!(one.places(&id), Ok(Vec::new()));
    claim();
    assert_eq!(append(&mut before, "two\n"), Err(DeskFault::Conflict));
    assert_eq!(other.read_work(&id, &dora), Ok(Vec::new()));
}

#[test]
fn concurrent_claims_on_several_machines_respect_the_limit() {
    let Some([(one, _a), (other, _b)]) = two_machines() else { return };
    let (id, _) = class_of(&one, &[]);
    let opened = |class: &mut Class| (class.roster, class.most_students) = (RosterRule::Open, 3);
    one.change_class(&id, &opened).expect("it is kept");
    let claimed: Vec<_> = thread::scope(|scope| {
        let claims: Vec<_> = (0..12_u8)
            .map(|number| {
                let (store, id) = (if number % 2 == 0 { &one } else { &other }, &id);
                let student = user(&format!("s{}", number / 2));
                scope.spawn(move || store.claim(id, &student, &Claim::Key(key(number))))
            })
            .collect();
        claims.into_iter().map(|claim| claim.join().expect("no panic")).collect()
    });
    let won = claimed.iter().filter(|it| **it == Ok(hitscan_serve::place::Claimed::Yes)).count();
    let places = one.places(&id).expect("it answers");
    assert_eq!((won, places.len()), (3, 3), "{claimed:?}");
    assert!(places.iter().all(|place| place.keys.len() == 1));
}
