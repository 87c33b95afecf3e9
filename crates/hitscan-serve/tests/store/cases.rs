//! The promises that every store keeps.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use hitscan::seat::{DeskFault, Urgency};
use hitscan_core::lab::MOST_BYTES;
use hitscan_serve::class::{Class, ClassId, ClassState, PackVersion, RosterRule};
use hitscan_serve::code::{NewCode, TypedCode};
use hitscan_serve::key::LoginKey;
use hitscan_serve::pack::PackFiles;
use hitscan_serve::place::{Claim, Claimed, Listed, Place, UserId};
use hitscan_serve::reached::Earned;
use hitscan_serve::store::{Erase, Store, StoreError};
use russh::keys::PrivateKey;
use russh::keys::ssh_key::private::{Ed25519Keypair, KeypairData};

pub(crate) fn id(id: &str) -> ClassId {
    id.parse().expect("an id")
}

pub(crate) fn user(name: &str) -> UserId {
    name.parse().expect("a name")
}

/// A key that is different for each number.
pub(crate) fn key(number: u8) -> LoginKey {
    let pair = KeypairData::from(Ed25519Keypair::from_seed(&[number; 32]));
    let key = PrivateKey::new(pair, "").expect("a key");
    LoginKey::new(key.public_key()).expect("a good kind")
}

fn typed(code: &str) -> TypedCode<'_> {
    TypedCode::new(code).expect("short")
}

fn listed(students: &[&str]) -> Vec<Listed> {
    let listed = |id: &&str| Listed { id: (*id).to_owned(), seed: format!("{id}-7") };
    students.iter().map(listed).collect()
}

/// Makes a class with this roster; returns its ID and its code.
pub(crate) fn class_of(store: &dyn Store, students: &[&str]) -> (ClassId, NewCode) {
    let (id, code) = (id("3b"), NewCode::of_class().expect("a code"));
    let class = Class::new(id.clone(), "Collisions, Monday".to_owned());
    store.make_class(&class, &code.hashed().expect("a hash")).expect("it is made");
    store.set_roster(&id, &listed(students)).expect("it is kept");
    (id, code)
}

fn taken(store: &dyn Store, class: &ClassId, student: &str, number: u8) -> UserId {
    let student = user(student);
    let claimed = store.claim(class, &student, &Claim::Key(key(number)));
    assert_eq!(claimed, Ok(Claimed::Yes));
    student
}

fn names(store: &dyn Store, class: &ClassId) -> Vec<String> {
    let places = store.places(class).expect("there are places");
    places.iter().map(|place| place.student.to_string()).collect()
}

fn place(store: &dyn Store, class: &ClassId, student: &UserId) -> Place {
    store.place(class, student).expect("it answers").expect("there is a place")
}

pub(crate) fn a_class_is_made_once_and_found_by_its_id(store: &dyn Store) {
    assert_eq!(store.classes(), Ok(Vec::new()));
    let (id, _) = class_of(store, &[]);
    let class = store.class(&id).expect("it answers").expect("it is there");
    assert_eq!((class.title.as_str(), class.state), ("Collisions, Monday", ClassState::Open));
    assert_eq!(store.classes(), Ok(vec![class.clone()]));
    let code = NewCode::of_class().and_then(|code| code.hashed()).expect("a hash");
    assert_eq!(store.make_class(&class, &code), Err(StoreError::ClassExists(id)));
}

pub(crate) fn the_record_of_a_class_is_replaced_as_a_whole(store: &dyn Store) {
    let (id, code) = class_of(store, &["anna"]);
    let kept = store.change_class(&id, &|class| {
        class.title = String::from("Tuesday \"b\" \\");
        class.state = ClassState::Paused;
        class.lessons = Some(vec!["inside".to_owned()]);
        class.due = Some("2026-11-27T10:30:00Z".parse().expect("a time"));
        class.most_students = 2;
        class.roster = RosterRule::Open;
        class.languages = vec!["en".to_owned()];
    });
    let kept = kept.expect("it is kept");
    assert_eq!((kept.state, kept.most_students), (ClassState::Paused, 2));
    assert_eq!(store.class(&id), Ok(Some(kept)));
    assert_eq!(store.class_code_matches(&id, &typed(code.shown())), Ok(true));
    assert_eq!(names(store, &id), ["anna"]);
}

