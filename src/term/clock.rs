//! When the next frame is due while playing. Otherwise there is no clock.
//!
//! Time comes in from outside; nothing here waits.

use std::time::{Duration, Instant};

/// The clock of playing.
#[derive(Debug, Default)]
pub(super) struct Clock {
    due: Option<Instant>,
}

impl Clock {
    /// Runs at this rate from now on, or stops.
    pub(super) fn set(&mut self, frames_per_second: Option<u16>, now: Instant) {
        self.due = frames_per_second.map(|rate| {
            let soonest = now + period(rate);
            self.due.map_or(soonest, |due| due.min(soonest))
        });
    }

    /// The time until the next frame; `None` if nothing plays.
    pub(super) fn left(&self, now: Instant) -> Option<Duration> {
        self.due.map(|due| due.saturating_duration_since(now))
    }

    /// Whether a frame is due, and starts the next interval. Frames that a slow
    /// line misses are skipped: playing slows down.
    pub(super) fn strike(&mut self, frames_per_second: Option<u16>, now: Instant) -> bool {
        let (Some(rate), Some(due)) = (frames_per_second, self.due) else { return false };
        if due > now {
            return false;
        }
        let next = due + period(rate);
        self.due = Some(if next > now { next } else { now + period(rate) });
        true
    }
}

fn period(frames_per_second: u16) -> Duration {
    let second = Duration::from_secs(1);
    second.checked_div(u32::from(frames_per_second)).unwrap_or(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TENTH: Duration = Duration::from_millis(100);
    const TEN: Option<u16> = Some(10);

    fn started() -> (Clock, Instant) {
        let start = Instant::now();
        let mut clock = Clock::default();
        clock.set(TEN, start);
        (clock, start)
    }

    #[test]
    fn while_nothing_plays_there_is_nothing_to_wait_for() {
        let (mut clock, start) = started();
        clock.set(None, start);
        assert_eq!(clock.left(start), None);
        assert!(!clock.strike(None, start + TENTH * 9));
    }

    #[test]
    fn frames_come_at_their_rate_whatever_else_wakes_the_loop() {
        let (mut clock, start) = started();
        assert_eq!(clock.left(start), Some(TENTH));
        assert!(!clock.strike(TEN, start + TENTH / 2), "a key came");
        clock.set(TEN, start + TENTH / 2);
        assert!(clock.strike(TEN, start + TENTH * 11 / 10));
        assert_eq!(clock.left(start + TENTH), Some(TENTH), "lateness does not add up");
    }

    #[test]
    fn frames_that_were_missed_are_not_made_up_for() {
        let (mut clock, start) = started();
        let late = start + TENTH * 57;
        assert!(clock.strike(TEN, late));
        assert!(!clock.strike(TEN, late));
        assert_eq!(clock.left(late), Some(TENTH));
    }

    #[test]
    fn a_faster_rate_holds_at_once() {
        let (mut clock, start) = started();
        clock.set(Some(100), start);
        assert_eq!(clock.left(start), Some(TENTH / 10));
    }
}
