//! The single channel of a connection: its terminal, its requests, and the session they start.

use std::os::fd::OwnedFd;
use std::sync::Arc;

use hitscan::seat::Look;
use russh::ChannelWriteHalf;
use russh::server::Msg;
use tokio::net::UnixStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::ServerState;
use super::connection::Connection;
use super::stream::{Outgoing, hand_over, pair};
use crate::config::PublicAddress;
use crate::farewell::Farewell;
use crate::inbox::Inbox;
use crate::live::{SessionHandle, Way};
use crate::session::{self, Face, Job, Outlet, Parting, Seated};
use crate::user_commands::Request;

/// The most bytes of an environment variable.
const MOST_VARIABLE: usize = 64;

/// The channel of a connection.
pub(super) struct Channel {
    /// The writing half, until the session takes it.
    writer: Option<ChannelWriteHalf<Msg>>,
    terminal: Option<Terminal>,
    lang: Option<String>,
    running: Option<Running>,
}

/// A requested terminal.
#[derive(Debug)]
struct Terminal {
    term: String,
    /// Columns and rows.
    size: [u16; 2],
}

/// A running session, as the network sees it.
struct Running {
    handle: Arc<SessionHandle>,
    input: Input,
    carrying: JoinHandle<()>,
}

/// Where the client's input goes.
enum Input {
    Keys(Arc<UnixStream>),
    Lines(Inbox),
    /// There is no session, only a message for the client.
    Nowhere,
}

impl Channel {
    /// A new channel.
    pub(super) const fn new(writer: ChannelWriteHalf<Msg>) -> Self {
        Self { writer: Some(writer), terminal: None, lang: None, running: None }
    }

    /// Handles a terminal request. False if there was one before, or a session has started.
    pub(super) fn has_terminal(&mut self, term: &str, columns: u32, rows: u32) -> bool {
        let is_first = self.terminal.is_none() && self.running.is_none();
        if is_first {
            // A name that is too long is treated as empty.
            let term = term.get(..=MOST_VARIABLE).map_or(term, |_| "").to_owned();
            self.terminal = Some(Terminal { term, size: [columns, rows].map(short) });
        }
        is_first
    }

    /// The terminal was resized.
    pub(super) fn is_resized(&mut self, columns: u32, rows: u32) {
        let size = [columns, rows].map(short);
        if let Some(running) = &self.running {
            running.handle.resize(size[0], size[1]);
        } else if let Some(terminal) = &mut self.terminal {
            terminal.size = size;
        }
    }

    /// Handles an environment variable. False if it is not accepted.
    pub(super) fn has_variable(&mut self, name: &str, value: &str) -> bool {
        let is_taken = name == "LANG" && value.len() <= MOST_VARIABLE && self.running.is_none();
        if is_taken {
            self.lang = Some(value.to_owned());
        }
        is_taken
    }

    /// Starts the session for a command, or for a shell if it is empty. False if a session has
    /// already started.
    pub(super) fn begins(
        &mut self,
        state: &Arc<ServerState>,
        connection: &Arc<Connection>,
        entered: Option<Result<Seated, Farewell>>,
        words: &[u8],
    ) -> bool {
        let (Some(entered), Some(writer)) = (entered, self.writer.take()) else { return false };
        connection.has_logged_in();
        let (told, ended) = oneshot::channel();
        let begun = pair().map(|(near, far)| {
            let prepared = self.prepared(state, connection, entered, words, far.into());
            let (handle, input, is_screen) = match prepared {
                Ok((seated, job)) => {
                    let input = match &job.face {
                        Face::Screen(..) => Input::Keys(Arc::clone(&near)),
                        Face::Lines(inbox, _) => Input::Lines(inbox.clone()),
                    };
                    let is_screen = matches!(job.face, Face::Screen(..));
                    let handle = Arc::clone(&job.handle);
                    session::start(&state.seats, seated, job, told);
                    (handle, input, is_screen)
                }
                Err(parting) => {
                    // The receiver gets it as soon as it waits.
                    let _ = told.send(parting);
                    let nowhere = Arc::new(SessionHandle::new(Way::Lines(Inbox::default())));
                    (nowhere, Input::Nowhere, false)
                }
            };
            if is_screen {
                // If this fails, the stream buffers more than it should, but works.
                let _ = connection.line.carries_a_screen();
            }
            let is_raw = self.terminal.is_some();
            let line = connection.line.clone();
            let outgoing = Outgoing { near, channel: writer, line, is_screen, is_raw };
            connection.may_be_idle_for(state.config.limits.idle, &handle);
            Running {
                handle,
                input,
                carrying: tokio::spawn(outgoing.carry(ended, Arc::clone(&state.unsaid))),
            }
        });
        match begun {
            Ok(running) => self.running = Some(running),
            // There are no file descriptors left, so no message can be sent.
            Err(_) => connection.line.shut(),
        }
        true
    }

