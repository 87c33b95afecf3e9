//! What a command came to: the outcome that faces present, and the effects that
//! hosts carry out.

use std::path::PathBuf;

use super::expect::Finding;
use super::pair::Pair;
use super::predict::{Prediction, Score};
use crate::command::{CommandError, MapRequest, Page, PredictMode, Recover, Topic};
use crate::words::Difference;
use crate::world::{BroadPhaseCounts, Name, Object, RayHit};
use hitscan_geom::Segment;

/// What a command came to. One that was refused is a [`CommandError`] instead.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time, and it is soon taken apart")]
pub enum Outcome {
    /// It is done.
    Done,
    /// An object was selected, possibly the same again.
    Selected,
    /// An empty scene was begun.
    Emptied,
    /// Only the first `frames` of more frames were made.
    Stopped {
        /// How many were made; at least one.
        frames: u32,
        /// What stopped it.
        why: CommandError,
    },
    /// It was stopped before anything was done, and how far it came.
    Interrupted(CommandError),
    /// There was nothing to do, and why: at the beginning of history, say.
    Nothing(&'static str),
    /// Nothing was done: it would give away the covered answer.
    Covered,
    /// Nothing was saved: the scene has no file yet. This command needs one.
    NeedsFile(&'static str),
    /// Nothing was done: there are unsaved changes, so ask first. Then
    /// [`super::Engine::leave`] or [`super::Engine::save_then`].
    Confirm(Leaving),
    /// There is something to show.
    Show(Show),
    /// The host has to do something, and reports back.
    Effect(Effect),
}

/// What a command has to show.
#[derive(Clone, Debug, PartialEq)]
pub enum Show {
    /// `describe`: these objects; where all of them are meant, also what the broad
    /// phase did in the last frame.
    Objects(Vec<Object>, Option<BroadPhaseCounts>),
    /// `query`: this pair, as `hitscan query` writes it.
    Query(Pair),
    /// `ray`: what a laser meets, in order.
    Ray(Ray),
    /// `why`: the reasons for this pair. On a screen it is now in focus.
    Why {
        /// The mover first.
        pair: Pair,
        /// Which page.
        page: Page,
    },
    /// `check`: what came of each expectation.
    Findings(Vec<Finding>),
    /// `expect`: what was noted, in short.
    Expected(String),
    /// `predict`, `skip`: the answer and the truth.
    Prediction(Prediction),
    /// `predict on`, `predict off`: whether answers are covered from now on, and the
    /// score so far.
    PredictMode(PredictMode, Score),
    /// `log`, `filter`: the log, by the engine's new [`super::LogQuery`].
    Log,
    /// `method`: the method that is now in focus.
    Method,
    /// `map`: what is asked of the map of a screen.
    Map(MapRequest),
    /// `help`: what a word names; empty for everything.
    Help(Vec<Topic>),
}

/// A laser and what it meets, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ray {
    /// The name of the laser, if it is an object.
    pub name: Option<Name>,
    /// Where it is.
    pub laser: Segment,
    /// The regions that it enters or touches, by t.
    pub hits: Vec<RayHit>,
}

/// What a host does for a command. It tells the engine what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Open a file or a built-in scene; then [`super::Engine::opened`].
    Open(String),
    /// Begin or go on with the lessons, at this one if it is named.
    Learn(Option<String>),
    /// Save [`super::Engine::scene_to_save`]; then [`super::Engine::saved`].
    Save(PathBuf, Overwrite),
    /// Record the session in this new file.
    Record(PathBuf),
    /// Resume or drop the last session that crashed; then
    /// [`super::Engine::resume`].
    Recover(Recover),
    /// Write what is on the screen to this file.
    Screenshot(PathBuf),
    /// The clock makes frames from now on.
    Play,
    /// The clock stops.
    Pause,
    /// End the session.
    Quit,
}

/// Whether to save over a file that is not as the scene left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overwrite {
    /// Ask first.
    Ask,
    /// Yes: the user has agreed.
    Yes,
}

/// Why the scene is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// To end the session.
    Quit,
    /// To open this file or built-in scene.
    Open(String),
    /// To learn, this lesson if it is named.
    Learn(Option<String>),
    /// To begin an empty scene.
    New,
}

/// What came of saving.
#[derive(Clone, Debug, PartialEq)]
pub enum Saved {
    /// The scene's own file was updated by these differences.
    Updated(Vec<Difference>),
    /// The scene has a file of its own from now on, which was there.
    Written,
    /// The same, and the file is new.
    Made,
}
