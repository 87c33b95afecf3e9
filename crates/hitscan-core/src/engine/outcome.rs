//! The result of a command: the outcome that front ends present, and the effects that
//! hosts carry out.

use std::path::PathBuf;

use super::finding::Finding;
use super::pair::Pair;
use super::predict::{Prediction, Score};
use super::{Engine, GameOver, Sandbox};
use crate::command::{Command, CommandError, MapRequest, PredictMode, Recover, Topic, WhySubject};
use crate::words::SceneDifference;
use crate::world::{
    BroadPhaseCounts, CommandProgress, Entered, Name, Object, RayHit, Record, Settings,
};
use hitscan_geom::Segment;

pub use crate::world::Flow;

/// The result of a command. A refused command gives a [`CommandError`] instead.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time, and it is soon taken apart")]
pub enum Outcome {
    /// It is done.
    Done,
    /// An object was selected, possibly the same one again.
    Selected,
    /// An empty scene was started.
    Emptied,
    /// Only the first `frames` frames of several were made.
    Stopped {
        /// How many were made; at least one.
        frames: u32,
        /// What prevented the next one.
        why: CommandError,
    },
    /// It was stopped before anything was done; the message says how far it got.
    Interrupted(CommandError),
    /// There was nothing to do, and why: at the start of history, for example.
    Nothing(&'static str),
    /// Nothing was done, because it would give away the covered answer.
    Covered,
    /// Nothing was saved, because the scene has no file yet. This command takes one.
    NeedsFile(&'static str),
    /// Nothing was done: there are unsaved changes, so ask first. Then call
    /// [`super::Engine::leave`] or [`super::Engine::save_then`].
    Confirm(Leaving),
    /// There is something to show.
    Show(Show),
    /// The host has to do something, and then report back.
    Effect(Effect),
}

/// What a command has to show.
#[derive(Clone, Debug, PartialEq)]
pub enum Show {
    /// `describe`: these objects; if all objects are meant, also what the broad phase did in
    /// the last frame.
    Objects(Vec<Object>, Option<BroadPhaseCounts>),
    /// `query`: this pair, in the input format of `hitscan query`.
    Query(Pair),
    /// `ray`: the regions that a laser meets, in order.
    Ray(Ray),
    /// `why`: the reasons for this pair. On a screen it is now in focus.
    Why {
        /// The mover first.
        pair: Pair,
        /// Which page.
        page: WhySubject,
    },
    /// `check`: the result of each expectation.
    Findings(Vec<Finding>),
    /// `expect`: the stored facts, in short.
    Expected(String),
    /// `predict`, `skip`: the prediction and the truth.
    Prediction(Prediction),
    /// `predict on`, `predict off`: whether answers are covered from now on, and the
    /// score so far.
    PredictMode(PredictMode, Score),
    /// `log`, `filter`: the log, with the engine's new [`super::LogQuery`].
    Log,
    /// `method`: the method that is now in focus.
    Method,
    /// `map`: a request about the map of a screen.
    Map(MapRequest),
    /// `help`: the topics of a word; empty for everything.
    Help(Vec<Topic>),
}

/// A laser and the regions it meets, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ray {
    /// The name of the laser, if it is an object.
    pub name: Option<Name>,
    /// Its segment.
    pub laser: Segment,
    /// The regions that it enters or touches, by t.
    pub hits: Vec<RayHit>,
}

/// Something that a host does for a command. Afterwards it reports the result to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Open a file or a built-in scene; then [`super::Engine::opened`].
    Open(String),
    /// Start or continue the lessons, with this one if it is named.
    Learn(Option<String>),
    /// Save [`super::Engine::scene_to_save`]; then [`super::Engine::saved`].
    Save(PathBuf, Overwrite),
    /// Record the session in this new file.
    Record(PathBuf),
    /// Resume or discard the last sessions that crashed; then [`super::Engine::resume`].
    Recover(Recover),
    /// Write the screen to this file.
    Screenshot(PathBuf),
    /// The clock starts to make frames.
    Play,
    /// The clock stops.
    Pause,
    /// End the session.
    Quit,
}

/// Whether to overwrite a file that has changed since the scene last read or wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overwrite {
    /// Ask first.
    Ask,
    /// Yes, as the user has agreed.
    Yes,
}

/// Why the scene is being left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// To end the session.
    Quit,
    /// To open this file or built-in scene.
    Open(String),
    /// To start a lesson, this one if it is named.
    Learn(Option<String>),
    /// To start an empty scene.
    New,
}

/// The result of saving.
#[derive(Clone, Debug, PartialEq)]
pub enum Saved {
    /// The scene's own file was updated with these differences.
    Updated(Vec<SceneDifference>),
    /// The scene now has this file, which existed before.
    Written,
    /// The scene now has this file, which is new.
    Made,
}

// The events that a command reports while it runs: one stream for all listeners.
//
// The caller also gets an [`super::Outcome`]; all others listen here.

/// Something that a command does.
#[derive(Clone, Copy, Debug)]
pub enum Event<'e> {
    /// The progress of a long command. Reported after each roughly equal amount of work, also
    /// within a frame, while moving through history, and while a scene is opened.
    ///
    /// On [`Flow::Stop`], an edit changes nothing, `step` stops at the end of the last complete frame, which is kept; moving
    /// through history returns to where it was. So keys, signals and clocks may determine the
    /// answer, but they never affect a state.
    Working(CommandProgress),
    /// A record was added to the log. Includes its line in a recording, if records are
    /// being counted.
    Tested(&'e Record, Option<&'e str>),
    /// A dynamic box started to hit a sensor that has an action, without ending the game.
    Entered(&'e Entered),
    /// The game ended in the frame just made.
    GameOver(&'e GameOver),
    /// A change dropped this many changes that lay ahead.
    DroppedAhead(usize),
    /// A change was made, and all its records have been reported. On [`Flow::Stop`], `step` makes
    /// no further frame; on [`Flow::GoOnWithin`] it continues until the allowed tests are used up.
    Changed(&'e Sandbox),
    /// A move through history has ended.
    Travelled(&'e Sandbox),
    /// A command changed the settings: before, and now.
    SettingsChanged([&'e Settings; 2]),
    /// A command broke the last breakable box, in a scene that is not a game.
    AllBroken,
    /// A move through history had to replay this many changes because memory is short.
    RemadeForMemory(usize),
    /// This command is about to run and may take long, which only many frames do. The engine is
    /// still as before it.
    Begins(&'e str, &'e Engine),
    /// The last event of a command: this line is now in the journal. It says what was done; for a
    /// `step` that was stopped, it counts the frames made.
    Noted(&'e str, &'e Command, &'e Engine),
}

/// Receives the events of a command. The returned [`Flow`] matters only where the event says so.
pub type Tell<'t> = dyn FnMut(Event<'_>) -> Flow + 't;

/// Ignores all events and stops nothing: `&mut silent`.
pub const fn silent(_: Event<'_>) -> Flow {
    Flow::GoOn
}

/// Passes on only the progress of work: what runs here is not part of the session.
pub(super) fn only_progress<'t>(tell: &'t mut Tell<'_>) -> impl FnMut(Event<'_>) -> Flow + 't {
    |event| match event {
        Event::Working(_) => tell(event),
        Event::Tested(..)
        | Event::Entered(_)
        | Event::GameOver(_)
        | Event::DroppedAhead(_)
        | Event::Changed(_)
        | Event::Travelled(_)
        | Event::SettingsChanged(_)
        | Event::AllBroken
        | Event::RemadeForMemory(_)
        | Event::Begins(..)
        | Event::Noted(..) => Flow::GoOn,
    }
}
