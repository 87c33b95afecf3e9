//! What the owner of a stream asks of the screen at its end, as signals ask it of a
//! screen on the program's own terminal. What does not live here: what is done about it.

use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::capabilities::usable;
use super::end::End;

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
    /// Gets a byte with every request.
    write_end: Arc<UnixStream>,
}

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
