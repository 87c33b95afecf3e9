//! A session at a terminal: lines are typed, commands can be interrupted, and the
//! terminal may go.
//!
//! A thread of its own reads lines, because a read cannot be called back; this one
//! waits for signals:
//!
//! | signal | while a command goes on | while a line is awaited |
//! | --- | --- | --- |
//! | INT | no more frames are made | it is said how to leave |
//! | HUP TERM QUIT | the same, then as beside | what was done is kept, and the run ends |
//!
//! What Ctrl-C does while a line is edited is in [`super::prompt`]: then it is a
//! key. A run out of a pipe is not attended, and signals end it as any program.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex};
use std::thread;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::{SigId, flag, low_level};

use super::Manner;
use super::interruption::Interruption;
use super::prompt::{self, Prompts, lock};
use super::session::Session;
use crate::cli::ExitStatus;
use crate::host::Ending;
use crate::term::End;

/// The signals that end the run.
const ENDING: [i32; 3] = [SIGHUP, SIGTERM, SIGQUIT];

/// Executes what is typed until the user leaves or the session is cut off.
///
/// # Errors
/// When the terminal refuses.
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
        let write_end = WriteEnd(wake_pipe.write_end.try_clone()?);
        move || {
            // However it ends, that is heard.
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
        match wake {
            Wake::Ended => break,
            Wake::Signal if manner == Manner::Plain => say_how_to_leave(&session)?,
            Wake::Signal => {}
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

/// What was done is kept, and the terminal is as it was.
fn cut_off<W: Write>(
    session: &Mutex<Session<W>>,
    signal: i32,
    modes: Option<&Termios>,
) -> ExitStatus {
    let mut session = lock(session);
    if let Some(modes) = modes {
        // Both may fail where the terminal has gone, and then are not needed.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, modes);
        let _ = session.printer.prompt(AFTER_EDITING);
    }
    // There may be no terminal left to write to.
    let _ = session.finish(Ending::CutOff);
    // The reading thread must do nothing more: it waits for the lock.
    std::mem::forget(session);
    ExitStatus::Ended(End::Signal(signal))
}

/// Whether the terminal has gone: it then reads as if Ctrl-D had been typed,
/// maybe a moment before the signal comes, or where that is ignored.
fn has_hung_up() -> bool {
    let stdin = io::stdin();
    let mut asked = [PollFd::new(&stdin, PollFlags::IN)];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    let answered = poll(&mut asked, Some(&at_once));
    answered.is_ok() && asked[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)
}

/// Pastes come as they are again, and what follows begins a line.
const AFTER_EDITING: &str = "\x1b[?2004l\r\n";

/// The terminal has thrown away what was typed, as it does with Ctrl-C. Where a
/// command goes on it ends by itself now, and has said so; or it was about to end,
/// and has not heard of it.
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

/// What is waited for.
enum Wake {
    /// A signal has come.
    Signal,
    /// No more lines are read.
    Ended,
}

/// Wakes the one who waits when it goes.
struct WriteEnd(UnixStream);

impl WriteEnd {
    /// What it sends; signals send something else.
    const ENDED: u8 = b'e';
}

impl Drop for WriteEnd {
    fn drop(&mut self) {
        // If it fails, the listener is gone.
        let _ = self.0.write_all(&[Self::ENDED]);
    }
}

/// Where a byte arrives with every signal, and when no more lines are read.
struct WakePipe {
    read_end: UnixStream,
    write_end: UnixStream,
    registered: Vec<SigId>,
}

impl WakePipe {
    fn laid(interruption: &Interruption) -> io::Result<Self> {
        let (read_end, write_end) = UnixStream::pair()?;
        let mut pipe = Self { read_end, write_end, registered: Vec::new() };
        // The flags first: they are set when the byte comes.
        pipe.registered.push(flag::register(SIGINT, Arc::clone(&interruption.asked))?);
        for signal in ENDING {
            let number = usize::try_from(signal).map_err(io::Error::other)?;
            let ending = Arc::clone(&interruption.ending);
            pipe.registered.push(flag::register_usize(signal, ending, number)?);
        }
        for signal in ENDING.into_iter().chain([SIGINT]) {
            let write_end = pipe.write_end.try_clone()?;
            pipe.registered.push(low_level::pipe::register(signal, write_end)?);
        }
        Ok(pipe)
    }

    fn wait(&mut self) -> io::Result<Wake> {
        let mut byte = [0];
        loop {
            match self.read_end.read(&mut byte) {
                Ok(_) if byte[0] == WriteEnd::ENDED => return Ok(Wake::Ended),
                Ok(_) => return Ok(Wake::Signal),
                Err(fault) if fault.kind() == io::ErrorKind::Interrupted => {}
                Err(fault) => return Err(fault),
            }
        }
    }
}

impl Drop for WakePipe {
    fn drop(&mut self) {
        for id in self.registered.drain(..) {
            low_level::unregister(id);
        }
    }
}