pub(crate) fn concurrent_changes_of_a_record_are_not_lost(store: &dyn Store) {
    const WRITERS: u8 = 4;
    const TURNS: u8 = 8;
    let (id, _) = class_of(store, &["anna"]);
    let code = NewCode::of_class().expect("a code");
    let hash = code.hashed().expect("a hash");
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let id = &id;
            scope.spawn(move || {
                for turn in 0..TURNS {
                    let mark = format!("{writer}-{turn}");
                    let changed =
                        store.change_class(id, &|class| class.languages.push(mark.clone()));
                    let kept = changed.expect("it is kept").languages;
                    assert!(kept.contains(&mark), "{mark}: {kept:?}");
                }
            });
        }
        scope.spawn(|| store.set_class_code(&id, &hash).expect("it is kept"));
    });
    let kept = store.class(&id).expect("it answers").expect("it is there").languages;
    assert_eq!(kept.len(), usize::from(WRITERS * TURNS), "{kept:?}");
    assert_eq!(store.class_code_matches(&id, &typed(code.shown())), Ok(true));
}

pub(crate) fn a_code_opens_only_its_class_until_it_is_replaced(store: &dyn Store) {
    let (id, code) = class_of(store, &[]);
    assert_eq!(store.class_code_matches(&id, &typed(code.shown())), Ok(true));
    for wrong in ["", "blue-otter", "x"] {
        assert_eq!(store.class_code_matches(&id, &typed(wrong)), Ok(false), "{wrong}");
    }
    let none = "4c".parse().expect("an id");
    assert_eq!(store.class_code_matches(&none, &typed(code.shown())), Ok(false));
    let other = NewCode::of_class().expect("a code");
    store.set_class_code(&id, &other.hashed().expect("a hash")).expect("it is kept");
    assert_eq!(store.class_code_matches(&id, &typed(code.shown())), Ok(false));
    assert_eq!(store.class_code_matches(&id, &typed(other.shown())), Ok(true));
}

pub(crate) fn places_are_in_the_order_of_the_roster(store: &dyn Store) {
    let (id, _) = class_of(store, &["ben", "anna", "cleo"]);
    assert_eq!(names(store, &id), ["ben", "anna", "cleo"]);
    let anna = place(store, &id, &user("anna"));
    assert_eq!((anna.seed.as_str(), anna.is_taken()), ("anna-7", false));
    assert_eq!(store.place(&id, &user("dora")), Ok(None));
}

pub(crate) fn a_place_is_claimed_once_by_concurrent_claims(store: &dyn Store) {
    let (id, _) = class_of(store, &["anna"]);
    let [won, lost] = [AtomicUsize::new(0), AtomicUsize::new(0)];
    thread::scope(|scope| {
        for number in 0..8 {
            let (id, won, lost) = (&id, &won, &lost);
            scope.spawn(move || {
                let claimed = store.claim(id, &user("anna"), &Claim::Key(key(number)));
                let counter = match claimed.expect("it answers") {
                    Claimed::Yes => won,
                    Claimed::Taken => lost,
                    other => panic!("{other:?}"),
                };
                counter.fetch_add(1, Ordering::SeqCst);
            });
        }
    });
    assert_eq!((won.into_inner(), lost.into_inner()), (1, 7));
    assert_eq!(place(store, &id, &user("anna")).keys.len(), 1);
}

