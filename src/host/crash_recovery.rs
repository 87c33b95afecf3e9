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
//! | `left_behind` | the files of sessions that were cut off |
//! | `syncer` | the thread that syncs what was written |
//!
//! The file goes when the session ends well or its work is saved. While a session
//! has one it is locked, so that no other session takes it up.

mod kept_file;
mod left_behind;
mod syncer;

use std::fmt::Display;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::files::{self, reason_not_written};
use hitscan_core::engine::Engine;
use hitscan_core::scene::printable;
use kept_file::{KeptFile, Origin, open_locked};
use left_behind::LeftBehind;

/// Where sessions are kept, and the file of this one.
#[derive(Debug)]
pub struct CrashRecovery {
    directory: Option<PathBuf>,
    /// `None` while there is nothing worth keeping.
    kept: Option<KeptFile>,
    trouble: Trouble,
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

/// Sessions that were cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crashed {
    count: usize,
    /// How long ago the last one was.
    age: String,
    is_full: bool,
}

impl Crashed {
    /// Offers them, in one line; `line` says how a command is given here.
    pub fn offer(&self, line: impl Fn(&str) -> String) -> String {
        let Self { count, age, is_full } = self;
        if *is_full {
            return format!(
                "{count} sessions that were cut off fill their place: work is not kept until {} \
                 makes room; {} lists them",
                line("recover drop"),
                line("recover list")
            );
        }
        let take = line("recover");
        if *count == 1 {
            let drop = line("recover drop");
            return format!(
                "a session was cut off {age}: {take} takes it up, {drop} throws it away"
            );
        }
        let list = line("recover list");
        format!(
            "{count} sessions were cut off, the last {age}: {take} takes it up, {list} lists them"
        )
    }
}

impl CrashRecovery {
    /// How many sessions that were cut off are kept. Beyond it new work is not
    /// kept, which is said, until some are thrown away.
    pub const MOST_SESSIONS: usize = 100;
    /// How many bytes all of them may have together when another one begins, and
    /// the most that one may have. Beyond it new work is not kept, which is said,
    /// until some are thrown away.
    pub const MOST_BYTES: u64 = 256 << 20;

    /// The place of this user, by the rules of the system.
    #[must_use]
    pub fn of_this_user() -> Self {
        Self { directory: files::state_directory(), kept: None, trouble: Trouble::None }
    }

    /// This directory.
    #[must_use]
    pub const fn in_directory(directory: PathBuf) -> Self {
        Self { directory: Some(directory), kept: None, trouble: Trouble::None }
    }

    fn left_behind(&self) -> Vec<LeftBehind> {
        self.directory.as_deref().map(left_behind::all).unwrap_or_default()
    }

    /// The sessions that were cut off, if there are any.
    #[must_use]
    pub fn crashed(&self) -> Option<Crashed> {
        let all = self.left_behind();
        let age = all.first()?.age();
        Some(Crashed { count: all.len(), age, is_full: is_full(&all, 0) })
    }

    /// The sessions that were cut off, a line each, the last one first.
    #[must_use]
    pub fn list(&self) -> Vec<String> {
        let all = self.left_behind();
        let lines = (1..)
            .zip(&all)
            .map(|(number, it): (usize, _)| format!("{number}  {}  {}", it.age(), it.scene()));
        if all.is_empty() { vec![NONE.to_owned()] } else { lines.collect() }
    }

    /// The session of this number, from the last one on.
    fn numbered(&self, number: Option<u32>) -> Result<LeftBehind, String> {
        let mut all = self.left_behind();
        let index = number.map_or(0, |number| usize::try_from(number - 1).unwrap_or(usize::MAX));
        match all.len() {
            0 => Err(NONE.to_owned()),
            count if index >= count => Err(format!("there are {count} sessions that were cut off")),
            _ => Ok(all.swap_remove(index)),
        }
    }

    /// Takes up a session that was cut off, the last one unless numbered. Its file
    /// goes on with this session, and stays until its work is saved or recorded.
    ///
    /// # Errors
    /// When there is none, or when it cannot be read or executed again.
    pub fn resume(
        &mut self,
        engine: &mut Engine,
        number: Option<u32>,
    ) -> Result<Recovered, String> {
        let LeftBehind { path, bytes, .. } = self.numbered(number)?;
        if bytes > Self::MOST_BYTES {
            return Err(about(&path, &"larger than all sessions together may be"));
        }
        let kept = KeptFile::resume(&path, engine).map_err(|why| about(&path, &why))?;
        if let Some(before) = self.kept.replace(kept) {
            release(before);
        }
        Ok(Recovered::Resumed)
    }

    /// Throws a session away: the numbered one, else the one that was taken up,
    /// else the last one. One that was taken up becomes a part of this session.
    ///
    /// # Errors
    /// When there is none, or when it cannot be removed.
    pub fn drop_session(&mut self, number: Option<u32>) -> Result<Recovered, String> {
        self.trouble = Trouble::None;
        let taken_up = self.kept.as_mut().filter(|kept| kept.origin == Origin::TakenUp);
        if let (None, Some(kept)) = (number, taken_up) {
            kept.origin = Origin::Own;
            return Ok(Recovered::LetGo);
        }
        let LeftBehind { path, .. } = self.numbered(number)?;
        remove(&path).map_err(|why| about(&path, &why)).map(|()| Recovered::Dropped)
    }

