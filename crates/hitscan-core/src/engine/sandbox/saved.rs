//! What a file, or the next session, would have to keep of a sandbox.

use super::Sandbox;
use super::placed::Placed;
use crate::scene::Source;

impl Sandbox {
    /// Whether objects or settings differ from what was loaded or saved. Frames
    /// of motion alone do not count.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        let world = self.world();
        self.saved.as_ref().is_none_or(|saved| {
            saved.title != world.title()
                || saved.settings != *world.settings()
                || saved.expects != self.expects
                || saved.objects.len() != world.len()
                || !world.placed().eq(saved.objects.iter().cloned())
        })
    }

    /// Whether something was built: objects added, removed or renamed since the
    /// scene was loaded or saved. Shapes, velocities and settings do not count.
    #[must_use]
    pub fn is_built_upon(&self) -> bool {
        let saved = self.saved.iter().flat_map(|saved| &saved.objects);
        !saved.map(|object| object.name).eq(self.world().objects().map(|(_, object)| object.name))
    }

    /// The scene as it stands now has been saved.
    pub fn mark_saved(&mut self) {
        self.saved = Some(Placed::of(self.world(), &self.expects));
    }

    /// Whether the scene has changes that a file would keep. A built-in scene
    /// has no file and is there to be played with: only building counts there.
    #[must_use]
    pub fn is_unsaved_in(&self, source: &Source) -> bool {
        match source {
            Source::BuiltIn(_) => self.is_built_upon(),
            Source::File(_) | Source::New => self.is_unsaved(),
        }
    }

    /// Whether there is anything to be lost: something was done to the scene.
    #[must_use]
    pub fn is_worth_keeping(&self) -> bool {
        !self.history.is_empty() || self.is_unsaved()
    }
}
