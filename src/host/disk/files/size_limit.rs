//! The size that a shell allows a file to have (`ulimit -f`).
//!
//! The kernel sends a signal, SIGXFSZ, to a program that writes beyond it. Left alone it
//! ends the program: the terminal would stay raw, and all that is not in a file would be
//! lost. Once the signal is caught, the write itself fails, as on a full disk, and is
//! reported where it was made.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustix::process::Signal;
use signal_hook::flag;

/// From now on a file that may not grow is an error of writing, and not the end of the
/// program.
///
/// The signal is caught, not ignored: programs that this one starts would inherit an
/// ignored signal, while a handler ends with their start.
///
/// # Errors
/// When the system takes no handler.
pub fn catch_size_limit() -> io::Result<()> {
    // Nothing reads the flag: the write that failed says all there is to know.
    flag::register(Signal::XFSZ.as_raw(), Arc::new(AtomicBool::new(false))).map(drop)
}
