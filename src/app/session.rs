//! A session at the screen as a whole: which scene it is about, what has been
//! done to it, and what came of effects.

use super::{App, Message};
use hitscan_core::engine::Sandbox;
use hitscan_core::engine::recording::Journal;
use hitscan_core::scene::{Scene, Source};
use hitscan_core::world::ChangeError;

impl App {
    /// A scene was opened.
    ///
    /// # Errors
    /// When the objects make no world; then the old scene stays.
    pub fn opened(&mut self, scene: Scene, source: Source) -> Result<(), ChangeError> {
        let sandbox = Sandbox::new(scene)?;
        let scene = sandbox.scene();
        if self.journal.keeps_records() {
            // It is being recorded, and so is what comes now.
            self.journal.open(&scene);
        } else {
            self.journal = Journal::new(&scene);
        }
        self.begin_with(sandbox, source);
        Ok(())
    }

    /// A session that was cut off goes on where it was.
    pub fn taken_up(&mut self, (sandbox, journal): (Sandbox, Journal), source: Source) {
        self.journal = journal;
        self.begin_with(sandbox, source);
        self.message = Some(Message::Note("taken up where it was cut off".to_owned()));
    }

    /// Another sandbox takes the place of the one before; what has been done to
    /// it is in the journal already.
    fn begin_with(&mut self, sandbox: Sandbox, source: Source) {
        let journal = std::mem::replace(&mut self.journal, Journal::new(&Scene::default()));
        let next = Self::with((sandbox, journal), source, self.size, self.glyphs);
        let keymap = std::mem::take(&mut self.keymap);
        let predictions = self.predictions_anew();
        let (overlays, snap, mouse) = (self.overlays, self.snap, self.mouse);
        let settled = self.settled;
        *self = Self { keymap, settled, overlays, predictions, snap, mouse, ..next };
        self.take_settled();
    }

    /// What has been done, for recordings.
    pub const fn journal(&mut self) -> &mut Journal {
        &mut self.journal
    }

    /// Whether there is anything to be lost: something was done to the scene.
    #[must_use]
    pub fn is_worth_keeping(&self) -> bool {
        self.sandbox.is_worth_keeping()
    }

    /// Something has been done, and is said.
    pub fn say(&mut self, what: impl Into<String>) {
        self.message = Some(Message::Note(what.into()));
    }

    /// An effect came to nothing, and why.
    pub fn fail(&mut self, why: impl Into<String>) {
        self.when_saved = None;
        self.message = Some(Message::Fault(why.into()));
    }
}
