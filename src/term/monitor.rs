//! The terminal while a long command runs: its progress is drawn, and keys and signals can stop it.
//! Not here: what the command does.

use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::incoming::{Incoming, Looked};
use super::screen::TerminalScreen;
use crate::app::{App, Model, Monitor};
use crate::host::OwnPrograms;

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
            screen.resize(size.0, size.1);
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

/// How long to compute map cells before checking the keyboard again.
const MAP_SLICE: Duration = Duration::from_millis(8);

/// How long keys and frames must rest before a deferred map is computed.
const MAP_REST: Duration = Duration::from_millis(150);

/// Computes the map for a while, unless keys wait, then queries the programs of own methods.
/// `rested` is the time since the last key or frame.
pub(super) fn work_beside(
    app: &mut App,
    programs: &mut OwnPrograms,
    incoming: &Incoming,
    rested: Duration,
) {
    if !incoming.has_input() {
        app.update_map();
        let begun = Instant::now();
        if left_of_rest(app, rested).is_zero() {
            app.screen.work_on_map(|| begun.elapsed() < MAP_SLICE);
        }
    }
    // After the map, which may have cells for the programs.
    programs.ask(app);
}

/// How long the loop may sleep before there is more such work.
pub(super) fn time_beside(
    app: &App,
    programs: &OwnPrograms,
    now: Instant,
    rested: Duration,
) -> Option<Duration> {
    let of_map = app.model().has_map_work().then(|| left_of_rest(app, rested));
    of_map.into_iter().chain(programs.time_left(now)).min()
}

/// How much longer the map waits for keys and frames to rest.
fn left_of_rest(app: &App, rested: Duration) -> Duration {
    if app.model().map_waits_for_rest() { MAP_REST.saturating_sub(rested) } else { Duration::ZERO }
}
