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

/// The monitor of an app, if there is one. Where no user is, in `hitscan render`
/// for one, nothing is shown and nothing stops.
#[derive(Clone, Default)]
pub(super) struct Monitored(Option<Rc<dyn Monitor>>);

impl Monitored {
    pub(super) fn by(monitor: impl Monitor + 'static) -> Self {
        Self(Some(Rc::new(monitor)))
    }

    pub(super) fn begins(&self, model: Model<'_>) {
        if let Some(monitor) = &self.0 {
            monitor.begins(model);
        }
    }

    /// Shows how far the command of this line has come, and says whether it is to stop.
    pub(super) fn listener(&self, line: &str) -> impl FnMut(Event<'_>) -> Flow + use<> {
        let command = line.split(' ').next().unwrap_or_default().to_owned();
        let monitor = self.0.clone();
        move |event| match (event, &monitor) {
            (Event::Working(progress), Some(monitor))
                if monitor.asks_to_stop(&|| words::progress(&command, progress, STOP)) =>
            {
                Flow::Stop
            }
            _ => Flow::GoOn,
        }
    }
}

impl fmt::Debug for Monitored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Monitored").field(&self.0.is_some()).finish()
    }
}

/// A key that always stops a command.
const STOP: &str = "Esc";
