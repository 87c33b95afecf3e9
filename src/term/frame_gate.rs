//! Limits how fast frames are sent while playing over a slow line.
//!
//! Frames sent faster than the line carries them queue up, and keys are
//! answered late. So after each frame the terminal is asked for its cursor
//! position, and the next frame waits for the answer. Time comes in from
//! outside; nothing here waits or sends.

use std::time::{Duration, Instant};

use super::capabilities::Line;

/// The longest wait for an answer: a terminal that never answers gets two
/// frames a second.
const LONGEST: Duration = Duration::from_millis(500);

/// Frames on the way, at most one.
#[derive(Debug)]
pub(super) struct FrameGate {
    line: Line,
    asked: Option<Instant>,
}

impl FrameGate {
    pub(super) const fn new(line: Line) -> Self {
        Self { line, asked: None }
    }

    /// A frame was sent. Returns whether to ask the terminal for an answer.
    pub(super) fn sent(&mut self, now: Instant) -> bool {
        self.asked = (self.line == Line::Remote).then_some(now);
        self.asked.is_some()
    }

    /// The terminal answered.
    pub(super) fn answered(&mut self) {
        self.asked = None;
    }

    /// How long the next frame still waits at most.
    pub(super) fn left(&self, now: Instant) -> Duration {
        let since = |asked| LONGEST.saturating_sub(now.saturating_duration_since(asked));
        self.asked.map_or(Duration::ZERO, since)
    }
}

/// How many bytes a second the frames of a crowd may take, in which most of the picture
/// changes.
const BYTES_A_SECOND: u64 = 29_000;
const BYTES_A_SECOND_REMOTE: u64 = 9_000;

/// How far frames may be ahead of their bytes: one frame at the usual speed.
const AHEAD: Duration = Duration::from_millis(100);

/// Leaves out frames of a crowd that take more bytes than a line is to carry.
#[derive(Debug)]
pub(super) struct CrowdPace {
    line: Line,
    /// When the line has carried all that was sent.
    carried: Option<Instant>,
}

impl CrowdPace {
    pub(super) const fn new(line: Line) -> Self {
        Self { line, carried: None }
    }

    /// Whether another frame may be sent.
    pub(super) fn has_room(&self, now: Instant) -> bool {
        self.carried.is_none_or(|carried| carried <= now + AHEAD)
    }

    /// A frame of this many bytes was sent.
    pub(super) fn sent(&mut self, bytes: u64, now: Instant) {
        let a_second = match self.line {
            Line::Local => BYTES_A_SECOND,
            Line::Remote => BYTES_A_SECOND_REMOTE,
        };
        let takes = Duration::from_micros(bytes.saturating_mul(1_000_000) / a_second);
        self.carried = Some(self.carried.map_or(now, |carried| carried.max(now)) + takes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_a_crowd_take_no_more_bytes_a_second_than_the_line_is_to_carry() {
        for (line, a_second) in [(Line::Local, 29_000), (Line::Remote, 9_000)] {
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
        let (mut pace, begun) = (CrowdPace::new(Line::Remote), Instant::now());
        for tick in 0..100 {
            let now = begun + Duration::from_millis(100) * tick;
            assert!(pace.has_room(now), "{tick}");
            pace.sent(800, now);
        }
    }

    #[test]
    fn a_terminal_nearby_is_never_asked() {
        let mut gate = FrameGate::new(Line::Local);
        let now = Instant::now();
        assert!(!gate.sent(now));
        assert_eq!(gate.left(now), Duration::ZERO);
    }

    #[test]
    fn the_next_picture_waits_for_the_answer_to_the_last() {
        let mut gate = FrameGate::new(Line::Remote);
        let now = Instant::now();
        assert!(gate.sent(now));
        assert_eq!(gate.left(now), LONGEST);
        gate.answered();
        assert_eq!(gate.left(now), Duration::ZERO);
    }

    #[test]
    fn an_answer_that_never_comes_does_not_stop_the_play() {
        let mut gate = FrameGate::new(Line::Remote);
        let now = Instant::now();
        gate.sent(now);
        assert_eq!(gate.left(now + LONGEST / 2), LONGEST / 2);
        assert_eq!(gate.left(now + LONGEST), Duration::ZERO);
    }
}
