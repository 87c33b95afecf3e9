//! Who keeps an eye on a screen that a class shares: what they allow, and what they are
//! told. And how much such a screen may take.

use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use ratatui::buffer::Buffer;

use crate::app::{Permits, Proposed};
use hitscan_core::lab::{Learning, Lesson};

/// What a class asks of a screen, and is told of it: on the thread of that screen, which
/// waits meanwhile.
pub trait Supervision: Permits + Send {
    /// More of the work of a student is kept now.
    fn kept(&self, learning: &Learning);

    /// This picture was sent just now. It is told only while someone watches
    /// ([`super::Control::watched`]).
    fn drew(&self, picture: &Buffer);
}

/// Nothing is asked, and nothing is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unsupervised;

impl Permits for Unsupervised {
    fn refuses(&self, _: Proposed<'_>) -> Option<String> {
        None
    }

    fn closes(&self, _: &Lesson) -> Option<String> {
        None
    }
}

impl Supervision for Unsupervised {
    fn kept(&self, _: &Learning) {}

    fn drew(&self, _: &Buffer) {}
}

/// How much of a machine a screen may take that shares it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// How long a command may run until it is stopped.
    pub command_time: Option<Duration>,
    /// The most frames a second while playing.
    pub frames: Option<u16>,
}

/// Who supervises a screen, and within which bounds.
#[derive(Clone)]
pub struct Oversight {
    /// Who is asked and told.
    pub by: Rc<dyn Supervision>,
    /// How much the screen may take.
    pub bounds: Bounds,
}

impl fmt::Debug for Oversight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Oversight").field("bounds", &self.bounds).finish_non_exhaustive()
    }
}

/// A screen of its own user has neither.
impl Default for Oversight {
    fn default() -> Self {
        Self { by: Rc::new(Unsupervised), bounds: Bounds::default() }
    }
}
