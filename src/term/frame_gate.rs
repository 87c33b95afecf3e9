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

#[cfg(test)]
mod tests {
    use super::*;

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
