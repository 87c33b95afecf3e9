//! Saving: what a save changes in the file, and the question before a file is
//! overwritten.

use std::path::PathBuf;

use super::session::Baseline;
use super::{App, Clash, Effect, KeyPress, Prompt, Question};
use hitscan_core::scene::{Source, differences, printable};
use hitscan_core::words;

impl App {
    /// The scene was saved to this file; gives what is to be done next.
    pub fn saved(&mut self, path: PathBuf) -> Vec<Effect> {
        let scene = self.session.sandbox.scene_to_save();
        let shown = printable(&path.to_string_lossy());
        let changes = differences(&self.session.baseline.scene, &scene);
        let note = match (&self.session.source, changes.as_slice()) {
            (Source::File(_), []) => format!("saved {shown}: nothing had changed"),
            (Source::File(_), changes) => format!("saved {shown}: {}", words::differences(changes)),
            _ => format!("saved {shown}"),
        };
        self.screen.say(note);
        self.session.baseline =
            Baseline { scene, placed: self.session.sandbox.world().placed().collect() };
        self.session.sandbox.mark_saved();
        self.session.source = Source::File(path);
        match self.input.after_save.take() {
            Some(leaving) => self.leave_now(leaving),
            None => Vec::new(),
        }
    }

    /// The file is not to be written over just so: asks.
    pub fn ask_before_saving(&mut self, path: PathBuf, clash: Clash) {
        self.screen.message = None;
        self.input.prompt = Some(Prompt::SaveOver(Question { path, clash }));
    }

    pub(super) fn answer_save_over(&mut self, question: Question, key: KeyPress) -> Vec<Effect> {
        use crossterm::event::KeyCode::{Char, Enter, Esc};
        match (key.code, question.clash) {
            (Char('y'), _) => return vec![Effect::SaveOver(question.path)],
            (Char('r'), Clash::Changed) => {
                self.input.after_save = None;
                return vec![Effect::Open(question.path.to_string_lossy().into_owned())];
            }
            (Char('n') | Esc | Enter, _) => {
                self.input.after_save = None;
                self.screen.say("not saved");
            }
            _ => self.input.prompt = Some(Prompt::SaveOver(question)),
        }
        Vec::new()
    }
}
