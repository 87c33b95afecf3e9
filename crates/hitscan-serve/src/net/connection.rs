//! One connection: its count towards the limits of its address, and its timeout.

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::deadlines::{Deadline, Deadlines};
use super::limits::{ConnectionLimits, Purpose};
use super::stream::Line;
use crate::farewell::Farewell;
use crate::live::SessionHandle;
use crate::locked;

/// A connection. It counts towards the limits of its address until it is dropped.
pub(super) struct Connection {
    /// The stream to the client.
    pub(super) line: Line,
    /// The address of the client.
    pub(super) address: IpAddr,
    /// The address that the client connected to, on this server or its balancer.
    pub(super) reached: Option<SocketAddr>,
    /// What the connection is for.
    purpose: Purpose,
    opened: Instant,
    /// The limits, shared by all connections.
    pub(super) limits: Arc<Mutex<ConnectionLimits>>,
    deadlines: Deadlines,
    deadline: Mutex<Option<Deadline>>,
    is_logged_in: AtomicBool,
}

impl Connection {
    /// A connection that the limits have already counted.
    pub(super) fn new(
        line: Line,
        address: IpAddr,
        reached: Option<SocketAddr>,
        limits: &Arc<Mutex<ConnectionLimits>>,
        deadlines: &Deadlines,
        purpose: Purpose,
    ) -> Self {
        Self {
            line,
            address,
            reached,
            purpose,
            opened: Instant::now(),
            limits: Arc::clone(limits),
            deadlines: deadlines.clone(),
            deadline: Mutex::default(),
            is_logged_in: AtomicBool::new(false),
        }
    }

    /// Whether it can log in only to be told that the server is full.
    pub(super) fn finds_no_room(&self) -> bool {
        self.purpose == Purpose::ToBeToldFull
    }

    /// Whether it may log in at all.
    pub(super) fn may_log_in(&self) -> bool {
        self.purpose != Purpose::LookOnly
    }

    /// Sets a deadline this long after the connection was opened. Replaces any earlier deadline.
    pub(super) fn gets_on_within(&self, time: Duration) {
        self.is_shut_at(self.opened + time);
    }

    /// Sets a deadline this long from now. Replaces any earlier deadline.
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

    /// Ends the session after this long without a key. Replaces any earlier deadline.
    pub(super) fn may_be_idle_for(&self, time: Duration, session: &Arc<SessionHandle>) {
        let session = Arc::clone(session);
        self.expect(self.deadlines.at(Instant::now() + time, move |now| {
            let due = session.activity.last() + time;
            if now < due {
                return Some(due);
            }
            session.end(Farewell::Idle(time));
            None
        }));
    }

    /// Marks the connection as logged in.
    pub(super) fn has_logged_in(&self) {
        if !self.is_logged_in.swap(true, Ordering::SeqCst) {
            locked(&self.limits).logged_in(self.address);
        }
    }

    fn expect(&self, deadline: Deadline) {
        *locked(&self.deadline) = Some(deadline);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        locked(&self.limits).leaves(self.address, self.is_logged_in.load(Ordering::SeqCst));
    }
}
