//! Predict mode without a screen: after each command, asks about the pair in view, and holds its
//! tests back until the question is answered.
//!
//! The engine decides what is asked and what counts as an answer.

use std::io::Write;

use super::printer::Printer;
use hitscan_core::engine::{Engine, Pair};
use hitscan_core::words::written_order;

/// The questions of predict mode.
#[derive(Debug, Default)]
pub(super) struct Questions {
    /// The pending question, with its frame.
    put: Option<(u64, Pair)>,
    /// The scene's note, as long as it would give something away.
    note: Option<String>,
}

impl Questions {
    /// `L>A`: the pair in question, if any.
    pub(super) fn asked(&self) -> Option<String> {
        let (_, pair) = self.put.as_ref()?;
        let (x, y) = written_order(&pair.a, &pair.b);
        Some(format!("{}>{}", x.name, y.name))
    }

    /// The scene's note, unless an answer is covered: then it is printed after the first answer.
    pub(super) fn note_to_print(&mut self, engine: &Engine, note: String) -> String {
        if engine.covered().is_none() {
            return note;
        }
        self.note = Some(note).filter(|note| !note.is_empty());
        String::new()
    }

    /// Prints what is no longer covered, and asks once about what is.
    pub(super) fn ask<W: Write>(&mut self, engine: &Engine, printer: &mut Printer<W>) {
        if !engine.is_predicting() {
            return;
        }
        let frame = engine.sandbox().world().frame();
        let covered = engine.covered();
        printer.uncover(frame, covered.as_ref());
        if covered.is_none()
            && let Some(note) = self.note.take()
        {
            printer.note(&note);
        }
        let question = covered.map(|pair| (frame, pair));
        if question != self.put
            && let Some((frame, pair)) = &question
        {
            printer.question(*frame, pair);
        }
        self.put = question;
    }
}
