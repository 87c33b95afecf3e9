//! What others allow on a screen: whoever keeps a class may hold up what changes anything.
//! What only looks is never asked about.

use std::fmt;
use std::rc::Rc;

use hitscan_core::command::{Command, CommandKind};
use hitscan_core::lab::{Lesson, Order};

/// Something that a key, a line or the clock is about to change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Asked<'a> {
    /// A command; each frame of playing is one.
    Command(&'a Command),
    /// What a student says to the lab.
    Order(&'a Order),
}

/// What is allowed on a screen.
pub trait Permits {
    /// Why this may not be done now, if so: `paused by ada`. It is the answer to the key.
    fn refuses(&self, asked: Asked<'_>) -> Option<String>;

    /// Why a lesson may not be opened now, if so: `not open yet`.
    fn closes(&self, lesson: &Lesson) -> Option<String>;
}

/// Who is asked, if anyone is.
#[derive(Clone, Default)]
pub(super) struct Permitted(pub(super) Option<Rc<dyn Permits>>);

impl fmt::Debug for Permitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Permitted").field(&self.0.is_some()).finish()
    }
}

impl Permitted {
    /// Why a command may not be executed, if so.
    pub(super) fn refuses(&self, command: &Command) -> Option<String> {
        let only_looks = match command.kind() {
            CommandKind::Edit => matches!(command, Command::Select(_)),
            CommandKind::Travel => false,
            CommandKind::Leave => {
                matches!(command, Command::Help(_) | Command::Quit | Command::QuitUnsaved)
            }
            CommandKind::Host => *command != Command::Play,
            CommandKind::Look | CommandKind::Ask => true,
        };
        self.0.as_deref().filter(|_| !only_looks)?.refuses(Asked::Command(command))
    }

    /// Why an order may not be obeyed, if so.
    pub(super) fn refuses_order(&self, order: &Order) -> Option<String> {
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
        self.0.as_deref().filter(|_| changes)?.refuses(Asked::Order(order))
    }

    /// Why a lesson may not be opened, if so.
    pub(super) fn closes(&self, lesson: &Lesson) -> Option<String> {
        self.0.as_deref()?.closes(lesson)
    }
}
