//! Crash recovery: each session writes its recording so far to a file in the state directory, so
//! that it can be resumed after a crash. A session counts as crashed if it was killed, or lost its
//! terminal or its power.
//!
//! ```text
//! left-1764000000-4711-0.hits
//! ```
//!
//! | file | what lives there |
//! | --- | --- |
//! | `kept_file` | the file of this session, which grows with every command |
//! | `crashed_session` | the files of crashed sessions |
//! | `resume` | what becomes of them: listed, resumed or discarded; what the user is told |
//! | `tests` | crashes, and what is left of them |
//!
//! This file calls `kept_file` while a session lasts, and `resume`, which calls `crashed_session`.
//!
//! The file is removed when the session ends by choice, even if the session was resumed from it.
//! Once the work is saved as a scene, the file has nothing more to offer. It is locked while its
//! session lasts, so that no other session resumes it.

mod crashed_session;
mod kept_file;
mod resume;

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::files::{self, reason_not_written};
use super::syncer::Syncer;
use crashed_session::CrashedSession;
use hitscan_core::engine::Engine;
use hitscan_core::scene::printable;
use kept_file::{KeptFile, KeptOrigin};
pub(in crate::host) use resume::Crashed;
use resume::FULL;
pub use resume::Recovered;

/// Where recovery files are stored, and the file of this session.
#[derive(Debug)]
pub struct CrashRecovery {
    directory: Option<PathBuf>,
    keeping: Keeping,
    /// The file of this session; `None` while there is nothing to recover.
    kept: Option<KeptFile>,
    trouble: Trouble,
}

/// How recovery files are written.
#[derive(Clone, Debug, Default)]
struct Keeping {
    syncer: Syncer,
    /// Whether scenes are on a desk: then folders are neither shown nor stored.
    is_on_desk: bool,
}

/// Whether writing the recovery file has failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Trouble {
    /// It has not.
    #[default]
    None,
    /// The disk refuses, and the user has been told. Each update tries again.
    Refused,
    /// There are too many crashed sessions. Only `recover drop` helps.
    Full,
}

impl CrashRecovery {
    /// The most crashed sessions. Beyond that, new work gets no recovery file until some are
    /// discarded, and the user is told.
    pub const MOST_SESSIONS: usize = 100;
    /// The most bytes of all crashed sessions together when a new file begins, and the most bytes
    /// of a single file. Beyond that, new work gets no recovery file until some are discarded, and
    /// the user is told.
    pub const MOST_BYTES: u64 = 256 << 20;

    /// The most crashed sessions on a desk.
    pub const MOST_SESSIONS_ON_DESK: usize = 4;
    /// The most bytes of all crashed sessions together on a desk.
    pub const MOST_BYTES_ON_DESK: u64 = 4 << 20;

    /// In the state directory of this user.
    pub fn of_this_user() -> Self {
        Self::within(files::state_directory(), Keeping::default())
    }

    /// On the desk of one of many users, beside the scenes.
    pub fn on_desk(folder: PathBuf, syncer: Syncer) -> Self {
        Self::within(Some(folder), Keeping { syncer, is_on_desk: true })
    }

    /// Whether this is the name of a recovery file.
    pub fn is_file(name: &str) -> bool {
        crashed_session::is_named_so(name)
    }

    const fn within(directory: Option<PathBuf>, keeping: Keeping) -> Self {
        Self { directory, keeping, kept: None, trouble: Trouble::None }
    }

    /// The limits: how many sessions, and how many bytes.
    const fn most(&self) -> (usize, u64) {
        if self.keeping.is_on_desk {
            (Self::MOST_SESSIONS_ON_DESK, Self::MOST_BYTES_ON_DESK)
        } else {
            (Self::MOST_SESSIONS, Self::MOST_BYTES)
        }
    }

    fn is_full(&self, all: &[CrashedSession], more: u64) -> bool {
        let (sessions, most) = self.most();
        let bytes = all.iter().map(|it| it.bytes).fold(more, u64::saturating_add);
        all.len() >= sessions || bytes > most
    }

    fn about(&self, path: &Path, why: &dyn Display) -> String {
        let path = match path.file_name() {
            Some(name) if self.keeping.is_on_desk => Path::new(name),
            _ => path,
        };
        about(path, why)
    }

    /// In this directory.
    pub fn in_directory(directory: PathBuf) -> Self {
        Self::within(Some(directory), Keeping::default())
    }

