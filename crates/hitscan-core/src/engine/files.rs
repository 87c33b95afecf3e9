//! Commands that concern the whole scene and its file, and the reports of hosts about them.

use hitscan_geom::broad_phase::BroadPhase;
use std::path::{Path, PathBuf};

use super::{
    Baseline, Effect, Engine, Face, Leaving, Outcome, Overwrite, Sandbox, Saved, Tell, silent,
};
use crate::command::CommandError;
use crate::scene::{Scene, SceneSource, differences};
use crate::world::ChangeError;

/// The file that a save writes to: `lab1.toml` for the plain word `lab1`.
fn scene_file(name: &str) -> PathBuf {
    let is_plain = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    PathBuf::from(if is_plain { format!("{name}.toml") } else { name.to_owned() })
}

impl Engine {
    /// Starts an empty scene, after asking if that would drop changes.
    pub(super) fn empty(&mut self) -> Result<Outcome, CommandError> {
        if self.must_ask() {
            return Ok(Outcome::Confirm(Leaving::New));
        }
        self.sandbox = self.sandbox_of(Scene::default(), &mut silent)?;
        self.baseline = None;
        self.source = SceneSource::New;
        self.playing = false;
        Ok(Outcome::Emptied)
    }

    /// A sandbox at the start of this scene, by the rules of this engine.
    fn sandbox_of(&self, scene: Scene, tell: &mut Tell<'_>) -> Result<Sandbox, ChangeError> {
        let mut sandbox = Sandbox::begun(self.world().memory(), scene, tell)?;
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
            // The file that is open keeps its name, whatever that is.
            (Some(file), SceneSource::File(own)) if own == Path::new(file) => {
                Outcome::Effect(Effect::Save(own.clone(), Overwrite::Ask))
            }
            (Some(file), _) => Outcome::Effect(Effect::Save(scene_file(file), Overwrite::Ask)),
            (None, SceneSource::File(path)) => {
                Outcome::Effect(Effect::Save(path.clone(), Overwrite::Ask))
            }
            (None, SceneSource::BuiltIn(_) | SceneSource::New) => Outcome::NeedsFile(command),
        }
    }

    /// The scene that a save writes: the current state, or, if the scene expects something after a
    /// number of steps, the state before those steps.
    pub fn scene_to_save(&self) -> Scene {
        self.sandbox.scene_to_save()
    }

    /// The file of the scene, if it has one, and its contents when it was last read or written.
    pub fn own_file(&self) -> Option<(&Path, &Scene)> {
        match (&self.source, &self.baseline) {
            (SceneSource::File(path), Some(baseline)) => Some((path, &baseline.scene)),
            _ => None,
        }
    }

    /// Reports that a scene was opened.
    ///
    /// # Errors
    /// When the objects do not make a world; then the old scene stays.
    pub fn opened(&mut self, scene: Scene, source: SceneSource) -> Result<(), ChangeError> {
        self.opened_by((scene, source), &mut silent)
    }

    /// [`Engine::opened`] that reports its progress, and that `tell` can stop.
    ///
    /// # Errors
    /// As [`Engine::opened`], and when `tell` stops it; then the old scene stays, too.
    pub fn opened_by(
        &mut self,
        (scene, source): (Scene, SceneSource),
        tell: &mut Tell<'_>,
    ) -> Result<(), ChangeError> {
        let sandbox = self.sandbox_of(scene.clone(), tell)?;
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

    pub(super) fn mark_saved(&mut self) {
        self.baseline = Some(Baseline::new(self.scene_to_save(), &self.sandbox));
        self.has_work = false;
    }

    /// During a replay: notes that everything up to here had been saved to this file.
    pub(super) fn was_saved(&mut self, path: Option<PathBuf>) {
        self.mark_saved();
        self.source = path.map_or(SceneSource::New, SceneSource::File);
    }
}
