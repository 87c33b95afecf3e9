//! Whether a long command of the screen is to stop.

use std::fmt;
use std::rc::Rc;

use hitscan_core::engine::Observer;
use hitscan_core::world::{History, Record};

/// The most frames of one command where nothing can stop it: in tests, and where
/// keys are replayed.
const MOST_FRAMES_UNATTENDED: u32 = 100_000;

/// Asks whether the user wants a long command to stop.
#[derive(Clone, Default)]
pub(super) struct StopCheck(Option<Rc<dyn Fn() -> bool>>);

impl StopCheck {
    pub(super) fn new(asks_to_stop: impl Fn() -> bool + 'static) -> Self {
        Self(Some(Rc::new(asks_to_stop)))
    }

    /// What watches one command.
    pub(super) fn observer(&self) -> impl Observer {
        Watch { check: self.clone(), left: MOST_FRAMES_UNATTENDED }
    }
}

impl fmt::Debug for StopCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StopCheck").field(&self.0.is_some()).finish()
    }
}

struct Watch {
    check: StopCheck,
    left: u32,
}

impl Observer for Watch {
    fn kept(&mut self, _: &Record) {}

    fn made(&mut self, _: &History) {
        self.left = self.left.saturating_sub(1);
    }

    fn is_interrupted(&mut self) -> bool {
        match &self.check.0 {
            Some(asks_to_stop) => asks_to_stop(),
            None => self.left == 0,
        }
    }
}
