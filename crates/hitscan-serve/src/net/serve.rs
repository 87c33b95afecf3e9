//! Serving until the process is told to stop.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use listenfd::ListenFd;
use russh::keys::PrivateKey;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

use super::{Server, Stopper};
use crate::config::Config;
use crate::store::Store;

/// The most threads that block on the store at once.
const STORE_THREADS: usize = 8;
/// The time after which an idle one of these threads ends.
const STORE_THREAD_TIME: Duration = Duration::from_secs(1);

/// Serves until SIGTERM, SIGINT or SIGHUP: the first signal lets sessions end, the second ends them
/// at once. The value that `begun` returns is kept until the end.
///
/// # Errors
/// When an address cannot be listened on, or the system has no more threads or refuses to handle
/// signals.
pub fn serve<T>(
    config: Config,
    store: Arc<dyn Store>,
    host_key: PrivateKey,
    begun: impl FnOnce(&Server) -> T,
) -> Result<(), String> {
    let refused = |why: io::Error| format!("the system refused: {why}");
    let mut runtime = Builder::new_current_thread();
    runtime.enable_all().max_blocking_threads(STORE_THREADS).thread_keep_alive(STORE_THREAD_TIME);
    runtime.build().map_err(refused)?.block_on(async {
        let listeners = listen(&config.listen)?;
        let server = Server::new(config, store, host_key, listeners);
        for kind in [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()] {
            stop_at(kind, server.stopper()).map_err(refused)?;
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

/// The backlog of pending connections: a whole class may connect at once.
const BACKLOG: u32 = 1024;

/// Opens the listening sockets, in the caller's runtime. A socket passed by the service manager
/// (`LISTEN_FDS`) stays open while the server restarts, so that no connection is refused.
///
/// # Errors
/// When a socket cannot be opened.
pub fn listen(addresses: &[SocketAddr]) -> Result<Vec<TcpListener>, String> {
    let mut given = ListenFd::from_env();
    let of_manager = |why: io::Error| format!("the socket of the service manager: {why}");
    let mut listeners = Vec::new();
    for number in 0..given.len() {
        if let Some(listener) = given.take_tcp_listener(number).map_err(of_manager)? {
            listener.set_nonblocking(true).map_err(of_manager)?;
            listeners.push(TcpListener::from_std(listener).map_err(of_manager)?);
        }
    }
    if !listeners.is_empty() {
        return Ok(listeners);
    }
    addresses.iter().map(|&address| open(address)).collect()
}

fn open(address: SocketAddr) -> Result<TcpListener, String> {
    let open = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    open().map_err(|why: io::Error| format!("{address}: {why}"))
}
