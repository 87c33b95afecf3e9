//! The line to a visitor: a TCP connection that both the SSH library and the server hold, so
//! that it can be shut, and asked how much waits in it, from outside.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{Shutdown, shutdown, sockopt};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// A visitor who has gone without a word is noticed after this time and three more tries.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(60);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(15);
const KEEPALIVE_TRIES: u32 = 3;
/// How much may wait in the kernel while a screen is shown, before another picture is made:
/// the kernel counts twice that, its own overhead included.
const SCREEN_SEND_BUFFER: usize = 4608;

/// A TCP connection.
#[derive(Clone, Debug)]
pub(super) struct Line(Arc<TcpStream>);

impl Line {
    /// A connection that was accepted just now. Dead hosts are noticed by the kernel: nothing
    /// here wakes for them.
    pub(super) fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        sockopt::set_socket_keepalive(&stream, true)?;
        sockopt::set_tcp_keepidle(&stream, KEEPALIVE_IDLE)?;
        sockopt::set_tcp_keepintvl(&stream, KEEPALIVE_INTERVAL)?;
        sockopt::set_tcp_keepcnt(&stream, KEEPALIVE_TRIES)?;
        Ok(Self(Arc::new(stream)))
    }

    /// From now on a screen is shown: little may wait in the line, so that what is drawn is
    /// new.
    pub(super) fn carries_a_screen(&self) -> io::Result<()> {
        Ok(sockopt::set_socket_send_buffer_size(&self.0, SCREEN_SEND_BUFFER)?)
    }

    /// Whether the visitor takes what is sent, so that little of it waits in the kernel.
    /// `POLLOUT` says so as soon as a third of the send buffer is free.
    #[must_use]
    pub(super) fn flows(&self) -> bool {
        let mut room = [PollFd::new(&*self.0, PollFlags::OUT)];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        // A line that cannot be asked is found out by writing to it.
        poll(&mut room, Some(&now)).map_or(true, |ready| ready > 0)
    }

    /// Ends the connection, whatever else holds it or waits for it.
    pub(super) fn shut(&self) {
        // It may be gone already.
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
