//! Commands that concern the whole scene and its file, and the reports of hosts about them.

use hitscan_geom::broad_phase::BroadPhase;
use std::path::{Path, PathBuf};

use super::{Baseline, Effect, Engine, Face, Leaving, Outcome, Overwrite, Sandbox, Saved, silent};
use crate::command::{Command, CommandError};
use crate::scene::{Scene, SceneSource, differences};
use crate::words::SceneDifference;
use crate::world::ChangeError;

impl Engine {
    /// Starts an empty scene, after asking if that would drop changes.
    pub(super) fn empty(&mut self) -> Result<Outcome, CommandError> {
        if self.must_ask() {
            return Ok(Outcome::Confirm(Leaving::New));
        }
        self.sandbox = self.sandbox_of(Scene::default())?;
        self.baseline = None;
        self.source = SceneSource::New;
        self.playing = false;
        Ok(Outcome::Emptied)
    }

    /// A sandbox at the start of this scene, by the rules of this engine.
    fn sandbox_of(&self, scene: Scene) -> Result<Sandbox, ChangeError> {
        let mut sandbox = Sandbox::within(self.world().memory(), scene)?;
        sandbox.set_rules(self.rules);
        sandbox.set_usual_broad_phase(self.usual_broad_phase);
        Ok(sandbox)
    }

    /// Sets the broad phase for scenes that name none, without a command: it is a preference. The
    /// history must still be empty.
    pub fn prefer_broad_phase(&mut self, which: BroadPhase) {
        self.usual_broad_phase = which;
        self.sandbox.set_usual_broad_phase(which);
    }

    pub(super) fn open(&mut self, target: &str) -> Result<Outcome, CommandError> {
        self.leave_asking(Leaving::Open(target.to_owned()))
    }

    /// Leaves the scene for the lessons, which only a screen can show.
    pub(super) fn learn(&mut self, lesson: Option<&str>) -> Result<Outcome, CommandError> {
        if self.face == Face::Lines {
            let why = "learn has no place in a script or a recording; hitscan learn opens the \
                       lessons";
            return Err(CommandError::new(why));
        }
        self.leave_asking(Leaving::Learn(lesson.map(str::to_owned)))
    }

    pub(super) fn save(&self, file: Option<&str>, command: &'static str) -> Outcome {
        match (file, &self.source) {
            (Some(file), _) => Outcome::Effect(Effect::Save(file.into(), Overwrite::Ask)),
            (None, SceneSource::File(path)) => {
                Outcome::Effect(Effect::Save(path.clone(), Overwrite::Ask))
            }
            (None, SceneSource::BuiltIn(_) | SceneSource::New) => Outcome::NeedsFile(command),
        }
    }

    pub(super) fn save_and_quit(&mut self, file: Option<&str>) -> Outcome {
        let outcome = self.save(file, "wq");
        if matches!(outcome, Outcome::Effect(_)) {
            self.when_saved = Some(Leaving::Quit);
        }
        outcome
    }

    /// Leaves the scene, after asking if that would drop changes.
    pub(super) fn leave_asking(&mut self, leaving: Leaving) -> Result<Outcome, CommandError> {
        if self.must_ask() { Ok(Outcome::Confirm(leaving)) } else { self.leave(leaving) }
    }

    /// Whether to ask before leaving the scene.
    fn must_ask(&self) -> bool {
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

    /// The scene that a save writes: the current state, or, if the scene expects something after a
    /// number of steps, the state before those steps.
    #[must_use]
    pub fn scene_to_save(&self) -> Scene {
        self.sandbox.scene_to_save()
    }

    /// The file of the scene, if it has one, and its contents when it was last read or written.
    #[must_use]
    pub fn own_file(&self) -> Option<(&Path, &Scene)> {
        match (&self.source, &self.baseline) {
            (SceneSource::File(path), Some(baseline)) => Some((path, &baseline.scene)),
            _ => None,
        }
    }

    /// Whether the scene has changes that a file would keep. A built-in scene has no file and is
    /// meant to be played with: there, only added, removed and renamed objects count.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        let Some(baseline) = &self.baseline else { return true };
        match self.source {
            SceneSource::BuiltIn(_) => baseline.has_other_objects(&self.sandbox),
            SceneSource::File(_) | SceneSource::New => baseline.differs(&self.sandbox),
        }
    }

