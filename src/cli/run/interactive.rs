//! A session at a terminal: the user types lines, commands can be interrupted, and the terminal may
//! hang up.
//!
//! A separate thread reads lines, because a read cannot be cancelled; this one waits for signals:
//!
//! | signal | while a command runs | while waiting for a line |
//! | --- | --- | --- |
//! | INT | stops making frames | says how to leave |
//! | HUP TERM QUIT | the same, then as on the right | saves the work, and ends the run |
//!
//! A run that reads from a pipe has no such thread, and signals end it like any program.

use std::io::{self, Write};
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex};
use std::thread;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use signal_hook::consts::SIGHUP;

use super::Manner;
use super::prompt::{self, Prompts, lock};
use super::session::Session;
use super::signals::WakePipe;
use crate::cli::ExitStatus;
use crate::host::Ending;
use crate::term::End;

/// Executes what the user types until they leave or the session is cut off.
///
/// # Errors
/// When the terminal fails.
pub(super) fn attend<W: Write + Send + 'static>(
    session: Session<W>,
    manner: Manner,
) -> io::Result<ExitStatus> {
    let modes = tcgetattr(io::stdin()).ok();
    let interruption = session.interruption.clone();
    let mut wake_pipe = WakePipe::laid(&interruption)?;
    let session = Arc::new(Mutex::new(session));
    let reader = thread::spawn({
        let session = Arc::clone(&session);
        let write_end = wake_pipe.write_end()?;
        move || {
            // However this thread ends, dropping this wakes the other one.
            let _write_end = write_end;
            match manner {
                Manner::Edited => prompt::edited(&session),
                Manner::Piped | Manner::Plain => {
                    prompt::plain(&session, io::stdin().lock(), Prompts::Written)
                }
            }
        }
    });
    loop {
        let wake = wake_pipe.wait()?;
        if let Some(signal) = interruption.ending() {
            return Ok(cut_off(&session, signal, modes.as_ref()));
        }
        if wake.is_break() {
            break;
        }
        if manner == Manner::Plain {
            say_how_to_leave(&session)?;
        }
    }
    let ended = reader.join().unwrap_or_else(|panic| resume_unwind(panic));
    if has_hung_up() {
        return Ok(cut_off(&session, SIGHUP, None));
    }
    let finished =
        lock(&session).finish(if ended.is_ok() { Ending::ByChoice } else { Ending::CutOff });
    ended.and(finished)
}

/// Saves the work and restores the terminal after a signal.
fn cut_off<W: Write>(
    session: &Mutex<Session<W>>,
    signal: i32,
    modes: Option<&Termios>,
) -> ExitStatus {
    let mut session = lock(session);
    if let Some(modes) = modes {
        // Both may fail if the terminal is gone, and then are not needed.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, modes);
        let _ = session.printer.prompt(AFTER_EDITING);
    }
    // There may be no terminal left to write to.
    let _ = session.finish(Ending::CutOff);
    // The reading thread must do nothing more: it waits for the lock.
    std::mem::forget(session);
    ExitStatus::Ended(End::Signal(signal))
}

/// Whether the terminal has hung up: it then reads as if Ctrl-D had been typed, perhaps just before
/// the signal arrives, or without one if SIGHUP is ignored.
fn has_hung_up() -> bool {
    let stdin = io::stdin();
    let mut asked = [PollFd::new(&stdin, PollFlags::IN)];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    let answered = poll(&mut asked, Some(&at_once));
    answered.is_ok() && asked[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)
}

/// Switches bracketed paste off and starts a new line.
const AFTER_EDITING: &str = "\x1b[?2004l\r\n";

/// Says how to leave, after the terminal has discarded the typed line, as it does on Ctrl-C. Does
/// nothing if a command was running, since that ends and says so by itself.
fn say_how_to_leave<W: Write>(session: &Mutex<Session<W>>) -> io::Result<()> {
    let mut session = lock(session);
    if !session.interruption.is_unanswered() {
        return Ok(());
    }
    session.interruption.forget();
    session.printer.prompt("\n")?;
    session.say_how_to_leave()?;
    let text = prompt::text(&session);
    session.printer.prompt(&text)
}
