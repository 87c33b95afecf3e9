//! What others allow on a screen: whoever keeps a class may hold up what changes anything.
//! What only looks is never asked about.

use std::fmt;
use std::rc::Rc;

use hitscan_core::command::{Command, CommandKind};
use hitscan_core::lab::{Learning, Lesson, Order};

/// Something that a key, a line or the clock is about to change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Proposed<'a> {
    /// A command; each frame of playing is one.
    Command(&'a Command),
    /// What a student says to the lab.
    Order(&'a Order),
}

/// What is allowed on a screen.
pub trait Permits {
    /// Why this may not be done now, if so: `paused by ada`. It is the answer to the key.
    fn refuses(&self, asked: Proposed<'_>) -> Option<String>;

    /// Why a lesson may not be opened now, if so: `not open yet`.
    fn closes(&self, lesson: &Lesson) -> Option<String>;
}

/// Who is asked, if anyone is.
#[derive(Clone, Default)]
pub struct Permitted(pub Option<Rc<dyn Permits>>);

impl fmt::Debug for Permitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Permitted").field(&self.0.is_some()).finish()
    }
}

/// Why a command may not be executed, if so. What only looks always may.
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

/// Why an order may not be obeyed in a course, if so: also where it would open a lesson that
/// may not be opened.
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
    /// Why a command may not be executed, if so.
    pub(super) fn refuses(&self, command: &Command) -> Option<String> {
        refusal_of(self.0.as_deref()?, command)
    }

    /// Why an order may not be obeyed, if so.
    pub(super) fn refuses_order(&self, order: &Order, learning: &Learning) -> Option<String> {
        order_refusal_of(self.0.as_deref()?, order, learning)
    }

    /// Why a lesson may not be opened, if so.
    pub(super) fn closes(&self, lesson: &Lesson) -> Option<String> {
        self.0.as_deref()?.closes(lesson)
    }
}
