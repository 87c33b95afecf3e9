//! The picture of a screen, for its watchers: only the newest one, and none while no one watches.

use std::sync::{Arc, Mutex};

use hitscan::seat::Audience;
use hitscan::seat::ratatui::buffer::Buffer;

use super::{Bus, Live, Presence, Session, SessionId};
use crate::locked;
use crate::user_commands::Role;

/// The watchers of a session.
#[derive(Default)]
pub(super) struct Watched {
    /// The newest picture, shared by the session and its watchers.
    pub(super) newest: Arc<Mutex<Option<Arc<Buffer>>>>,
    wake: Vec<(u64, Arc<dyn Fn() + Send + Sync>)>,
}

impl Watched {
    /// Whether there are any.
    pub(super) const fn is_any(&self) -> bool {
        !self.wake.is_empty()
    }

    /// Wakes the watchers: there is a new picture, or the session has ended.
    pub(super) fn tell(&self) {
        self.wake.iter().for_each(|(_, wake)| wake());
    }
}

impl Presence {
    /// Publishes what the screen just showed. Copies it only if someone watches.
    pub fn drew(&self, picture: &Buffer) {
        if self.live.lock().sessions.get(&self.id).is_none_or(|it| it.watched.wake.is_empty()) {
            return;
        }
        let picture = Arc::new(picture.clone());
        let state = self.live.lock();
        let Some(session) = state.sessions.get(&self.id) else { return };
        *locked(&session.watched.newest) = Some(picture);
        session.watched.tell();
    }
}

impl Session {
    /// Who else sees the screen while it is watched: the class, if it is a teacher's.
    const fn audience(&self) -> Audience {
        match self.visitor.role {
            Role::Student => Audience::Watchers,
            Role::Teacher => Audience::All,
        }
    }

    /// Asks the student's machine to send pictures, or to stop. A teacher's machine sends them
    /// unasked.
    fn asks_for_pictures(&self, bus: &dyn Bus, is_watched: bool) {
        if let (Some(class), Role::Student) = (&self.visitor.class, self.visitor.role) {
            bus.watch(class, &self.visitor.user, is_watched);
        }
    }
}

impl Live {
    /// Watches a session until the [`Watching`] is dropped; the session is told that it is watched.
    /// `wake` is called for each new picture and when the session ends; it must not block or call
    /// [`Live`].
    ///
    /// None if the session has already ended.
    pub fn watch(
        self: &Arc<Self>,
        session: SessionId,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Option<Watching> {
        let mut state = self.lock();
        state.last += 1;
        let number = state.last;
        let watched = state.sessions.get_mut(&session)?;
        if let (Some(_), true) = (watched.machine, watched.watched.wake.is_empty()) {
            watched.asks_for_pictures(&*self.bus, true);
        }
        watched.watched.wake.push((number, Arc::new(wake)));
        watched.handle.seen_by(watched.audience());
        let newest = Arc::clone(&watched.watched.newest);
        Some(Watching { live: Arc::clone(self), session, number, newest })
    }
}

/// Keeps a watcher registered until it is dropped.
pub struct Watching {
    live: Arc<Live>,
    session: SessionId,
    number: u64,
    newest: Arc<Mutex<Option<Arc<Buffer>>>>,
}

impl Watching {
    /// The newest picture; none before the first one.
    pub fn picture(&self) -> Option<Arc<Buffer>> {
        locked(&self.newest).clone()
    }

    /// Whether the session has ended.
    pub fn is_over(&self) -> bool {
        !self.live.lock().sessions.contains_key(&self.session)
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let mut state = self.live.lock();
        let Some(session) = state.sessions.get_mut(&self.session) else { return };
        session.watched.wake.retain(|(number, _)| *number != self.number);
        if session.watched.wake.is_empty() {
            session.handle.seen_by(Audience::None);
            if session.machine.is_some() {
                session.asks_for_pictures(&*self.live.bus, false);
            }
            *locked(&self.newest) = None;
        }
    }
}
