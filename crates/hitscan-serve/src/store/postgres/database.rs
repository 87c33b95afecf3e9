//! The connection to the database: a small pool, with a timeout for every query. Calls block the
//! calling thread; one thread drives the connections, and sleeps while there are no queries.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use deadpool_postgres::{
    GenericClient, Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Transaction,
};
use hitscan_core::scene::printable;
use jiff::Timestamp;
use tokio::runtime::{Builder, Runtime};
use tokio::time::{timeout, timeout_at};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, NoTls, Row};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::config::DatabaseUrl;
use crate::locked;
use crate::store::StoreError;
use crate::trouble::Trouble;

/// The timeout of a query, including the wait for a connection: a student waits for it after a key,
/// and is then told that nothing is kept.
const TIME: Duration = Duration::from_secs(3);
/// The timeout of copying a class.
pub(super) const TIME_TO_COPY: Duration = Duration::from_secs(600);
/// After a timeout, queries fail at once for this long, so that keys are answered without delay.
const REST: Duration = Duration::from_secs(1);
/// The size of the pool.
const CONNECTIONS: usize = 8;
/// The idle time after which TCP keepalive probes detect a vanished host.
const KEEPALIVE: Duration = Duration::from_secs(60);

/// The prefix of connections' application names, before the name of the machine.
const PROGRAM: &str = "hitscan-serve ";

/// The pool of connections to a database.
pub(super) struct Database {
    pool: Pool,
    /// Drives the connections. Taken on drop.
    runtime: Option<Runtime>,
    silent_until: Mutex<Option<Instant>>,
    /// Whether the database has ever answered. Until then, only callers get its errors, not the
    /// system log.
    has_answered: AtomicBool,
    trouble: Trouble,
}

