//! What a key, a click or a line means, for the app to carry out.

use std::fmt;
use std::rc::Rc;

use super::{Action, Arrow, Cell, CommandLine, Mouse};
use hitscan_core::command::{Command, CommandKind, Layer, WhySubject};
use hitscan_core::engine;
use hitscan_core::engine::map::CellClass;
use hitscan_core::engine::{Leaving, LineId};
use hitscan_core::lab::{Learning, Lesson, Order};
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

/// Whether a map is fitted into the view when it is turned on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapFits {
    Yes,
    No,
}

/// What a tour looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TourGoal {
    /// Where the method is wrong.
    Wrong,
    /// The class with this token.
    Class(String),
}

impl TourGoal {
    /// Whether a layer can have such cells.
    pub(super) fn may_be_on(&self, layer: Layer) -> bool {
        *self != Self::Wrong || layer.arithmetic().is_some()
    }

    /// The layer to show if the one in view cannot have such cells.
    pub(super) fn layer(&self) -> Option<Layer> {
        (*self == Self::Wrong).then_some(Layer::Method)
    }

    pub(super) fn holds(&self, class: CellClass) -> bool {
        match self {
            Self::Wrong => class.is_wrong(),
            Self::Class(token) => class.token() == *token,
        }
    }
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

/// What the terminal and the host do for an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// An effect of the engine.
    Engine(engine::Effect),
    /// List and read the scene files of the directory, for `Input::scenes_listed`.
    ListScenes,
    /// Give the terminal back and stop until continued.
    Suspend,
    /// Draw everything again.
    Repaint,
    /// Return to the screen that is shown to everyone.
    Follow,
    /// Make the terminal report the mouse, or stop that.
    Mouse(Mouse),
}

/// What the user types for [`Effect::Follow`]. It is not a command: it works only after a screen
/// was shown to everyone, and the engine never sees it.
pub const FOLLOW: &str = "follow";

impl From<engine::Effect> for Effect {
    fn from(effect: engine::Effect) -> Self {
        Self::Engine(effect)
    }
}

// What others allow on a screen: a teacher can hold up changes. Commands that only look are always
// allowed.

/// Something that a key, a line or the clock is about to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Proposed<'a> {
    /// A command; while playing, each frame is one.
    Command(&'a Command),
    /// An order to the lab.
    Order(&'a Order),
}

/// Decides what is allowed on a screen.
pub trait Permits {
    /// Why this is not allowed now, if it is not: `paused by ada`. The user sees this text.
    fn refuses(&self, asked: Proposed<'_>) -> Option<String>;

    /// Why a lesson may not be opened now, if it may not: `not open yet`.
    fn closes(&self, lesson: &Lesson) -> Option<String>;
}

/// Who decides, if anyone does.
#[derive(Clone, Default)]
pub struct Permitted(pub Option<Rc<dyn Permits>>);

impl fmt::Debug for Permitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Permitted").field(&self.0.is_some()).finish()
    }
}

/// Why a command is refused, if it is. Commands that only look are always allowed.
pub fn refusal_of(permits: &dyn Permits, command: &Command) -> Option<String> {
    let only_looks = match command.kind() {
        CommandKind::Edit => matches!(command, Command::Select(_)),
        CommandKind::Add(_)
        | CommandKind::Step(_)
        | CommandKind::Travel
        | CommandKind::Play
        | CommandKind::Leave => false,
        CommandKind::Look | CommandKind::Ask | CommandKind::Host | CommandKind::Quit => true,
    };
    if only_looks { None } else { permits.refuses(Proposed::Command(command)) }
}

/// Why an order is refused in a course, if it is; also if it would open a lesson that may not be
/// opened.
pub fn order_refusal_of(
    permits: &dyn Permits,
    order: &Order,
    learning: &Learning,
) -> Option<String> {
    let changes = match order {
        Order::Goal | Order::Lessons(_) | Order::Lesson(None, _) => false,
        Order::Lesson(Some(_), _)
        | Order::Next
        | Order::Previous
        | Order::Skip
        | Order::Reset
        | Order::Hint
        | Order::Answer(_) => true,
    };
    if !changes {
        return None;
    }
    let closed = || permits.closes(&*learning.lesson_opened_by(order)?);
    permits.refuses(Proposed::Order(order)).or_else(closed)
}

impl Permitted {
    /// Why a command is refused, if it is.
    pub(super) fn refuses(&self, command: &Command) -> Option<String> {
        refusal_of(self.0.as_deref()?, command)
    }

    /// Why an order is refused, if it is.
    pub(super) fn refuses_order(&self, order: &Order, learning: &Learning) -> Option<String> {
        order_refusal_of(self.0.as_deref()?, order, learning)
    }

    /// Why a lesson may not be opened, if it may not.
    pub(super) fn closes(&self, lesson: &Lesson) -> Option<String> {
        self.0.as_deref()?.closes(lesson)
    }
}
