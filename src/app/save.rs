//! Saving: what a save changed in the file, and the question before a file is
//! overwritten.

use std::path::{Path, PathBuf};

use super::{Action, App, Clash, Effect, KeyPress, Prompt, Question};
use hitscan_core::engine::{self, Overwrite, Saved};
use hitscan_core::scene::{Source, printable};
use hitscan_core::words;

impl App {
    /// Says what a save to this file changed, or which expectations no longer hold,
    /// and what is missing there.
    pub fn say_saved(&mut self, path: &Path, saved: &Saved, state: words::SavedState) {
        let done = words::saved(&printable(&path.to_string_lossy()), state);
        let start = words::new_start(state);
        let broken = self.engine.broken_expectations();
        let what = match saved {
            Saved::Made => format!(": a new file{start}"),
            Saved::Written => start,
            // What no longer holds matters more than what changed.
            Saved::Updated(_) if !broken.is_empty() => start,
            Saved::Updated(changes) if changes.is_empty() => ": nothing had changed".to_owned(),
            Saved::Updated(changes) => format!(": {}{start}", words::differences(changes)),
        };
        let broken = match broken.as_slice() {
            [] => String::new(),
            broken => format!("; {}", words::no_longer_hold(broken)),
        };
        self.screen.say(format!("{done}{what}{broken}"));
    }

    /// Says where a scene will be saved whose file does not exist yet.
    pub fn say_if_new(&mut self) {
        if let (Source::File(path), None) = (self.engine.source(), self.engine.own_file()) {
            let path = printable(&path.to_string_lossy());
            let save = self.input.keymap.named(Action::Save);
            self.screen.say(words::file_is_new(&path, &save));
        }
    }

    /// Asks before a file is overwritten.
    pub fn ask_before_saving(&mut self, path: PathBuf, clash: Clash) {
        self.screen.message = None;
        self.input.prompt = Some(Prompt::SaveOver(Question { path, clash }));
    }

    pub(super) fn answer_save_over(&mut self, question: Question, key: KeyPress) -> Vec<Effect> {
        use crossterm::event::KeyCode::{Enter, Esc};
        match (key.typed(), key.code, question.clash) {
            (Some('y'), ..) => {
                return vec![engine::Effect::Save(question.path, Overwrite::Yes).into()];
            }
            (Some('r'), _, Clash::Changed) => {
                self.engine.stay();
                let target = question.path.to_string_lossy().into_owned();
                return vec![engine::Effect::Open(target).into()];
            }
            (Some('n'), ..) | (_, Esc | Enter, _) => {
                self.engine.stay();
                self.screen.say("not saved");
            }
            _ => self.input.prompt = Some(Prompt::SaveOver(question)),
        }
        Vec::new()
    }
}
