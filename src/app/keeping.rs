//! What the file of a scene says, as far as is known, and what a save would
//! change in it.

use std::path::PathBuf;

use super::{App, Effect, Message, Prompt};
use hitscan_core::scene::{Scene, Source, differences, printable};
use hitscan_core::words::{self, Difference};
use hitscan_core::world::Object;

/// A scene as it was opened or saved last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// What the file says.
    scene: Scene,
    /// Where the objects had been placed then, before frames of motion.
    placed: Vec<Object>,
}

impl Kept {
    pub(super) fn opened(scene: &Scene) -> Self {
        Self { scene: scene.clone(), placed: scene.objects.clone() }
    }
}

/// Why a file is not simply written over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clash {
    /// It is the scene's own, but somebody else has changed it.
    Changed,
    /// It is the scene's own, but somebody has taken it away.
    Gone,
    /// It is another scene.
    Another,
}

/// The question before a file is written over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The file.
    pub path: PathBuf,
    /// What is the matter with it.
    pub clash: Clash,
}

impl App {
    /// The scene as its file had it when it was opened or saved last.
    #[must_use]
    pub const fn scene_on_file(&self) -> &Scene {
        &self.kept.scene
    }

    /// Whether there is a file that a save without a name goes to.
    pub(super) const fn has_file(&self) -> bool {
        matches!(self.source, Source::File(_))
    }

    /// In what the scene differs from what was opened or saved. Frames of motion
    /// alone do not count.
    #[must_use]
    pub fn unsaved(&self) -> Vec<Difference> {
        let objects = self.sandbox.world().placed().collect();
        let now = Scene { objects, ..self.sandbox.scene() };
        let kept = Scene { objects: self.kept.placed.clone(), ..self.kept.scene.clone() };
        differences(&kept, &now)
    }

    /// The scene was saved to this file; gives what is to be done next.
    pub fn saved(&mut self, path: PathBuf) -> Vec<Effect> {
        let scene = self.sandbox.scene_to_save();
        let shown = printable(&path.to_string_lossy());
        let changes = differences(&self.kept.scene, &scene);
        let note = match (&self.source, changes.as_slice()) {
            (Source::File(_), []) => format!("saved {shown}: nothing had changed"),
            (Source::File(_), changes) => format!("saved {shown}: {}", words::differences(changes)),
            _ => format!("saved {shown}"),
        };
        self.message = Some(Message::Note(note));
        self.kept = Kept { scene, placed: self.sandbox.world().placed().collect() };
        self.sandbox.mark_saved();
        self.source = Source::File(path);
        match self.when_saved.take() {
            Some(leaving) => self.leave_now(leaving),
            None => Vec::new(),
        }
    }

    /// The file is not to be written over just so: asks.
    pub fn ask_before_saving(&mut self, path: PathBuf, clash: Clash) {
        self.message = None;
        self.prompt = Some(Prompt::SaveOver(Question { path, clash }));
    }

    pub(super) fn answer_save_over(
        &mut self,
        question: Question,
        key: super::KeyPress,
    ) -> Vec<Effect> {
        use crossterm::event::KeyCode::{Char, Enter, Esc};
        match (key.code, question.clash) {
            (Char('y'), _) => return vec![Effect::SaveOver(question.path)],
            (Char('r'), Clash::Changed) => {
                self.when_saved = None;
                return vec![Effect::Open(question.path.to_string_lossy().into_owned())];
            }
            (Char('n') | Esc | Enter, _) => {
                self.when_saved = None;
                self.message = Some(Message::Note("not saved".to_owned()));
            }
            _ => self.prompt = Some(Prompt::SaveOver(question)),
        }
        Vec::new()
    }
}
