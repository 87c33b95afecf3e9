//! Sessions: a user who has logged in is seated, at a screen or with lines of text. Each session has
//! a thread of its own, which sleeps until there is input. A panic ends only its own session.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `student` | a student's lessons and sandbox |
//! | `joining` | the welcome screen of a student without a key |
//! | `files` | commands without a screen: points, submissions, scenes, keys; ends a session when another machine writes to its work |
//! | `supervision` | the rules of a class for a screen, and its reports |
//! | `teacher` | a teacher's board, and what they do to a class |
//!
//! This file starts the thread, reports its panics, and calls `student` or `teacher`. `student` calls
//! `joining` first, then `files` for a command, or shows a screen under `supervision`.

mod files;
mod joining;
mod student;
mod supervision;
mod teacher;

use std::any::Any;
use std::collections::BTreeMap;
use std::io::Write;
use std::net::IpAddr;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::{fmt, io, panic, thread};

use hitscan::seat::Look;
use hitscan_core::scene::printable;
use jiff::Timestamp;
use tokio::sync::oneshot;

use crate::audit::{AuditEntry, Deed};
use crate::class::Class;
use crate::code::NewCode;
use crate::config::Limits;
use crate::farewell::Farewell;
use crate::inbox::Inbox;
use crate::key::LoginKey;
use crate::live::{Live, SessionHandle};
use crate::place::{Place, UserId};
use crate::store::{Store, StoreError};
use crate::trouble::Trouble;
use crate::user_commands::{Request, Role};

/// The stack size of a session's thread, enough for every screen; only touched pages use memory.
const STACK_BYTES: usize = 1 << 20;
/// The nice value of sessions: a busy one must not delay the network, which carries everyone's
/// keys.
const NICE: i32 = 5;

/// The state that all sessions share.
pub struct Seats {
    /// The store.
    pub store: Arc<dyn Store>,
    /// The sessions.
    pub live: Arc<Live>,
    /// The limits of a session.
    pub limits: Limits,
    /// The teachers and their keys.
    pub teachers: BTreeMap<UserId, Vec<LoginKey>>,
    /// Reports failures to the system log.
    pub trouble: Arc<Trouble>,
}

impl Seats {
    /// Logs a failure of the store, whose details users are not told.
    pub(crate) fn tells_journal(&self, whose: &dyn fmt::Display, why: &StoreError) {
        if let StoreError::Full | StoreError::Faulty(_) | StoreError::Refused(_) = why {
            self.trouble.say(format_args!("{whose}: {why}"));
        }
    }
}

/// The user of a session.
#[derive(Debug)]
pub enum Seated {
    /// A student's.
    Student {
        /// The class.
        class: Class,
        /// Their place in it.
        place: Place,
        /// How the place was claimed, if it was just now.
        joined: Option<Joined>,
        /// The login name that leads back to it: `anna` or `3b/anna`.
        login: String,
    },
    /// A teacher's.
    Teacher {
        /// The class that was named, or the only one.
        class: Option<Class>,
        /// The name.
        user: UserId,
    },
}

impl Seated {
    /// The student's own code in a sentence, if it is new: without it they could not log in again.
    fn own_code(&self) -> Option<String> {
        let Self::Student { joined: Some(joined), .. } = self else { return None };
        joined.own_code().map(joining::in_a_line)
    }

    /// The message in place of a session.
    pub fn turned_away(&self, why: Farewell) -> Parting {
        let mut parting = Parting::from(Err(why));
        parting.said.splice(..0, self.own_code());
        parting
    }

    /// The name.
    pub const fn user(&self) -> &UserId {
        match self {
            Self::Student { place, .. } => &place.student,
            Self::Teacher { user, .. } => user,
        }
    }

    /// The name to log in with again.
    pub fn login(&self) -> &str {
        match self {
            Self::Student { login, .. } => login,
            Self::Teacher { user, .. } => user.as_str(),
        }
    }

    /// An audit entry about this user.
    pub fn entry(&self, deed: Deed) -> AuditEntry {
        let entry = AuditEntry::now(deed).by(self.user());
        match self {
            Self::Student { class, .. } | Self::Teacher { class: Some(class), .. } => {
                entry.in_class(&class.id)
            }
            Self::Teacher { class: None, .. } => entry,
        }
    }

    /// Student or teacher.
    pub const fn role(&self) -> Role {
        match self {
            Self::Student { .. } => Role::Student,
            Self::Teacher { .. } => Role::Teacher,
        }
    }
}

/// How a place was claimed.
#[derive(Debug)]
pub enum Joined {
    /// With a key, which opens it from now on.
    ByKey,
    /// With the code of the class. This new code opens it from now on, and is shown once.
    ByCode(NewCode),
}

impl Joined {
    const fn own_code(&self) -> Option<&NewCode> {
        match self {
            Self::ByKey => None,
            Self::ByCode(code) => Some(code),
        }
    }
}

/// The task of a session.
#[derive(Debug)]
pub struct Job {
    /// The request.
    pub request: Request,
    /// Its input and output.
    pub face: Face,
    /// Its handle.
    pub handle: Arc<SessionHandle>,
    /// The arguments of `ssh` for logging in here again.
    pub destination: String,
    /// The client's address.
    pub address: IpAddr,
}

