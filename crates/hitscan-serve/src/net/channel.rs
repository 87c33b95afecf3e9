//! The one channel of a visitor: what they say of their terminal, what they ask for, and the
//! session that comes of it.

use std::os::fd::OwnedFd;
use std::sync::Arc;

use hitscan::seat::Look;
use russh::ChannelWriteHalf;
use russh::server::Msg;
use tokio::net::UnixStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::House;
use super::bridge::{Outgoing, hand_over, pair};
use super::connection::Connection;
use super::login::{Entered, LoginName};
use crate::config::PublicAddress;
use crate::farewell::Farewell;
use crate::inbox::Inbox;
use crate::live::{SessionHandle, Way};
use crate::session::{self, Face, Job, Outlet, Parting, Screen, Seated};
use crate::words::Request;

/// The most bytes of a variable of the environment.
const MOST_VARIABLE: usize = 64;

/// The channel.
pub(super) struct Channel {
    /// Where the session sends to, which takes it.
    writer: Option<ChannelWriteHalf<Msg>>,
    terminal: Option<Told>,
    lang: Option<String>,
    running: Option<Running>,
}

/// What is told of a terminal.
#[derive(Debug)]
struct Told {
    term: String,
    size: (u16, u16),
}

/// A session, seen from the network.
struct Running {
    handle: Arc<SessionHandle>,
    input: Input,
    carrying: JoinHandle<()>,
}

/// Where what the visitor sends goes.
enum Input {
    Keys(Arc<UnixStream>),
    Lines(Inbox),
    /// There is no session: the visitor is told something.
    Nowhere,
}

impl Channel {
    /// A channel that was opened just now.
    pub(super) const fn new(writer: ChannelWriteHalf<Msg>) -> Self {
        Self { writer: Some(writer), terminal: None, lang: None, running: None }
    }

    /// The visitor has a terminal. False if that was said before, or comes too late.
    pub(super) fn has_terminal(&mut self, term: &str, columns: u32, rows: u32) -> bool {
        let is_first = self.terminal.is_none() && self.running.is_none();
        if is_first {
            // What is too long is no name, and is not kept.
            let term = term.get(..=MOST_VARIABLE).map_or(term, |_| "").to_owned();
            self.terminal = Some(Told { term, size: (short(columns), short(rows)) });
        }
        is_first
    }

    /// The terminal has another size.
    pub(super) fn is_resized(&mut self, columns: u32, rows: u32) {
        let size = (short(columns), short(rows));
        if let Some(running) = &self.running {
            running.handle.resize(size.0, size.1);
        } else if let Some(terminal) = &mut self.terminal {
            terminal.size = size;
        }
    }

    /// A variable of the environment. False unless it is one that matters.
    pub(super) fn has_variable(&mut self, name: &str, value: &str) -> bool {
        let is_taken = name == "LANG" && value.len() <= MOST_VARIABLE && self.running.is_none();
        if is_taken {
            self.lang = Some(value.to_owned());
        }
        is_taken
    }

    /// The visitor asks for something by its words, or by none: the session begins. False if one
    /// has begun before.
    pub(super) fn begins(
        &mut self,
        (house, connection): (&Arc<House>, &Arc<Connection>),
        entered: Option<Entered>,
        words: &[u8],
    ) -> bool {
        let (Some(entered), Some(writer)) = (entered, self.writer.take()) else { return false };
        connection.has_logged_in();
        let (told, ended) = oneshot::channel();
        let begun = pair().map(|(near, far)| {
            let prepared = self.prepared(house, connection, entered, words, far.into());
            let (handle, input, is_screen) = match prepared {
                Ok((seated, job)) => {
                    let input = match &job.face {
                        Face::Screen(..) => Input::Keys(Arc::clone(&near)),
                        Face::Lines(inbox, _) => Input::Lines(inbox.clone()),
                    };
                    let is_screen = matches!(job.face, Face::Screen(..));
                    let handle = Arc::clone(&job.handle);
                    session::start(&house.seats, seated, job, told);
                    (handle, input, is_screen)
                }
                Err(parting) => {
                    // Whoever waits for it finds out at once.
                    let _ = told.send(parting);
                    let nowhere = Arc::new(SessionHandle::new(Way::Lines(Inbox::default())));
                    (nowhere, Input::Nowhere, false)
                }
            };
            if is_screen {
                // Then more waits in the line than should, and all the same arrives.
                let _ = connection.line.carries_a_screen();
            }
            let is_raw = self.terminal.is_some();
            let line = connection.line.clone();
            let outgoing = Outgoing { near, channel: writer, line, is_screen, is_raw };
            connection.may_be_idle_for(house.config.limits.idle, &handle);
            Running {
                handle,
                input,
                carrying: tokio::spawn(outgoing.carry(ended, Arc::clone(&house.unsaid))),
            }
        });
        match begun {
            Ok(running) => self.running = Some(running),
            // There are no more descriptors: nothing can be said, either.
            Err(_) => connection.line.shut(),
        }
        true
    }

