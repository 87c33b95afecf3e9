//! The schema of the database, made by numbered migrations.

use tokio_postgres::{Client, NoTls};

use super::database::Database;
use super::tls::encrypted;
use crate::config::DatabaseUrl;
use crate::store::StoreError;

/// The migrations from an empty database to the needed schema.
const MIGRATIONS: [&str; 3] = [
    include_str!("migrations/0001.sql"),
    include_str!("migrations/0002.sql"),
    include_str!("migrations/0003.sql"),
];

/// An advisory lock against concurrent migrations.
const LOCK: &str = "SELECT pg_advisory_lock(7241)";

/// The number of the schema that this program needs.
pub(super) const NEEDED: i32 = 3;

/// The number of a database's schema; 0 if it has none.
async fn number(on: &Client) -> Result<i32, StoreError> {
    let there = on.query_one("SELECT to_regclass('migration') IS NOT NULL", &[]).await?;
    if !there.try_get::<_, bool>(0)? {
        return Ok(0);
    }
    let last = on.query_one("SELECT coalesce(max(number), 0) FROM migration", &[]).await?;
    Ok(last.try_get(0)?)
}

/// Checks that a database has the schema that this program needs.
pub(super) fn check(database: &Database) -> Result<(), StoreError> {
    let found = database.ask(async |on| number(on).await)?;
    let what_to_do = match found {
        NEEDED => return Ok(()),
        0 => "it has no tables yet: hitscan-serve migrate makes them",
        older if older < NEEDED => "hitscan-serve migrate brings it up to date",
        _ => "a newer hitscan-serve has migrated it: run that one",
    };
    Err(StoreError::Faulty(format!(
        "the schema of the database is {found}, and this hitscan-serve needs {NEEDED}: {what_to_do}"
    )))
}

/// Brings the schema of a database up to date. Returns the numbers before and after.
///
/// # Errors
/// When the database fails, or a newer program has migrated it.
pub(super) async fn migrate(url: &DatabaseUrl) -> Result<[i32; 2], StoreError> {
    let mut client = connected(url).await?;
    client.batch_execute(LOCK).await?;
    let migrated = migrate_with(&mut client).await;
    // Closing the connection releases the lock in any case.
    let _ = client.batch_execute("SELECT pg_advisory_unlock(7241)").await;
    migrated
}

/// Opens a connection, which closes when the client is dropped.
async fn connected(url: &DatabaseUrl) -> Result<Client, StoreError> {
    if url.is_encrypted() {
        let (client, connection) = url.config().connect(encrypted()?).await?;
        tokio::spawn(connection);
        return Ok(client);
    }
    let (client, connection) = url.config().connect(NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

async fn migrate_with(client: &mut Client) -> Result<[i32; 2], StoreError> {
    let begun = number(client).await?;
    if begun > NEEDED {
        return Err(StoreError::Faulty(format!(
            "the schema of the database is {begun}, and this hitscan-serve knows {NEEDED}: a newer \
             hitscan-serve has migrated it: run that one"
        )));
    }
    for (number, sql) in (1..).zip(MIGRATIONS).filter(|(number, _)| *number > begun) {
        let step = client.transaction().await?;
        step.batch_execute(sql).await?;
        step.execute("INSERT INTO migration (number) VALUES ($1)", &[&number]).await?;
        step.commit().await?;
    }
    Ok([begun, NEEDED])
}
