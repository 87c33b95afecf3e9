//! What the owner of a stream asks of the screen at its end, as signals ask it of a
//! screen on the program's own terminal. What does not live here: what is done about it.

use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ratatui::buffer::Buffer;

use super::capabilities::usable;
use super::end::End;
use hitscan_core::scene::printable;

/// The most columns and rows drawn on a stream: a client can claim any size, and many
/// screens share one process.
const MOST: (u16, u16) = (500, 200);

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

/// What is to be seen on a screen besides its own picture.
#[derive(Clone, Debug, Default)]
pub(super) struct Notices {
    /// A sentence for the user, until it is taken.
    pub(super) said: Option<String>,
    /// Whether someone looks on.
    pub(super) is_watched: bool,
    /// The picture of another screen.
    pub(super) shown: Option<ShownScreen>,
    /// Whether one was taken back since the last look.
    pub(super) was_taken_back: bool,
}

/// The picture of another screen, shown in place of a screen's own.
#[derive(Clone, Debug)]
pub struct ShownScreen {
    /// The picture; what does not fit is cut off.
    pub picture: Arc<Buffer>,
    /// What stands in the last row: whose it is, and that Esc comes back.
    pub note: String,
}

/// The most characters of a sentence for the user.
const MOST_SAID: usize = 200;

impl Control {
    /// For a terminal of this size, with the end at which a request wakes a wait.
    pub(super) fn new(size: (u16, u16)) -> io::Result<(Self, UnixStream)> {
        let (read_end, write_end) = UnixStream::pair()?;
        write_end.set_nonblocking(true)?;
        let control = Self {
            size: Arc::new(packed(size).into()),
            resized: Arc::default(),
            ended: Arc::default(),
            taken_over: Arc::default(),
            noticed: Arc::default(),
            notices: Arc::default(),
            write_end: Arc::new(write_end),
        };
        Ok((control, read_end))
    }

    /// The terminal has this size from now on.
    pub fn resize(&self, columns: u16, rows: u16) {
        self.size.store(packed((columns, rows)), Ordering::SeqCst);
        self.ask(&self.resized);
    }

    /// Ends the screen, which keeps its work first, and then is [`End::Closed`].
    pub fn end(&self) {
        self.ask(&self.ended);
    }

    /// Ends the screen because another one takes its place: it is [`End::TakenOver`].
    pub fn take_over(&self) {
        self.ask(&self.taken_over);
    }

    /// Tells the user something: it stands in the status row until the next key, and in help.
    /// Of a long text the first 200 characters.
    pub fn say(&self, text: &str) {
        let text = printable(text).chars().take(MOST_SAID).collect();
        self.notices().said = Some(text);
        self.ask(&self.noticed);
    }

    /// Whether someone looks on from now on. The screen says so, and tells each picture that
    /// it sends ([`super::Supervision::drew`]).
    pub fn watched(&self, is_watched: bool) {
        self.notices().is_watched = is_watched;
        self.ask(&self.noticed);
    }

    /// Shows another picture in place of the screen's own, until it is taken back or the user
    /// presses Esc: then no other is shown until this one was taken back.
    pub fn show(&self, shown: Option<ShownScreen>) {
        let mut notices = self.notices();
        notices.was_taken_back |= shown.is_none();
        notices.shown = shown;
        drop(notices);
        self.ask(&self.noticed);
    }

    /// Wakes whoever draws on a [`super::RemoteCanvas`]: there is something new to draw.
    pub fn wake(&self) {
        self.ask(&self.noticed);
    }

    /// What is to be seen now. The sentence is told once, and that a picture was taken back.
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
        // A pipe that is full wakes, too, and nothing reads one that is closed.
        let _ = (&*self.write_end).write(&[0]);
    }

    /// The ends that can be asked for, the most urgent first.
    pub(super) fn ending(&self) -> Vec<(End, Arc<AtomicBool>)> {
        let ends = [(End::TakenOver, &self.taken_over), (End::Closed, &self.ended)];
        ends.map(|(end, asked)| (end, Arc::clone(asked))).into()
    }

    /// Columns and rows to draw. A terminal that does not tell one has the common number.
    pub(super) fn size(&self) -> (u16, u16) {
        let [high, low, above, below] = self.size.load(Ordering::SeqCst).to_be_bytes();
        let or = |told, common| if told == 0 { common } else { told };
        let columns = or(u16::from_be_bytes([high, low]), 80);
        usable((columns, or(u16::from_be_bytes([above, below]), 24)), MOST)
    }
}

fn packed((columns, rows): (u16, u16)) -> u32 {
    u32::from(columns) << u16::BITS | u32::from(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_elsewhere_may_claim_any_size() {
        for (told, drawn) in [
            ((0, 0), (80, 24)),
            ((0, 50), (80, 50)),
            ((132, 0), (132, 24)),
            ((1, 1), (1, 1)),
            ((500, 200), (500, 200)),
            ((u16::MAX, 201), (500, 200)),
        ] {
            let (control, _read_end) = Control::new(told).expect("there is a pipe");
            assert_eq!(control.size(), drawn, "at first: {told:?}");
            control.resize(7, 7);
            control.resize(told.0, told.1);
            assert_eq!(control.size(), drawn, "resized: {told:?}");
        }
    }
}