    /// The scene's own file, if objects are not where it says and nothing else is unsaved: moves
    /// alone are no reason to ask before leaving the scene.
    #[must_use]
    pub fn file_without_moves(&self) -> Option<&Path> {
        let (path, scene) = self.own_file()?;
        let has_moved = || self.sandbox.scene_to_save().objects != scene.objects;
        (!self.is_unsaved() && has_moved()).then_some(path)
    }

    /// Whether a crash would lose anything: something was done to the scene since it was
    /// opened or saved.
    #[must_use]
    pub fn is_worth_keeping(&self) -> bool {
        let is_changed = || self.baseline.as_ref().is_none_or(|it| it.differs(&self.sandbox));
        self.has_work && (!self.sandbox.history().is_empty() || is_changed())
    }

    /// How the scene differs from what was opened or saved. Frames of motion do not count.
    #[must_use]
    pub fn unsaved(&self) -> Vec<SceneDifference> {
        let objects = self.sandbox.world().placed().collect();
        let now = Scene { objects, ..self.sandbox.scene() };
        let before = self.baseline.as_ref().map(Baseline::as_placed).unwrap_or_default();
        differences(&before, &now)
    }

    /// Reports that a scene was opened.
    ///
    /// # Errors
    /// When the objects do not make a world; then the old scene stays.
    pub fn opened(&mut self, scene: Scene, source: SceneSource) -> Result<(), ChangeError> {
        let sandbox = self.sandbox_of(scene.clone())?;
        self.journal.open(&scene);
        self.begin(sandbox, source);
        self.baseline = Some(Baseline::new(scene, &self.sandbox));
        Ok(())
    }

    /// Reports that an empty scene was opened, which the next save writes to this new file.
    ///
    /// # Errors
    /// As [`Engine::opened`].
    pub fn opened_new(&mut self, path: PathBuf) -> Result<(), ChangeError> {
        self.opened(Scene::default(), SceneSource::File(path))?;
        self.baseline = None;
        Ok(())
    }

    /// Replaces the sandbox.
    pub(super) fn begin(&mut self, sandbox: Sandbox, source: SceneSource) {
        (self.sandbox, self.source) = (sandbox, source);
        self.pin(None);
        (self.playing, self.when_saved) = (false, None);
        self.has_work = false;
        self.covers_all = false;
        self.cover_anew();
    }

    /// Reports that the scene was saved to this file. Returns the result, and what was waiting
    /// for the save.
    pub fn saved(&mut self, path: PathBuf) -> (Saved, Option<Leaving>) {
        let scene = self.scene_to_save();
        let saved = match (&self.source, &self.baseline) {
            (SceneSource::File(own), Some(before)) if *own == path => {
                Saved::Updated(differences(&before.scene, &scene))
            }
            (SceneSource::File(_) | SceneSource::BuiltIn(_) | SceneSource::New, _) => {
                Saved::Written
            }
        };
        self.baseline = Some(Baseline::new(scene, &self.sandbox));
        self.source = SceneSource::File(path);
        self.has_work = false;
        (saved, self.when_saved.take())
    }

    fn mark_saved(&mut self) {
        self.baseline = Some(Baseline::new(self.scene_to_save(), &self.sandbox));
        self.has_work = false;
    }

    /// During a replay: notes that everything up to here had been saved to this file.
    pub(super) fn was_saved(&mut self, path: Option<PathBuf>) {
        self.mark_saved();
        self.source = path.map_or(SceneSource::New, SceneSource::File);
    }
}