    /// What the thread of a session is to do, or what the visitor is told in place of it.
    fn prepared(
        &self,
        house: &House,
        connection: &Connection,
        entered: Entered,
        words: &[u8],
        far: OwnedFd,
    ) -> Result<(Seated, Job), Parting> {
        let (seated, login) = match entered {
            Entered::ToBeTold(why) => return Err(Parting::from(Err(why))),
            Entered::Student { class, place, joined, login } => {
                (Seated::Student { class, place, joined }, login)
            }
            Entered::Teacher { class, user } => {
                let login = LoginName { class: None, user: user.clone() };
                (Seated::Teacher { class, user }, login)
            }
        };
        if house.is_ending() {
            return Err(seated.turned_away(Farewell::Restart));
        }
        // As it is told, or else as the server was reached this time.
        let told = house.config.address.clone();
        let address = told.or_else(|| connection.reached.map(PublicAddress::from));
        let address = address.unwrap_or_else(|| PublicAddress::new("HOST", PublicAddress::SSH));
        let destination = address.destination(&login);
        match self.job(&seated, words, far, (connection, destination)) {
            Ok(job) => Ok((seated, job)),
            Err(why) => Err(seated.turned_away(why)),
        }
    }

    fn job(
        &self,
        seated: &Seated,
        words: &[u8],
        far: OwnedFd,
        (connection, destination): (&Connection, String),
    ) -> Result<Job, Farewell> {
        let request = Request::read(words, seated.role())?;
        let is_raw = self.terminal.is_some();
        let (face, handle) = if request.is_for_a_screen(self.terminal.is_some()) {
            let told = self.terminal.as_ref().ok_or(Farewell::NoTerminal)?;
            let look = Look::of(&told.term, self.lang.as_deref());
            let look = look.map_err(|_| Farewell::NoCursor)?;
            (Face::Screen(Screen::new(far), look), SessionHandle::of_screen(told.size))
        } else {
            let inbox = Inbox::default();
            let handle = SessionHandle::new(Way::Lines(inbox.clone()));
            (Face::Lines(inbox, Outlet::new(far, is_raw)), handle)
        };
        let address = connection.address;
        Ok(Job { request, face, handle: Arc::new(handle), destination, address })
    }

    /// The visitor sends this. False if it is more than can wait: the connection ends.
    pub(super) async fn hears(&self, bytes: &[u8]) -> bool {
        let Some(running) = &self.running else { return true };
        running.handle.activity().touch();
        match &running.input {
            Input::Keys(near) => hand_over(near, bytes).await,
            Input::Lines(inbox) => return inbox.send(bytes).is_ok(),
            Input::Nowhere => (),
        }
        true
    }

    /// Nothing will be sent any more.
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

    /// The visitor has closed the channel.
    pub(super) fn is_left(&mut self) {
        self.running = None;
    }

    /// The visitor asks the session to end.
    pub(super) fn is_to_end(&self) {
        if let Some(running) = &self.running {
            running.handle.hang_up();
        }
    }
}

/// The visitor has gone: the thread finds its end of the pair closed.
impl Drop for Running {
    fn drop(&mut self) {
        self.carrying.abort();
        if let Input::Lines(inbox) = &self.input {
            inbox.close();
        }
    }
}

/// Columns or rows: what is more than any terminal has is cut again where it is drawn.
fn short(length: u32) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}
