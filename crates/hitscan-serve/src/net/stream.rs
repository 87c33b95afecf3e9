//! The TCP stream to a client. The SSH library and the server share it, so that the server can shut
//! it down and see how much of it is unsent.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{Shutdown, shutdown, sockopt};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// Keepalive: a vanished client is noticed after this idle time and three more probes.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(60);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(15);
const KEEPALIVE_TRIES: u32 = 3;
/// The send buffer while a screen is shown, which limits how old its frames can get; the kernel
/// doubles this value for its own overhead.
const SCREEN_SEND_BUFFER: usize = 4608;

/// A TCP stream.
#[derive(Clone, Debug)]
pub(super) struct Line(Arc<TcpStream>);

impl Line {
    /// Takes an accepted connection. The kernel detects dead clients, so nothing here wakes for
    /// them.
    pub(super) fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        sockopt::set_socket_keepalive(&stream, true)?;
        sockopt::set_tcp_keepidle(&stream, KEEPALIVE_IDLE)?;
        sockopt::set_tcp_keepintvl(&stream, KEEPALIVE_INTERVAL)?;
        sockopt::set_tcp_keepcnt(&stream, KEEPALIVE_TRIES)?;
        Ok(Self(Arc::new(stream)))
    }

    /// Shrinks the send buffer for a screen, so that its frames are never old.
    pub(super) fn carries_a_screen(&self) -> io::Result<()> {
        Ok(sockopt::set_socket_send_buffer_size(&self.0, SCREEN_SEND_BUFFER)?)
    }

    /// Whether the client keeps up, so that little is buffered in the kernel. `POLLOUT` is set as
    /// soon as a third of the send buffer is free.
    #[must_use]
    pub(super) fn flows(&self) -> bool {
        let mut room = [PollFd::new(&*self.0, PollFlags::OUT)];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        // If the poll fails, the next write reports the error.
        poll(&mut room, Some(&now)).map_or(true, |ready| ready > 0)
    }

    /// Shuts the connection down, even while others hold it or wait for it.
    pub(super) fn shut(&self) {
        // It may already be closed.
        let _ = shutdown(&*self.0, Shutdown::Both);
    }
}

impl AsyncRead for Line {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.0.poll_read_ready(context))?;
            match self.0.try_read(buffer.initialize_unfilled()) {
                Ok(bytes) => {
                    buffer.advance(bytes);
                    return Poll::Ready(Ok(()));
                }
                Err(fault) if fault.kind() == io::ErrorKind::WouldBlock => (),
                Err(fault) => return Poll::Ready(Err(fault)),
            }
        }
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.0.poll_write_ready(context))?;
            match self.0.try_write(bytes) {
                Err(fault) if fault.kind() == io::ErrorKind::WouldBlock => (),
                done => return Poll::Ready(done),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(shutdown(&*self.0, Shutdown::Write)?))
    }
}
