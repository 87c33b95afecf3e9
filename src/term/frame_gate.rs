//! Limits how fast frames are sent while playing over a slow line.
//!
//! Frames sent faster than the line carries them queue up, and keys are answered late. So after
//! each frame the terminal is asked for its cursor position, and the next frame waits while two
//! frames are unanswered. If it waited for each one, a round trip of a tenth of a second would
//! limit play to ten frames a second, whatever the bandwidth. Time comes in from outside; nothing
//! here waits or sends.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::app::Connection;

/// The most frames without an answer.
const MOST_UNANSWERED: usize = 2;

/// The longest wait for an answer: a terminal that never answers gets two
/// frames a second.
const LONGEST: Duration = Duration::from_millis(500);

/// After this time an answer counts as lost.
const FORGOTTEN: Duration = Duration::from_secs(5);

/// Frames in flight, a few at most.
#[derive(Debug)]
pub(super) struct FrameGate {
    line: Connection,
    /// When each unanswered frame was sent, the latest last.
    unanswered: VecDeque<Instant>,
}

impl FrameGate {
    pub(super) const fn new(line: Connection) -> Self {
        Self { line, unanswered: VecDeque::new() }
    }

    /// Notes that a frame was sent, and returns whether to ask the terminal for an answer.
    pub(super) fn sent(&mut self, now: Instant) -> bool {
        if self.line == Connection::Local {
            return false;
        }
        while self.unanswered.len() >= MOST_UNANSWERED {
            self.unanswered.pop_front();
        }
        self.unanswered.push_back(now);
        true
    }

    /// Notes that the terminal answered.
    pub(super) fn answered(&mut self) {
        self.unanswered.pop_front();
    }

    /// How long the next frame must wait, at most.
    pub(super) fn left(&self, now: Instant) -> Duration {
        let on_the_way = self.on_the_way(now);
        if on_the_way < MOST_UNANSWERED { Duration::ZERO } else { self.patience(now) }
    }

    /// How many answers are outstanding.
    pub(super) fn on_the_way(&self, now: Instant) -> usize {
        let is_late = |sent: &&Instant| now.saturating_duration_since(**sent) >= FORGOTTEN;
        self.unanswered.len() - self.unanswered.iter().take_while(is_late).count()
    }

    /// How long to keep waiting for the answer to the latest frame.
    pub(super) fn patience(&self, now: Instant) -> Duration {
        let since = |sent| LONGEST.saturating_sub(now.saturating_duration_since(sent));
        self.unanswered.back().map_or(Duration::ZERO, |&sent| since(sent))
    }
}

/// The most bytes a second for the frames of a crowd, in which most of the picture changes.
const BYTES_A_SECOND: u64 = 29_000;
const BYTES_A_SECOND_REMOTE: u64 = 9_000;

/// How far frames may run ahead of their bytes: one frame at the usual speed.
const AHEAD: Duration = Duration::from_millis(100);

/// Drops frames of a crowd that would exceed the byte rate of the line.
#[derive(Debug)]
pub(super) struct CrowdPace {
    line: Connection,
    /// When the line will have carried everything sent.
    carried: Option<Instant>,
}

impl CrowdPace {
    pub(super) const fn new(line: Connection) -> Self {
        Self { line, carried: None }
    }

    /// Whether another frame may be sent now.
    pub(super) fn has_room(&self, now: Instant) -> bool {
        self.carried.is_none_or(|carried| carried <= now + AHEAD)
    }

    /// Notes that a frame of this many bytes was sent.
    pub(super) fn sent(&mut self, bytes: u64, now: Instant) {
        let a_second = match self.line {
            Connection::Local => BYTES_A_SECOND,
            Connection::Remote => BYTES_A_SECOND_REMOTE,
        };
        let takes = Duration::from_micros(bytes.saturating_mul(1_000_000) / a_second);
        self.carried = Some(self.carried.map_or(now, |carried| carried.max(now)) + takes);
    }
}

