//! Requests that others make of a session: to end, to show a line or a picture.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Mutex, OnceLock};

use hitscan::seat::{Audience, Control, RemoteTerminal, ShownScreen};

use super::Activity;
use crate::farewell::Farewell;
use crate::inbox::Inbox;
use crate::locked;

/// A handle to a session. No method blocks, and all may be called after the session has ended.
#[derive(Debug)]
pub struct SessionHandle {
    way: Mutex<Way>,
    why: OnceLock<Farewell>,
    /// The time of the last key.
    pub activity: Activity,
}

/// How requests reach a session.
#[derive(Debug)]
pub enum Way {
    /// The session has a screen. Requests go to what it shows; at first there is nothing.
    Screen {
        /// Columns and rows.
        size: [u16; 2],
        /// The control of what is shown.
        shown: Option<Control>,
        /// Whether the session was asked to end, perhaps before anything was shown.
        is_ended: bool,
        /// Who else sees the screen.
        audience: Audience,
        /// The picture of another screen in place of its own.
        picture: Option<ShownScreen>,
    },
    /// The session reads lines or a file.
    Lines(Inbox),
    /// The session is at another machine, reached through the bus.
    Elsewhere,
}

impl SessionHandle {
    /// A handle for a new session.
    pub fn new(way: Way) -> Self {
        Self { way: Mutex::new(way), why: OnceLock::new(), activity: Activity::new() }
    }

    /// A handle for a session at another machine.
    pub(super) fn elsewhere() -> Self {
        let activity = Activity::elsewhere();
        Self { way: Mutex::new(Way::Elsewhere), why: OnceLock::new(), activity }
    }

    /// A handle for a session with a screen of this many columns and rows.
    pub fn of_screen(size: [u16; 2]) -> Self {
        let (shown, audience, picture) = (None, Audience::None, None);
        Self::new(Way::Screen { size, shown, is_ended: false, audience, picture })
    }

    /// Makes a terminal at the far end of this stream, for what the screen shows from now on. Requests go there, including earlier
    /// ones that still hold: to end, who sees the screen, and the picture of another one.
    ///
    /// # Errors
    /// When the terminal cannot be made, or the session has no screen.
    pub fn terminal(&self, stream: &OwnedFd) -> io::Result<RemoteTerminal> {
        let mut way = locked(&self.way);
        let Way::Screen { size, shown, is_ended, audience, picture } = &mut *way else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        let terminal = RemoteTerminal::new(stream.try_clone()?, (*size).into())?;
        let control = terminal.control();
        if *is_ended {
            control.end();
        }
        control.seen_by(*audience);
        if picture.is_some() {
            control.show(picture.clone());
        }
        *shown = Some(control);
        Ok(terminal)
    }

    /// Ends the session, which saves its work first. Only the first reason is kept.
    pub fn end(&self, why: Farewell) {
        let is_taken_over = matches!(why, Farewell::AnotherScreen(_));
        if self.why.set(why).is_ok() {
            self.ends(is_taken_over);
        }
    }

    /// Ends the session because its user hung up, without a message.
    pub fn hang_up(&self) {
        self.ends(false);
    }

    fn ends(&self, is_taken_over: bool) {
        match &mut *locked(&self.way) {
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
    pub fn why(&self) -> Option<Farewell> {
        self.why.get().cloned()
    }

    /// Shows a line in the status row until the next key. Does nothing without a screen, so as not
    /// to disturb line-by-line output.
    pub fn say(&self, line: &str) {
        self.asks(|control| control.say(line));
    }

    /// Tells the screen who else sees it, which it shows to its user.
    pub fn seen_by(&self, by: Audience) {
        if let Way::Screen { audience, .. } = &mut *locked(&self.way) {
            *audience = by;
        }
        self.asks(|control| control.seen_by(by));
    }

    /// Shows the picture of another screen, or the screen's own again.
    pub fn show(&self, other: Option<ShownScreen>) {
        if let Way::Screen { picture, .. } = &mut *locked(&self.way) {
            picture.clone_from(&other);
        }
        self.asks(|control| control.show(other));
    }

    /// The terminal was resized.
    pub fn resize(&self, columns: u16, rows: u16) {
        if let Way::Screen { size, .. } = &mut *locked(&self.way) {
            *size = [columns, rows];
        }
        self.asks(|control| control.resize(columns, rows));
    }

    fn asks(&self, asked: impl FnOnce(&Control)) {
        if let Way::Screen { shown: Some(control), .. } = &*locked(&self.way) {
            asked(control);
        }
    }
}
