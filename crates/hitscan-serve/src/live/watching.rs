//! The picture of a screen, for those who look on: the newest alone, and none while nobody
//! does.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use hitscan::seat::ratatui::buffer::Buffer;

use super::{Bus, Live, Presence, Session, SessionId};
use crate::words::Role;

/// What a screen has shown just now.
pub type Picture = Buffer;

/// The newest picture of a screen. Presence and watchers share it.
type Newest = Arc<Mutex<Option<Arc<Picture>>>>;

/// Who looks on at a session.
#[derive(Default)]
pub(super) struct Watched {
    pub(super) newest: Newest,
    wake: Vec<(u64, Arc<dyn Fn() + Send + Sync>)>,
}

impl Watched {
    /// Whether anyone does.
    pub(super) const fn is_any(&self) -> bool {
        !self.wake.is_empty()
    }

    /// There is another picture, or none will come any more.
    pub(super) fn tell(&self) {
        self.wake.iter().for_each(|(_, wake)| wake());
    }
}

impl Presence {
    /// The screen has shown this just now. Nothing is copied unless someone looks on.
    pub fn drew(&self, picture: &Picture) {
        if self.live.lock().sessions.get(&self.id).is_none_or(|it| it.watched.wake.is_empty()) {
            return;
        }
        let picture = Arc::new(picture.clone());
        let state = self.live.lock();
        let Some(session) = state.sessions.get(&self.id) else { return };
        *session.watched.newest.lock().unwrap_or_else(PoisonError::into_inner) = Some(picture);
        session.watched.tell();
    }
}

impl Session {
    /// Asks the machine that a student is at for pictures, or for no more of them. Those of
    /// teachers come of their own.
    fn asks_for_pictures(&self, bus: &dyn Bus, is_watched: bool) {
        if let (Some(class), Role::Student) = (&self.visitor.class, self.visitor.role) {
            bus.watch(class, &self.visitor.user, is_watched);
        }
    }
}

impl Live {
    /// Looks on at a session, which is told so, until the [`Watching`] is dropped. `wake` is
    /// called when there is another picture, and when the session has left; it must not wait,
    /// nor call anything of [`Live`].
    ///
    /// Nothing, where the session is not here any more.
    #[must_use]
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
        watched.handle.watched(true);
        let newest = Arc::clone(&watched.watched.newest);
        Some(Watching { live: Arc::clone(self), session, number, newest })
    }
}

/// Someone who looks on, until this is dropped.
pub struct Watching {
    live: Arc<Live>,
    session: SessionId,
    number: u64,
    newest: Newest,
}

impl Watching {
    /// The newest picture; none before the first.
    #[must_use]
    pub fn picture(&self) -> Option<Arc<Picture>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the session has left.
    #[must_use]
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
            session.handle.watched(false);
            if session.machine.is_some() {
                session.asks_for_pictures(&*self.live.bus, false);
            }
            *self.newest.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }
}

impl fmt::Debug for Watching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watching").field("session", &self.session).finish_non_exhaustive()
    }
}
