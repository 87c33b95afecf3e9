//! Work is kept as it goes, so that a session that is cut off, killed or without
//! power can be resumed: its recording so far, where a program may keep its state.
//!
//! ```text
//! left-1764000000-4711-0.hits
//! ```
//!
//! | file | what lives there |
//! | --- | --- |
//! | `kept_file` | the file of this session, which grows with every command |
//! | `crashed_session` | the files of sessions that were cut off |
//! | `report` | what is said of all this |
//!
//! The file goes when the session ends well or its work is saved: also that of a session
//! that was resumed, which its user has then left by choice. While a session has one it is
//! locked, so that no other session resumes it.

mod crashed_session;
mod kept_file;
mod report;

use std::fmt::Display;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::files::{self, reason_not_written};
use super::syncer::Syncer;
use crashed_session::CrashedSession;
use hitscan_core::engine::{Engine, Tell};
use hitscan_core::scene::printable;
use kept_file::{KeptFile, KeptOrigin, open_locked};
pub(in crate::host) use report::Crashed;
pub use report::Recovered;
use report::{FULL, NONE};

/// Where sessions are kept, and the file of this one.
#[derive(Debug)]
pub struct CrashRecovery {
    directory: Option<PathBuf>,
    keeping: Keeping,
    /// `None` while there is nothing worth keeping.
    kept: Option<KeptFile>,
    trouble: Trouble,
}

/// How sessions are kept.
#[derive(Clone, Debug, Default)]
struct Keeping {
    syncer: Syncer,
    /// Whether scenes are on a desk: then no folder is told or kept.
    is_on_desk: bool,
}

/// Whether work can be kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Trouble {
    /// It can.
    #[default]
    None,
    /// The disk refuses, and that has been said. It is tried again.
    Refused,
    /// There are too many sessions that were cut off. Only `recover drop` changes
    /// that.
    Full,
}

impl CrashRecovery {
    /// How many sessions that were cut off are kept. Beyond it new work is not
    /// kept, which is said, until some are discarded.
    pub const MOST_SESSIONS: usize = 100;
    /// How many bytes all of them may have together when another one begins, and
    /// the most that one may have. Beyond it new work is not kept, which is said,
    /// until some are discarded.
    pub const MOST_BYTES: u64 = 256 << 20;

    /// How many sessions that were cut off are kept on a desk.
    pub const MOST_SESSIONS_ON_DESK: usize = 4;
    /// How many bytes all of them may have together there.
    pub const MOST_BYTES_ON_DESK: u64 = 4 << 20;

    /// The place of this user, by the rules of the system.
    #[must_use]
    pub fn of_this_user() -> Self {
        Self::within(files::state_directory(), Keeping::default())
    }

    /// The place of one of many users, beside the scenes on their desk.
    #[must_use]
    pub fn on_desk(folder: PathBuf, syncer: Syncer) -> Self {
        Self::within(Some(folder), Keeping { syncer, is_on_desk: true })
    }

    /// Whether this is the name of a file in which a session is kept.
    #[must_use]
    pub fn is_file(name: &str) -> bool {
        crashed_session::is_named_so(name)
    }

    const fn within(directory: Option<PathBuf>, keeping: Keeping) -> Self {
        Self { directory, keeping, kept: None, trouble: Trouble::None }
    }

    /// How many sessions are kept, and how many bytes.
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

    /// This directory.
    #[must_use]
    pub fn in_directory(directory: PathBuf) -> Self {
        Self::within(Some(directory), Keeping::default())
    }

    fn crashed_sessions(&self) -> Vec<CrashedSession> {
        self.directory.as_deref().map(crashed_session::all).unwrap_or_default()
    }

    /// The sessions that were cut off, if there are any.
    #[must_use]
    pub fn crashed(&self) -> Option<Crashed> {
        let all = self.crashed_sessions();
        let last = all.first()?;
        let (age, scene) = (last.age(), last.scene());
        Some(Crashed { count: all.len(), age, scene, is_full: self.is_full(&all, 0) })
    }

    /// The sessions that were cut off, a line each, the last one first.
    #[must_use]
    pub fn list(&self) -> Vec<String> {
        let all = self.crashed_sessions();
        let lines = (1..)
            .zip(&all)
            .map(|(number, it): (usize, _)| format!("{number}  {}  {}", it.age(), it.scene()));
        if all.is_empty() { vec![NONE.to_owned()] } else { lines.collect() }
    }

    /// The session of this number, from the last one on.
    fn numbered(&self, number: Option<u32>) -> Result<CrashedSession, String> {
        let mut all = self.crashed_sessions();
        let index = number.map_or(0, |number| usize::try_from(number - 1).unwrap_or(usize::MAX));
        match all.len() {
            0 => Err(NONE.to_owned()),
            count if index >= count => Err(format!("there are {count} sessions that were cut off")),
            _ => Ok(all.swap_remove(index)),
        }
    }

