//! What happens on the screen while a long command runs.

use std::fmt;
use std::rc::Rc;

use super::Model;
use hitscan_core::engine::{Event, Flow};
use hitscan_core::words;

/// Shows how far a command has come, and says whether it is to stop.
///
/// Drawing and keys wait while a command runs, so that only this can look at them.
pub trait Monitor {
    /// A command is about to run; `model` is as it will be shown until it ends.
    fn begins(&self, model: Model<'_>);

    /// Whether the command is to stop; asked again and again, about once a
    /// millisecond. `progress` writes how far it has come.
    fn asks_to_stop(&self, progress: &dyn Fn() -> String) -> bool;
}

/// The monitor of an app, if there is one, and what else hears of its commands. Where no
/// user is, in `hitscan render` for one, nothing is shown and nothing stops.
#[derive(Clone, Default)]
pub struct Monitored {
    /// Shows how far long commands have come, and stops them.
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

    /// Shows how far the command of this line has come, and says whether it is to stop;
    /// passes everything on.
    pub(super) fn listener(&self, line: &str) -> impl FnMut(Event<'_>) -> Flow + use<> {
        let command = line.split(' ').next().unwrap_or_default().to_owned();
        let Self { monitor, hear } = self.clone();
        move |event| {
            if let Some(hear) = &hear {
                hear(event);
            }
            match (event, &monitor) {
                (Event::Working(progress), Some(monitor))
                    if monitor.asks_to_stop(&|| words::progress(&command, progress, STOP)) =>
                {
                    Flow::Stop
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

/// A key that always stops a command.
const STOP: &str = "Esc";