// When the next frame is due while playing, and the actual frame rate if it falls short. When
// nothing plays there is no clock.
//
// Time comes in from outside; nothing here waits.

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
    use super::Clock;
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// How many frames play in ten seconds at this rate, over a line whose answers take this long
    /// (`None`: no answers).
    fn played(line: Connection, rate: u16, answers_after: Option<Duration>) -> u32 {
        let (mut gate, mut clock) = (FrameGate::new(line), Clock::default());
        let begun = Instant::now();
        let (mut now, mut frames) = (begun, 0);
        let mut answers = VecDeque::new();
        while now < begun + 10 * SECOND {
            now += Duration::from_millis(1);
            while answers.front().is_some_and(|answer| *answer <= now) {
                answers.pop_front();
                gate.answered();
            }
            clock.set(Some(rate), now);
            if gate.left(now).is_zero() && clock.strike(Some(rate), now) {
                frames += 1;
                let asked = gate.sent(now);
                answers.extend(answers_after.filter(|_| asked).map(|time| now + time));
            }
        }
        frames
    }

    #[test]
    fn frames_of_a_crowd_stay_within_the_byte_rate() {
        for (line, a_second) in [(Connection::Local, 29_000), (Connection::Remote, 9_000)] {
            let (mut pace, begun) = (CrowdPace::new(line), Instant::now());
            let (mut bytes, frame, seconds) = (0, 4000, 20);
            for tick in 0..10 * seconds {
                let now = begun + Duration::from_millis(100) * tick;
                if pace.has_room(now) {
                    pace.sent(frame, now);
                    bytes += frame;
                }
            }
            let a_second_measured = bytes / u64::from(seconds);
            assert!(a_second_measured <= a_second + frame / 10, "{line:?}: {a_second_measured}");
            assert!(a_second_measured >= a_second - frame / 10, "{line:?}: {a_second_measured}");
        }
    }

    #[test]
    fn small_frames_are_all_sent() {
        let (mut pace, begun) = (CrowdPace::new(Connection::Remote), Instant::now());
        for tick in 0..100 {
            let now = begun + Duration::from_millis(100) * tick;
            assert!(pace.has_room(now), "{tick}");
            pace.sent(800, now);
        }
    }

    #[test]
    fn a_local_terminal_is_never_asked() {
        let mut gate = FrameGate::new(Connection::Local);
        let now = Instant::now();
        for _ in 0..3 {
            assert!(!gate.sent(now));
            assert_eq!(gate.left(now), Duration::ZERO);
        }
        assert_eq!(played(Connection::Local, 50, None), 499);
    }

    #[test]
    fn a_frame_waits_while_two_are_unanswered() {
        let mut gate = FrameGate::new(Connection::Remote);
        let now = Instant::now();
        assert!(gate.sent(now));
        assert_eq!(gate.left(now), Duration::ZERO);
        assert!(gate.sent(now));
        assert_eq!(gate.left(now), LONGEST);
        gate.answered();
        assert_eq!(gate.left(now), Duration::ZERO);
    }

    #[test]
    fn a_round_trip_of_a_tenth_of_a_second_allows_twenty_frames_a_second() {
        let tenth = Some(Duration::from_millis(100));
        assert!((195..=200).contains(&played(Connection::Remote, 20, tenth)));
        // At any rate, never more than two frames are in flight.
        assert!((190..=200).contains(&played(Connection::Remote, 60, tenth)));
        assert!((99..=100).contains(&played(Connection::Remote, 10, tenth)));
    }

    #[test]
    fn a_longer_round_trip_allows_fewer_frames() {
        let time = |millis| Some(Duration::from_millis(millis));
        assert!((48..=50).contains(&played(Connection::Remote, 20, time(400))));
        // Past the longest wait, frames are sent without an answer.
        assert!((20..=25).contains(&played(Connection::Remote, 20, time(3000))));
    }

    #[test]
    fn play_continues_without_answers() {
        let mut gate = FrameGate::new(Connection::Remote);
        let now = Instant::now();
        gate.sent(now);
        gate.sent(now);
        assert_eq!(gate.left(now + LONGEST / 2), LONGEST / 2);
        assert_eq!(gate.left(now + LONGEST), Duration::ZERO);
        assert!((20..=22).contains(&played(Connection::Remote, 20, None)), "two a second");
    }

    #[test]
    fn lost_answers_are_forgotten_while_nothing_plays() {
        let mut gate = FrameGate::new(Connection::Remote);
        let now = Instant::now();
        gate.sent(now);
        gate.sent(now);
        assert_eq!(gate.on_the_way(now + FORGOTTEN), 0);
        gate.sent(now + FORGOTTEN);
        assert_eq!(gate.left(now + FORGOTTEN), Duration::ZERO, "only one is on the way");
    }
}

#[cfg(test)]
mod clock_tests {
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
