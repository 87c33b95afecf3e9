//! What happens on the screen while a long command runs.

use std::fmt;
use std::rc::Rc;

use super::Model;
use hitscan_core::engine::Observer;
use hitscan_core::words;
use hitscan_core::world::{Progress, Record};

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

    /// What observes the command of this line.
    pub(super) fn observer(&self, line: &str) -> impl Observer + use<> {
        let command = line.split(' ').next().unwrap_or_default().to_owned();
        Observed { monitor: self.0.clone(), command, progress: Progress::default() }
    }
}

impl fmt::Debug for Monitored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Monitored").field(&self.0.is_some()).finish()
    }
}

/// One command on its way.
struct Observed {
    monitor: Option<Rc<dyn Monitor>>,
    command: String,
    progress: Progress,
}

impl Observer for Observed {
    fn kept(&mut self, _: &Record) {}

    fn progress(&mut self, progress: Progress) {
        self.progress = progress;
    }

    fn is_interrupted(&mut self) -> bool {
        let progress = || words::progress(&self.command, self.progress, STOP);
        self.monitor.as_ref().is_some_and(|monitor| monitor.asks_to_stop(&progress))
    }
}

/// A key that always stops a command.
const STOP: &str = "Esc";
