//! The way to the database: a few connections, each question bounded in time. Calls block the
//! thread that asks; a thread of its own listens to the connections, and sleeps while nobody asks.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use deadpool_postgres::{
    GenericClient, Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Transaction,
};
use hitscan_core::scene::printable;
use tokio::runtime::{Builder, Runtime};
use tokio::time::{timeout, timeout_at};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{NoTls, Row};

use super::tls::encrypted;
use crate::config::DatabaseUrl;
use crate::store::StoreError;
use crate::trouble::Trouble;

/// How long a question may take, the wait for a connection included: a student waits for it at a
/// key, and is told then that nothing is kept.
const TIME: Duration = Duration::from_secs(3);
/// How long a question may take that copies a class.
pub(super) const TIME_TO_COPY: Duration = Duration::from_secs(600);
/// How long nobody asks after a question had no answer: keys are answered at once meanwhile.
const REST: Duration = Duration::from_secs(1);
/// How many questions are asked at the same time.
const CONNECTIONS: usize = 8;
/// A host that is gone without a word is noticed after this time.
const KEEPALIVE: Duration = Duration::from_secs(60);

/// What connections are called, before the name of the machine that has them.
const PROGRAM: &str = "hitscan-serve ";

/// A database that answers, or does not.
pub(super) struct Database {
    pool: Pool,
    /// Listens to the connections. Taken when this is dropped.
    runtime: Option<Runtime>,
    silent_until: Mutex<Option<Instant>>,
    /// Whether it has ever answered: before that, whoever asks is told.
    has_answered: AtomicBool,
    trouble: Trouble,
}

/// No answer came in time.
struct Silent;

/// What a question is asked with.
pub(super) type Given<'g> = &'g [&'g (dyn ToSql + Sync)];

impl Database {
    /// Of this address, for a machine that is called so. Nothing is asked yet.
    pub(super) fn new(url: &DatabaseUrl, node: &str) -> Result<Self, StoreError> {
        let mut config = url.config().clone();
        // Whatever waits here no longer is not to be done later, either.
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

    /// Asks something that is one statement, or changes nothing.
    pub(super) fn ask<T>(
        &self,
        work: impl AsyncFnOnce(&Object) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.bounded(TIME, async |connection| work(connection).await)
    }

    /// Does something whole, or not at all.
    pub(super) fn within<T>(
        &self,
        work: impl AsyncFnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.bounded(TIME, async |connection| {
            let all = connection.transaction().await?;
            let done = work(&all).await?;
            all.commit().await?;
            Ok(done)
        })
    }

    /// The same for what nobody waits for: where it has no answer, that says nothing to those who
    /// ask for something else.
    pub(super) fn within_aside<T>(
        &self,
        work: impl AsyncFnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let answer = self.answer(TIME, async |connection| {
            let all = connection.transaction().await?;
            let done = work(&all).await?;
            all.commit().await?;
            Ok(done)
        });
        answer.unwrap_or_else(|Silent| Err(StoreError::NotAnswering))
    }

    /// The same for what is much, and for which nobody waits at a key.
    pub(super) fn within_long<T>(
        &self,
        work: impl AsyncFnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.bounded(TIME_TO_COPY, async |connection| {
            let all = connection.transaction().await?;
            all.batch_execute("SET LOCAL statement_timeout = 0").await?;
            let done = work(&all).await?;
            all.commit().await?;
            Ok(done)
        })
    }

    fn bounded<T>(
        &self,
        time: Duration,
        work: impl AsyncFnOnce(&mut Object) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.answer(time, work).unwrap_or_else(|Silent| {
            *self.silence() = Some(Instant::now() + REST);
            Err(StoreError::NotAnswering)
        })
    }

    fn answer<T>(
        &self,
        time: Duration,
        work: impl AsyncFnOnce(&mut Object) -> Result<T, StoreError>,
    ) -> Result<Result<T, StoreError>, Silent> {
        let Some(runtime) = &self.runtime else { return Ok(Err(StoreError::NotAnswering)) };
        if self.silence().is_some_and(|until| Instant::now() < until) {
            return Ok(Err(StoreError::NotAnswering));
        }
        let deadline = tokio::time::Instant::now() + time;
        let answer = runtime.handle().block_on(async {
            let Ok(connection) = timeout(TIME, self.pool.get()).await else { return Err(Silent) };
            let mut connection = match connection {
                Ok(connection) => connection,
                Err(why) => return Ok(Err(said_of_pool(&why))),
            };
            if let Ok(done) = timeout_at(deadline, work(&mut connection)).await {
                return Ok(done);
            }
            // Whatever the database makes of the question, no other waits behind it.
            drop(Object::take(connection));
            Err(Silent)
        });
        self.tells_journal(
            answer.as_ref().map_or(Some(&StoreError::NotAnswering), |it| it.as_ref().err()),
        );
        answer
    }

    /// Tells the journal that it does not do its part, and that it does again.
    fn tells_journal(&self, fault: Option<&StoreError>) {
        if let Some(why @ (StoreError::NotAnswering | StoreError::Full)) = fault {
            if self.has_answered.load(Ordering::Relaxed) {
                self.trouble.say(format_args!("PostgreSQL: {why}; nothing counts meanwhile"));
            }
        } else {
            self.has_answered.store(true, Ordering::Relaxed);
            self.trouble.is_over("PostgreSQL: it does its part again");
        }
    }

    fn silence(&self) -> MutexGuard<'_, Option<Instant>> {
        self.silent_until.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // It may be dropped where nothing may wait.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Without the address: there may be a password in it.
impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").finish_non_exhaustive()
    }
}

/// All rows of an answer.
pub(super) async fn rows(
    on: &impl GenericClient,
    sql: &str,
    with: Given<'_>,
) -> Result<Vec<Row>, StoreError> {
    let statement = on.prepare_cached(sql).await?;
    Ok(on.query(&statement, with).await?)
}

/// The row of an answer that has at most one.
pub(super) async fn row(
    on: &impl GenericClient,
    sql: &str,
    with: Given<'_>,
) -> Result<Option<Row>, StoreError> {
    let statement = on.prepare_cached(sql).await?;
    Ok(on.query_opt(&statement, with).await?)
}

/// Changes something. How many rows it changed.
pub(super) async fn change(
    on: &impl GenericClient,
    sql: &str,
    with: Given<'_>,
) -> Result<u64, StoreError> {
    let statement = on.prepare_cached(sql).await?;
    Ok(on.execute(&statement, with).await?)
}

/// How many machines have connections to this database: each keeps some as long as it runs.
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

/// What it means that the database refuses something. The values that it was asked with are not
/// told: they may be codes or keys.
fn said(why: &tokio_postgres::Error) -> StoreError {
    let Some(of_database) = why.as_db_error() else {
        // It was not reached, or has gone. An answer that cannot be read is told.
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

/// Whether this is about the connection; a certificate that is not trusted is something else.
fn is_of_line(source: &(dyn std::error::Error + 'static)) -> bool {
    let of_line = source.downcast_ref::<std::io::Error>();
    of_line.is_some_and(|it| it.kind() != std::io::ErrorKind::InvalidData)
}
