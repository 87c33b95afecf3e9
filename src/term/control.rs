//! Requests from the owner of a stream to the screen on it, as signals are to a screen on the
//! program's own terminal. Not here: how the screen carries them out.

use std::io::Write;
use std::os::unix::net::UnixStream;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fmt, io};

use ratatui::buffer::Buffer;

use super::End;
use super::capabilities::usable;
use crate::app::{Audience, Permits, Proposed};
use hitscan_core::lab::{Learning, Lesson};
use hitscan_core::scene::printable;

/// The most columns and rows drawn on a stream: a client can claim any size, and many
/// screens share one process.
const MOST: [u16; 2] = [500, 200];

/// Asks a screen on a stream to do something, from any thread. It never waits, and
/// does nothing once the screen has ended.
#[derive(Clone, Debug)]
pub struct Control {
    /// Two bytes of columns, then two of rows.
    size: Arc<AtomicU32>,
    pub(super) resized: Arc<AtomicBool>,
    ended: Arc<AtomicBool>,
    taken_over: Arc<AtomicBool>,
    pub(super) noticed: Arc<AtomicBool>,
    notices: Arc<Mutex<Notices>>,
    /// Gets a byte with every request.
    write_end: Arc<UnixStream>,
}

/// What a screen has to show besides its own picture.
#[derive(Clone, Debug, Default)]
pub(super) struct Notices {
    /// A message for the user, until it is taken.
    pub(super) said: Option<String>,
    /// Who else sees this screen.
    pub(super) audience: Audience,
    /// The picture of another screen.
    pub(super) shown: Option<ShownScreen>,
    /// Whether a shown picture was withdrawn since the last look.
    pub(super) was_taken_back: bool,
}

/// The picture of another screen, shown in place of a screen's own.
#[derive(Clone, Debug)]
pub struct ShownScreen {
    /// The picture. The user can scroll in one that does not fit.
    pub picture: Arc<Buffer>,
    /// Whose picture it is.
    pub by: String,
}

/// The most characters of a message for the user.
const MOST_SAID: usize = 200;

impl Control {
    /// For a terminal of this size. Also returns the end of the pipe that becomes readable with
    /// each request.
    pub(super) fn new(size: [u16; 2]) -> io::Result<(Self, UnixStream)> {
        let (read_end, write_end) = UnixStream::pair()?;
        write_end.set_nonblocking(true)?;
        let control = Self {
            size: Arc::new(packed(size[0], size[1]).into()),
            resized: Arc::default(),
            ended: Arc::default(),
            taken_over: Arc::default(),
            noticed: Arc::default(),
            notices: Arc::default(),
            write_end: Arc::new(write_end),
        };
        Ok((control, read_end))
    }

    /// Tells the screen that the terminal now has this size.
    pub fn resize(&self, columns: u16, rows: u16) {
        self.size.store(packed(columns, rows), Ordering::SeqCst);
        self.ask(&self.resized);
    }

    /// Ends the screen, which first saves its work and then returns [`End::Closed`].
    pub fn end(&self) {
        self.ask(&self.ended);
    }

    /// Ends the screen because another one takes its place: it returns [`End::TakenOver`].
    pub fn take_over(&self) {
        self.ask(&self.taken_over);
    }

    /// Shows a message to the user: in the status row until the next key, and in help. A long text
    /// is cut to its first 200 characters.
    pub fn say(&self, text: &str) {
        let text = printable(text).chars().take(MOST_SAID).collect();
        self.notices().said = Some(text);
        self.ask(&self.noticed);
    }

    /// Sets who else sees the screen. While others do, the screen says so, and reports each picture
    /// that it sends ([`super::Supervision::drew`]).
    pub fn seen_by(&self, audience: Audience) {
        self.notices().audience = audience;
        self.ask(&self.noticed);
    }

    /// Shows another picture in place of the screen's own, until it is withdrawn (`None`) or the
    /// user presses Esc. After Esc no other picture is shown until this one has been withdrawn.
    pub fn show(&self, shown: Option<ShownScreen>) {
        let mut notices = self.notices();
        notices.was_taken_back |= shown.is_none();
        notices.shown = shown;
        drop(notices);
        self.ask(&self.noticed);
    }

