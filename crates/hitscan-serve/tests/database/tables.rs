//! Tests of the schema of the database, and of the content of its tables.

use std::thread;

use hitscan_serve::audit::{AuditEntry, Deed, Detail};
use hitscan_serve::code::NewCode;
use hitscan_serve::config::{Config, StorePlace};
use hitscan_serve::place::Claim;
use hitscan_serve::store::postgres::{PostgresStore, migrate};
use hitscan_serve::store::{Store as _, StoreError};

use super::cases::{class_of, user};
use super::postgres::{Postgres, url_of};
use super::{config_in, new_database, shared};

#[test]
fn an_older_or_newer_schema_is_refused_with_advice() {
    let Some(postgres) = Postgres::shared() else { return };
    let name = postgres.new_database("empty");
    let url = url_of(postgres.folder(), &name);
    let folder = tempfile::tempdir().expect("a folder");
    let opens = || PostgresStore::open(&config_in(folder.path()), &url).map(drop);
    let refused = |found: i32, what: &str| {
        let schema = format!("the schema of the database is {found}, and this hitscan-serve");
        Err(StoreError::Faulty(format!("{schema} needs 3: {what}")))
    };
    assert_eq!(opens(), refused(0, "it has no tables yet: hitscan-serve migrate makes them"));
    // Of concurrent migrations, only one runs each step.
    let migrated: Vec<_> = thread::scope(|scope| {
        let all: Vec<_> = (0..4).map(|_| scope.spawn(|| migrate(&url))).collect();
        all.into_iter().map(|one| one.join().expect("no panic")).collect()
    });
    assert_eq!(migrated.iter().filter(|it| **it == Ok([0, 3])).count(), 1, "{migrated:?}");
    assert_eq!(migrated.iter().filter(|it| **it == Ok([3, 3])).count(), 3, "{migrated:?}");
    assert_eq!(opens(), Ok(()));
    postgres.sql(&name, "DELETE FROM migration WHERE number = 3");
    assert_eq!(opens(), refused(2, "hitscan-serve migrate brings it up to date"));
    postgres.sql(&name, "INSERT INTO migration (number) VALUES (3), (4)");
    assert_eq!(opens(), refused(4, "a newer hitscan-serve has migrated it: run that one"));
    assert!(migrate(&url).is_err());
}

#[test]
fn the_audit_log_has_every_entry_for_90_days() {
    let Some((postgres, name, store, _folder)) = shared() else { return };
    let old = "INSERT INTO audit (at, what) VALUES (now() - interval '91 days', 'login')";
    postgres.sql(&name, old);
    let entry = AuditEntry::now(Deed::Reset).by(&user("ada")).with(Detail::User(user("anna")));
    let entry = entry.from("2001:db8::7".parse().expect("an address"));
    let class = "3b".parse().expect("an id");
    store.note(&entry.in_class(&class)).expect("it is kept");
    let noted = postgres.sql(&name, "SELECT class, who, address, what, detail FROM audit");
    assert_eq!(noted, "3b|ada|2001:db8::7|reset|anna");
}

#[test]
fn the_audit_log_has_no_secrets_and_codes_are_stored_as_hashes() {
    let Some((postgres, name, store, _folder)) = shared() else { return };
    let (id, code) = class_of(&store, &["anna"]);
    let own = NewCode::own().expect("a code");
    let claim = Claim::Code(own.hashed().expect("a hash"));
    store.claim(&id, &user("anna"), &claim).map(drop).expect("it answers");
    store.note(&AuditEntry::now(Deed::Claimed).in_class(&id)).expect("it is kept");
    let all = postgres.sql(
        &name,
        "SELECT audit::text FROM audit UNION ALL SELECT class::text FROM class \
         UNION ALL SELECT student::text FROM student",
    );
    assert!(all.contains("claimed") && all.contains("sha256:"), "{all}");
    for secret in [own.shown(), code.shown()] {
        assert!(!all.contains(secret), "{all}");
    }
}

#[test]
fn the_configured_store_is_opened() {
    let Some(postgres) = Postgres::shared() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let store = StorePlace::Postgres(new_database(postgres));
    let config = Config { store, ..config_in(folder.path()) };
    let (id, _) = class_of(&*hitscan_serve::store::open(&config).expect("it opens"), &["anna"]);
    let again = hitscan_serve::store::open(&config).expect("it opens");
    assert_eq!(again.classes().map(|all| all.len()), Ok(1));
    assert_eq!(again.places(&id).map(|all| all.len()), Ok(1));
}
