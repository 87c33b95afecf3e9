//! What a key, a click or a line means, for the app to carry out.

use super::map::{MapFits, TourGoal};
use super::{Action, Arrow, Cell, CommandLine, Effect};
use hitscan_core::command::{Command, Layer, WhySubject};
use hitscan_core::engine::{Leaving, LineId};
use hitscan_core::lab::Order;
use hitscan_core::words::why;

/// What an input asks the app to do.
#[derive(Clone, Debug)]
pub(super) enum Intent {
    /// A command; a refusal is a status message.
    Run(Command),
    /// The same, and what follows it.
    RunThen(Command, Then),
    /// One frame.
    Frame,
    /// An action; it clears the last message.
    Act(Action),
    /// An action from its key.
    Key(Action),
    /// An order to the lab.
    Order(Order),
    /// A line of text, such as `open push`; a fault becomes a status message.
    Line(String),
    /// The text of the `:` line; a fault is shown in the line.
    Typed(Box<CommandLine>),
    /// A value typed into the form, and the direction to the next row; a fault is shown beside the
    /// value.
    Value(Command, Option<Arrow>),
    /// Leaves the scene without asking.
    Leave(Leaving),
    /// Opens the picker of scenes; in a course, of lessons, with this one chosen.
    Choose(Option<String>),
    /// The mouse grabs what the arrows edit.
    Grab(Cell),
    /// Shows the map, or another layer of it.
    ShowMap(Option<Layer>, MapFits),
    /// Goes to the next or previous matching cells of the map.
    Tour(Arrow, TourGoal),
    /// Changes something else on the screen.
    Show(ScreenChange),
    /// Does nothing, for this reason.
    Refused(String),
    /// An effect for the host or the terminal.
    Host(Effect),
}

/// A change of the screen, or of what the user looks at.
#[derive(Clone, Debug)]
pub(super) enum ScreenChange {
    /// A sentence in the status row.
    Say(String),
    /// The page that Methods and Why show.
    Page(WhySubject),
    /// The log line to look at.
    Line(LineId),
    /// Scrolls the panel.
    Scroll(Arrow, usize),
    /// Reads on in a page of Why.
    Read(Box<why::WhyPage>, Arrow, usize),
    /// Changes the point that a box is given by.
    Origin(Arrow),
    /// Moves the probe of the map.
    Probe(Arrow),
}

/// What follows a command.
#[derive(Clone, Debug)]
pub(super) enum Then {
    /// The status row does not name the command.
    Quietly,
    /// Says what the command means, unless it was refused.
    Say(String),
    /// Makes the arrows move this end, unless the command was refused.
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
