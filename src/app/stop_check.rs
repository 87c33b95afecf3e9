//! Whether a long command of the screen is to stop.

use std::fmt;
use std::rc::Rc;

use hitscan_core::engine::Observer;
use hitscan_core::world::Record;

/// Asks whether the user wants a long command to stop. Where no user is, in
/// `hitscan render` for one, nothing stops it.
#[derive(Clone, Default)]
pub(super) struct StopCheck(Option<Rc<dyn Fn() -> bool>>);

impl StopCheck {
    pub(super) fn new(asks_to_stop: impl Fn() -> bool + 'static) -> Self {
        Self(Some(Rc::new(asks_to_stop)))
    }

    /// What watches one command.
    pub(super) fn observer(&self) -> impl Observer {
        Watch(self.clone())
    }
}

impl fmt::Debug for StopCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StopCheck").field(&self.0.is_some()).finish()
    }
}

struct Watch(StopCheck);

impl Observer for Watch {
    fn kept(&mut self, _: &Record) {}

    fn is_interrupted(&mut self) -> bool {
        self.0.0.as_ref().is_some_and(|asks_to_stop| asks_to_stop())
    }
}
