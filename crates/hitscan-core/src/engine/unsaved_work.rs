//! Unsaved work: what counts as such, the question before it would be lost, and what happens once
//! the user has answered.

use std::path::Path;

use super::sandbox::{Memo, Sandbox, StoredExpect};
use super::{Effect, Engine, Face, Leaving, Outcome, silent};
use crate::command::{Command, CommandError};
use crate::scene::{Scene, SceneSource, differences};
use crate::words::SceneDifference;
use crate::world::Object;

impl Engine {
    /// Whether the scene has changes that a file would keep. A built-in scene has no file and is
    /// meant to be played with: there, only added, removed and renamed objects count.
    pub fn is_unsaved(&self) -> bool {
        let Some(baseline) = &self.baseline else { return true };
        match self.source {
            SceneSource::BuiltIn(_) => baseline.has_other_objects(&self.sandbox),
            SceneSource::File(_) | SceneSource::New => baseline.differs(&self.sandbox),
        }
    }

    /// The scene's own file, if objects are not where it says and nothing else is unsaved: moves
    /// alone are no reason to ask before leaving the scene.
    pub fn file_without_moves(&self) -> Option<&Path> {
        let (path, scene) = self.own_file()?;
        let has_moved = || self.sandbox.scene_to_save().objects != scene.objects;
        (!self.is_unsaved() && has_moved()).then_some(path)
    }

    /// Whether a crash would lose anything: something was done to the scene since it was
    /// opened or saved.
    pub fn is_worth_keeping(&self) -> bool {
        let is_changed = || self.baseline.as_ref().is_none_or(|it| it.differs(&self.sandbox));
        self.has_work && (!self.sandbox.history().is_empty() || is_changed())
    }

    /// How the scene differs from what was opened or saved. Frames of motion do not count.
    pub fn unsaved(&self) -> Vec<SceneDifference> {
        let objects = self.sandbox.world().placed().collect();
        let now = Scene { objects, ..self.sandbox.scene() };
        let before = self.baseline.as_ref().map(Baseline::as_placed).unwrap_or_default();
        differences(&before, &now)
    }

    /// Leaves the scene, after asking if that would drop changes.
    pub(super) fn leave_asking(&mut self, leaving: Leaving) -> Result<Outcome, CommandError> {
        if self.must_ask() { Ok(Outcome::Confirm(leaving)) } else { self.leave(leaving) }
    }

    /// Whether to ask before leaving the scene.
    pub(super) fn must_ask(&self) -> bool {
        let is_new = self.baseline.is_none() || matches!(self.source, SceneSource::New);
        let is_nothing = is_new && self.sandbox.world().is_empty();
        self.face == Face::Screen && self.is_unsaved() && !is_nothing
    }

    /// Leaves the scene without asking: the user has agreed to drop changes.
    ///
    /// # Errors
    /// As [`Engine::execute`].
    pub fn leave(&mut self, leaving: Leaving) -> Result<Outcome, CommandError> {
        match leaving {
            Leaving::Quit => Ok(Outcome::Effect(Effect::Quit)),
            Leaving::Open(target) => Ok(Outcome::Effect(Effect::Open(target))),
            Leaving::Learn(lesson) => Ok(Outcome::Effect(Effect::Learn(lesson))),
            Leaving::New => {
                // There is nothing to ask about any more.
                self.mark_saved();
                self.execute(&Command::New, &mut silent)
            }
        }
    }

    /// Saves the scene to its file, then leaves it. If it has no file ([`Outcome::NeedsFile`]), the
    /// next save leaves it.
    pub fn save_then(&mut self, leaving: Leaving) -> Outcome {
        self.when_saved = Some(leaving);
        self.save(None, "save")
    }

    /// Stays with the scene: cancels what was to happen after a save.
    pub fn stay(&mut self) {
        self.when_saved = None;
    }

    pub(super) fn save_and_quit(&mut self, file: Option<&str>) -> Outcome {
        let outcome = self.save(file, "wq");
        if matches!(outcome, Outcome::Effect(_)) {
            self.when_saved = Some(Leaving::Quit);
        }
        outcome
    }
}

/// A scene as last opened or saved.
#[derive(Clone, Debug)]
pub(super) struct Baseline {
    /// The contents of the file.
    pub(super) scene: Scene,
    /// Where the objects were placed then, before frames of motion; `None` if that equals the file.
    placed: Option<Vec<Object>>,
    expects: Vec<StoredExpect>,
    is_placed_otherwise: Memo<(u64, u64), bool>,
    has_other_names: Memo<(u64, u64), bool>,
}

impl Baseline {
    pub(super) fn new(scene: Scene, sandbox: &Sandbox) -> Self {
        let placed = || sandbox.world().placed();
        let is_in_file = placed().eq(scene.objects.iter().cloned());
        let placed = (!is_in_file).then(|| placed().collect());
        Self {
            scene,
            placed,
            expects: sandbox.expects().to_vec(),
            is_placed_otherwise: Memo::default(),
            has_other_names: Memo::default(),
        }
    }

    /// Whether a save would change anything. Frames of motion do not count.
    pub(super) fn differs(&self, sandbox: &Sandbox) -> bool {
        let world = sandbox.world();
        self.scene.title.shown() != world.title()
            || self.scene.settings != *world.settings()
            || self.expects != sandbox.expects()
            || self.is_placed_otherwise.get(sandbox.placement(), || {
                self.placed().len() != world.len() + world.broken()
                    || !world.placed().eq(self.placed().iter().cloned())
            })
    }

    fn placed(&self) -> &[Object] {
        self.placed.as_deref().unwrap_or(&self.scene.objects)
    }

    /// Whether objects were added, removed or renamed. Objects broken by frames count as present.
    pub(super) fn has_other_objects(&self, sandbox: &Sandbox) -> bool {
        self.has_other_names.get(sandbox.placement(), || {
            let now = sandbox.world().placed().map(|object| object.name);
            !self.placed().iter().map(|object| object.name).eq(now)
        })
    }

    /// The scene with its objects as they were placed.
    pub(super) fn as_placed(&self) -> Scene {
        Scene { objects: self.placed().to_vec(), ..self.scene.clone() }
    }
}
