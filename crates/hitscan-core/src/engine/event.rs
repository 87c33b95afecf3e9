//! What a command does, told while it does it: one stream for all who listen.
//!
//! The one who asked gets an [`super::Outcome`]; everybody else listens here.

use super::{Engine, GameOver, Sandbox};
use crate::command::Command;
pub use crate::world::Flow;
use crate::world::{Entered, Progress, Record, Settings};

/// Something that a command does.
#[derive(Clone, Copy, Debug)]
pub enum Event<'e> {
    /// A long command has come this far. Told again and again, each time about the
    /// same amount of work is done, also within a frame and on the way through
    /// history; never during an edit.
    ///
    /// After [`Flow::Stop`], `step` stops at the end of the last whole frame, which
    /// stays made; going through history stays where it was. So the answer may depend
    /// on keys, signals and clocks, and no state ever does.
    Working(Progress),
    /// A record was added to the log. With its line as a recording stores it, where
    /// records are counted in.
    Tested(&'e Record, Option<&'e str>),
    /// A dynamic box came to hit a sensor that does something then, and did not end the
    /// game by it.
    Entered(&'e Entered),
    /// The game ended in the frame just made.
    GameOver(&'e GameOver),
    /// A change dropped this many others that lay ahead.
    DroppedAhead(usize),
    /// A change is made, and all its records have been told. After [`Flow::Stop`],
    /// `step` makes no further frame; after [`Flow::GoOnWithin`] it makes as many as
    /// the tests are enough for.
    Changed(&'e Sandbox),
    /// A way through history has come to its end.
    Travelled(&'e Sandbox),
    /// A command changed the settings: before, and now.
    SettingsChanged([&'e Settings; 2]),
    /// A command broke the last box that breaks, in a scene that is no game.
    AllBroken,
    /// A way through history made this many changes again, for want of memory.
    RemadeForMemory(usize),
    /// The command of this line is about to run, and may do so for long: only many
    /// frames do. The engine is as before it.
    Begins(&'e str, &'e Engine),
    /// The last of a command: this line of it is in the journal. It says what was done,
    /// of a `step` that was stopped the frames that were made.
    Noted(&'e str, &'e Command, &'e Engine),
}

/// Hears what a command does. The [`Flow`] that it answers counts where the event
/// says so.
pub type Tell<'t> = dyn FnMut(Event<'_>) -> Flow + 't;

/// Listens to nothing, and stops nothing: `&mut silent`.
#[must_use]
pub const fn silent(_: Event<'_>) -> Flow {
    Flow::GoOn
}

/// Passes on that work goes on, and nothing else: what runs is no part of the session.
pub(super) fn only_asks<'t>(tell: &'t mut Tell<'_>) -> impl FnMut(Event<'_>) -> Flow + 't {
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
