//! Commands that make frames, and those that move through history.

use super::{Effect, Engine, Outcome, Tell};
use crate::command::{CommandError, HistoryPlace};
use crate::world::{ChangeError, Entered};

impl Engine {
    /// Whether the clock is making frames.
    pub const fn is_playing(&self) -> bool {
        self.playing
    }

    /// Stops the clock.
    pub const fn stop_playing(&mut self) {
        self.playing = false;
    }

    /// The last sensor that a dynamic box started to hit in the last command.
    pub const fn entered(&self) -> Option<&Entered> {
        self.sandbox.entered()
    }

    /// Allows this many further tests of pairs, as counted by [`crate::world::History::effort`]: a
    /// command that needs more is refused.
    pub const fn allow_tests(&mut self, most: u64) {
        self.sandbox.allow_tests(most);
    }

    /// Makes frames of motion.
    pub(super) fn step(
        &mut self,
        count: u32,
        tell: &mut Tell<'_>,
    ) -> Result<Outcome, CommandError> {
        let done = self.sandbox.step(count, &mut self.journal.counting(tell));
        let interrupted = |frames| match frames {
            0 => CommandError::new("interrupted before the first frame was made"),
            _ => CommandError::new(format!("interrupted after {frames} of {count} frames")),
        };
        match done {
            Ok(()) => Ok(Outcome::Done),
            Err((0, ChangeError::Interrupted)) => Ok(Outcome::Interrupted(interrupted(0))),
            Err((frames, ChangeError::Interrupted)) => {
                Ok(Outcome::Stopped { frames, why: interrupted(frames) })
            }
            Err((0, why)) => Err(why.into()),
            Err((frames, why)) => Ok(Outcome::Stopped { frames, why: why.into() }),
        }
    }

    pub(super) fn undo(&mut self, changes: u32, tell: &mut Tell<'_>) -> Outcome {
        match self.sandbox.undo(to_usize(changes), tell) {
            Ok(false) => Outcome::Nothing("nothing to undo"),
            Ok(true) => {
                self.playing = false;
                Outcome::Done
            }
            Err(_) => self.interrupted(),
        }
    }

    pub(super) fn back(&mut self, frames: u32, tell: &mut Tell<'_>) -> Outcome {
        match self.sandbox.history().before_frames(to_usize(frames)) {
            None => Outcome::Nothing("no frame to go back to"),
            Some(position) => self.go_back(position, tell),
        }
    }

    pub(super) fn redo(&mut self, changes: u32, tell: &mut Tell<'_>) -> Outcome {
        match self.sandbox.redo(to_usize(changes), tell) {
            Ok(false) => Outcome::Nothing("nothing to redo"),
            Ok(true) => Outcome::Done,
            Err(_) => self.interrupted(),
        }
    }

    pub(super) fn seek(
        &mut self,
        place: HistoryPlace,
        tell: &mut Tell<'_>,
    ) -> Result<Outcome, CommandError> {
        let history = self.sandbox.history();
        let position = match place {
            HistoryPlace::Start => 0,
            HistoryPlace::End => history.len(),
            HistoryPlace::Frame(frame) => history.at_frame(frame).ok_or_else(|| {
                let last = history.last_frame();
                CommandError::new(format!("{frame}: this history ends with frame {last}"))
            })?,
            HistoryPlace::Record(seq) => {
                let record = history.log().records().find(|record| record.seq == seq);
                record.map(|record| record.position).ok_or_else(|| {
                    CommandError::new(format!("#{seq}: the log has no line of that number"))
                })?
            }
        };
        Ok(self.go_back(position, tell))
    }

    /// Moves to another position in history and stops the clock.
    fn go_back(&mut self, position: usize, tell: &mut Tell<'_>) -> Outcome {
        let outcome = self.jump(position, tell);
        if outcome == Outcome::Done {
            self.playing = false;
        }
        outcome
    }

    /// Moves to another position in history.
    fn jump(&mut self, position: usize, tell: &mut Tell<'_>) -> Outcome {
        match self.sandbox.go_to(position, tell) {
            Ok(()) => Outcome::Done,
            Err(_) => self.interrupted(),
        }
    }

    /// The outcome of a move through history that was interrupted.
    fn interrupted(&self) -> Outcome {
        let frame = self.world().frame();
        let why = format!("interrupted on the way; this is still frame {frame}");
        Outcome::Interrupted(CommandError::new(why))
    }

    pub(super) fn play(&mut self) -> Outcome {
        self.playing = true;
        Outcome::Effect(Effect::Play)
    }

    pub(super) fn pause(&mut self) -> Outcome {
        self.playing = false;
        Outcome::Effect(Effect::Pause)
    }
}

/// Saturates: a history never has that many changes.
fn to_usize(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
