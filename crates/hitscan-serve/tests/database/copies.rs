//! Tests of copying classes between files and a database.

use std::path::Path;

use hitscan_serve::place::Claim;
use hitscan_serve::reached::Earned;
use hitscan_serve::store::files::FileStore;
use hitscan_serve::store::{Erase, Store, StoreError, copy};

use super::cases::{class_of, key, pack, user};
use super::postgres::Postgres;
use super::{append, config_in, new_database, opened};

/// Opens a store in files.
fn files_in(folder: &Path) -> FileStore {
    FileStore::open(&config_in(folder)).expect("it opens")
}

/// All files in a folder, sorted by name.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("inside").display().to_string();
                all.push((name, std::fs::read(path).expect("it reads")));
            }
        }
    }
    all.sort();
    all
}

/// Makes a class that uses every feature of the store.
fn filled(store: &dyn Store) {
    let (id, _) = class_of(store, &["anna", "ben", "cleo"]);
    let first = store.put_pack(&id, &pack("1"), &|_| Ok(())).expect("it is kept");
    store.put_pack(&id, &pack("2"), &|_| Ok(())).expect("it is kept");
    let changed = store.change_class(&id, &|class| {
        class.lessons = Some(vec!["inside".to_owned()]);
        class.due = Some("2026-11-27T10:30:00Z".parse().expect("a time"));
        class.pack = first;
    });
    changed.expect("it is kept");
    for (student, number) in [("anna", 1), ("ben", 2)] {
        let student = user(student);
        let claimed = store.claim(&id, &student, &Claim::Key(key(number)));
        claimed.map(drop).expect("it answers");
        let mut work = store.work(&id, &student).expect("it opens");
        append(&mut work, "one\n\u{7bb1} \u{0}two\n").expect("it is kept");
        append(&mut work, "three\n").expect("it is kept");
        drop(work);
        let earned =
            Earned { at: "2026-11-27T10:00:00Z".parse().expect("a time"), step: "a/b".into() };
        store.note_earned(&id, &student, &earned).expect("it is kept");
        let desk = store.desk(&id, &student).expect("a desk");
        desk.write("mine.toml", "title = \"x\"\n", None).expect("it is kept");
    }
    store.add_key(&id, &user("anna"), &key(3)).expect("it is kept");
    store.replace_work(&id, &user("anna"), b"anew\n").expect("it is kept");
    store.free(&id, &user("ben"), Erase::Nothing).expect("it is freed");
}

#[test]
fn a_class_copied_to_a_database_and_back_is_identical() {
    let Some(postgres) = Postgres::shared() else { return };
    let [begun, back] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let (database, _folder) = opened(&new_database(postgres));
    let id = "3b".parse().expect("an id");
    {
        let (from, to) = (files_in(begun.path()), files_in(back.path()));
        filled(&from);
        assert_eq!(copy(&from, &database, &id), Ok(2));
        assert_eq!(from.places(&id), database.places(&id));
        assert_eq!(copy(&from, &database, &id), Err(StoreError::ClassExists(id.clone())));
        assert_eq!(copy(&database, &to, &id), Ok(2));
        assert_eq!(from.places(&id), to.places(&id));
        assert!(to.remove_class(&id).is_err(), "it was used");
        assert!(database.remove_class(&id).is_err(), "it was used");
    }
    let [begun, back] = [&begun, &back].map(|folder| {
        let mut all = contents(&folder.path().join("data/classes/3b"));
        // Only the current places are copied, not their history.
        all.retain(|(name, _)| name != "places.ndjson");
        all
    });
    let names: Vec<_> = begun.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.contains(&"pack-2/pack.toml") && names.contains(&"work/anna/anna.hits"));
    assert_eq!(begun, back);
}

#[test]
fn a_class_that_cannot_be_copied_leaves_no_trace() {
    let Some(postgres) = Postgres::shared() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let (database, _other) = opened(&new_database(postgres));
    let from = files_in(folder.path());
    filled(&from);
    let scene = folder.path().join("data/classes/3b/work/anna/bad.toml");
    std::fs::write(scene, b"\xff").expect("a file");
    let id = "3b".parse().expect("an id");
    let why = copy(&from, &database, &id).expect_err("a scene is no text");
    assert_eq!(why.to_string(), "3b/anna: bad.toml: not UTF-8 text");
    assert_eq!(database.classes(), Ok(Vec::new()));
}
