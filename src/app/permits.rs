//! What others allow on a screen: a teacher can hold up changes. Commands that only look are always
//! allowed.

use std::fmt;
use std::rc::Rc;

use hitscan_core::command::{Command, CommandKind};
use hitscan_core::lab::{Learning, Lesson, Order};

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
