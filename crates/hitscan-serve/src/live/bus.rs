//! The bus between the machines that share a class. Each machine keeps its own [`Live`], and the
//! others tell it what changed.

use std::fmt;

#[cfg(doc)]
use super::Live;
use super::{SessionId, Standing};
use crate::class::ClassId;
use crate::farewell::Farewell;
use crate::place::UserId;

/// The connection to the other machines. Only [`Self::dismiss`] and [`Self::close`] block, and no
/// method calls [`Live`] on the caller's thread.
pub trait Bus: Send + Sync + fmt::Debug {
    /// Sends a notice to the other machines. A notice may get lost: everything that matters is in
    /// the store as well.
    fn publish(&self, class: &ClassId, notice: Notice);

    /// Ends a student's sessions at other machines, and waits until their files are closed.
    ///
    /// # Errors
    /// When one does not end in time.
    fn dismiss(&self, leave: Leave) -> Result<(), Farewell>;

    /// Says whether a watcher here watches a student at another machine.
    fn watch(&self, class: &ClassId, student: &UserId, is_watched: bool);

    /// How many other machines can be heard.
    fn hearing(&self) -> Hearing;

    /// Tells the others that this machine is shutting down.
    fn close(&self);
}

/// A message from one machine to the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The record of the class changed: read it from the store.
    ClassChanged {
        /// The teacher who paused or resumed it.
        by: Option<UserId>,
    },
    /// A message for all students.
    Said {
        /// The teacher who sent it.
        by: UserId,
        /// The message.
        text: String,
    },
    /// A student logged in, made progress or logged out, or their work was replaced.
    Student {
        /// The student.
        student: UserId,
        /// How far they are; none if they are in the sandbox, or if it must be read from the store.
        standing: Option<Standing>,
        /// Whether they are logged in.
        is_here: bool,
    },
    /// All students see this teacher's screen from now on.
    Follow {
        /// The teacher.
        by: UserId,
        /// The session with the screen.
        session: SessionId,
    },
    /// Students no longer see the teacher's screen.
    FollowOver {
        /// The teacher.
        by: UserId,
    },
}

/// A request to end a student's sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leave {
    /// The class.
    pub class: ClassId,
    /// The student.
    pub student: UserId,
    /// The session that replaces them; none if a teacher ends them.
    pub next: Option<SessionId>,
    /// Whether another machine reported that the student is there.
    pub is_expected: bool,
}

/// How many other machines can be heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hearing {
    /// None: there is no bus.
    #[default]
    NoBus,
    /// None: the bus does not answer.
    Away,
    /// This many others.
    Others(u32),
}

/// The bus of a machine that is on its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OneMachine;

impl Bus for OneMachine {
    fn publish(&self, _: &ClassId, _: Notice) {}

    fn dismiss(&self, _: Leave) -> Result<(), Farewell> {
        Ok(())
    }

    fn watch(&self, _: &ClassId, _: &UserId, _: bool) {}

    fn hearing(&self) -> Hearing {
        Hearing::NoBus
    }

    fn close(&self) {}
}
