//! What a key, a click or a line means, for the app to obey.

use super::{Action, Arrow, CommandLine, Effect};
use hitscan_core::command::Command;
use hitscan_core::engine::Leaving;
use hitscan_core::lab::Order;

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
    /// A sentence in the status row.
    Say(String),
    /// Why nothing is done.
    Refused(String),
    /// What the host or the terminal does.
    Host(Effect),
}

impl Intent {
    /// What is meant, or why not.
    pub(super) fn or_refused(meant: Result<Self, String>) -> Self {
        meant.unwrap_or_else(Self::Refused)
    }
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
