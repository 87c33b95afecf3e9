//! When the next frame is due while playing, and the actual frame rate if it falls short. When
//! nothing plays there is no clock.
//!
//! Time comes in from outside; nothing here waits.

use std::time::{Duration, Instant};

/// The frame clock.
#[derive(Debug, Default)]
pub(super) struct Clock {
    due: Option<Instant>,
    count: Option<FrameCount>,
}

/// Counts frames since a moment.
#[derive(Debug)]
struct FrameCount {
    /// The target, in frames per second.
    rate: u16,
    since: Instant,
    frames: u32,
    /// The rate measured last, in frames per second, if it fell short.
    pace: Option<u16>,
}

impl FrameCount {
    /// The fewest frames to measure a rate over: fewer say too little.
    const LEAST: u32 = 10;

    const fn new(rate: u16, since: Instant) -> Self {
        Self { rate, since, frames: 0, pace: None }
    }

    /// Counts a frame. Measures the rate once a second, or less often at low rates.
    fn add(&mut self, now: Instant) {
        self.frames += 1;
        let time = now.saturating_duration_since(self.since);
        if time < Duration::from_secs(1).max(period(self.rate) * Self::LEAST) {
            return;
        }
        let frames = u128::from(self.frames) * 1_000_000;
        let in_a_second = (frames + time.as_micros() / 2) / time.as_micros();
        let is_less = in_a_second * 10 < u128::from(self.rate) * 9;
        let pace = u16::try_from(in_a_second).ok().filter(|_| is_less);
        *self = Self { pace: pace.map(|pace| pace.max(1)), ..Self::new(self.rate, now) };
    }
}

impl Clock {
    /// Runs at this rate from now on, or stops.
    pub(super) fn set(&mut self, frames_per_second: Option<u16>, now: Instant) {
        self.due = frames_per_second.map(|rate| {
            let soonest = now + period(rate);
            self.due.map_or(soonest, |due| due.min(soonest))
        });
        if self.count.as_ref().map(|count| count.rate) != frames_per_second {
            self.count = frames_per_second.map(|rate| FrameCount::new(rate, now));
        }
    }

    /// The measured rate in frames per second, if it is below nine tenths of the target.
    pub(super) fn pace(&self) -> Option<u16> {
        self.count.as_ref().and_then(|count| count.pace)
    }

    /// The time until the next frame; `None` if nothing plays.
    pub(super) fn left(&self, now: Instant) -> Option<Duration> {
        self.due.map(|due| due.saturating_duration_since(now))
    }

    /// Returns whether a frame is due; if so, starts the next interval. Frames that a slow line
    /// misses are skipped: playing slows down.
    pub(super) fn strike(&mut self, frames_per_second: Option<u16>, now: Instant) -> bool {
        let (Some(rate), Some(due)) = (frames_per_second, self.due) else { return false };
        if due > now {
            return false;
        }
        if let Some(count) = &mut self.count {
            count.add(now);
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
    fn frames_keep_their_rate_when_other_events_wake_the_loop() {
        let (mut clock, start) = started();
        assert_eq!(clock.left(start), Some(TENTH));
        assert!(!clock.strike(TEN, start + TENTH / 2), "a key came");
        clock.set(TEN, start + TENTH / 2);
        assert!(clock.strike(TEN, start + TENTH * 11 / 10));
        assert_eq!(clock.left(start + TENTH), Some(TENTH), "lateness does not add up");
    }

    #[test]
    fn missed_frames_are_skipped() {
        let (mut clock, start) = started();
        let late = start + TENTH * 57;
        assert!(clock.strike(TEN, late));
        assert!(!clock.strike(TEN, late));
        assert_eq!(clock.left(late), Some(TENTH));
    }

    /// The pace shown after `seconds` of frames that come every `millis`.
    fn pace_of(rate: u16, millis: u64, seconds: u64) -> Option<u16> {
        let (mut clock, start) = (Clock::default(), Instant::now());
        let frames = seconds * 1000 / millis;
        for now in (0..=frames).map(|frame| start + Duration::from_millis(frame * millis)) {
            clock.set(Some(rate), now);
            clock.strike(Some(rate), now);
        }
        clock.pace()
    }

    #[test]
    fn the_pace_is_reported_when_it_is_below_the_rate() {
        assert_eq!(pace_of(20, 50, 5), None);
        assert_eq!(pace_of(20, 110, 5), Some(9));
        assert_eq!(pace_of(20, 53, 5), None, "nearly all of them");
        assert_eq!(pace_of(20, 110, 1), None, "not counted yet");
        assert_eq!(pace_of(1, 1000, 30), None);
        assert_eq!(pace_of(2, 1000, 30), Some(1));
    }

    #[test]
    fn a_new_rate_restarts_the_count() {
        let (mut clock, start) = (Clock::default(), Instant::now());
        for now in (0..30).map(|frame| start + TENTH * frame) {
            clock.set(Some(100), now);
            clock.strike(Some(100), now);
        }
        assert_eq!(clock.pace(), Some(10));
        clock.set(TEN, start + TENTH * 30);
        assert_eq!(clock.pace(), None);
    }

    #[test]
    fn a_faster_rate_applies_at_once() {
        let (mut clock, start) = started();
        clock.set(Some(100), start);
        assert_eq!(clock.left(start), Some(TENTH / 10));
    }
}