pub(crate) fn an_open_roster_has_a_limit(store: &dyn Store) {
    let (id, _) = class_of(store, &["anna"]);
    let opened = |class: &mut Class| (class.roster, class.most_students) = (RosterRule::Open, 2);
    store.change_class(&id, &opened).expect("it is kept");
    let ben = taken(store, &id, "ben", 1);
    assert_eq!(place(store, &id, &ben).seed, "ben");
    let dora = store.claim(&id, &user("dora"), &Claim::Key(key(2)));
    assert_eq!(dora, Ok(Claimed::Full));
    // Anna's own place is reserved for her.
    taken(store, &id, "anna", 3);
    assert_eq!(names(store, &id), ["anna", "ben"]);
}

pub(crate) fn a_closed_roster_has_no_room_for_others(store: &dyn Store) {
    let (id, _) = class_of(store, &["anna"]);
    let claimed = store.claim(&id, &user("ben"), &Claim::Key(key(1)));
    assert_eq!(claimed, Ok(Claimed::NoSuchPlace));
    assert_eq!(names(store, &id), ["anna"]);
}

pub(crate) fn a_key_opens_a_place_which_has_four_at_most(store: &dyn Store) {
    let (id, _) = class_of(store, &["anna", "ben"]);
    let anna = taken(store, &id, "anna", 1);
    for number in [1, 2, 3, 4, 2] {
        assert_eq!(store.add_key(&id, &anna, &key(number)), Ok(()), "{number}");
    }
    let why = store.add_key(&id, &anna, &key(5)).expect_err("too many");
    assert!(matches!(why, StoreError::TooMuch(_)), "{why}");
    let kept = place(store, &id, &anna);
    assert_eq!(kept.keys.len(), 4);
    assert!(kept.is_entered_by(&key(4)) && !kept.is_entered_by(&key(5)));
    assert!(store.add_key(&id, &user("ben"), &key(6)).is_err(), "a free place has no keys");
}

pub(crate) fn an_own_code_opens_a_place_until_it_is_replaced(store: &dyn Store) {
    let (id, _) = class_of(store, &["anna", "ben"]);
    let [first, second] = [(); 2].map(|()| NewCode::own().expect("a code"));
    let by = Claim::Code(first.hashed().expect("a hash"));
    assert_eq!(store.claim(&id, &user("anna"), &by), Ok(Claimed::Yes));
    let matches = |student: &str, code: &NewCode| {
        store.own_code_matches(&id, &user(student), &typed(code.shown())).expect("it answers")
    };
    assert!(matches("anna", &first) && !matches("anna", &second));
    assert!(!matches("ben", &first) && !matches("dora", &first));
    store.set_own_code(&id, &user("anna"), &second.hashed().expect("a hash")).expect("kept");
    assert!(!matches("anna", &first) && matches("anna", &second));
}

pub(crate) fn a_freed_place_is_not_opened_by_old_keys_or_codes(store: &dyn Store) {
    let (id, _) = class_of(store, &["anna"]);
    let anna = taken(store, &id, "anna", 1);
    let code = NewCode::own().expect("a code");
    store.set_own_code(&id, &anna, &code.hashed().expect("a hash")).expect("it is kept");
    store.free(&id, &anna, Erase::Nothing).expect("it is freed");
    let free = place(store, &id, &anna);
    assert_eq!(free, Place::free(anna.clone(), "anna-7".to_owned()));
    assert_eq!(store.own_code_matches(&id, &anna, &typed(code.shown())), Ok(false));
    taken(store, &id, "anna", 2);
    assert!(!place(store, &id, &anna).is_entered_by(&key(1)));
}

pub(crate) fn a_new_roster_leaves_taken_places_as_they_are(store: &dyn Store) {
    let (id, _) = class_of(store, &["anna", "ben", "cleo"]);
    let anna = taken(store, &id, "anna", 1);
    let other = [Listed { id: "dora".to_owned(), seed: "d".to_owned() }];
    store.set_roster(&id, &other).expect("it is kept");
    assert_eq!(names(store, &id), ["dora", "anna"]);
    assert!(place(store, &id, &anna).is_entered_by(&key(1)));
    store.free(&id, &anna, Erase::Nothing).expect("it is freed");
    assert_eq!(names(store, &id), ["dora"]);
}

