//! Students at other machines, as those tell of them: they stand among those who are here, and are
//! reached by the bus.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use jiff::Timestamp;

use super::{
    Here, Live, Notice, Picture, Progress, Session, SessionHandle, SessionId, State, Visitor,
    Watched,
};
use crate::class::{ClassId, ClassState};
use crate::store::{Store, StoreError};
use crate::user::UserId;
use crate::words::Role;

/// The most people at other machines. What is told of more of them is left out.
const MOST_ELSEWHERE: usize = 50_000;

/// Another machine, from its start to its end, as long as the bus is not cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Machine(pub u64);

/// What a machine tells of one of its students.
#[derive(Clone, Debug)]
pub struct SeenElsewhere {
    /// Which machine.
    pub machine: Machine,
    /// The class.
    pub class: ClassId,
    /// Who.
    pub student: UserId,
    /// Whether they are there.
    pub is_here: bool,
    /// How long ago their last key was.
    pub quiet: Duration,
    /// How far they are, if that is told.
    pub progress: Option<Progress>,
}

impl Live {
    /// A machine has told of a student.
    pub fn hears_of(&self, seen: SeenElsewhere) {
        let visitor =
            Visitor { class: Some(seen.class.clone()), user: seen.student, role: Role::Student };
        let mut state = self.lock();
        if let Some(room) = state.rooms.get(&seen.class) {
            room.hears(&visitor.user, seen.progress.as_ref());
        }
        if seen.is_here {
            let session = state.puts_elsewhere(&visitor, seen.machine, seen.quiet);
            if let Some(it) = session.and_then(|session| state.sessions.get_mut(&session)) {
                it.is_told_in_lessons = it.machine.is_some() && seen.progress.is_some();
            }
        } else {
            state.sessions.retain(|_, it| {
                let is_meant = it.machine == Some(seen.machine) && it.visitor == visitor;
                if is_meant {
                    it.watched.tell();
                }
                !is_meant
            });
        }
        drop(state);
        self.tell(Some(&seen.class));
    }

    /// A teacher at another machine shows a screen to all.
    #[must_use]
    pub fn teacher_elsewhere(
        &self,
        machine: Machine,
        (class, teacher): (&ClassId, &UserId),
    ) -> Option<SessionId> {
        let visitor =
            Visitor { class: Some(class.clone()), user: teacher.clone(), role: Role::Teacher };
        self.lock().puts_elsewhere(&visitor, machine, Duration::ZERO)
    }

    /// Someone at another machine has left.
    pub fn left_elsewhere(&self, session: SessionId) {
        let left = self.lock().sessions.remove(&session);
        if let Some(left) = left {
            left.watched.tell();
        }
    }

    /// A machine is not heard any more, or none is: those who were there are not known to be.
    pub fn loses(&self, machine: Option<Machine>) {
        let mut state = self.lock();
        state.sessions.retain(|_, it| {
            let is_lost = match (it.machine, machine) {
                (None, _) => false,
                (Some(_), None) => true,
                (Some(of), Some(lost)) => of == lost,
            };
            if is_lost {
                it.watched.tell();
            }
            !is_lost
        });
        drop(state);
        self.tell_all();
    }

