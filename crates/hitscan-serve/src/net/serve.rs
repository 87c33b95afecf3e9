//! Serving until the process is told to stop.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use russh::keys::PrivateKey;
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

use super::{ListenFault, Server, Stopper, listen};
use crate::config::Config;
use crate::store::Store;

/// The most threads that block on the store at once.
const STORE_THREADS: usize = 8;
/// The time after which an idle one of these threads ends.
const STORE_THREAD_TIME: Duration = Duration::from_secs(1);

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeFault {
    /// An address cannot be listened on.
    #[error(transparent)]
    Listen(#[from] ListenFault),
    /// The system has no more threads, or refuses to handle signals.
    #[error("the system refused: {0}")]
    System(#[from] io::Error),
}

/// Serves until SIGTERM, SIGINT or SIGHUP: the first signal lets sessions end, the second ends them
/// at once. The value that `begun` returns is kept until the end.
///
/// # Errors
/// When an address cannot be listened on.
pub fn serve<T>(
    config: Config,
    store: Arc<dyn Store>,
    host_key: PrivateKey,
    begun: impl FnOnce(&Server) -> T,
) -> Result<(), ServeFault> {
    let mut runtime = Builder::new_current_thread();
    runtime.enable_all().max_blocking_threads(STORE_THREADS).thread_keep_alive(STORE_THREAD_TIME);
    runtime.build()?.block_on(async {
        let listeners = listen(&config.listen)?;
        let server = Server::new(config, store, host_key, listeners);
        for kind in [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()] {
            stop_at(kind, server.stopper())?;
        }
        let _until_the_end = begun(&server);
        server.run().await;
        Ok(())
    })
}

fn stop_at(kind: SignalKind, stopper: Stopper) -> io::Result<()> {
    let mut signals = signal(kind)?;
    tokio::spawn(async move {
        while signals.recv().await.is_some() {
            stopper.stop();
        }
    });
    Ok(())
}
