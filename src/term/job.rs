//! Job control: the program as a job of a shell, which stops and continues it.
//!
//! Not here: the terminal modes, which must be undone before a stop.

use std::io;

use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
use rustix::termios::tcgetpgrp;

/// Whether the terminal is ours to change. A background job that changes it is stopped by the
/// terminal driver (SIGTTOU), and hangs until it is continued. Without job control the terminal is
/// always ours.
pub(super) fn is_in_foreground() -> bool {
    tcgetpgrp(io::stdin()).map_or(true, |group| group == getpgrp())
}

/// Stops the whole process group, as the terminal driver would: a parent that waits for this
/// program must stop, too. Our handler catches the driver's own signal, so that signal stops
/// nothing.
pub(super) fn stop_the_job() -> io::Result<()> {
    Ok(kill_current_process_group(Signal::STOP)?)
}

/// Whether a shell could continue the program after it stops, that is, a shell that gives each job
/// a process group. In the session leader's own group there is no such shell, and a stop would be
/// final.
pub(super) fn has_a_shell() -> bool {
    getsid(None).is_ok_and(|session| session != getpgrp())
}
