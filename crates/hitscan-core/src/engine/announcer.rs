//! Long commands are announced before they run, so that one that is cut off is
//! known.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::Engine;
use crate::command::Command;

/// Hears of each command that may run for long, before it does: its line, and the
/// engine before it. A copy shares what hears.
#[derive(Clone)]
pub struct Announcer(Arc<Mutex<Hear>>);

type Hear = dyn FnMut(&Engine, &str) + Send;

impl Announcer {
    /// An announcer that calls `hear`.
    pub fn new(hear: impl FnMut(&Engine, &str) + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(hear)))
    }
}

impl fmt::Debug for Announcer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Announcer")
    }
}

impl Engine {
    /// From now on announces long commands here.
    pub fn announce_by(&mut self, announcer: Announcer) {
        self.announcer = Some(announcer);
    }

    /// Announces a command, if it may run for long: only many frames do. Going
    /// through history can take long as well, and loses nothing when it is cut off.
    pub(super) fn announce(&self, command: &Command, line: &str) {
        if let (Command::Step(2..), Some(Announcer(hear))) = (command, &self.announcer) {
            let mut hear = hear.lock().unwrap_or_else(PoisonError::into_inner);
            hear(self, line);
        }
    }
}
