//! Users at other machines, as reported by those machines: their sessions stand among the local
//! ones and are reached through the bus.

use std::sync::Arc;
use std::time::Duration;

use hitscan::seat::ratatui::buffer::Buffer;
use jiff::Timestamp;

use super::{
    Here, Live, Notice, Progress, Session, SessionHandle, SessionId, State, Visitor, Watched,
};
use crate::class::{ClassId, ClassState};
use crate::locked;
use crate::place::UserId;
use crate::store::{Store, StoreError};
use crate::user_commands::Role;

/// The most sessions at other machines. Further ones are ignored.
const MOST_ELSEWHERE: usize = 50_000;

/// Another machine, identified from its start to its end as long as the bus stays connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Machine(pub u64);

/// A machine's report about one of its students.
#[derive(Clone, Debug)]
pub struct SeenElsewhere {
    /// The machine.
    pub machine: Machine,
    /// The class.
    pub class: ClassId,
    /// The student.
    pub student: UserId,
    /// Whether they are logged in there.
    pub is_here: bool,
    /// The time since their last key.
    pub quiet: Duration,
    /// How far they are, if reported.
    pub progress: Option<Progress>,
}

impl Live {
    /// Handles a machine's report about a student.
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

    /// Registers a teacher at another machine who shows their screen to the class.
    pub fn teacher_elsewhere(
        &self,
        machine: Machine,
        class: &ClassId,
        teacher: &UserId,
    ) -> Option<SessionId> {
        let visitor =
            Visitor { class: Some(class.clone()), user: teacher.clone(), role: Role::Teacher };
        self.lock().puts_elsewhere(&visitor, machine, Duration::ZERO)
    }

    /// Removes a session at another machine, which has ended.
    pub fn left_elsewhere(&self, session: SessionId) {
        let left = self.lock().sessions.remove(&session);
        if let Some(left) = left {
            left.watched.tell();
        }
    }

    /// Removes all sessions at a machine that is no longer heard, or at all other machines.
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

    /// Stores the newest picture of a screen at another machine.
    pub fn draws_elsewhere(&self, session: SessionId, picture: Buffer) {
        let state = self.lock();
        let Some(session) = state.sessions.get(&session) else { return };
        *locked(&session.watched.newest) = Some(Arc::new(picture));
        session.watched.tell();
    }

    /// The session of a student at this machine.
    pub fn screen_here(&self, class: &ClassId, student: &UserId) -> Option<SessionId> {
        self.student_where(class, student, |it| it.machine.is_none())
    }

    /// The session of a student at another machine, if it is watched here.
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

    /// All sessions at this machine.
    pub fn at_this_machine(&self) -> Vec<Here> {
        self.here(None).into_iter().filter(|here| !here.is_elsewhere).collect()
    }

    /// Reads the record of a class again after another machine changed it. Blocks on the store.
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
        // A login may have read the new record already, which ends no one.
        self.ends_if_closed(&now);
        if before == now {
            return Ok(());
        }
        match [&before, &now].map(|class| class.state == ClassState::Paused) {
            [false, true] => self.tells_students(id, &format!("paused by {who}")),
            [true, false] => self.tells_students(id, &format!("{who} resumed the class")),
            _ => (),
        }
        self.tell(Some(id));
        Ok(())
    }

    /// Shows a teacher's screen to the students at other machines, until the [`ShownElsewhere`] is
    /// dropped.
    pub fn shows_elsewhere<'l>(
        &'l self,
        class: &'l ClassId,
        by: &'l UserId,
        session: SessionId,
    ) -> ShownElsewhere<'l> {
        self.bus.publish(class, Notice::Follow { by: by.clone(), session });
        ShownElsewhere { live: self, class, by }
    }

    /// The classes in memory.
    pub fn classes_held(&self) -> Vec<ClassId> {
        self.lock().rooms.keys().cloned().collect()
    }

    /// Marks the progress of all students to be read again: messages may have been missed.
    pub fn reads_all_again(&self) {
        self.lock().rooms.values().for_each(|room| room.reads_all_again());
        self.tell_all();
    }

    /// Wakes the listeners of all classes.
    pub fn tell_all(&self) {
        self.lock().listeners.values().for_each(|(_, wake)| wake());
    }
}

/// Keeps a screen shown to students at other machines until it is dropped.
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
    /// Adds or updates a session at another machine. A student with a session at this machine keeps
    /// that one: the report may be out of date.
    fn puts_elsewhere(
        &mut self,
        visitor: &Visitor,
        machine: Machine,
        quiet: Duration,
    ) -> Option<SessionId> {
        let is_known = |it: &Session| {
            // A teacher can have several sessions.
            it.visitor == *visitor && (visitor.role == Role::Student || it.machine.is_some())
        };
        let known = self.sessions.iter_mut().find(|(_, it)| is_known(it));
        if let Some((&id, session)) = known {
            session.machine = Some(machine).filter(|_| session.machine.is_some());
            session.handle.activity.was_quiet_for(quiet);
            return Some(id);
        }
        let elsewhere = self.sessions.values().filter(|it| it.machine.is_some()).count();
        if elsewhere >= MOST_ELSEWHERE {
            return None;
        }
        self.last += 1;
        let id = SessionId(self.last);
        let handle = SessionHandle::elsewhere();
        handle.activity.was_quiet_for(quiet);
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
