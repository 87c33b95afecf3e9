//! One connection: what counts for its address, and when it has to get on.

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::deadlines::{Deadline, Deadlines};
use super::limits::Doorkeeper;
use super::stream::Line;
use crate::farewell::Farewell;
use crate::live::SessionHandle;

/// The door, which all connections pass.
#[derive(Clone, Debug)]
pub(super) struct Door(Arc<Mutex<Doorkeeper>>);

impl Door {
    /// Kept by this one.
    #[must_use]
    pub(super) fn new(doorkeeper: Doorkeeper) -> Self {
        Self(Arc::new(Mutex::new(doorkeeper)))
    }

    /// Who keeps it.
    pub(super) fn keeper(&self) -> MutexGuard<'_, Doorkeeper> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a connection may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Log in.
    LogIn,
    /// Log in to be told that there is no room.
    ToBeToldFull,
    /// See that the server is well, and nothing more.
    LookOnly,
}

/// One connection. It counts for its address until this is dropped.
#[derive(Debug)]
pub(super) struct Connection {
    /// The way to the visitor.
    pub(super) line: Line,
    /// Where it comes from.
    pub(super) address: IpAddr,
    /// Where the visitor has reached the server, or the balancer before it.
    pub(super) reached: Option<SocketAddr>,
    /// What it may do.
    purpose: Purpose,
    opened: Instant,
    door: Door,
    deadlines: Deadlines,
    deadline: Mutex<Option<Deadline>>,
    is_logged_in: AtomicBool,
}

impl Connection {
    /// A connection that the doorkeeper has counted.
    #[must_use]
    pub(super) fn new(
        line: Line,
        (address, reached): (IpAddr, Option<SocketAddr>),
        (door, deadlines): (&Door, &Deadlines),
        purpose: Purpose,
    ) -> Self {
        Self {
            line,
            address,
            reached,
            purpose,
            opened: Instant::now(),
            door: door.clone(),
            deadlines: deadlines.clone(),
            deadline: Mutex::default(),
            is_logged_in: AtomicBool::new(false),
        }
    }

    /// Whether there is room for it only to be told that there is none.
    pub(super) fn finds_no_room(&self) -> bool {
        self.purpose == Purpose::ToBeToldFull
    }

    /// Whether it may log in at all.
    pub(super) fn may_log_in(&self) -> bool {
        self.purpose != Purpose::LookOnly
    }

    /// It is shut this long after it was opened, unless something else is expected before.
    pub(super) fn gets_on_within(&self, time: Duration) {
        self.is_shut_at(self.opened + time);
    }

    /// It is shut after this time.
    pub(super) fn parts_within(&self, time: Duration) {
        self.is_shut_at(Instant::now() + time);
    }

    fn is_shut_at(&self, time: Instant) {
        let line = self.line.clone();
        self.expect(self.deadlines.at(time, move |_| {
            line.shut();
            None
        }));
    }

    /// The session is ended after this time without a key.
    pub(super) fn may_be_idle_for(&self, time: Duration, session: &Arc<SessionHandle>) {
        let session = Arc::clone(session);
        self.expect(self.deadlines.at(Instant::now() + time, move |now| {
            let due = session.activity().last() + time;
            if now < due {
                return Some(due);
            }
            session.end(Farewell::Idle(time));
            None
        }));
    }

    /// Whoever is at the other end has logged in.
    pub(super) fn has_logged_in(&self) {
        if !self.is_logged_in.swap(true, Ordering::SeqCst) {
            self.door.keeper().logged_in(self.address);
        }
    }

    /// Who keeps the door that it came in by.
    pub(super) fn keeper(&self) -> MutexGuard<'_, Doorkeeper> {
        self.door.keeper()
    }

    fn expect(&self, deadline: Deadline) {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = Some(deadline);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.door.keeper().leaves(self.address, self.is_logged_in.load(Ordering::SeqCst));
    }
}
