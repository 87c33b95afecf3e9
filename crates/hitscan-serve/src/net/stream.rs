//! The TCP stream to a client. The SSH library and the server share it, so that the server can shut
//! it down and see how much of it is unsent.

use std::io;
use std::os::unix::net::UnixStream as Blocking;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use russh::ChannelWriteHalf;
use russh::server::Msg;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{Shutdown, shutdown, sockopt};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpStream, UnixStream};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use crate::farewell::Farewell;
use crate::session::Parting;

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

// Carries bytes between the thread of a session and its client, through a socket pair.
//
// While the TCP stream is congested, hardly anything is taken from the pair. A screen that finds
// the pair full stops drawing, so that the frames in the pipeline are never old.

/// The send buffer of the session's end: one frame.
const FRAME_BYTES: usize = 4608;
/// The send buffer of the network's end: the rest of a paste waits at the client.
const KEYS_BYTES: usize = 16 << 10;
/// The most bytes taken from the pair at once.
const PORTION: usize = 8 << 10;
/// The delay before checking a congested stream again, which doubles each time.
const FIRST_LOOK: Duration = Duration::from_millis(10);
const LAST_LOOK: Duration = Duration::from_millis(250);
/// The time that a client gets to receive the last message, and then to hang up.
const PARTING_TIME: Duration = Duration::from_secs(2);
/// The extended data type that `ssh` writes to standard error.
const STANDARD_ERROR: u32 = 1;

/// Makes a socket pair: the network's end and the thread's end.
pub(super) fn pair() -> io::Result<(Arc<UnixStream>, Blocking)> {
    let (near, far) = Blocking::pair()?;
    sockopt::set_socket_send_buffer_size(&far, FRAME_BYTES)?;
    sockopt::set_socket_send_buffer_size(&near, KEYS_BYTES)?;
    near.set_nonblocking(true)?;
    Ok((Arc::new(UnixStream::from_std(near)?), far))
}

/// Passes keys to the thread. Waits while the thread is busy and the pair is full, which also holds
/// back the client; discards keys after the end.
pub(super) async fn hand_over(near: &UnixStream, mut keys: &[u8]) {
    while !keys.is_empty() {
        match near.try_write(keys) {
            Ok(taken) => keys = &keys[taken..],
            Err(fault) if fault.kind() == io::ErrorKind::WouldBlock => {
                if near.writable().await.is_err() {
                    return;
                }
            }
            Err(_) => return,
        }
    }
}

/// Carries output from a session to its client.
pub(super) struct Outgoing {
    /// The network's end of the pair.
    pub(super) near: Arc<UnixStream>,
    /// The channel to the client.
    pub(super) channel: ChannelWriteHalf<Msg>,
    /// The connection.
    pub(super) line: Line,
    /// Whether it is a screen, whose output waits while the stream is congested.
    pub(super) is_screen: bool,
    /// Whether the client's terminal is in raw mode and needs `\r\n`.
    pub(super) is_raw: bool,
}

impl Outgoing {
    /// Carries the session's output until the session ends; then sends its last message and exit
    /// status, and closes the connection. `unsaid` is held until the message is sent.
    pub(super) async fn carry(self, ended: oneshot::Receiver<Parting>, unsaid: Arc<()>) {
        if self.carry_all().await.is_ok() {
            // The sender is dropped only if no thread could be started.
            let full = || Err(Farewell::ServerFull).into();
            let parting = ended.await.unwrap_or_else(|_| full());
            let _ = timeout(PARTING_TIME, self.part(parting)).await;
            drop(unsaid);
            // The client hangs up first, so that it sees a normal end.
            sleep(PARTING_TIME).await;
        }
        self.line.shut();
    }

    async fn carry_all(&self) -> Result<(), russh::Error> {
        let mut portion = vec![0; PORTION];
        loop {
            self.near.readable().await?;
            if self.is_screen {
                self.wait_for_the_line().await;
            }
            match self.near.try_read(&mut portion) {
                Ok(0) => return Ok(()),
                Ok(bytes) => self.channel.data_bytes(portion[..bytes].to_vec()).await?,
                Err(fault) if fault.kind() == io::ErrorKind::WouldBlock => (),
                // The thread ended without reading all keys.
                Err(fault) if fault.kind() == io::ErrorKind::ConnectionReset => return Ok(()),
                Err(fault) => return Err(fault.into()),
            }
        }
    }

    async fn wait_for_the_line(&self) {
        let mut look = FIRST_LOOK;
        while !self.line.flows() {
            sleep(look).await;
            look = (look * 2).min(LAST_LOOK);
        }
    }

    /// Sends the last message, the exit status and the end of file, then closes the channel. No
    /// disconnect message: OpenSSH's client treats it as an error.
    async fn part(&self, parting: Parting) -> Result<(), russh::Error> {
        let end = if self.is_raw { "\r\n" } else { "\n" };
        let said: String = parting.said.iter().flat_map(|line| [line, end]).collect();
        self.channel.extended_data_bytes(STANDARD_ERROR, said.into_bytes()).await?;
        self.channel.exit_status(parting.status).await?;
        self.channel.eof().await?;
        self.channel.close().await
    }
}
