//! What visitors do here: each has a thread, which sleeps until something comes. A panic ends
//! one of them alone.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `at_place` | what the session of a student has |
//! | `files` | words that need no screen: what was reached, what is handed in, scenes, keys |
//! | `joining` | the first screen of a student without a key |
//! | `outlet` | where lines go |
//! | `panics` | what is said of a mistake in the program |
//! | `sole_writer` | the end of a screen whose work goes on at another one |
//! | `student` | the lessons and the sandbox of a student |
//! | `supervision` | what a class asks of a screen, and is told |
//! | `teacher` | the board of a teacher, and what they do to a class |

mod at_place;
mod files;
mod joining;
mod outlet;
mod panics;
mod sole_writer;
mod student;
mod supervision;
mod teacher;

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::net::IpAddr;
use std::os::fd::OwnedFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use hitscan::seat::{Look, RemoteTerminal};
use jiff::Timestamp;
use tokio::sync::oneshot;

pub use outlet::Outlet;
pub use panics::tell_panics_in_a_line;

use crate::audit::{AuditEntry, Deed};
use crate::class::Class;
use crate::code::OwnCode;
use crate::config::Limits;
use crate::farewell::Farewell;
use crate::inbox::Inbox;
use crate::key::LoginKey;
use crate::live::{Live, SessionHandle};
use crate::place::Place;
use crate::store::{Store, StoreError};
use crate::trouble::Trouble;
use crate::user::UserId;
use crate::words::{Request, Role};

/// Deep enough for every screen: 300 of them take what they touch of it.
const STACK_BYTES: usize = 1 << 20;
/// How much less urgent a screen is than the network: a busy one holds up no key of others.
const NICE: i32 = 5;

/// What all sessions share.
#[derive(Debug)]
pub struct Seats {
    /// What is kept.
    pub store: Arc<dyn Store>,
    /// Who is here.
    pub live: Arc<Live>,
    /// How much one of them may take.
    pub limits: Limits,
    /// Who teaches, and by which keys.
    pub teachers: BTreeMap<UserId, Vec<LoginKey>>,
    /// What the journal is told where something is refused that should not be.
    pub trouble: Arc<Trouble>,
}

impl Seats {
    /// Tells the journal why the store refuses something, which visitors are not told.
    pub(crate) fn tells_journal(&self, whose: &dyn fmt::Display, why: &StoreError) {
        if let StoreError::Full | StoreError::Faulty(_) | StoreError::Refused(_) = why {
            self.trouble.say(format_args!("{whose}: {why}"));
        }
    }
}

/// Whose session it is.
#[derive(Debug)]
pub enum Seated {
    /// A student's.
    Student {
        /// The class.
        class: Class,
        /// Their place in it.
        place: Place,
        /// How, if the place was taken just now.
        joined: Option<Joined>,
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
    /// The student's own code in a sentence, if it was made just now: without it there is no way
    /// back.
    fn own_code(&self) -> Option<String> {
        let Self::Student { joined: Some(joined), .. } = self else { return None };
        joined.own_code().map(joining::in_a_line)
    }

    /// What a visitor is told in place of a session.
    #[must_use]
    pub fn turned_away(&self, why: Farewell) -> Parting {
        let mut parting = Parting::from(Err(why));
        parting.said.splice(..0, self.own_code());
        parting
    }

    /// The name.
    #[must_use]
    pub const fn user(&self) -> &UserId {
        match self {
            Self::Student { place, .. } => &place.student,
            Self::Teacher { user, .. } => user,
        }
    }

    /// A deed of theirs, for the audit.
    #[must_use]
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
    #[must_use]
    pub const fn role(&self) -> Role {
        match self {
            Self::Student { .. } => Role::Student,
            Self::Teacher { .. } => Role::Teacher,
        }
    }
}

/// How a place was taken.
#[derive(Debug)]
pub enum Joined {
    /// By a key, which enters it from now on.
    ByKey,
    /// By the code of the class. This code enters it from now on, and is shown once.
    ByCode(OwnCode),
}

impl Joined {
    const fn own_code(&self) -> Option<&OwnCode> {
        match self {
            Self::ByKey => None,
            Self::ByCode(code) => Some(code),
        }
    }
}

/// What a session is to do.
#[derive(Debug)]
pub struct Job {
    /// What was asked for.
    pub request: Request,
    /// How it is seen.
    pub face: Face,
    /// What others hold of it.
    pub handle: Arc<SessionHandle>,
    /// What stands between `ssh` and its words, to come here again.
    pub destination: String,
    /// Where the visitor comes from.
    pub address: IpAddr,
}

/// How a session is seen.
#[derive(Debug)]
pub enum Face {
    /// On a screen.
    Screen(Screen, Look),
    /// As lines.
    Lines(Inbox, Outlet),
}

/// The visitor's terminal, on which one thing may be shown after the other.
#[derive(Debug)]
pub struct Screen(OwnedFd);

impl Screen {
    /// At the far end of this stream.
    #[must_use]
    pub const fn new(stream: OwnedFd) -> Self {
        Self(stream)
    }

    /// The terminal for what is shown next. What is asked of the session goes there from now on.
    fn terminal(&self, handle: &SessionHandle) -> io::Result<RemoteTerminal> {
        handle.moves_to(|size| RemoteTerminal::new(self.0.try_clone()?, size))
    }
}

/// How a session ended: by its user, or with something to tell them.
type Ended = Result<(), Farewell>;

/// What a visitor is told at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parting {
    /// Lines, if there is something to say.
    pub said: Vec<String>,
    /// The exit status.
    pub status: u32,
}

impl From<Ended> for Parting {
    fn from(ended: Ended) -> Self {
        match ended {
            Ok(()) => Self::default(),
            Err(why) => {
                let said = why.to_string().lines().map(str::to_owned).collect();
                Self { said, status: why.status() }
            }
        }
    }
}

/// Begins a session on a thread of its own. How it ended is told when its end of the stream
/// is closed; nothing is told where there could be no thread.
pub fn start(seats: &Arc<Seats>, seated: Seated, job: Job, told: oneshot::Sender<Parting>) {
    let (seats, noted) = (Arc::clone(seats), Arc::clone(seats));
    let name = seated.to_string();
    let whose = name.clone();
    let run = move || {
        // Where that is not allowed, all are as urgent.
        let _ = rustix::process::setpriority_process(None, NICE);
        let code = shown_at_the_end(&seated, &job);
        let logout = seated.entry(Deed::Logout).from(job.address);
        let ended = catch_unwind(AssertUnwindSafe(|| match seated {
            Seated::Student { class, place, joined } => {
                student::run(&seats, (class, place, joined), job)
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
        // The visitor may have gone.
        let _ = told.send(parting);
    };
    // Without a thread, `told` is dropped, which tells it.
    let _ = thread::Builder::new().name(name).stack_size(STACK_BYTES).spawn(run);
}

/// The student's own code, where there is neither a screen for it nor a dialogue: standard output
/// is for what was asked for.
fn shown_at_the_end(seated: &Seated, job: &Job) -> Option<String> {
    let is_silent =
        matches!(job.face, Face::Lines(..)) && !matches!(job.request, Request::Lines(_));
    seated.own_code().filter(|_| is_silent)
}

/// As a thread is called.
impl fmt::Display for Seated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Student { class, place, .. } => write!(f, "{}/{}", class.id, place.student),
            Self::Teacher { user, .. } => user.fmt(f),
        }
    }
}