pub(crate) fn work_is_kept_in_order_and_can_be_truncated(store: &dyn Store) {
    let (id, _) = class_of(store, &["anna"]);
    let anna = user("anna");
    assert_eq!(store.read_work(&id, &anna), Ok(Vec::new()));
    let mut work = store.work(&id, &anna).expect("it opens");
    assert_eq!(work.held(), Ok(Vec::new()));
    work.append("one\n", Urgency::Soon).expect("it is kept");
    work.append("two\n", Urgency::BeforeThePicture).expect("it is kept");
    assert_eq!(store.read_work(&id, &anna), Ok(b"one\ntwo\n".to_vec()));
    assert_eq!(work.held(), Ok(b"one\ntwo\n".to_vec()));
    work.truncate(4).expect("it is cut");
    work.append("three\n", Urgency::Soon).expect("it is kept");
    drop(work);
    let mut again = store.work(&id, &anna).expect("it opens");
    assert_eq!(again.held(), Ok(b"one\nthree\n".to_vec()));
}

pub(crate) fn work_has_one_writer(store: &dyn Store) {
    let (id, _) = class_of(store, &["anna", "ben"]);
    let first = store.work(&id, &user("anna")).expect("it opens");
    assert_eq!(store.work(&id, &user("anna")).map(drop), Err(StoreError::Conflict));
    store.work(&id, &user("ben")).expect("another student's work opens");
    let refused = Err(StoreError::Conflict);
    assert_eq!(store.free(&id, &user("anna"), Erase::Work), refused);
    assert_eq!(store.replace_work(&id, &user("anna"), b""), refused);
    drop(first);
    store.work(&id, &user("anna")).expect("it opens again");
}

pub(crate) fn work_has_a_limit(store: &dyn Store) {
    let (id, _) = class_of(store, &["anna"]);
    let mut work = store.work(&id, &user("anna")).expect("it opens");
    let lines = "x".repeat(MOST_BYTES - 1) + "\n";
    work.append(&lines, Urgency::Soon).expect("it is kept");
    let why = work.append("\n", Urgency::BeforeThePicture).expect_err("one too many");
    assert!(matches!(why, DeskFault::Refused(_)), "{why}");
    assert_eq!(work.held().map(|held| held.len()), Ok(MOST_BYTES));
}

pub(crate) fn replaced_or_freed_work_is_gone_from_the_place(store: &dyn Store) {
    let (id, _) = class_of(store, &["anna"]);
    let anna = taken(store, &id, "anna", 1);
    let fill = |text: &str| {
        let mut work = store.work(&id, &anna).expect("it opens");
        work.append(text, Urgency::Soon).expect("it is kept");
    };
    let held = || store.read_work(&id, &anna).expect("it answers");
    fill("one\n");
    store.replace_work(&id, &anna, b"two\n").expect("it is replaced");
    assert_eq!(held(), b"two\n");
    store.replace_work(&id, &anna, b"").expect("it is replaced");
    assert_eq!(held(), b"");
    for (number, what) in [(2, Erase::Nothing), (3, Erase::Work)] {
        fill("three\n");
        let desk = store.desk(&id, &anna).expect("a desk");
        desk.write(
            "mine.toml",
            "title = \"x\"\n",
            desk.read("mine.toml").expect("it answers").as_deref(),
        )
        .expect("it is kept");
        store.free(&id, &anna, what).expect("it is freed");
        assert_eq!(held(), b"", "{what:?}");
        taken(store, &id, "anna", number);
        let scenes = store.desk(&id, &anna).map(|it| it.list().expect("it answers"));
        let expected: &[&str] = if what == Erase::Work { &[] } else { &["mine.toml"] };
        assert_eq!(scenes.expect("a desk"), expected, "{what:?}");
    }
}

