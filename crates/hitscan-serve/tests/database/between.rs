//! A proxy between a store and its database, which loses or delays responses.

use std::io::{Read as _, Write as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

/// The name of `PostgreSQL`'s socket in its folder.
const SOCKET: &str = ".s.PGSQL.5432";

/// What the proxy does to responses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answers {
    /// Passes them on.
    Come = 0,
    /// Drops them.
    AreLost = 1,
    /// Delays them.
    ComeLate = 2,
}

/// A proxy with a socket of its own.
pub(crate) struct Between {
    folder: TempDir,
    answers: Arc<AtomicU8>,
}

impl Between {
    /// A proxy for the database whose socket is in this folder. It runs until the test program
    /// ends.
    pub(crate) fn new(database: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let listener = UnixListener::bind(folder.path().join(SOCKET)).expect("a socket");
        let (answers, of_database) = (Arc::new(AtomicU8::new(0)), database.join(SOCKET));
        let shared = Arc::clone(&answers);
        thread::spawn(move || {
            for near in listener.incoming() {
                let Ok(near) = near else { return };
                join(near, &of_database, &shared);
            }
        });
        Self { folder, answers }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn set(&self, answers: Answers) {
        self.answers.store(answers as u8, Ordering::SeqCst);
    }
}

fn join(near: UnixStream, database: &PathBuf, answers: &Arc<AtomicU8>) {
    let Ok(far) = UnixStream::connect(database) else { return };
    let (mut asks, mut hears) = (near.try_clone().expect("a socket"), near);
    let (mut to_far, mut from_far) = (far.try_clone().expect("a socket"), far);
    thread::spawn(move || {
        let _ = std::io::copy(&mut asks, &mut to_far);
        let _ = to_far.shutdown(std::net::Shutdown::Write);
    });
    let answers = Arc::clone(answers);
    thread::spawn(move || {
        let mut bytes = [0; 8 << 10];
        while let Ok(count @ 1..) = from_far.read(&mut bytes) {
            match answers.load(Ordering::SeqCst) {
                1 => continue,
                2 => thread::sleep(Duration::from_millis(200)),
                _ => {}
            }
            if hears.write_all(&bytes[..count]).is_err() {
                break;
            }
        }
        let _ = hears.shutdown(std::net::Shutdown::Both);
    });
}