    /// Resumes a session that was cut off, the last one unless numbered. Its file
    /// goes on with this session, and stays if another one is resumed in its place.
    /// `tell` may stop it.
    ///
    /// # Errors
    /// When there is none, or when it cannot be read or executed again.
    pub fn resume(
        &mut self,
        engine: &mut Engine,
        number: Option<u32>,
        tell: &mut Tell<'_>,
    ) -> Result<Recovered, String> {
        let CrashedSession { path, bytes, .. } = self.numbered(number)?;
        if bytes > self.most().1 {
            return Err(self.about(&path, &"larger than all sessions together may be"));
        }
        let resumed = KeptFile::resume(&path, engine, (tell, &self.keeping));
        let (kept, cut_off) = resumed.map_err(|why| self.about(&path, &why))?;
        if let Some(before) = self.kept.replace(kept) {
            // One that was only looked at is still to be had.
            release(before);
        }
        Ok(Recovered::Resumed { cut_off })
    }

    /// Discards a session: the numbered one, else the one that was resumed, else the
    /// last one. One that was resumed becomes a part of this session.
    ///
    /// # Errors
    /// When there is none, or when it cannot be removed.
    pub fn drop_session(&mut self, number: Option<u32>) -> Result<Recovered, String> {
        self.trouble = Trouble::None;
        let resumed = self.kept.as_mut().filter(|kept| kept.origin == KeptOrigin::Resumed);
        if let (None, Some(kept)) = (number, resumed) {
            kept.origin = KeptOrigin::Own;
            return Ok(Recovered::LetGo);
        }
        let session = self.numbered(number)?;
        let discarded = Recovered::Discarded(session.scene());
        let path = session.path;
        remove(&path).map_err(|why| self.about(&path, &why)).map(|()| discarded)
    }

    /// Discards all sessions that were cut off.
    ///
    /// # Errors
    /// When there is none, or when one cannot be removed.
    pub fn drop_all(&mut self) -> Result<Recovered, String> {
        self.trouble = Trouble::None;
        let all = self.crashed_sessions();
        if all.is_empty() {
            return Err(NONE.to_owned());
        }
        for it in &all {
            remove(&it.path).map_err(|why| self.about(&it.path, &why))?;
        }
        Ok(Recovered::AllDiscarded(all.len()))
    }

    /// Keeps what has been done since the last time: at once as far as other
    /// programs can see, and within about a second on the disk.
    ///
    /// # Errors
    /// The first time that it cannot be kept.
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
                // A place that is none, as in /dev/null, is chosen to keep nothing.
                if why.kind() == ErrorKind::NotADirectory { Ok(()) } else { Err(self.fault(&why)) }
            }
            Err(KeepRefusal::Full | KeepRefusal::Io(_)) => Ok(()),
        }
    }

    /// Notes that the command of this line is about to run, and may do so for long:
    /// if it is cut off, the next session knows. To be called before it runs.
    pub fn begins(&mut self, engine: &Engine, line: &str) {
        // What cannot be kept now is reported after the command.
        let _ = self.keep_for(engine, Need::Certain).and_then(|()| match &mut self.kept {
            Some(kept) => Ok(kept.begins(line)?),
            None => Ok(()),
        });
    }

    fn keep(&mut self, engine: &Engine) -> Result<(), KeepRefusal> {
        let need = if engine.is_worth_keeping() { Need::Certain } else { Need::None };
        self.keep_for(engine, need)?;
        // Nothing came of the command for which it was begun.
        let unneeded = self.kept.take_if(|kept| need == Need::None && kept.is_unneeded());
        if let Some(kept) = unneeded {
            kept.remove();
        }
        Ok(())
    }

    fn keep_for(&mut self, engine: &Engine, need: Need) -> Result<(), KeepRefusal> {
        if let Some(before) = self.kept.take_if(|kept| !kept.is_of(engine)) {
            // Its scene was left.
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

    /// The scene was saved to this file, and with it all work.
    pub fn saved(&mut self, path: &Path, engine: &Engine) {
        if let Some(kept) = &mut self.kept {
            // What is in the file as well is offered once more at worst.
            let _ = kept.saved(path, engine);
        }
    }

    /// The user has left the session: its file goes.
    pub fn end(&mut self) {
        if let Some(kept) = self.kept.take() {
            kept.remove();
        }
    }

    /// The session is cut off: what was done is on the disk for the next one.
    ///
    /// # Errors
    /// When it is not.
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
                Err("there is no place to keep the session in".to_owned())
            }
            (Ok(()), _) => Ok(()),
        }
    }

    fn fault(&self, why: &io::Error) -> String {
        let directory = self.directory.as_deref().unwrap_or(Path::new(""));
        self.about(directory, &format!("the session is not kept: {}", reason_not_written(why)))
    }
}

/// Whether a file is needed that there is not yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Certain,
    None,
}

/// Why work is not kept.
enum KeepRefusal {
    Full,
    Io(io::Error),
}

impl From<io::Error> for KeepRefusal {
    fn from(why: io::Error) -> Self {
        Self::Io(why)
    }
}

/// Lets go of a file whose session goes on with another one that was cut off.
fn release(kept: KeptFile) {
    match kept.origin {
        KeptOrigin::Resumed => drop(kept),
        KeptOrigin::Own => kept.remove(),
    }
}

/// Removes a file that no session has.
fn remove(path: &Path) -> io::Result<()> {
    let _locked = open_locked(path)?;
    fs::remove_file(path)
}

fn about(path: &Path, why: &dyn Display) -> String {
    format!("{}: {}", printable(&path.to_string_lossy()), printable(&why.to_string()))
}

#[cfg(test)]
mod tests;
