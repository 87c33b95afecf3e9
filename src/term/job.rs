//! Job control: the program as a job of a shell, which stops and continues it.
//!
//! What does not live here: the modes of the terminal, which stopping undoes.

use std::io;

use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
use rustix::termios::tcgetpgrp;

/// Whether the terminal is ours to change. A job in the background that changes
/// it is stopped by the terminal (SIGTTOU), and does not end until it is
/// continued. Without job control the terminal is always ours.
pub(super) fn is_in_foreground() -> bool {
    tcgetpgrp(io::stdin()).map_or(true, |group| group == getpgrp())
}

/// Stops the whole process group, as the terminal itself would do it: a parent
/// that waits for this program must stop, too. Our own handler catches the
/// terminal's signal, which therefore stops nothing.
pub(super) fn stop_the_job() -> io::Result<()> {
    Ok(kill_current_process_group(Signal::STOP)?)
}

/// Whether a shell could continue the program after it stops, that is, one that
/// gives each job a process group. In the session leader's own group there is
/// none, and a stop would be final.
pub(super) fn has_a_shell() -> bool {
    getsid(None).is_ok_and(|session| session != getpgrp())
}