    /// Writes what has been done since the last call: other programs see it at once, and it is safe
    /// on the disk within about a second.
    ///
    /// # Errors
    /// Only for the first of several failures.
    pub fn update(&mut self, engine: &Engine) -> Result<(), String> {
        match self.keep(engine) {
            Ok(()) => {
                self.trouble = Trouble::None;
                Ok(())
            }
            Err(KeepRefusal::Full) if self.trouble != Trouble::Full => {
                self.trouble = Trouble::Full;
                Err(FULL.to_owned())
            }
            Err(KeepRefusal::Io(why)) if self.trouble == Trouble::None => {
                self.trouble = Trouble::Refused;
                // A path below a file, such as /dev/null, was chosen in order to write nothing.
                if why.kind() == ErrorKind::NotADirectory { Ok(()) } else { Err(self.fault(&why)) }
            }
            Err(KeepRefusal::Full | KeepRefusal::Io(_)) => Ok(()),
        }
    }

    /// Notes that the command of this line is about to run, perhaps for long: if it is interrupted,
    /// the next session knows. Call it before the command runs.
    pub fn begins(&mut self, engine: &Engine, line: &str) {
        // A failure is reported after the command, by `update`.
        let _ = self.keep_for(engine, Need::Certain).and_then(|()| match &mut self.kept {
            Some(kept) => Ok(kept.begins(line)?),
            None => Ok(()),
        });
    }

    fn keep(&mut self, engine: &Engine) -> Result<(), KeepRefusal> {
        let need = if engine.is_worth_keeping() { Need::Certain } else { Need::None };
        self.keep_for(engine, need)?;
        // The file was begun for a command that had no effect.
        let unneeded = self.kept.take_if(|kept| need == Need::None && kept.is_unneeded());
        if let Some(kept) = unneeded {
            kept.remove();
        }
        Ok(())
    }

    fn keep_for(&mut self, engine: &Engine, need: Need) -> Result<(), KeepRefusal> {
        if let Some(before) = self.kept.take_if(|kept| !kept.is_of(engine)) {
            // Its scene was closed.
            before.remove();
        }
        let Some(directory) = &self.directory else { return Ok(()) };
        let (_, most) = self.most();
        if let Some(kept) = &mut self.kept {
            let pending = u64::try_from(kept.pending(engine)).unwrap_or(u64::MAX);
            if kept.bytes().saturating_add(pending) > most {
                return Err(KeepRefusal::Full);
            }
            return Ok(kept.update(engine)?);
        }
        if need == Need::None {
            return Ok(());
        }
        let journal = engine.journal();
        let bytes = u64::try_from(journal.text().len() - journal.scene_at()).unwrap_or(u64::MAX);
        let is_full = || self.is_full(&crashed_session::all(directory), bytes);
        if self.trouble == Trouble::Full || is_full() {
            return Err(KeepRefusal::Full);
        }
        self.kept = Some(KeptFile::begin(directory, engine, &self.keeping)?);
        Ok(())
    }

    /// Notes that the scene, and all work with it, was saved to this file.
    pub fn saved(&mut self, path: &Path, engine: &Engine) {
        if let Some(kept) = &mut self.kept {
            // If this fails, saved work is offered once more, at worst.
            let _ = kept.saved(path, engine);
        }
    }

    /// Removes the file of this session: the user has left by choice.
    pub fn end(&mut self) {
        if let Some(kept) = self.kept.take() {
            kept.remove();
        }
    }

    /// Makes sure that the work is on the disk: the session is being cut off.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn cut_off(&mut self, engine: &Engine) -> Result<(), String> {
        let synced = self.keep(engine).and_then(|()| match &self.kept {
            Some(kept) => Ok(kept.sync()?),
            None => Ok(()),
        });
        match (synced, self.kept.take()) {
            (Err(KeepRefusal::Full), _) => Err(FULL.to_owned()),
            (Err(KeepRefusal::Io(why)), _) => Err(self.fault(&why)),
            (Ok(()), Some(kept)) if !engine.is_worth_keeping() => {
                release(kept);
                Ok(())
            }
            (Ok(()), None) if engine.is_worth_keeping() => {
                Err("there is no directory to keep the session in".to_owned())
            }
            (Ok(()), _) => Ok(()),
        }
    }

    fn fault(&self, why: &io::Error) -> String {
        let directory = self.directory.as_deref().unwrap_or(Path::new(""));
        self.about(directory, &format!("the session is not kept: {}", reason_not_written(why)))
    }
}

/// Whether a file must be begun if there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Certain,
    None,
}

/// Why no recovery file can be written.
enum KeepRefusal {
    Full,
    Io(io::Error),
}

impl From<io::Error> for KeepRefusal {
    fn from(why: io::Error) -> Self {
        Self::Io(why)
    }
}

/// Releases a file when its session continues with the file of another crashed session.
fn release(kept: KeptFile) {
    match kept.origin {
        KeptOrigin::Resumed => drop(kept),
        KeptOrigin::Own => kept.remove(),
    }
}

fn about(path: &Path, why: &dyn Display) -> String {
    format!("{}: {}", printable(&path.to_string_lossy()), printable(&why.to_string()))
}

#[cfg(test)]
mod tests;
