//! The terminal modes of the screen: one value switches them on and always undoes them. On a stream
//! it sends the same bytes and does nothing else: the line discipline is at the far end, and the
//! process belongs to its owner.
//!
//! Not here: what is drawn, and why the program ends.

use std::io::{PipeReader, PipeWriter, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{io, panic, process, thread};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use signal_hook::consts::SIGABRT;
use signal_hook::{SigId, low_level};

use super::signals::{has_a_shell, is_in_foreground};
use super::terminal_io::{LEAVING_TIME, Output, TerminalIo};
use crate::app::Mouse;

/// The alternate screen, no cursor, bracketed paste; then a cleared screen,
/// because some terminals have only one.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[m\x1b[H\x1b[2J";
/// Undoes `ENTER` in reverse order. Terminals with only one screen stay in the
/// last row, cleared, so that the prompt does not land in the picture; that row
/// is saved for terminals that save one position for both screens.
const LEAVE: &[u8] = b"\x1b[m\x1b[999H\x1b[K\x1b7\x1b[?2004l\x1b[?25h\x1b[?1049l";

/// The last message of an abort, whose cause no code can catch.
const ABORTED: &[u8] = b"hitscan: cut off, for want of memory or by a fault in it\r\n";

/// Mouse reports, in the format for wide screens.
const MOUSE_ON: &[u8] = b"\x1b[?1002h\x1b[?1006h";
/// Undoes `MOUSE_ON`.
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1002l";

/// Owns the modes of the terminal. Dropping it restores the terminal. The program's own terminal is
/// also restored on a panic, before its message is printed, and on an abort.
#[derive(Debug)]
pub(super) struct Guard {
    modes: Modes,
    _abort_watch: Option<AbortWatch>,
}

impl Guard {
    /// Takes over the terminal, and reads its mouse if `mouse` is on.
    pub(super) fn enter(output: &Output, mouse: Mouse, wire: &mut TerminalIo) -> io::Result<Self> {
        let modes = Modes { output: output.clone(), state: Arc::default() };
        modes.lock().mouse = mouse;
        let abort_watch = match output {
            Output::Own(_) | Output::Shared => Some(modes.clone().restore_in_any_case()?),
            Output::Stream(_) => None,
        };
        let guard = Self { modes, _abort_watch: abort_watch };
        guard.modes.enter(wire)?;
        Ok(guard)
    }

    /// Whether there is a shell to give the terminal back to.
    pub(super) fn has_a_shell(&self) -> bool {
        !matches!(self.modes.output, Output::Stream(_)) && has_a_shell()
    }

    /// Gives the terminal back until [`Guard::enter_again`].
    pub(super) fn step_aside(&self) -> io::Result<()> {
        self.modes.leave()
    }

    /// Switches everything on again, after a stop or after another program has
    /// switched it off.
    pub(super) fn enter_again(&self, wire: &mut TerminalIo) -> io::Result<()> {
        self.modes.leave()?;
        self.modes.enter(wire)
    }

    /// Switches mouse reports on or off.
    pub(super) fn set_mouse(&self, mouse: Mouse, wire: &mut TerminalIo) -> io::Result<()> {
        self.modes.set_mouse(mouse, wire)
    }

    /// Restores the terminal and reports errors.
    pub(super) fn leave(self) -> io::Result<()> {
        self.modes.leave()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // Errors here mean that the terminal is gone.
        let _ = self.modes.leave();
    }
}

/// The saved state and the current modes, shared only with the panic hook and the abort watch.
#[derive(Clone, Debug)]
struct Modes {
    output: Output,
    state: Arc<Mutex<ModeState>>,
}

/// The line discipline before raw mode.
#[derive(Debug)]
enum Discipline {
    /// The one of standard input.
    Tty(Termios),
    /// A stream has none; the one at its far end is not ours to change.
    Elsewhere,
}

impl Discipline {
    fn of(output: &Output) -> io::Result<Self> {
        match output {
            Output::Own(_) | Output::Shared => Ok(Self::Tty(tcgetattr(io::stdin())?)),
            Output::Stream(_) => Ok(Self::Elsewhere),
        }
    }

    /// The raw mode to change it to.
    fn raw(&self) -> Option<Termios> {
        let Self::Tty(original) = self else { return None };
        let mut raw = original.clone();
        raw.make_raw();
        Some(raw)
    }

    /// Whether the terminal is ours to restore.
    fn is_ours(&self) -> bool {
        matches!(self, Self::Elsewhere) || is_in_foreground()
    }

    fn restore(&self) -> io::Result<()> {
        let Self::Tty(original) = self else { return Ok(()) };
        Ok(tcsetattr(io::stdin(), OptionalActions::Now, original)?)
    }
}

#[derive(Debug, Default)]
struct ModeState {
    /// The original line discipline, while it is changed.
    original: Option<Discipline>,
    /// Whether to report the mouse while we hold the terminal.
    mouse: Mouse,
}

impl Modes {
    /// Also restores the terminal when the program panics or aborts.
    fn restore_in_any_case(self) -> io::Result<AbortWatch> {
        let abort_watch = AbortWatch::start({
            let modes = self.clone();
            move || modes.restore_after_abort()
        })?;
        let print_message = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            // If this fails, the panic message matters more.
            let _ = self.leave();
            print_message(panic);
        }));
        Ok(abort_watch)
    }

    fn enter(&self, wire: &mut TerminalIo) -> io::Result<()> {
        let original = Discipline::of(&self.output)?;
        let raw = original.raw();
        let mut state = self.lock();
        let mouse = state.mouse;
        // Stored first, so that a panic in between restores it.
        state.original = Some(original);
        drop(state);
        if let Some(raw) = raw {
            tcsetattr(io::stdin(), OptionalActions::Now, &raw)?;
        }
        // One write, so that it travels in one packet.
        match mouse {
            Mouse::Off => wire.send(ENTER),
            Mouse::On => wire.send(&[ENTER, MOUSE_ON].concat()),
        }
    }

    fn set_mouse(&self, mouse: Mouse, wire: &mut TerminalIo) -> io::Result<()> {
        let before = std::mem::replace(&mut self.lock().mouse, mouse);
        match (before, mouse) {
            (Mouse::Off, Mouse::On) => wire.send(MOUSE_ON),
            (Mouse::On, Mouse::Off) => wire.send(MOUSE_OFF),
            _ => Ok(()),
        }
    }

    /// Undoes `enter`, once, however often it is called. In the background it leaves the terminal
    /// alone: the shell has already restored it.
    fn leave(&self) -> io::Result<()> {
        let (original, mouse) = {
            let mut state = self.lock();
            (state.original.take(), state.mouse)
        };
        match original {
            Some(original) if original.is_ours() => self.restore(&original, mouse),
            _ => Ok(()),
        }
    }

    /// Writes `LEAVE` and restores the line discipline. Allocates nothing: the program may be out
    /// of memory.
    fn restore(&self, original: &Discipline, mouse: Mouse) -> io::Result<()> {
        let unmoused = match mouse {
            Mouse::Off => Ok(()),
            Mouse::On => self.output.write_within(MOUSE_OFF, LEAVING_TIME),
        };
        let written = unmoused.and_then(|()| self.output.write_within(LEAVE, LEAVING_TIME));
        // Even if the bytes could not be written: standard input and output may be different
        // devices.
        original.restore()?;
        match written {
            // The terminal is not reading: its modes are back, though the screen may not be.
            Err(fault) if fault.kind() == io::ErrorKind::TimedOut => Ok(()),
            done => done,
        }
    }

    /// Restores the terminal while another thread aborts, perhaps in the middle of a mode change.
    /// Prints what happened: the abort's own message went to the alternate screen.
    fn restore_after_abort(&self) {
        let Ok(mut state) = self.state.try_lock() else { return };
        let Some(original) = state.original.take().filter(Discipline::is_ours) else { return };
        // If this fails, there is nothing left to do.
        let _ = self.restore(&original, state.mouse);
        let _ = self.output.write_within(ABORTED, LEAVING_TIME);
    }

    fn lock(&self) -> MutexGuard<'_, ModeState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// Restores the terminal when the program aborts: out of memory, on a stack overflow, or on a panic
