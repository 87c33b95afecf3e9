//! Tells an observer of a change as it is made.

use crate::engine::Observer;
use crate::world::{Entered, Progress, Record, Watch};

/// Whether a change asks if it is to stop. An edit is short, and stopping it would
/// lose what was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    OnTheWay,
    Never,
}

/// Tells an observer of one change.
pub(super) struct Watching<'a> {
    pub(super) observer: &'a mut dyn Observer,
    pub(super) entered: &'a mut Option<Entered>,
    pub(super) asks: Asks,
}

/// Watches history go to another place. The observer is not told again what happened
/// there.
pub(super) struct Revisiting<'a> {
    pub(super) observer: &'a mut dyn Observer,
    pub(super) entered: &'a mut Option<Entered>,
}

impl Watch for Revisiting<'_> {
    fn entered(&mut self, entered: &Entered) {
        *self.entered = Some(entered.clone());
    }

    fn progress(&mut self, progress: Progress) {
        self.observer.progress(progress);
    }

    fn is_interrupted(&mut self) -> bool {
        self.observer.is_interrupted()
    }
}

impl Watch for Watching<'_> {
    fn recorded(&mut self, record: &Record) {
        self.observer.kept(record);
    }

    fn entered(&mut self, entered: &Entered) {
        *self.entered = Some(entered.clone());
        self.observer.entered(entered);
    }

    fn progress(&mut self, progress: Progress) {
        self.observer.progress(progress);
    }

    fn is_interrupted(&mut self) -> bool {
        self.asks == Asks::OnTheWay && self.observer.is_interrupted()
    }
}
