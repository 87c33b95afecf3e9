//! What the screen shows while a long command runs.

use std::fmt;
use std::rc::Rc;

use super::Model;
use hitscan_core::engine::{Event, Flow};
use hitscan_core::words;

/// Shows the progress of a command, and decides whether to stop it.
///
/// Drawing and keys wait while a command runs, so only this can handle them.
pub trait Monitor {
    /// A command is about to run; `model` is what the screen shows until it ends.
    fn begins(&self, model: Model<'_>);

    /// Whether to stop the command; called about once a millisecond. `progress` writes how far the
    /// command is.
    fn asks_to_stop(&self, progress: &dyn Fn() -> String) -> bool;

    /// The key that stops a command here.
    fn key_that_stops(&self) -> &'static str {
        "Esc"
    }
}

/// The monitor of an app, if there is one, and a listener for its commands. Without a user, as in
/// `hitscan render`, nothing is shown and nothing is stopped.
#[derive(Clone, Default)]
pub struct Monitored {
    /// Shows the progress of long commands, and stops them.
    pub monitor: Option<Rc<dyn Monitor>>,
    /// Hears what commands do.
    pub hear: Option<Rc<Hear>>,
}

/// Hears what commands do.
type Hear = dyn Fn(Event<'_>);

impl Monitored {
    pub(super) fn begins(&self, model: Model<'_>) {
        if let Some(monitor) = &self.monitor {
            monitor.begins(model);
        }
    }

    /// A listener that shows how far the command of this line is, says whether to stop it, and
    /// passes every event on.
    pub(super) fn listener(&self, line: &str) -> impl FnMut(Event<'_>) -> Flow + use<> {
        let command = line.split(' ').next().unwrap_or_default().to_owned();
        let Self { monitor, hear } = self.clone();
        move |event| {
            if let Some(hear) = &hear {
                hear(event);
            }
            match (event, &monitor) {
                (Event::Working(progress), Some(monitor)) => {
                    let key = monitor.key_that_stops();
                    let text = || words::progress(&command, progress, key);
                    if monitor.asks_to_stop(&text) { Flow::Stop } else { Flow::GoOn }
                }
                _ => Flow::GoOn,
            }
        }
    }
}

impl fmt::Debug for Monitored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Monitored").field(&self.monitor.is_some()).finish()
    }
}