/// The input and output of a session.
#[derive(Debug)]
pub enum Face {
    /// A screen: the stream to the client's terminal, which may show several things in turn.
    Screen(OwnedFd, Look),
    /// Lines of text.
    Lines(Inbox, Outlet),
}

/// The end of a session, as the client gets it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parting {
    /// The last message, in lines.
    pub said: Vec<String>,
    /// The exit status.
    pub status: u32,
}

/// By its user, or with a message for them.
impl From<Result<(), Farewell>> for Parting {
    fn from(ended: Result<(), Farewell>) -> Self {
        match ended {
            Ok(()) => Self::default(),
            Err(why) => {
                let said = why.to_string().lines().map(str::to_owned).collect();
                Self { said, status: why.status() }
            }
        }
    }
}

/// Starts a session on a thread of its own. Sends its result to `told` once its end of the stream
/// is closed; drops `told` if there is no thread to be had.
pub fn start(seats: &Arc<Seats>, seated: Seated, job: Job, told: oneshot::Sender<Parting>) {
    let (seats, noted) = (Arc::clone(seats), Arc::clone(seats));
    let name = seated.to_string();
    let whose = name.clone();
    let run = move || {
        // If this is not permitted, sessions keep the normal priority.
        let _ = rustix::process::setpriority_process(None, NICE);
        let code = shown_at_the_end(&seated, &job);
        let logout = seated.entry(Deed::Logout).from(job.address);
        let ended = catch_unwind(AssertUnwindSafe(|| match seated {
            Seated::Student { class, place, joined, .. } => {
                student::run(&seats, &class, &place, joined.as_ref(), job)
            }
            Seated::Teacher { class, user } => teacher::run(&seats, class.as_ref(), &user, job),
        }));
        let ended = ended.unwrap_or(Err(Farewell::Broken));
        if let Err(Farewell::Store(why)) = &ended {
            noted.tells_journal(&whose, why);
        }
        let mut parting = Parting::from(ended);
        parting.said.splice(..0, code);
        if let Err(why) = noted.store.note(&AuditEntry { at: Timestamp::now(), ..logout }) {
            eprintln!("audit: {why}");
        }
        // The client may have hung up.
        let _ = told.send(parting);
    };
    // If there is no thread, `told` is dropped, which the receiver notices.
    let _ = thread::Builder::new().name(name).stack_size(STACK_BYTES).spawn(run);
}

/// The student's own code, for a last message on standard error: a command without a screen or
/// dialogue uses standard output for its result only.
fn shown_at_the_end(seated: &Seated, job: &Job) -> Option<String> {
    let is_silent =
        matches!(job.face, Face::Lines(..)) && !matches!(job.request, Request::Lines(_));
    seated.own_code().filter(|_| is_silent)
}

/// The name of the session's thread.
impl fmt::Display for Seated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Student { class, place, .. } => write!(f, "{}/{}", class.id, place.student),
            Self::Teacher { user, .. } => user.fmt(f),
        }
    }
}

/// The state of a student's session.
struct AtPlace<'s> {
    seats: &'s Seats,
    class: &'s Class,
    place: &'s Place,
    handle: Arc<SessionHandle>,
    address: IpAddr,
    /// Whether the place was just claimed with a key, so that no welcome screen was shown.
    is_new_by_key: bool,
}

// The output of a session without a screen. A write blocks until it is taken, and fails once the
// client has hung up.

/// Output of lines to the client.
#[derive(Debug)]
pub struct Outlet {
    stream: UnixStream,
    /// Whether to end lines with `\r\n`, for a terminal in raw mode.
    is_raw: bool,
}

impl Outlet {
    /// Writes to this stream.
    pub fn new(stream: OwnedFd, is_raw: bool) -> Self {
        Self { stream: stream.into(), is_raw }
    }
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_raw {
            return self.stream.write(bytes);
        }
        let line = bytes.iter().position(|&byte| byte == b'\n');
        match line {
            Some(0) => self.stream.write_all(b"\r\n").map(|()| 1),
            Some(length) => self.stream.write(&bytes[..length]),
            None => self.stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

// Reports of panics: place and message, to the system log only. A backtrace would take more memory
// than a hundred students, and students' terminals show nothing.

/// The most characters of a message.
const MOST: usize = 400;

/// Installs a panic hook that writes one line.
pub fn tell_panics_in_a_line() {
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(|| "?".to_owned(), ToString::to_string);
        let message = message_of(panic.payload()).unwrap_or("no message");
        let message: String = printable(message).chars().take(MOST).collect();
        let thread = thread::current();
        let name = printable(thread.name().unwrap_or("?"));
        eprintln!("panic: {name}: {place}: {message}");
    }));
}

fn message_of(payload: &(dyn Any + Send)) -> Option<&str> {
    let fixed = payload.downcast_ref::<&str>().copied();
    fixed.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn a_terminal_in_raw_mode_gets_carriage_returns() {
        for (is_raw, sent) in [(false, "a\n\nb"), (true, "a\r\n\r\nb")] {
            let (far, mut near) = UnixStream::pair().expect("a pair");
            let mut outlet = Outlet::new(far.into(), is_raw);
            outlet.write_all(b"a\n\nb").expect("written");
            drop(outlet);
            let mut got = String::new();
            near.read_to_string(&mut got).expect("text");
            assert_eq!(got, sent);
        }
    }
}
