//! When cells of the map are worked out: once no key waits, a slice of time at once.

use std::time::{Duration, Instant};

use super::incoming::Incoming;
use crate::app::App;
use crate::host::OwnPrograms;

/// How long cells of a map are worked out before the next look at the keyboard.
const MAP_SLICE: Duration = Duration::from_millis(8);

/// How long keys rest before a map that waits for that is worked out.
const MAP_REST: Duration = Duration::from_millis(150);

/// Computes the map for a while, unless keys wait, and asks the programs of own methods.
/// Keys and frames have rested for `rested`.
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
    // After the map, which may have cells for them.
    programs.ask(app);
}

/// How long the loop may wait before there is more of that to do.
pub(super) fn time_beside(
    app: &App,
    programs: &OwnPrograms,
    (now, rested): (Instant, Duration),
) -> Option<Duration> {
    let of_map = app.model().has_map_work().then(|| left_of_rest(app, rested));
    of_map.into_iter().chain(programs.time_left(now)).min()
}

/// How long the map waits yet.
fn left_of_rest(app: &App, rested: Duration) -> Duration {
    if app.model().map_waits_for_rest() { MAP_REST.saturating_sub(rested) } else { Duration::ZERO }
}
