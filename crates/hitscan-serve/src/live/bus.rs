//! What joins the machines that a class may be spread over. Each keeps its own
//! [`Live`], and hears from the others what has changed there.

use std::fmt;

#[cfg(doc)]
use super::Live;
use super::{SessionId, Standing};
use crate::class::ClassId;
use crate::farewell::Farewell;
use crate::user::UserId;

/// The way to the other machines. Nothing of it waits, but for [`Self::dismiss`] and
/// [`Self::close`]; and nothing of it calls [`Live`] on the thread of the caller.
pub trait Bus: Send + Sync + fmt::Debug {
    /// Tells the others. What does not arrive is made up for by the store: nothing that counts
    /// is told here alone.
    fn publish(&self, class: &ClassId, notice: Notice);

    /// Ends the screens of a student at other machines, and waits until their files are closed.
    ///
    /// # Errors
    /// When one does not end in time.
    fn dismiss(&self, leave: Leave) -> Result<(), Farewell>;

    /// Whether somebody here looks on at a student at another machine.
    fn watch(&self, class: &ClassId, student: &UserId, is_watched: bool);

    /// How many machines are heard.
    fn hearing(&self) -> Hearing;

    /// Tells the others that this machine ends.
    fn close(&self);
}

/// What one machine tells the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The record of the class is another one: it is in the store.
    ClassChanged {
        /// The teacher who has paused it, or lets it go on.
        by: Option<UserId>,
    },
    /// A line for all students.
    Said {
        /// Whose.
        by: UserId,
        /// What.
        text: String,
    },
    /// A student came, got on, or left; or their work is another one.
    Student {
        /// Who.
        student: UserId,
        /// How far; nothing in the sandbox, and where it is in the store.
        standing: Option<Standing>,
        /// Whether they are here.
        is_here: bool,
    },
    /// All students see this screen of a teacher from now on.
    Follow {
        /// Whose.
        by: UserId,
        /// Which.
        session: SessionId,
    },
    /// They do not any more.
    FollowOver {
        /// Whose it was.
        by: UserId,
    },
}

/// Whose screens are to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leave {
    /// The class.
    pub class: ClassId,
    /// The student.
    pub student: UserId,
    /// Which session comes after it; none where a teacher ends it.
    pub next: Option<SessionId>,
    /// Whether another machine has said that they are there.
    pub is_expected: bool,
}

/// How many machines are heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hearing {
    /// This one: there is no bus.
    #[default]
    NoBus,
    /// This one: the bus does not answer.
    Away,
    /// So many others.
    Others(u32),
}

/// There are no others.
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
