//! Commands that make frames, and those that go back and forth in history.

use super::{Effect, Engine, Observer, Outcome};
use crate::command::{CommandError, Place};

impl Engine {
    /// Makes frames of motion.
    pub(super) fn step(
        &mut self,
        count: u32,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, CommandError> {
        match self.sandbox.step(count, &mut self.journal.observing(observer)) {
            Ok(()) => Ok(Outcome::Done),
            Err((0, why)) => Err(why),
            Err((frames, why)) => Ok(Outcome::Stopped { frames, why }),
        }
    }

    pub(super) fn undo(&mut self, changes: u32) -> Outcome {
        match self.sandbox.history().position() {
            0 => Outcome::Nothing("nothing to undo"),
            position => self.go_back(position.saturating_sub(to_usize(changes))),
        }
    }

    pub(super) fn back(&mut self, frames: u32) -> Outcome {
        match self.sandbox.history().before_frames(to_usize(frames)) {
            None => Outcome::Nothing("no frame to go back to"),
            Some(position) => self.go_back(position),
        }
    }

    fn go_back(&mut self, position: usize) -> Outcome {
        self.sandbox.go_to(position);
        self.playing = false;
        Outcome::Done
    }

    pub(super) fn redo(&mut self, changes: u32) -> Outcome {
        let history = self.sandbox.history();
        if history.position() == history.len() {
            return Outcome::Nothing("nothing to redo");
        }
        self.sandbox.go_to(history.position().saturating_add(to_usize(changes)));
        Outcome::Done
    }

    pub(super) fn seek(&mut self, place: Place) -> Result<Outcome, CommandError> {
        let history = self.sandbox.history();
        let position = match place {
            Place::Start => 0,
            Place::End => history.len(),
            Place::Frame(frame) => history.at_frame(frame).ok_or_else(|| {
                let last = history.last_frame();
                CommandError::new(format!("{frame}: this history ends with frame {last}"))
            })?,
            Place::Record(seq) => {
                let record = history.log().records().find(|record| record.seq == seq);
                record.map(|record| record.position).ok_or_else(|| {
                    CommandError::new(format!("#{seq}: the log has no line of that number"))
                })?
            }
        };
        self.sandbox.go_to(position);
        self.playing = false;
        Ok(Outcome::Done)
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

/// A history never has more changes than fit.
fn to_usize(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