pub(crate) fn times_of_earned_points_are_kept_as_long_as_the_work(store: &dyn Store) {
    let (id, _) = class_of(store, &["anna"]);
    let anna = taken(store, &id, "anna", 1);
    let earned =
        |step: &str, at: &str| Earned { at: at.parse().expect("a time"), step: step.to_owned() };
    let both = [
        earned("inside/edges", "2026-11-27T10:00:00Z"),
        earned("inside/hide", "2026-11-27T10:20:00Z"),
    ];
    let begin = || {
        let mut work = store.work(&id, &anna).expect("it opens");
        work.append("one\n", Urgency::Soon).expect("it is kept");
        for earned in &both {
            store.note_earned(&id, &anna, earned).expect("it is kept");
        }
    };
    let held = || store.earned(&id, &anna).expect("it answers");
    assert_eq!(held(), []);
    begin();
    assert_eq!(held(), both);
    store.replace_work(&id, &anna, b"two\n").expect("it is replaced");
    assert_eq!(held(), both, "a part of the work begins afresh");
    store.replace_work(&id, &anna, b"").expect("it is replaced");
    assert_eq!(held(), []);
    for what in [Erase::Nothing, Erase::Work] {
        begin();
        store.free(&id, &anna, what).expect("it is freed");
        assert_eq!(held(), [], "{what:?}");
    }
}

pub(crate) fn a_desk_has_plain_names_and_a_limit(store: &dyn Store) {
    let (id, _) = class_of(store, &["anna", "ben"]);
    let desk = store.desk(&id, &user("anna")).expect("a desk");
    let long = format!("{}.toml", "a".repeat(300));
    for name in
        ["/etc/passwd", "../ben/mine.toml", "~/x.toml", "a\0.toml", ".toml", "anna.hits", &long]
    {
        assert!(desk.read(name).is_err(), "{name:?}");
        assert!(desk.write(name, "x", None).is_err(), "{name:?}");
    }
    for number in 0..64 {
        desk.write(&format!("s{number}.toml"), "x", None).expect("there is room");
    }
    assert!(desk.write("another.toml", "x", None).is_err(), "64 files are the most");
    desk.write("s0.toml", "y", Some("x")).expect("a file can be replaced at the limit");
    assert_eq!(desk.write("s0.toml", "z", Some("x")), Err(DeskFault::Conflict));
    assert_eq!(desk.read("s0.toml"), Ok(Some("y".to_owned())));
    let others = store.desk(&id, &user("ben")).expect("a desk");
    assert_eq!(others.list(), Ok(Vec::new()));
}

pub(crate) fn pack(text: &str) -> PackFiles {
    let mut archive = tar::Builder::new(Vec::new());
    for (path, text) in [("pack.toml", text), ("inside/lesson.toml", "x")] {
        let mut header = tar::Header::new_gnu();
        header.set_size(u64::try_from(text.len()).expect("short"));
        header.set_mode(0o600);
        archive.append_data(&mut header, path, text.as_bytes()).expect("memory");
    }
    let archive = archive.into_inner().expect("memory");
    PackFiles::from_tar(archive.as_slice()).expect("a pack")
}

pub(crate) fn a_pack_that_fails_its_check_leaves_no_trace(store: &dyn Store) {
    let (id, _) = class_of(store, &[]);
    let check = |folder: &Path| {
        let text = std::fs::read_to_string(folder.join("inside/lesson.toml"));
        assert_eq!(text.expect("it is unpacked"), "x");
        Err("inside/lesson.toml: no lesson".to_owned())
    };
    let why = store.put_pack(&id, &pack("1"), &check).expect_err("it fails");
    assert_eq!(why.to_string(), "inside/lesson.toml: no lesson");
    assert!(store.pack_folder(&id, PackVersion::Put(1)).is_err());
}