    /// Throws all sessions away that were cut off.
    ///
    /// # Errors
    /// When there is none, or when one cannot be removed.
    pub fn drop_all(&mut self) -> Result<Recovered, String> {
        self.trouble = Trouble::None;
        let all = self.left_behind();
        if all.is_empty() {
            return Err(NONE.to_owned());
        }
        for it in &all {
            remove(&it.path).map_err(|why| about(&it.path, &why))?;
        }
        Ok(Recovered::Dropped)
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
            Err(Refusal::Full) if self.trouble != Trouble::Full => {
                self.trouble = Trouble::Full;
                Err(FULL.to_owned())
            }
            Err(Refusal::Io(why)) if self.trouble == Trouble::None => {
                self.trouble = Trouble::Refused;
                // A place that is none, as in /dev/null, is chosen to keep nothing.
                if why.kind() == ErrorKind::NotADirectory { Ok(()) } else { Err(self.fault(&why)) }
            }
            Err(Refusal::Full | Refusal::Io(_)) => Ok(()),
        }
    }

    fn keep(&mut self, engine: &Engine) -> Result<(), Refusal> {
        if let Some(before) = self.kept.take_if(|kept| !kept.is_of(engine)) {
            release(before);
        }
        let Some(directory) = &self.directory else { return Ok(()) };
        if let Some(kept) = &mut self.kept {
            let pending = u64::try_from(kept.pending(engine)).unwrap_or(u64::MAX);
            if kept.bytes().saturating_add(pending) > Self::MOST_BYTES {
                return Err(Refusal::Full);
            }
            return Ok(kept.update(engine)?);
        }
        if !engine.is_worth_keeping() {
            return Ok(());
        }
        let journal = engine.journal();
        let bytes = u64::try_from(journal.text().len() - journal.scene_at()).unwrap_or(u64::MAX);
        if self.trouble == Trouble::Full || is_full(&left_behind::all(directory), bytes) {
            return Err(Refusal::Full);
        }
        self.kept = Some(KeptFile::begin(directory, engine)?);
        Ok(())
    }

    /// The scene was saved to this file, and with it all work.
    pub fn saved(&mut self, path: &Path, engine: &Engine) {
        if let Some(kept) = &mut self.kept {
            // What is in the file as well is offered once more at worst.
            let _ = kept.saved(path, engine);
        }
    }

    /// The session has found its end. Its file goes, unless it was taken up and
    /// nothing has become of it.
    pub fn end(mut self, engine: &Engine, recorded: Recorded) {
        let _ = self.update(engine);
        if let Some(kept) = self.kept.take() {
            match (kept.origin, recorded) {
                (Origin::TakenUp, Recorded::No) => drop(kept),
                (Origin::TakenUp, Recorded::Yes) | (Origin::Own, _) => kept.remove(),
            }
        }
    }

    /// The session is cut off: what was done is on the disk for the next one.
    ///
    /// # Errors
    /// When it is not.
    pub fn cut_off(mut self, engine: &Engine) -> Result<(), String> {
        let synced = self.keep(engine).and_then(|()| match &self.kept {
            Some(kept) => Ok(kept.sync()?),
            None => Ok(()),
        });
        match (synced, self.kept.take()) {
            (Err(Refusal::Full), _) => Err(FULL.to_owned()),
            (Err(Refusal::Io(why)), _) => Err(self.fault(&why)),
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
        about(directory, &format!("the session is not kept: {}", reason_not_written(why)))
    }
}

/// What became of sessions that were cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recovered {
    /// The engine goes on where one was.
    Resumed,
    /// One was thrown away, or all.
    Dropped,
    /// The one that was taken up goes when this session ends well.
    LetGo,
    /// They are listed, a line each.
    Listed(Vec<String>),
}

/// Whether the work of a session that was taken up is in a recording as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// It is.
    Yes,
    /// It is not.
    No,
}

/// Why work is not kept.
enum Refusal {
    Full,
    Io(io::Error),
}

impl From<io::Error> for Refusal {
    fn from(why: io::Error) -> Self {
        Self::Io(why)
    }
}

/// What is said of [`Recovered::LetGo`].
pub const LET_GO: &str = "it goes when this session ends, as if it had been done here";
const NONE: &str = "no session was cut off";
const FULL: &str = "sessions that were cut off fill their place: from now on work is not kept; \
                    recover drop makes room";

fn is_full(all: &[LeftBehind], more: u64) -> bool {
    let bytes = all.iter().map(|it| it.bytes).fold(more, u64::saturating_add);
    all.len() >= CrashRecovery::MOST_SESSIONS || bytes > CrashRecovery::MOST_BYTES
}

/// Lets go of a file whose session goes on with something else.
fn release(kept: KeptFile) {
    match kept.origin {
        Origin::TakenUp => drop(kept),
        Origin::Own => kept.remove(),
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
