//! The terminal while a long command runs: its progress is drawn, and keys and signals can stop it.
//! Not here: what the command does.

use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::incoming::{Incoming, Looked};
use super::screen::TerminalScreen;
use crate::app::{Model, Monitor};

/// After this time a command counts as long, and its progress is drawn this often: seldom enough
/// for slow lines.
const PROGRESS_TIME: Duration = Duration::from_millis(300);

/// Draws the progress of a command, and checks keys and signals.
#[derive(Debug)]
pub(super) struct TerminalMonitor {
    incoming: Rc<RefCell<Incoming>>,
    screen: Rc<RefCell<TerminalScreen>>,
    /// When the command began, or its progress was last drawn.
    drawn: Cell<Instant>,
    /// Whether to draw the whole picture anew once the terminal can take it.
    repaints: Cell<bool>,
}

impl TerminalMonitor {
    pub(super) fn new(
        incoming: Rc<RefCell<Incoming>>,
        screen: Rc<RefCell<TerminalScreen>>,
    ) -> Self {
        let drawn = Cell::new(Instant::now());
        Self { incoming, screen, drawn, repaints: Cell::new(false) }
    }

    fn draw(&self, progress: &dyn Fn() -> String) -> io::Result<()> {
        let mut screen = self.screen.borrow_mut();
        screen.wire_mut().send_queue()?;
        let is_due = self.repaints.get() || self.drawn.get().elapsed() >= PROGRESS_TIME;
        if screen.stalled_wire().is_some() || !is_due {
            return Ok(());
        }
        self.drawn.set(Instant::now());
        let size = self.incoming.borrow().size();
        let is_resized = size != screen.size();
        if is_resized {
            // The app adopts the size, too, once the command has ended.
            screen.resize(size);
        }
        if self.repaints.take() || is_resized {
            screen.draw_anew()?;
        }
        screen.draw_progress(&progress())
    }
}

impl Monitor for TerminalMonitor {
    fn begins(&self, model: Model<'_>) {
        self.drawn.set(Instant::now());
        self.screen.borrow_mut().close_prompt(model);
    }

    fn asks_to_stop(&self, progress: &dyn Fn() -> String) -> bool {
        let looked = self.incoming.borrow_mut().look();
        match looked {
            Looked::NotNow => return false,
            Looked::Stop => return true,
            Looked::Repaint => self.repaints.set(true),
            Looked::GoOn => {}
        }
        // The loop finds out what is wrong with the terminal.
        self.draw(progress).is_err()
    }
}
