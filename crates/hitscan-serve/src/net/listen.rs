//! The listening sockets: those passed by the service manager, or else those of the configuration.

use std::io;
use std::net::SocketAddr;

use listenfd::ListenFd;
use tokio::net::{TcpListener, TcpSocket};

/// The backlog of pending connections: a whole class may connect at once.
const BACKLOG: u32 = 1024;

/// An address cannot be listened on.
#[derive(Debug, thiserror::Error)]
#[error("{address}: {why}")]
pub struct ListenFault {
    address: String,
    why: io::Error,
}

/// Opens the listening sockets, in the caller's runtime. A socket passed by the service manager
/// (`LISTEN_FDS`) stays open while the server restarts, so that no connection is refused.
///
/// # Errors
/// When a socket cannot be opened.
pub fn listen(addresses: &[SocketAddr]) -> Result<Vec<TcpListener>, ListenFault> {
    let mut given = ListenFd::from_env();
    let of_manager = |why| ListenFault { address: "the socket of the service manager".into(), why };
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

fn open(address: SocketAddr) -> Result<TcpListener, ListenFault> {
    let open = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    open().map_err(|why| ListenFault { address: address.to_string(), why })
}
