//! Tests of what crashes leave in files, of files tampered with, and of a second server.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, symlink};
use std::path::{Path, PathBuf};
use std::thread;

use hitscan::seat::{DeskFault, Urgency};
use hitscan_serve::audit::{AuditEntry, Deed};
use hitscan_serve::class::Class;
use hitscan_serve::place::{Claim, Claimed};
use hitscan_serve::store::files::{FileStore, look_at};
use hitscan_serve::store::{Store, StoreError};
use tempfile::TempDir;

use super::cases::{class_of, id, key, user};
use super::config_in;

/// Makes a class in which anna has claimed her place, closes the store, and returns the data's
/// folder and that of the class.
fn closed_class() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = FileStore::open(&config_in(folder.path())).expect("it opens");
    let (class, _) = class_of(&store, &["anna", "ben"]);
    let claimed = store.claim(&class, &user("anna"), &Claim::Key(key(1)));
    assert_eq!(claimed, Ok(Claimed::Yes));
    let class = folder.path().join("data/classes/3b");
    (folder, class)
}

fn opened(folder: &Path) -> Result<FileStore, StoreError> {
    FileStore::open(&config_in(folder))
}

#[test]
fn a_folder_has_one_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = opened(folder.path()).expect("it opens");
    let second = opened(folder.path()).map(drop);
    assert!(matches!(second, Err(StoreError::InUse(_))), "{second:?}");
    drop(first);
    opened(folder.path()).expect("it opens again");
}

#[test]
fn everything_is_there_after_a_restart() {
    let (folder, _) = closed_class();
    let store = opened(folder.path()).expect("it opens");
    let anna = store.place(&id("3b"), &user("anna")).expect("it answers").expect("a place");
    assert!(anna.is_taken() && anna.is_entered_by(&key(1)));
    let ben = store.place(&id("3b"), &user("ben")).expect("it answers").expect("a place");
    assert!(!ben.is_taken());
}

#[test]
fn a_partial_last_line_of_places_is_skipped_wherever_it_is_cut() {
    let (folder, class) = closed_class();
    let path = class.join("places.ndjson");
    let whole = fs::read(&path).expect("it reads");
    for cut in 0..whole.len() {
        fs::write(&path, &whole[..cut]).expect("written");
        let store = opened(folder.path()).expect("it opens");
        let anna = store.place(&id("3b"), &user("anna")).expect("it answers").expect("a place");
        assert!(!anna.is_taken(), "cut at {cut}");
        let again = store.claim(&id("3b"), &user("anna"), &Claim::Key(key(2)));
        assert_eq!(again, Ok(Claimed::Yes), "cut at {cut}");
        drop(store);
        let store = opened(folder.path()).expect("it opens");
        let anna = store.place(&id("3b"), &user("anna")).expect("it answers").expect("a place");
        assert!(anna.is_entered_by(&key(2)), "cut at {cut}");
    }
}

#[test]
fn a_faulty_line_is_reported_with_its_number_and_nothing_is_changed() {
    let (folder, class) = closed_class();
    let path = class.join("places.ndjson");
    let whole = fs::read_to_string(&path).expect("it reads");
    for wrong in [
        "{}\n",
        "hello\n",
        "{\"at\":\"2026-11-27T10:30:00Z\",\"student\":\"../x\",\"what\":\"freed\"}\n",
    ] {
        let text = format!("{whole}{wrong}");
        fs::write(&path, &text).expect("written");
        let why = opened(folder.path()).expect_err(wrong).to_string();
        assert!(why.contains("places.ndjson:2: "), "{why}");
        assert!(!why.contains('\n'), "{why}");
        assert_eq!(fs::read_to_string(&path).expect("it reads"), text);
    }
}

#[test]
fn the_faults_of_all_classes_are_reported_at_once() {
    let (folder, class) = closed_class();
    fs::write(class.join("roster.csv"), "student\n../x\n").expect("written");
    let other = class.with_file_name("4c");
    fs::create_dir(&other).expect("made");
    fs::create_dir(class.with_file_name("Not A Class")).expect("made");
    let why = opened(folder.path()).expect_err("three faults").to_string();
    let lines: Vec<_> = why.lines().collect();
    assert_eq!(lines.len(), 3, "{why}");
    assert!(why.contains("roster.csv:2: student ../x") && why.contains("4c/class.toml"), "{why}");
    let looked = look_at(&config_in(folder.path()));
    assert_eq!(looked.iter().filter(|looked| looked.is_err()).count(), 3, "{looked:?}");
}