    /// The newest picture of a screen at another machine.
    pub fn draws_elsewhere(&self, session: SessionId, picture: Picture) {
        let state = self.lock();
        let Some(session) = state.sessions.get(&session) else { return };
        let newest = session.watched.newest.lock();
        *newest.unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(picture));
        session.watched.tell();
    }

    /// The screen of a student at this machine.
    #[must_use]
    pub fn screen_here(&self, class: &ClassId, student: &UserId) -> Option<SessionId> {
        self.student_where(class, student, |it| it.machine.is_none())
    }

    /// The screen of a student at another machine, if someone looks on at it here.
    #[must_use]
    pub fn watched_elsewhere(&self, class: &ClassId, student: &UserId) -> Option<SessionId> {
        self.student_where(class, student, |it| it.machine.is_some() && it.watched.is_any())
    }

    fn student_where(
        &self,
        class: &ClassId,
        student: &UserId,
        is_meant: impl Fn(&Session) -> bool,
    ) -> Option<SessionId> {
        let state = self.lock();
        let mut sessions = state.sessions.iter();
        let found = sessions.find(|(_, it)| {
            let visitor = &it.visitor;
            visitor.role == Role::Student
                && visitor.user == *student
                && visitor.class.as_ref() == Some(class)
                && is_meant(it)
        });
        found.map(|(&session, _)| session)
    }

    /// All who are at this machine.
    #[must_use]
    pub fn at_this_machine(&self) -> Vec<Here> {
        self.here(None).into_iter().filter(|here| !here.is_elsewhere).collect()
    }

    /// The record of a class was changed at another machine: it is read again, which waits for
    /// the store.
    ///
    /// # Errors
    /// When the store does not answer.
    pub fn changed_elsewhere(
        &self,
        id: &ClassId,
        by: Option<UserId>,
        store: &dyn Store,
    ) -> Result<(), StoreError> {
        let Some(room) = self.lock().rooms.get(id).cloned() else { return Ok(()) };
        let who = by.as_ref().map_or_else(|| "your teacher".to_owned(), ToString::to_string);
        let [before, now] = room.read_again(by, store)?;
        if before == now {
            return Ok(());
        }
        match [&before, &now].map(|class| class.state == ClassState::Paused) {
            [false, true] => self.tells_students(id, &format!("paused by {who}")),
            [true, false] => self.tells_students(id, &format!("{who} lets you go on")),
            _ => (),
        }
        self.tell(Some(id));
        Ok(())
    }

    /// Shows the screen of a teacher to students at other machines, until the
    /// [`ShownElsewhere`] is dropped.
    #[must_use]
    pub fn shows_elsewhere<'l>(
        &'l self,
        class: &'l ClassId,
        (by, session): (&'l UserId, SessionId),
    ) -> ShownElsewhere<'l> {
        self.bus.publish(class, Notice::Follow { by: by.clone(), session });
        ShownElsewhere { live: self, class, by }
    }

    /// The classes that are held.
    #[must_use]
    pub fn classes_held(&self) -> Vec<ClassId> {
        self.lock().rooms.keys().cloned().collect()
    }

    /// Something may have been missed: how far each is has to be read again.
    pub fn reads_all_again(&self) {
        self.lock().rooms.values().for_each(|room| room.reads_all_again());
        self.tell_all();
    }

    /// Something about all classes is different.
    pub fn tell_all(&self) {
        self.lock().listeners.values().for_each(|(_, wake)| wake());
    }
}

/// A screen that students at other machines see, until this is dropped.
#[derive(Debug)]
pub struct ShownElsewhere<'l> {
    live: &'l Live,
    class: &'l ClassId,
    by: &'l UserId,
}

impl Drop for ShownElsewhere<'_> {
    fn drop(&mut self) {
        self.live.bus.publish(self.class, Notice::FollowOver { by: self.by.clone() });
    }
}

impl State {
    /// Someone is at another machine. One who is at this machine as well stays here: the bus may
    /// be late.
    fn puts_elsewhere(
        &mut self,
        visitor: &Visitor,
        machine: Machine,
        quiet: Duration,
    ) -> Option<SessionId> {
        let is_known = |it: &Session| {
            // A teacher may be at several screens.
            it.visitor == *visitor && (visitor.role == Role::Student || it.machine.is_some())
        };
        let known = self.sessions.iter_mut().find(|(_, it)| is_known(it));
        if let Some((&id, session)) = known {
            session.machine = Some(machine).filter(|_| session.machine.is_some());
            session.handle.activity().was_quiet_for(quiet);
            return Some(id);
        }
        let elsewhere = self.sessions.values().filter(|it| it.machine.is_some()).count();
        if elsewhere >= MOST_ELSEWHERE {
            return None;
        }
        self.last += 1;
        let id = SessionId(self.last);
        let handle = SessionHandle::elsewhere();
        handle.activity().was_quiet_for(quiet);
        let session = Session {
            visitor: visitor.clone(),
            machine: Some(machine),
            since: Timestamp::now(),
            handle: Arc::new(handle),
            standing: None,
            is_told_in_lessons: false,
            watched: Watched::default(),
        };
        self.sessions.insert(id, session);
        Some(id)
    }
}