/// The parameters of a query.
pub(super) type Given<'g> = &'g [&'g (dyn ToSql + Sync)];

impl Database {
    /// A pool for this URL and machine name. Does not connect yet.
    pub(super) fn new(url: &DatabaseUrl, node: &str) -> Result<Self, StoreError> {
        let mut config = url.config().clone();
        // The server must cancel a statement that the client has given up on, so that it does not
        // run later.
        let ends = format!("-c statement_timeout={}", TIME.as_millis());
        let options = config.get_options().map_or(ends.clone(), |it| format!("{it} {ends}"));
        config.options(options).connect_timeout(TIME).tcp_user_timeout(TIME);
        config.keepalives_idle(KEEPALIVE).application_name(format!("{PROGRAM}{node}"));
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = if url.is_encrypted() {
            Manager::from_config(config, encrypted()?, recycling)
        } else {
            Manager::from_config(config, NoTls, recycling)
        };
        let pool = Pool::builder(manager).max_size(CONNECTIONS).build();
        let pool = pool.map_err(|why| StoreError::Refused(why.to_string()))?;
        let mut runtime = Builder::new_multi_thread();
        runtime.worker_threads(1).thread_name("store").enable_all();
        let runtime = runtime.build().map_err(|why| StoreError::Refused(why.to_string()))?;
        Ok(Self {
            pool,
            runtime: Some(runtime),
            silent_until: Mutex::default(),
            has_answered: AtomicBool::new(false),
            trouble: Trouble::default(),
        })
    }

    /// Runs a single statement, or several that only read.
    pub(super) fn ask<T>(
        &self,
        work: impl AsyncFnOnce(&Object) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.bounded(TIME, async |connection| work(connection).await)
    }

    /// Runs a transaction.
    pub(super) fn within<T>(
        &self,
        work: impl AsyncFnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.bounded(TIME, async |connection| in_transaction(connection, "", work).await)
    }

    /// Runs a transaction in the background. Its timeout does not make the queries of others fail
    /// at once.
    pub(super) fn within_aside<T>(
        &self,
        work: impl AsyncFnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let answer =
            self.answer(TIME, async |connection| in_transaction(connection, "", work).await);
        answer.unwrap_or(Err(StoreError::NotAnswering))
    }

    /// Runs a long transaction, which no student waits for.
    pub(super) fn within_long<T>(
        &self,
        work: impl AsyncFnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let first = "SET LOCAL statement_timeout = 0";
        self.bounded(TIME_TO_COPY, async |connection| in_transaction(connection, first, work).await)
    }

    fn bounded<T>(
        &self,
        time: Duration,
        work: impl AsyncFnOnce(&mut Object) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.answer(time, work).unwrap_or_else(|| {
            *locked(&self.silent_until) = Some(Instant::now() + REST);
            Err(StoreError::NotAnswering)
        })
    }

    /// The answer; none after a timeout.
    fn answer<T>(
        &self,
        time: Duration,
        work: impl AsyncFnOnce(&mut Object) -> Result<T, StoreError>,
    ) -> Option<Result<T, StoreError>> {
        let Some(runtime) = &self.runtime else { return Some(Err(StoreError::NotAnswering)) };
        if locked(&self.silent_until).is_some_and(|until| Instant::now() < until) {
            return Some(Err(StoreError::NotAnswering));
        }
        let deadline = tokio::time::Instant::now() + time;
        let answer = runtime.handle().block_on(async {
            let mut connection = match timeout(TIME, self.pool.get()).await.ok()? {
                Ok(connection) => connection,
                Err(why) => return Some(Err(said_of_pool(&why))),
            };
            if let Ok(done) = timeout_at(deadline, work(&mut connection)).await {
                return Some(done);
            }
            // Close the connection: the statement may still be running on it, and no other may wait
            // behind it.
            drop(Object::take(connection));
            None
        });
        self.tells_journal(
            answer.as_ref().map_or(Some(&StoreError::NotAnswering), |it| it.as_ref().err()),
        );
        answer
    }

    /// Logs that the database fails, and that it works again.
    fn tells_journal(&self, fault: Option<&StoreError>) {
        if let Some(why @ (StoreError::NotAnswering | StoreError::Full)) = fault {
            if self.has_answered.load(Ordering::Relaxed) {
                self.trouble.say(format_args!("PostgreSQL: {why}; nothing counts meanwhile"));
            }
        } else {
            self.has_answered.store(true, Ordering::Relaxed);
            self.trouble.is_over("PostgreSQL: works again");
        }
    }
}

/// Runs a transaction that begins with this statement, if it is one.
async fn in_transaction<T>(
    connection: &mut Object,
    first: &str,
    work: impl AsyncFnOnce(&Transaction<'_>) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let all = connection.transaction().await?;
    if !first.is_empty() {
        all.batch_execute(first).await?;
    }
    let done = work(&all).await?;
    all.commit().await?;
    Ok(done)
}

impl Drop for Database {
    fn drop(&mut self) {
        // The drop may run in asynchronous code, which must not block.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Prints no URL: it may contain a password.
impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").finish_non_exhaustive()
    }
}

/// Runs a query and returns all rows.
pub(super) async fn rows(
    on: &impl GenericClient,
    sql: &str,
    with: Given<'_>,
) -> Result<Vec<Row>, StoreError> {
    let statement = on.prepare_cached(sql).await?;
    Ok(on.query(&statement, with).await?)
}

/// Runs a query and returns its only row, if there is one.
pub(super) async fn row(
    on: &impl GenericClient,
    sql: &str,
    with: Given<'_>,
) -> Result<Option<Row>, StoreError> {
    let statement = on.prepare_cached(sql).await?;
    Ok(on.query_opt(&statement, with).await?)
}

/// Runs a statement and returns the number of changed rows.
pub(super) async fn change(
    on: &impl GenericClient,
    sql: &str,
    with: Given<'_>,
) -> Result<u64, StoreError> {
    let statement = on.prepare_cached(sql).await?;
    Ok(on.execute(&statement, with).await?)
}

/// How many machines have connections to this database: each keeps some open while it runs.
pub(super) async fn machines(on: &impl GenericClient) -> Result<u32, StoreError> {
    let sql = "SELECT count(DISTINCT application_name) FROM pg_stat_activity \
               WHERE datname = current_database() AND starts_with(application_name, $1)";
    let found = row(on, sql, &[&PROGRAM]).await?;
    let count: i64 = found.map_or(Ok(1), |row| row.try_get(0))?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

fn said_of_pool(why: &PoolError) -> StoreError {
    match why {
        PoolError::Backend(why) => said(why),
        _ => StoreError::NotAnswering,
    }
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(why: tokio_postgres::Error) -> Self {
        said(&why)
    }
}

/// Classifies an error of the database. The parameters of the query are left out: they may be codes
/// or keys.
fn said(why: &tokio_postgres::Error) -> StoreError {
    let Some(of_database) = why.as_db_error() else {
        // The database was not reached, or the connection broke. A response that cannot be decoded
        // is a fault.
        let source = std::error::Error::source(why).filter(|_| !why.is_closed());
        return source
            .filter(|source| !is_of_line(*source))
            .map_or(StoreError::NotAnswering, |source| {
                StoreError::Faulty(printable(&format!("the database: {why}: {source}")))
            });
    };
    let code = of_database.code();
    if *code == SqlState::DISK_FULL {
        return StoreError::Full;
    }
    let will_answer_later = ["08", "53", "57", "58"].iter().any(|it| code.code().starts_with(it))
        || [
            SqlState::READ_ONLY_SQL_TRANSACTION,
            SqlState::LOCK_NOT_AVAILABLE,
            SqlState::T_R_DEADLOCK_DETECTED,
            SqlState::T_R_SERIALIZATION_FAILURE,
        ]
        .contains(code);
    if will_answer_later {
        return StoreError::NotAnswering;
    }
    let (code, message) = (code.code(), of_database.message());
    StoreError::Refused(printable(&format!("the database refuses it: {code}: {message}")))
}

/// Whether this is a failure of the connection; an untrusted certificate is not.
fn is_of_line(source: &(dyn std::error::Error + 'static)) -> bool {
    let of_line = source.downcast_ref::<std::io::Error>();
    of_line.is_some_and(|it| it.kind() != std::io::ErrorKind::InvalidData)
}

/// Converts a time for the database.
pub(super) fn to_database(time: Timestamp) -> Result<SystemTime, StoreError> {
    SystemTime::try_from(time).map_err(|why| StoreError::Refused(format!("{time}: {why}")))
}

/// Converts a time from the database.
pub(super) fn from_database(time: SystemTime) -> Result<Timestamp, StoreError> {
    let read = Timestamp::try_from(time);
    read.map_err(|why| StoreError::Faulty(format!("a time in the database: {why}")))
}

/// A TLS connector that trusts the machine's root certificates.
pub(super) fn encrypted() -> Result<MakeRustlsConnect, StoreError> {
    // Ignore certificates that cannot be read: the others may be enough.
    MakeRustlsConnect::with_native_certs().map(|(tls, _)| tls).map_err(|_| {
        StoreError::Faulty(
            "this machine trusts no certificates, by which it would know the database: install \
             ca-certificates, or name a file of certificates in SSL_CERT_FILE"
                .to_owned(),
        )
    })
}

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
