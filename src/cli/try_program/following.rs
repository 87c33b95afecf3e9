//! Follows a trial while it runs: collects the answers of a round as they arrive, and shows
//! progress on a line of the terminal.

use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal, Stderr};
use std::time::Duration;

use crate::cli::progress::StatusLine;
use hitscan_core::methods::OwnReply;

/// What a trial is doing.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    /// Asking pairs; this many of all were answered before this round.
    Asking { answered: u64, all: u64 },
    /// Looking for smaller pairs.
    Minimising { reasons: usize, most: Duration },
}

/// Follows a trial.
pub(super) struct Follower {
    /// `None` while there is nothing to show.
    stage: Cell<Option<Stage>>,
    /// The answers of the round so far.
    replies: RefCell<Vec<OwnReply>>,
    /// `None` if standard error is not a terminal.
    line: Option<RefCell<StatusLine<Stderr>>>,
}

impl Follower {
    pub(super) fn new() -> Self {
        let terminal = io::stderr();
        let line = terminal.is_terminal().then(|| RefCell::new(StatusLine::new(terminal)));
        Self { stage: Cell::new(None), replies: RefCell::default(), line }
    }

    /// Begins a round.
    pub(super) fn begin(&self, stage: Stage) {
        self.replies.borrow_mut().clear();
        self.stage.set(Some(stage));
        self.show();
    }

    /// Takes an answer.
    pub(super) fn hear(&self, reply: OwnReply) {
        self.replies.borrow_mut().push(reply);
        self.show();
    }

    /// The answers of the round so far.
    pub(super) fn take(&self) -> Vec<OwnReply> {
        self.replies.take()
    }

    /// Erases the line, until the next round.
    pub(super) fn clear(&self) {
        self.stage.set(None);
        if let Some(line) = &self.line {
            line.borrow_mut().clear();
        }
    }

    fn show(&self) {
        if let (Some(line), Some(stage)) = (&self.line, self.stage.get()) {
            line.borrow_mut().update(|_| stage.text(self.replies.borrow().len()));
        }
    }
}

impl Stage {
    /// `asking 4096 of 10000`, `minimising 7 reasons, 12 s at most`.
    fn text(self, replies: usize) -> String {
        match self {
            Self::Asking { answered, all } => {
                let replies = u64::try_from(replies).unwrap_or(u64::MAX);
                format!("asking {} of {all}", answered.saturating_add(replies))
            }
            Self::Minimising { reasons, most } => {
                let noun = if reasons == 1 { "reason" } else { "reasons" };
                format!("minimising {reasons} {noun}, {} s at most", most.as_secs_f64())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_shows_the_stage_and_its_progress() {
        let asking = Stage::Asking { answered: 4096, all: 10_000 };
        assert_eq!(asking.text(0), "asking 4096 of 10000");
        assert_eq!(asking.text(12), "asking 4108 of 10000");
        let minimising = |reasons, millis| {
            let most = Duration::from_millis(millis);
            Stage::Minimising { reasons, most }.text(99)
        };
        assert_eq!(minimising(7, 12_000), "minimising 7 reasons, 12 s at most");
        assert_eq!(minimising(1, 500), "minimising 1 reason, 0.5 s at most");
    }
}
