//! The file size limit of the shell (`ulimit -f`).
//!
//! The kernel sends SIGXFSZ to a program that writes beyond the limit. By default the signal kills
//! the program: the terminal would stay in raw mode, and unsaved work would be lost. Once the
//! signal is caught, the write itself fails, as on a full disk, and is reported by its caller.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustix::process::Signal;
use signal_hook::flag;

/// From now on, exceeding the limit is a write error and does not kill the program.
///
/// The signal is caught, not ignored: child processes would inherit an ignored signal, while a
/// handler is reset when they start.
///
/// # Errors
/// When the handler cannot be installed.
pub fn catch_size_limit() -> io::Result<()> {
    // The flag is never read: the failed write says everything.
    flag::register(Signal::XFSZ.as_raw(), Arc::new(AtomicBool::new(false))).map(drop)
}