// within a panic.
//
// An abort runs no destructors and no panic hook. It raises SIGABRT, and a handler may only make a
// few system calls, too few to restore a terminal. So a sleeping thread does it:
//
// 1. The handler writes a byte to a socket, which wakes the thread.
// 2. The handler writes a byte to a pipe that is full, which holds the aborting
//    thread in place.
// 3. The thread restores the terminal from buffers allocated in advance, and
//    empties the pipe, which lets the abort go on.
//
// A second process that watches this one would also restore the terminal after SIGKILL. But it
// would cost every session a process, and would race with the shell for the terminal. The thread
// costs a few kilobytes, and wakes at most once.

/// Watches for an abort for as long as this value lives.
#[derive(Debug)]
pub(super) struct AbortWatch {
    registered: [SigId; 2],
    /// The thread ends when this closes.
    _alive: UnixStream,
}

/// A full pipe accepts bytes again once a whole page of it is read.
const PAGE_BYTES: usize = 4096;
/// The stack of the thread: it makes a few system calls.
const STACK_BYTES: usize = 64 << 10;

impl AbortWatch {
    /// Starts a thread that calls `restore` when the program aborts. It must not
    /// allocate.
    pub(super) fn start(restore: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        let (read_end, write_end) = UnixStream::pair()?;
        let (held, holder) = io::pipe()?;
        let wake = low_level::pipe::register(SIGABRT, write_end.try_clone()?)?;
        let hold = low_level::pipe::register(SIGABRT, holder.try_clone()?)?;
        let watch = move || {
            // Without a full pipe the abort does not wait; nothing else is lost.
            let _ = fill(holder);
            watch(read_end, held, restore);
        };
        thread::Builder::new().stack_size(STACK_BYTES).spawn(watch)?;
        Ok(Self { registered: [wake, hold], _alive: write_end })
    }
}

fn watch(mut read_end: UnixStream, mut held: PipeReader, restore: impl FnOnce()) {
    // Zero bytes: the session has ended.
    if matches!(read_end.read(&mut [0]), Ok(1)) {
        restore();
        // If the pipe had no room for a byte, the handler would never return.
        let _ = held.read(&mut [0; PAGE_BYTES]);
        drop(held);
        // The signal may have come from outside.
        process::abort();
    }
}

/// Fills a pipe to its last byte, then makes it blocking: registering a handler has made it
/// non-blocking.
fn fill(mut pipe: PipeWriter) -> io::Result<()> {
    // Whole pages first, then what is left of the last one.
    for portion in [[0; PAGE_BYTES].as_slice(), &[0]] {
        while pipe.write(portion).is_ok() {}
    }
    Ok(fcntl_setfl(&pipe, fcntl_getfl(&pipe)? - OFlags::NONBLOCK)?)
}

impl Drop for AbortWatch {
    fn drop(&mut self) {
        for id in self.registered {
            low_level::unregister(id);
        }
    }
}
