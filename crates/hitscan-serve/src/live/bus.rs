//! What joins the machines that a class may be spread over. Each keeps its own
//! [`Live`](super::Live), and hears from the others what has changed there.

use std::fmt;

use super::Standing;
use crate::class::ClassId;
use crate::user::UserId;

/// The way to the other machines.
pub trait Bus: Send + Sync + fmt::Debug {
    /// Tells the others. What does not arrive is made up for by the store: nothing that counts
    /// is told here alone.
    fn publish(&self, class: &ClassId, notice: &Notice);
}

/// What one machine tells the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The record of the class is another one: it is in the store.
    ClassChanged,
    /// A line for all students.
    Said {
        /// Whose.
        by: UserId,
        /// What.
        text: String,
    },
    /// A student got on.
    Progress {
        /// Who.
        student: UserId,
        /// How far.
        standing: Standing,
    },
}

/// There are no others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OneMachine;

impl Bus for OneMachine {
    fn publish(&self, _: &ClassId, _: &Notice) {}
}