pub(crate) fn old_packs_stay_beside_new_ones(store: &dyn Store) {
    let (id, _) = class_of(store, &[]);
    let put = |text: &str| store.put_pack(&id, &pack(text), &|_| Ok(())).expect("it is kept");
    assert_eq!([put("1"), put("2"), put("3")], [1, 2, 3].map(PackVersion::Put));
    for number in 1..=3 {
        let folder = store.pack_folder(&id, PackVersion::Put(number)).expect("it is there");
        let head = folder.expect("a folder").join("pack.toml");
        assert_eq!(std::fs::read_to_string(head).expect("it reads"), number.to_string());
    }
    assert_eq!(store.pack_folder(&id, PackVersion::BuiltIn), Ok(None));
    let class = store.class(&id).expect("it answers").expect("it is there");
    assert_eq!(class.pack, PackVersion::BuiltIn, "the class goes on with its own");
}

pub(crate) fn a_missing_class_or_place_is_an_error(store: &dyn Store) {
    let none = id("4c");
    assert_eq!(store.class(&none), Ok(None));
    let no_class = StoreError::NoClass(none.clone());
    assert_eq!(store.places(&none), Err(no_class.clone()));
    assert_eq!(store.claim(&none, &user("anna"), &Claim::Key(key(1))), Err(no_class.clone()));
    assert_eq!(store.read_work(&none, &user("anna")), Err(no_class.clone()));
    assert_eq!(store.remove_class(&none), Err(no_class));
    let (class, _) = class_of(store, &["anna"]);
    let student = user("dora");
    let no_place = StoreError::NoPlace { class: class.clone(), student: student.clone() };
    assert_eq!(store.work(&class, &student).map(drop), Err(no_place.clone()));
    assert_eq!(store.read_work(&class, &student), Err(no_place.clone()));
    assert_eq!(store.desk(&class, &student).map(drop), Err(no_place.clone()));
    assert_eq!(store.free(&class, &student, Erase::Work), Err(no_place.clone()));
    assert_eq!(store.add_key(&class, &student, &key(1)), Err(no_place));
}

pub(crate) fn a_class_that_was_used_is_not_removed(store: &dyn Store) {
    let (id, code) = class_of(store, &["anna"]);
    store.remove_class(&id).expect("no one was in it");
    assert_eq!(store.class_code_matches(&id, &typed(code.shown())), Ok(false));
    let (id, _) = class_of(store, &["anna"]);
    taken(store, &id, "anna", 1);
    assert!(store.remove_class(&id).is_err());
    assert_eq!(names(store, &id), ["anna"]);
}

/// Makes a test of each promise, which this function runs. Every store must pass all of them.
macro_rules! promises {
    ($on:ident) => {
        $crate::cases::promises! { $on:
            a_class_is_made_once_and_found_by_its_id
            the_record_of_a_class_is_replaced_as_a_whole
            concurrent_changes_of_a_record_are_not_lost
            a_code_opens_only_its_class_until_it_is_replaced
            places_are_in_the_order_of_the_roster
            a_place_is_claimed_once_by_concurrent_claims
            an_open_roster_has_a_limit
            a_closed_roster_has_no_room_for_others
            a_key_opens_a_place_which_has_four_at_most
            an_own_code_opens_a_place_until_it_is_replaced
            a_freed_place_is_not_opened_by_old_keys_or_codes
            a_new_roster_leaves_taken_places_as_they_are
            work_is_kept_in_order_and_can_be_truncated
            work_has_one_writer
            work_has_a_limit
            replaced_or_freed_work_is_gone_from_the_place
            times_of_earned_points_are_kept_as_long_as_the_work
            a_desk_has_plain_names_and_a_limit
            a_pack_that_fails_its_check_leaves_no_trace
            old_packs_stay_beside_new_ones
            a_missing_class_or_place_is_an_error
            a_class_that_was_used_is_not_removed
        }
    };
    ($on:ident: $($case:ident)*) => { $(
        #[test]
        fn $case() {
            $on(cases::$case);
        }
    )* };
}
pub(crate) use promises;
