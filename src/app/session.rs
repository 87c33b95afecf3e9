//! The sandbox of a screen, what was done to it, and what is in view of it.

use hitscan_core::command::{Command, Nudge};
use hitscan_core::engine::predict::Predictions;
use hitscan_core::engine::recording::Journal;
use hitscan_core::engine::{Pair, Sandbox};
use hitscan_core::methods::Method;
use hitscan_core::scene::{Scene, Source, differences};
use hitscan_core::words::Difference;
use hitscan_core::world::{ChangeError, Object, ObjectId, Participant};
use hitscan_geom::{Point, Vector};

/// A scene as it was opened or saved last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Baseline {
    /// What its file says.
    pub(super) scene: Scene,
    /// Where the objects had been placed, before frames of motion.
    pub(super) placed: Vec<Object>,
}

impl Baseline {
    pub(super) fn opened(scene: &Scene) -> Self {
        Self { scene: scene.clone(), placed: scene.objects.clone() }
    }
}

/// A sandbox, what was done to it, and what is in view of it.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) sandbox: Sandbox,
    pub(super) journal: Journal,
    pub(super) source: Source,
    pub(super) baseline: Baseline,
    /// What has been predicted, in predict mode.
    pub(super) predictions: Option<Predictions>,
    pub(super) partner: Option<ObjectId>,
    pub(super) method: Option<Method>,
}

impl Session {
    pub(super) fn new(scene: Scene, source: Source) -> Result<Self, ChangeError> {
        let journal = Journal::new(&scene);
        let sandbox = Sandbox::new(scene)?;
        Ok(Self {
            baseline: Baseline::opened(&sandbox.scene()),
            sandbox,
            journal,
            source,
            predictions: None,
            partner: None,
            method: None,
        })
    }

    pub(super) fn open(&mut self, scene: Scene, source: Source) -> Result<(), ChangeError> {
        let sandbox = Sandbox::new(scene)?;
        let scene = sandbox.scene();
        if self.journal.keeps_records() {
            // The recording goes on with the new scene.
            self.journal.open(&scene);
        } else {
            self.journal = Journal::new(&scene);
        }
        self.begin_with(sandbox, source);
        Ok(())
    }

    pub(super) fn take_up(&mut self, sandbox: Sandbox, journal: Journal, source: Source) {
        self.journal = journal;
        self.begin_with(sandbox, source);
    }

    fn begin_with(&mut self, sandbox: Sandbox, source: Source) {
        self.baseline = Baseline::opened(&sandbox.scene());
        self.sandbox = sandbox;
        self.source = source;
        self.partner = None;
        self.method = None;
        if self.predictions.is_some() {
            self.cover_results();
        }
    }

    pub(super) fn set_nudge(&mut self, nudge: Nudge) {
        // It is no change of the scene, and never refused.
        let _ = self.sandbox.apply(&Command::Nudge(nudge));
    }

    pub(super) fn cover_results(&mut self) {
        self.predictions = Some(Predictions::default());
    }

    /// The sandbox.
    #[must_use]
    pub const fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Where the scene came from.
    #[must_use]
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// The method in view, if one was chosen.
    #[must_use]
    pub const fn method(&self) -> Option<Method> {
        self.method
    }

    /// Whether the scene has changes that a file would keep. A built-in scene
    /// has no file and is there to be played with: only building counts there.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        self.sandbox.is_unsaved_in(&self.source)
    }

    /// Whether there is a file that a save without a name goes to.
    pub(super) const fn has_file(&self) -> bool {
        matches!(self.source, Source::File(_))
    }

    /// The scene as its file had it when it was opened or saved last.
    #[must_use]
    pub const fn scene_on_file(&self) -> &Scene {
        &self.baseline.scene
    }

    /// How the scene differs from what was opened or saved last. Frames of
    /// motion alone do not count.
    #[must_use]
    pub fn unsaved(&self) -> Vec<Difference> {
        let objects = self.sandbox.world().placed().collect();
        let now = Scene { objects, ..self.sandbox.scene() };
        let Baseline { scene, placed } = self.baseline.clone();
        differences(&Scene { objects: placed, ..scene }, &now)
    }

    /// Whether results are covered until they are predicted.
    #[must_use]
    pub const fn is_predicting(&self) -> bool {
        self.predictions.is_some()
    }

    /// The selected object and its partner.
    #[must_use]
    pub fn selected_pair(&self) -> Option<Pair> {
        self.sandbox.pair_in_view(self.partner)
    }

    /// The pair whose result is covered: in predict mode the selected pair,
    /// until it has been predicted.
    #[must_use]
    pub fn covered(&self) -> Option<Pair> {
        self.predictions.as_ref()?.covered(&self.sandbox, self.selected_pair())
    }

    /// The pair that predict mode asks about in each frame.
    #[must_use]
    pub fn asked_about(&self) -> Option<Pair> {
        self.predictions.as_ref()?;
        self.selected_pair()
    }

    /// Whether a line of the log would give away what is asked about that pair,
    /// or will be.
    #[must_use]
    pub fn hides(
        &self,
        frame: u64,
        participants: [&Participant; 2],
        asked_about: Option<&Pair>,
    ) -> bool {
        let questions = self.predictions.as_ref().zip(asked_about);
        questions.is_some_and(|(predictions, pair)| {
            predictions.hides(&self.sandbox, pair, (frame, participants.map(|one| one.id)))
        })
    }

    /// Whether any object has a velocity.
    pub(super) fn is_moving(&self) -> bool {
        self.sandbox.world().objects().any(|(_, object)| object.velocity != Vector::ZERO)
    }

    /// The bounds of the selected object: `(min, max)`.
    pub(super) fn selection_bounds(&self) -> Option<(Point, Point)> {
        self.sandbox.selection().map(|(_, object)| object.shape.bounds())
    }
}
