//! What a key, a click or a line means, for the app to obey.

use super::map::{MapFits, TourGoal};
use super::{Action, Arrow, Cell, CommandLine, Effect};
use hitscan_core::command::{Command, Layer, Page};
use hitscan_core::engine::{Leaving, LineId};
use hitscan_core::lab::Order;
use hitscan_core::words::why;

/// What is left to do once the parts of the app that it concerns alone have done theirs.
#[derive(Clone, Debug)]
pub(super) enum Intent {
    /// A command; a refusal is a status message.
    Run(Command),
    /// The same, and what follows.
    RunThen(Command, Then),
    /// One frame.
    Frame,
    /// An action, in place of what was said last.
    Act(Action),
    /// An action by its key.
    Key(Action),
    /// What is said to the lab.
    Order(Order),
    /// A line of text, such as `open push`; a fault is a status message.
    Line(String),
    /// What was typed into the `:` line; a fault stands in the line.
    Typed(Box<CommandLine>),
    /// A value that was typed into the form, and the way to the next row; a fault stands
    /// beside the value.
    Value(Command, Option<Arrow>),
    /// The scene is left without asking.
    Leave(Leaving),
    /// Scenes to choose from; in a course its lessons, with this one chosen.
    Choose(Option<String>),
    /// The mouse takes hold of what the arrows edit.
    Grab(Cell),
    /// The map, or another layer of it.
    ShowMap(Option<Layer>, MapFits),
    /// Goes to the next or previous matching cells of the map.
    Tour(Arrow, TourGoal),
    /// Something else on the screen.
    Show(ScreenChange),
    /// Why nothing is done.
    Refused(String),
    /// What the host or the terminal does.
    Host(Effect),
}

/// A change of the screen, or of what the user looks at.
#[derive(Clone, Debug)]
pub(super) enum ScreenChange {
    /// A sentence in the status row.
    Say(String),
    /// The page that Methods and Why are about.
    Page(Page),
    /// The line of the log that is looked at.
    Line(LineId),
    /// Scrolls the panel.
    Scroll(Arrow, usize),
    /// Goes on reading a page of Why.
    Read(Box<why::Page>, Arrow, usize),
    /// The point that a box is given by.
    Origin(Arrow),
    /// Moves the probe of the map.
    Probe(Arrow),
}

/// What follows a command.
#[derive(Clone, Debug)]
pub(super) enum Then {
    /// The status row does not name the command.
    Quietly,
    /// What it means, unless it was refused.
    Say(String),
    /// The arrows move this end, unless it was refused.
    GripEnd(usize),
}

impl From<Command> for Intent {
    fn from(command: Command) -> Self {
        Self::Run(command)
    }
}

impl<T: Into<Self>> From<Result<T, String>> for Intent {
    fn from(meant: Result<T, String>) -> Self {
        meant.map_or_else(Self::Refused, Into::into)
    }
}
