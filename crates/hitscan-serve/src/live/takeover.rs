//! A student has one session: a second login ends the first, on whichever machine it is, and waits
//! until that has closed its files.

use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;

use super::watching::Watched;
use super::{Leave, Live, Presence, Session, SessionHandle, SessionId, State, Visitor};
use crate::farewell::Farewell;
use crate::user_commands::Role;

/// The time that a second login waits for the first to close its files.
const TAKEOVER_TIME: Duration = Duration::from_secs(2);

impl Live {
    /// Registers a session until the [`Presence`] is dropped, by when its files must be closed. A
    /// student can have only one session: the previous one is asked to end, and this waits for it.
    ///
    /// # Errors
    /// When the previous session does not end in time.
    pub fn enter(
        self: &Arc<Self>,
        visitor: Visitor,
        handle: &Arc<SessionHandle>,
    ) -> Result<Presence, Farewell> {
        let mut state = self.lock();
        if visitor.role == Role::Student {
            state.last += 1;
            let next = SessionId(state.last);
            state = self.ended_elsewhere(state, &visitor, Some(next))?;
            let why = Farewell::AnotherScreen(visitor.user.clone());
            state = self.ended(state, &visitor, &why)?;
        }
        state.last += 1;
        let id = SessionId(state.last);
        let session = Session {
            visitor: visitor.clone(),
            machine: None,
            since: Timestamp::now(),
            handle: Arc::clone(handle),
            standing: None,
            is_told_in_lessons: false,
            watched: Watched::default(),
        };
        state.sessions.insert(id, session);
        drop(state);
        self.tell_of(&visitor, None, true);
        self.tell(visitor.class.as_ref());
        Ok(Presence { live: Arc::clone(self), id, visitor })
    }

    /// Ends the sessions of a student on all machines, and waits until they have left.
    ///
    /// # Errors
    /// When one does not leave in time.
    pub fn dismiss(&self, visitor: &Visitor, why: &Farewell) -> Result<(), Farewell> {
        let state = self.ended_elsewhere(self.lock(), visitor, None)?;
        self.ended(state, visitor, why).map(drop)
    }

    /// Ends the sessions of a student on this machine only.
    ///
    /// # Errors
    /// When one does not leave in time.
    pub fn dismiss_here(&self, visitor: &Visitor, why: &Farewell) -> Result<(), Farewell> {
        self.ended(self.lock(), visitor, why).map(drop)
    }

    /// Asks the other machines to end a student's sessions, and waits until they have.
    fn ended_elsewhere<'s>(
        &'s self,
        state: MutexGuard<'s, State>,
        visitor: &Visitor,
        next: Option<SessionId>,
    ) -> Result<MutexGuard<'s, State>, Farewell> {
        let Some(class) = visitor.class.clone() else { return Ok(state) };
        let is_elsewhere = |it: &Session| it.machine.is_some() && it.visitor == *visitor;
        let is_expected = state.sessions.values().any(is_elsewhere);
        drop(state);
        let student = visitor.user.clone();
        self.bus.dismiss(Leave { class, student, next, is_expected })?;
        let mut state = self.lock();
        state.sessions.retain(|_, it| {
            let has_left = is_elsewhere(it);
            if has_left {
                it.watched.tell();
            }
            !has_left
        });
        Ok(state)
    }

    /// Asks a student's sessions on this machine to end, and waits until none is left.
    fn ended<'s>(
        &self,
        mut state: MutexGuard<'s, State>,
        visitor: &Visitor,
        why: &Farewell,
    ) -> Result<MutexGuard<'s, State>, Farewell> {
        let deadline = Instant::now() + TAKEOVER_TIME;
        let is_meant = |it: &&Session| it.machine.is_none() && it.visitor == *visitor;
        loop {
            let mut others = state.sessions.values().filter(is_meant).peekable();
            if others.peek().is_none() {
                return Ok(state);
            }
            others.for_each(|it| it.handle.end(why.clone()));
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Farewell::StillClosing);
            }
            let waited = self.left.wait_timeout(state, left);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}