    /// Wakes the thread that draws on a [`super::RemoteCanvas`]: there is something new to draw.
    pub fn wake(&self) {
        self.ask(&self.noticed);
    }

    /// What is to be shown now. Each call takes the message and the withdrawal, so that both are
    /// reported once.
    pub(super) fn take_notices(&self) -> Notices {
        let mut notices = self.notices();
        let taken = notices.clone();
        (notices.said, notices.was_taken_back) = (None, false);
        taken
    }

    fn notices(&self) -> MutexGuard<'_, Notices> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(&self, request: &AtomicBool) {
        // The flag first, so that it is set before the byte can be read.
        request.store(true, Ordering::SeqCst);
        // A full pipe wakes the reader just as well; a closed one has no reader.
        let _ = (&*self.write_end).write(&[0]);
    }

    /// The ends that can be requested, the most urgent first.
    pub(super) fn ending(&self) -> Vec<(End, Arc<AtomicBool>)> {
        let ends = [(End::TakenOver, &self.taken_over), (End::Closed, &self.ended)];
        ends.map(|(end, asked)| (end, Arc::clone(asked))).into()
    }

    /// Columns and rows to draw; 80×24 for a terminal that reports no size.
    pub(super) fn size(&self) -> (u16, u16) {
        let [high, low, above, below] = self.size.load(Ordering::SeqCst).to_be_bytes();
        let or = |told, common| if told == 0 { common } else { told };
        let columns = or(u16::from_be_bytes([high, low]), 80);
        usable([columns, or(u16::from_be_bytes([above, below]), 24)], MOST)
    }
}

fn packed(columns: u16, rows: u16) -> u32 {
    u32::from(columns) << u16::BITS | u32::from(rows)
}

// The supervisor of a screen in a class: what it permits, what it is told, and how much such a
// screen may use.

/// Permits and observes what a screen does. Called on the screen's own thread, which waits
/// meanwhile.
pub trait Supervision: Permits + Send {
    /// More of a student's work has been saved.
    fn kept(&self, learning: &Learning);

    /// This picture was just sent. Called only while others see the screen
    /// ([`super::Control::seen_by`]).
    fn drew(&self, picture: &Buffer);
}

/// Permits everything, and ignores every report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unsupervised;

impl Permits for Unsupervised {
    fn refuses(&self, _: Proposed<'_>) -> Option<String> {
        None
    }

    fn closes(&self, _: &Lesson) -> Option<String> {
        None
    }
}

impl Supervision for Unsupervised {
    fn kept(&self, _: &Learning) {}

    fn drew(&self, _: &Buffer) {}
}

/// The supervisor of a screen, and its limits.
#[derive(Clone)]
pub struct Oversight {
    /// The supervisor.
    pub by: Rc<dyn Supervision>,
    /// How long a command may run before it is stopped.
    pub command_time: Option<Duration>,
    /// The most frames a second while playing.
    pub frames: Option<u16>,
}

impl fmt::Debug for Oversight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = (self.command_time, self.frames);
        f.debug_struct("Oversight").field("limits", &limits).finish_non_exhaustive()
    }
}

/// A user's own screen has no supervisor and no limits.
impl Default for Oversight {
    fn default() -> Self {
        Self { by: Rc::new(Unsupervised), command_time: None, frames: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remote_terminal_may_claim_any_size() {
        for (told, drawn) in [
            ((0, 0), (80, 24)),
            ((0, 50), (80, 50)),
            ((132, 0), (132, 24)),
            ((1, 1), (1, 1)),
            ((500, 200), (500, 200)),
            ((u16::MAX, 201), (500, 200)),
        ] {
            let (control, _read_end) = Control::new(told.into()).expect("there is a pipe");
            assert_eq!(control.size(), drawn, "at first: {told:?}");
            control.resize(7, 7);
            control.resize(told.0, told.1);
            assert_eq!(control.size(), drawn, "resized: {told:?}");
        }
    }
}
