//! Watching a command while it runs.

use crate::world::{Entered, History, Progress, Record};

/// Sees what a command does while it runs.
pub trait Observer {
    /// A record was added to the log.
    fn kept(&mut self, record: &Record);

    /// A dynamic box came to hit a sensor.
    fn entered(&mut self, entered: &Entered) {
        let _ = entered;
    }

    /// A change was made; all its records have been reported.
    fn made(&mut self, history: &History) {
        let _ = history;
    }

    /// A record was counted in; `line` is how a recording stores it.
    fn on_record_line(&mut self, line: &str) {
        let _ = line;
    }

    /// The command has come this far. Told before each frame, and before each
    /// change on the way through history.
    fn progress(&mut self, progress: Progress) {
        let _ = progress;
    }

    /// Whether to stop. A long command asks again and again, each time about the
    /// same amount of work is done, also within a frame and on the way through
    /// history; never during an edit.
    ///
    /// Once this is true, `step` stops at the end of the last whole frame, which
    /// stays made; going through history stays where it was. So an answer may
    /// depend on keys, signals and clocks, and no state ever does.
    fn is_interrupted(&mut self) -> bool {
        false
    }
}

/// Watches nothing.
impl Observer for () {
    fn kept(&mut self, _: &Record) {}
}

/// Asks an observer whether to go on, and tells it no records: what runs is no
/// part of the session.
pub(super) struct OnlyAsks<'a>(pub(super) &'a mut dyn Observer);

impl Observer for OnlyAsks<'_> {
    fn kept(&mut self, _: &Record) {}

    fn progress(&mut self, progress: Progress) {
        self.0.progress(progress);
    }

    fn is_interrupted(&mut self) -> bool {
        self.0.is_interrupted()
    }
}
