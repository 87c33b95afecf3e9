//! Restores the terminal when the program aborts: out of memory, on a stack overflow, or on a panic
//! within a panic.
//!
//! An abort runs no destructors and no panic hook. It raises SIGABRT, and a handler may only make a
//! few system calls, too few to restore a terminal. So a sleeping thread does it:
//!
//! 1. The handler writes a byte to a socket, which wakes the thread.
//! 2. The handler writes a byte to a pipe that is full, which holds the aborting
//!    thread in place.
//! 3. The thread restores the terminal from buffers allocated in advance, and
//!    empties the pipe, which lets the abort go on.
//!
//! A second process that watches this one would also restore the terminal after SIGKILL. But it
//! would cost every session a process, and would race with the shell for the terminal. The thread
//! costs a few kilobytes, and wakes at most once.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::unix::net::UnixStream;
use std::{process, thread};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use signal_hook::consts::SIGABRT;
use signal_hook::{SigId, low_level};

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
