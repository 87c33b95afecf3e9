//! The supervisor of a screen in a class: what it permits, what it is told, and how much such a
//! screen may use.

use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use ratatui::buffer::Buffer;

use crate::app::{Permits, Proposed};
use hitscan_core::lab::{Learning, Lesson};

/// Permits and observes what a screen does. Called on the screen's own thread, which waits
/// meanwhile.
pub trait Supervision: Permits + Send {
    /// More of a student's work has been saved.
    fn kept(&self, learning: &Learning);

    /// This picture was just sent. Called only while others see the screen
    /// ([`super::Control::seen_by`]).
    fn drew(&self, picture: &Buffer);
}

/// Permits everything, and ignores every report.
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

/// Limits for a screen that shares its machine with others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// How long a command may run before it is stopped.
    pub command_time: Option<Duration>,
    /// The most frames a second while playing.
    pub frames: Option<u16>,
}

/// The supervisor of a screen, and its limits.
#[derive(Clone)]
pub struct Oversight {
    /// The supervisor.
    pub by: Rc<dyn Supervision>,
    /// The limits.
    pub bounds: Bounds,
}

impl fmt::Debug for Oversight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Oversight").field("bounds", &self.bounds).finish_non_exhaustive()
    }
}

/// A user's own screen has no supervisor and no limits.
impl Default for Oversight {
    fn default() -> Self {
        Self { by: Rc::new(Unsupervised), bounds: Bounds::default() }
    }
}
