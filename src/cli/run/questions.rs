//! Predict mode without a screen: after each command the pair in view is asked
//! about, and its tests are held back until somebody has said what it is.
//!
//! What is asked and how it is answered is decided in [`hitscan_core::engine::predict`].

use std::io::Write;

use super::Answers;
use super::engine::Engine;
use crate::app::KeyMap;
use hitscan_core::command::{Command, CommandError, Guess};
use hitscan_core::engine::Pair;
use hitscan_core::engine::predict::{Predictions, tells};
use hitscan_core::words::written_order;
use hitscan_core::world::Name;

/// What is asked, in predict mode.
#[derive(Debug, Default)]
pub(super) struct Questions {
    /// What has been settled; nothing where nothing is asked.
    predictions: Option<Predictions>,
    /// The question that was put last, with its frame, while it stands.
    put: Option<(u64, Pair)>,
    /// What the scene's author says to try, while it would give something away.
    note: Option<String>,
}

impl Questions {
    pub(super) fn new(answers: Answers) -> Self {
        let predictions = match answers {
            Answers::Shown => None,
            Answers::Covered => Some(Predictions::default()),
        };
        Self { predictions, ..Self::default() }
    }
}

impl<W: Write> Engine<W> {
    /// The pair whose answer is covered now.
    fn covered(&self) -> Option<Pair> {
        let predictions = self.questions.predictions.as_ref()?;
        predictions.covered(&self.sandbox, self.sandbox.pair_in_view(None))
    }

    /// `L>A`: what is asked about, if anything is.
    #[must_use]
    pub fn asked(&self) -> Option<String> {
        let (_, pair) = self.questions.put.as_ref()?;
        let (x, y) = written_order(&pair.a, &pair.b);
        Some(format!("{}>{}", x.name, y.name))
    }

    /// What the scene's author says to try, unless that is covered, too: then it
    /// is told after the first answer.
    pub(super) fn note_to_tell(&mut self) -> String {
        let note = KeyMap::default().filled(self.sandbox.note());
        if self.covered().is_none() {
            return note;
        }
        self.questions.note = Some(note).filter(|note| !note.is_empty());
        String::new()
    }

    /// Tells what is not covered any more, and asks about what is covered now,
    /// once.
    pub(super) fn ask(&mut self) {
        if self.questions.predictions.is_none() {
            return;
        }
        let frame = self.sandbox.world().frame();
        let covered = self.covered();
        self.printer.uncover(frame, covered.as_ref());
        if covered.is_none()
            && let Some(note) = self.questions.note.take()
        {
            self.printer.note(&note);
        }
        let question = covered.map(|pair| (frame, pair));
        if question != self.questions.put
            && let Some((frame, pair)) = &question
        {
            self.printer.question(*frame, pair);
        }
        self.questions.put = question;
    }

    /// Commands that would tell what is covered wait for the answer.
    pub(super) fn check_covered(&self, command: &Command) -> Result<(), CommandError> {
        if self.covered().is_some_and(|pair| tells(command, &pair)) {
            let why = "covered until you say what it is: predict hit, touch or miss; or skip";
            return Err(CommandError::new(why));
        }
        Ok(())
    }

    /// Somebody has said what a pair is, or skips it. Outside predict mode, as in
    /// a replay, that may be said of any pair.
    pub(super) fn predict(
        &mut self,
        names: Option<&[Name; 2]>,
        said: Option<Guess>,
    ) -> Result<(), CommandError> {
        let covered = self.covered();
        let prediction = if let Some(predictions) = &mut self.questions.predictions {
            predictions.answer((&self.sandbox, &mut self.journal), covered, (names, said))?
        } else {
            let prediction = self.sandbox.predicted(names, said)?;
            self.journal.note(&prediction.recorded());
            prediction
        };
        self.printer.prediction(self.sandbox.world().frame(), &prediction);
        Ok(())
    }

    /// Another scene: nothing of it has been asked yet.
    pub(super) fn cover_anew(&mut self) {
        if let Some(predictions) = &mut self.questions.predictions {
            *predictions = Predictions::default();
            (self.questions.put, self.questions.note) = (None, None);
            self.printer.uncover_all();
        }
    }
}
