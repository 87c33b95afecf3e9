//! From the thread of a session to its visitor, and back: a socket pair with the thread at one
//! end and the network at the other.
//!
//! Towards the visitor little is taken from the pair while the line does not flow. A screen
//! that finds the pair full draws no more, so that what is drawn is never older than what the
//! line holds.

use std::io;
use std::os::unix::net::UnixStream as Blocking;
use std::sync::Arc;
use std::time::Duration;

use russh::ChannelWriteHalf;
use russh::server::Msg;
use rustix::net::sockopt;
use tokio::net::UnixStream;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use super::stream::Line;
use crate::farewell::Farewell;
use crate::session::Parting;

/// One frame waits in the pair.
const FRAME_BYTES: usize = 4608;
/// The most keys that wait in the pair: those of a paste wait at the visitor's side.
const KEYS_BYTES: usize = 16 << 10;
/// How much is taken from the pair at once.
const PORTION: usize = 8 << 10;
/// How soon a line that does not flow is looked at again: each time twice as late.
const FIRST_LOOK: Duration = Duration::from_millis(10);
const LAST_LOOK: Duration = Duration::from_millis(250);
/// How long a visitor has to take the last words, and to hang up after them.
const PARTING_TIME: Duration = Duration::from_secs(2);
/// What `ssh` writes to standard error.
const STANDARD_ERROR: u32 = 1;

/// A socket pair: the end of the network, and that of the thread.
pub(super) fn pair() -> io::Result<(Arc<UnixStream>, Blocking)> {
    let (near, far) = Blocking::pair()?;
    sockopt::set_socket_send_buffer_size(&far, FRAME_BYTES)?;
    sockopt::set_socket_send_buffer_size(&near, KEYS_BYTES)?;
    near.set_nonblocking(true)?;
    Ok((Arc::new(UnixStream::from_std(near)?), far))
}

/// Hands keys to the thread. It waits while the thread is busy and the pair is full, and so does
/// the visitor; keys after the end go nowhere.
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

/// The way from a session to its visitor.
pub(super) struct Outgoing {
    /// The end of the network.
    pub(super) near: Arc<UnixStream>,
    /// The visitor.
    pub(super) channel: ChannelWriteHalf<Msg>,
    /// The connection.
    pub(super) line: Line,
    /// Whether it is a screen: then it waits for a line that flows.
    pub(super) is_screen: bool,
    /// Whether the visitor's terminal is in raw mode, where a line ends in two characters.
    pub(super) is_raw: bool,
}

impl Outgoing {
    /// Carries what the session sends, until it has ended. Then come its last words, its status
    /// and the end of the connection. `unsaid` is held until they are said.
    pub(super) async fn carry(self, ended: oneshot::Receiver<Parting>, unsaid: Arc<()>) {
        if self.carry_all().await.is_ok() {
            // Without a thread for it there was no session.
            let full = || Err(Farewell::ServerFull).into();
            let parting = ended.await.unwrap_or_else(|_| full());
            let _ = timeout(PARTING_TIME, self.part(parting)).await;
            drop(unsaid);
            // The visitor hangs up after that: as its client sees it, it went well.
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
                // The thread ended with keys unread.
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

    /// Last words, status, end: in this order, and without a disconnection, which OpenSSH's
    /// client takes for a fault.
    async fn part(&self, parting: Parting) -> Result<(), russh::Error> {
        let end = if self.is_raw { "\r\n" } else { "\n" };
        let said: String = parting.said.iter().flat_map(|line| [line, end]).collect();
        self.channel.extended_data_bytes(STANDARD_ERROR, said.into_bytes()).await?;
        self.channel.exit_status(parting.status).await?;
        self.channel.eof().await?;
        self.channel.close().await
    }
}
