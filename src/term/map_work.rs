//! Schedules the computation of map cells: in time slices, while no key is waiting.

use std::time::{Duration, Instant};

use super::incoming::Incoming;
use crate::app::App;
use crate::host::OwnPrograms;

/// How long to compute map cells before checking the keyboard again.
const MAP_SLICE: Duration = Duration::from_millis(8);

/// How long keys and frames must rest before a deferred map is computed.
const MAP_REST: Duration = Duration::from_millis(150);

/// Computes the map for a while, unless keys wait, then queries the programs of own methods.
/// `rested` is the time since the last key or frame.
pub(super) fn work_beside(
    app: &mut App,
    programs: &mut OwnPrograms,
    incoming: &Incoming,
    rested: Duration,
) {
    if !incoming.has_input() {
        app.update_map();
        let begun = Instant::now();
        if left_of_rest(app, rested).is_zero() {
            app.screen.work_on_map(|| begun.elapsed() < MAP_SLICE);
        }
    }
    // After the map, which may have cells for the programs.
    programs.ask(app);
}

/// How long the loop may sleep before there is more such work.
pub(super) fn time_beside(
    app: &App,
    programs: &OwnPrograms,
    (now, rested): (Instant, Duration),
) -> Option<Duration> {
    let of_map = app.model().has_map_work().then(|| left_of_rest(app, rested));
    of_map.into_iter().chain(programs.time_left(now)).min()
}

/// How much longer the map waits for keys and frames to rest.
fn left_of_rest(app: &App, rested: Duration) -> Duration {
    if app.model().map_waits_for_rest() { MAP_REST.saturating_sub(rested) } else { Duration::ZERO }
}
