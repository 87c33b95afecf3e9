//! When cells of the map are worked out: once no key waits, a slice of time at once.

use std::time::{Duration, Instant};

use super::incoming::Incoming;
use crate::app::App;

/// How long cells of a map are worked out before the next look at the keyboard.
const MAP_SLICE: Duration = Duration::from_millis(8);

/// Brings the map up to date, once no key waits.
pub(super) fn work_on_map(app: &mut App, incoming: &Incoming) {
    if !incoming.has_input() {
        let begun = Instant::now();
        app.work_on_map(|| begun.elapsed() < MAP_SLICE);
    }
}
