//! What a session can be asked by others: to end, to show a line or a picture.

use std::io;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use hitscan::seat::{Control, RemoteTerminal, ShownScreen};

use super::Activity;
use crate::farewell::Farewell;
use crate::inbox::Inbox;

/// What others hold of a session. Nothing here waits, and all of it may come after the end.
#[derive(Debug)]
pub struct SessionHandle {
    way: Mutex<Way>,
    why: OnceLock<Farewell>,
    activity: Activity,
}

/// How a session hears of it.
#[derive(Debug)]
pub enum Way {
    /// It is a screen of this many columns and rows. What is shown there now hears it; at
    /// first nothing is.
    Screen {
        /// Columns and rows.
        size: (u16, u16),
        /// Who hears it.
        shown: Option<Control>,
        /// Whether it was asked to end before anything was shown.
        is_ended: bool,
    },
    /// It reads lines, or a file.
    Lines(Inbox),
    /// It is at another machine, and is reached by the bus.
    Elsewhere,
}

impl SessionHandle {
    /// Of a session that begins.
    #[must_use]
    pub fn new(way: Way) -> Self {
        Self { way: Mutex::new(way), why: OnceLock::new(), activity: Activity::new() }
    }

    /// Of a session at another machine.
    pub(super) fn elsewhere() -> Self {
        let activity = Activity::elsewhere();
        Self { way: Mutex::new(Way::Elsewhere), why: OnceLock::new(), activity }
    }

    /// Of a screen of this many columns and rows.
    #[must_use]
    pub fn of_screen(size: (u16, u16)) -> Self {
        Self::new(Way::Screen { size, shown: None, is_ended: false })
    }

    /// Something else is shown on the screen from now on: it hears what is asked, also what was
    /// asked before.
    ///
    /// # Errors
    /// When the terminal cannot be made, or there is no screen.
    pub fn moves_to(
        &self,
        terminal: impl FnOnce((u16, u16)) -> io::Result<RemoteTerminal>,
    ) -> io::Result<RemoteTerminal> {
        let mut way = self.way();
        let Way::Screen { size, shown, is_ended } = &mut *way else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        let terminal = terminal(*size)?;
        let control = terminal.control();
        if *is_ended {
            control.end();
        }
        *shown = Some(control);
        Ok(terminal)
    }

    /// Ends the session, which keeps its work first. Of several reasons the first is told.
    pub fn end(&self, why: Farewell) {
        let is_taken_over = matches!(why, Farewell::AnotherScreen(_));
        if self.why.set(why).is_ok() {
            self.ends(is_taken_over);
        }
    }

    /// Ends the session for its own user, who is told nothing.
    pub fn hang_up(&self) {
        self.ends(false);
    }

    fn ends(&self, is_taken_over: bool) {
        match &mut *self.way() {
            Way::Screen { shown, is_ended, .. } => {
                *is_ended = true;
                match shown {
                    Some(control) if is_taken_over => control.take_over(),
                    Some(control) => control.end(),
                    None => (),
                }
            }
            Way::Lines(inbox) => inbox.close(),
            Way::Elsewhere => (),
        }
    }

    /// Why the session was asked to end, if it was.
    #[must_use]
    pub fn why(&self) -> Option<Farewell> {
        self.why.get().cloned()
    }

    /// Shows a line in the status row until the next key. Where there is no screen nothing is
    /// shown: lines are for those who listen to them.
    pub fn say(&self, line: &str) {
        self.asks(|control| control.say(line));
    }

    /// Whether someone looks on. The screen says so to its user.
    pub fn watched(&self, is_watched: bool) {
        self.asks(|control| control.watched(is_watched));
    }

    /// Shows the picture of another screen, or the screen's own again.
    pub fn show(&self, picture: Option<ShownScreen>) {
        self.asks(|control| control.show(picture));
    }

    /// The terminal has another size.
    pub fn resize(&self, columns: u16, rows: u16) {
        if let Way::Screen { size, .. } = &mut *self.way() {
            *size = (columns, rows);
        }
        self.asks(|control| control.resize(columns, rows));
    }

    /// When the last key came.
    #[must_use]
    pub const fn activity(&self) -> &Activity {
        &self.activity
    }

    fn asks(&self, asked: impl FnOnce(&Control)) {
        if let Way::Screen { shown: Some(control), .. } = &*self.way() {
            asked(control);
        }
    }

    fn way(&self) -> MutexGuard<'_, Way> {
        self.way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
