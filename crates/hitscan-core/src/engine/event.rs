//! The events that a command reports while it runs: one stream for all listeners.
//!
//! The caller also gets an [`super::Outcome`]; all others listen here.

use super::{Engine, GameOver, Sandbox};
use crate::command::Command;
pub use crate::world::Flow;
use crate::world::{CommandProgress, Entered, Record, Settings};

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
#[must_use]
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