#[test]
fn temporary_files_of_a_crash_are_removed() {
    let (folder, class) = closed_class();
    for left in [class.join(".new-abc"), class.with_file_name(".new-def")] {
        fs::create_dir(&left).expect("made");
        fs::write(left.join("pack.toml"), "x").expect("written");
    }
    fs::write(class.join(".new-ghi"), "x").expect("written");
    opened(folder.path()).expect("it opens");
    let left = |folder: &Path| {
        let entries = fs::read_dir(folder).expect("a folder").filter_map(Result::ok);
        entries.filter(|it| it.file_name().to_string_lossy().starts_with(".new-")).count()
    };
    assert_eq!([left(&class), left(class.parent().expect("classes"))], [0, 0]);
}

#[test]
fn a_record_can_be_read_at_any_time_while_it_is_rewritten() {
    let (folder, class) = closed_class();
    let path = class.join("class.toml");
    let store = opened(folder.path()).expect("it opens");
    thread::scope(|scope| {
        let writing = scope.spawn(|| {
            for number in 1..200 {
                let title = |class: &mut Class| class.title = "x".repeat(20 * number);
                store.change_class(&id("3b"), &title).expect("it is kept");
            }
        });
        while !writing.is_finished() {
            let record = fs::read_to_string(&path).expect("the record can always be read");
            assert!(record.ends_with("\"\n") && record.contains("\ncode = "), "{record}");
            let looked = look_at(&config_in(folder.path()));
            assert!(looked.iter().all(Result::is_ok), "{looked:?}");
        }
    });
}

#[test]
fn other_users_can_read_nothing() {
    let (folder, class) = closed_class();
    let store = opened(folder.path()).expect("it opens");
    store.note(&AuditEntry::now(Deed::Start)).expect("it is noted");
    store.work(&id("3b"), &user("anna")).expect("it opens");
    let data = folder.path().join("data");
    for path in [
        data.clone(),
        data.join("lock"),
        data.join("audit.ndjson"),
        class.join("class.toml"),
        class.join("places.ndjson"),
        class.join("work/anna"),
        class.join("work/anna/anna.hits"),
    ] {
        let rights = path.metadata().expect("it is there").mode() & 0o777;
        assert_eq!(rights & 0o077, 0, "{} {rights:o}", path.display());
    }
}

#[test]
fn a_symbolic_link_in_place_of_a_file_is_refused() {
    let (folder, class) = closed_class();
    let secret = folder.path().join("secret");
    fs::write(&secret, "secret\n").expect("written");
    let store = opened(folder.path()).expect("it opens");
    drop(store.work(&id("3b"), &user("anna")).expect("it opens"));
    let work = class.join("work/anna/anna.hits");
    fs::remove_file(&work).expect("removed");
    symlink(&secret, &work).expect("a link");
    assert!(store.work(&id("3b"), &user("anna")).is_err());
    assert!(store.read_work(&id("3b"), &user("anna")).is_err());
    symlink(&secret, class.join("work/anna/mine.toml")).expect("a link");
    let desk = store.desk(&id("3b"), &user("anna")).expect("a desk");
    assert_eq!(desk.list(), Ok(Vec::new()));
    assert!(!matches!(desk.read("mine.toml"), Ok(Some(_))));
    assert_eq!(fs::read_to_string(&secret).expect("it reads"), "secret\n");
}

#[test]
fn students_never_see_a_path() {
    let fault = StoreError::Refused("/var/lib/hitscan/classes/3b: no".to_owned()).for_student();
    assert_eq!(fault, DeskFault::Refused("the store refuses it".to_owned()));
}

/// Runs on a small file system of its own; skipped if the test cannot mount one.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_keeps_whole_lines() {
    use std::process::Command;
    let folder = tempfile::tempdir().expect("a folder");
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=256k", "tmpfs"])
        .arg(folder.path())
        .output()
        .is_ok_and(|done| done.status.success());
    if !mounted {
        println!("skipped: a_full_disk_is_reported_and_keeps_whole_lines: no disk can be mounted");
        return;
    }
    let store = opened(folder.path()).expect("it opens");
    let (class, _) = class_of(&store, &["anna", "ben"]);
    let mut work = store.work(&class, &user("anna")).expect("it opens");
    let line = "x".repeat(4095) + "\n";
    let mut kept = 0;
    let why = loop {
        match work.append(&line, Urgency::BeforeThePicture) {
            Ok(()) => kept += line.len(),
            Err(why) => break why,
        }
        assert!(kept < 1 << 20, "the disk is never full");
    };
    let held = work.held().map(|held| held.len());
    let claimed = store.claim(&class, &user("ben"), &Claim::Key(key(1)));
    drop((work, store));
    let unmounted = Command::new("umount").arg(folder.path()).status();
    assert!(unmounted.is_ok_and(|status| status.success()), "it stays mounted");
    assert_eq!(why.about_work(), "not kept: the disk is full; nothing counts until it is");
    assert_eq!(held, Ok(kept), "a partial line is kept");
    assert!(matches!(claimed, Ok(Claimed::Yes) | Err(StoreError::Full)), "{claimed:?}");
}
