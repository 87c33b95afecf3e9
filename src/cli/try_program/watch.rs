//! Tries again whenever a watched file is saved.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::host::{Stamp, stamp};

/// How often to check the files.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Clears the screen and moves the cursor to the top.
const CLEAR_SCREEN: &[u8] = b"\x1b[H\x1b[2J";

/// Clears the screen of the previous round. This happens before the build prints anything, so that
/// none of its output is lost.
pub(super) fn clear(output: &mut impl Write) -> io::Result<()> {
    if io::stdout().is_terminal() {
        output.write_all(CLEAR_SCREEN)?;
        output.flush()?;
    }
    Ok(())
}

/// The watched files.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    files: &'a [PathBuf],
    seen: Vec<Stamp>,
}

impl<'a> Watch<'a> {
    /// Watches files from now on.
    pub(super) fn new(files: &'a [PathBuf]) -> Self {
        Self { files, seen: stamps(files) }
    }

    /// Waits until a file has changed, and then not again until the next check. Returns false if
    /// `stop` is set first.
    pub(super) fn wait(&mut self, stop: &AtomicBool) -> bool {
        let mut is_changing = false;
        while !stop.load(Ordering::SeqCst) {
            thread::sleep(LOOK_EVERY);
            let now = stamps(self.files);
            if now != self.seen {
                is_changing = true;
                self.seen = now;
            } else if is_changing {
                return true;
            }
        }
        false
    }

    /// Does some work, and sets `saved` and `stop` if a file is saved in the meantime.
    pub(super) fn during<T>(
        &self,
        saved: &AtomicBool,
        stop: &AtomicBool,
        work: impl FnOnce() -> T,
    ) -> T {
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            let looks = scope.spawn(|| {
                while !is_done.load(Ordering::SeqCst) {
                    if stamps(self.files) != self.seen {
                        saved.store(true, Ordering::SeqCst);
                        stop.store(true, Ordering::SeqCst);
                        return;
                    }
                    thread::park_timeout(LOOK_EVERY);
                }
            });
            let result = work();
            is_done.store(true, Ordering::SeqCst);
            looks.thread().unpark();
            result
        })
    }
}

fn stamps(files: &[PathBuf]) -> Vec<Stamp> {
    files.iter().map(|file| stamp(file)).collect()
}