    /// Prepares the session's thread; an error is the message for the client instead.
    fn prepared(
        &self,
        state: &ServerState,
        connection: &Connection,
        entered: Result<Seated, Farewell>,
        words: &[u8],
        far: OwnedFd,
    ) -> Result<(Seated, Job), Parting> {
        let seated = entered.map_err(|why| Parting::from(Err(why)))?;
        if state.is_ending() {
            return Err(seated.turned_away(Farewell::Restart));
        }
        // The configured address, or else the one that the client reached.
        let told = state.config.address.clone();
        let address = told.or_else(|| connection.reached.map(PublicAddress::from));
        let address = address.unwrap_or_else(|| PublicAddress::new("HOST", PublicAddress::SSH));
        let destination = address.destination(&seated.login());
        match self.job(&seated, words, far, connection, destination) {
            Ok(job) => Ok((seated, job)),
            Err(why) => Err(seated.turned_away(why)),
        }
    }

    fn job(
        &self,
        seated: &Seated,
        words: &[u8],
        far: OwnedFd,
        connection: &Connection,
        destination: String,
    ) -> Result<Job, Farewell> {
        let request = Request::read(words, seated.role())?;
        let is_raw = self.terminal.is_some();
        let (face, handle) = if request.is_for_a_screen(self.terminal.is_some()) {
            let told = self.terminal.as_ref().ok_or(Farewell::NoTerminal)?;
            let look = Look::of(&told.term, self.lang.as_deref());
            let look = look.map_err(|_| Farewell::NoCursor)?;
            (Face::Screen(far, look), SessionHandle::of_screen(told.size))
        } else {
            let inbox = Inbox::default();
            let handle = SessionHandle::new(Way::Lines(inbox.clone()));
            (Face::Lines(inbox, Outlet::new(far, is_raw)), handle)
        };
        let address = connection.address;
        Ok(Job { request, face, handle: Arc::new(handle), destination, address })
    }

    /// Handles input. False if the queue overflowed, which ends the connection.
    pub(super) async fn hears(&self, bytes: &[u8]) -> bool {
        let Some(running) = &self.running else { return true };
        running.handle.activity.touch();
        match &running.input {
            Input::Keys(near) => hand_over(near, bytes).await,
            Input::Lines(inbox) => return inbox.send(bytes),
            Input::Nowhere => (),
        }
        true
    }

    /// Handles the end of the input.
    pub(super) fn hears_no_more(&self) {
        match self.running.as_ref().map(|running| &running.input) {
            Some(Input::Keys(near)) => {
                // The session may have ended.
                let _ = rustix::net::shutdown(&**near, rustix::net::Shutdown::Write);
            }
            Some(Input::Lines(inbox)) => inbox.close(),
            Some(Input::Nowhere) | None => (),
        }
    }

    /// The client closed the channel.
    pub(super) fn is_left(&mut self) {
        self.running = None;
    }

    /// The client asked the session to end.
    pub(super) fn is_to_end(&self) {
        if let Some(running) = &self.running {
            running.handle.hang_up();
        }
    }
}

/// Closes the network's end of the pair, by which the thread sees that the client is gone.
impl Drop for Running {
    fn drop(&mut self) {
        self.carrying.abort();
        if let Input::Lines(inbox) = &self.input {
            inbox.close();
        }
    }
}

/// Columns or rows, saturated; the screen limits its size again when it draws.
fn short(length: u32) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}
