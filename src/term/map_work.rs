//! When cells of the map are worked out: once no key waits, a slice of time at once.

use std::time::{Duration, Instant};

use super::incoming::Incoming;
use crate::app::App;
use crate::host::OwnPrograms;

/// How long cells of a map are worked out before the next look at the keyboard.
const MAP_SLICE: Duration = Duration::from_millis(8);

/// Computes the map for a while, unless keys wait, and asks the programs of own methods.
pub(super) fn work_beside(app: &mut App, programs: &mut OwnPrograms, incoming: &Incoming) {
    if !incoming.has_input() {
        let begun = Instant::now();
        app.work_on_map(|| begun.elapsed() < MAP_SLICE);
    }
    // After the map, which may have cells for them.
    programs.ask(app);
}

/// How long the loop may wait before there is more of that to do.
pub(super) fn time_beside(app: &App, programs: &OwnPrograms, now: Instant) -> Option<Duration> {
    if app.has_map_work() { Some(Duration::ZERO) } else { programs.time_left(now) }
}
