//! What becomes of crashed sessions: they are listed, resumed or discarded.

use super::crashed_session::CrashedSession;
use super::kept_file::{KeptFile, KeptOrigin, open_locked};
use super::{CrashRecovery, Trouble, crashed_session, release};
use hitscan_core::engine::{Engine, Tell};
use std::path::Path;
use std::{fs, io};

impl CrashRecovery {
    fn crashed_sessions(&self) -> Vec<CrashedSession> {
        self.directory.as_deref().map(crashed_session::all).unwrap_or_default()
    }

    /// The crashed sessions, if there are any.
    pub fn crashed(&self) -> Option<Crashed> {
        let all = self.crashed_sessions();
        let last = all.first()?;
        let (age, scene) = (last.age(), last.scene());
        Some(Crashed { count: all.len(), age, scene, is_full: self.is_full(&all, 0) })
    }

    /// The crashed sessions, one per line, the latest first.
    pub fn list(&self) -> Vec<String> {
        let all = self.crashed_sessions();
        let lines = (1..)
            .zip(&all)
            .map(|(number, it): (usize, _)| format!("{number}  {}  {}", it.age(), it.scene()));
        if all.is_empty() { vec![NONE.to_owned()] } else { lines.collect() }
    }

    /// The crashed session of this number, counted from the latest.
    fn numbered(&self, number: Option<u32>) -> Result<CrashedSession, String> {
        let mut all = self.crashed_sessions();
        let index = number.map_or(0, |number| usize::try_from(number - 1).unwrap_or(usize::MAX));
        match all.len() {
            0 => Err(NONE.to_owned()),
            count if index >= count => Err(format!("there are {count} sessions that were cut off")),
            _ => Ok(all.swap_remove(index)),
        }
    }

    /// Resumes a crashed session: the numbered one, or the latest. Its file becomes the file of
    /// this session. If another crashed session is resumed afterwards, the first one stays
    /// available. `tell` may interrupt.
    ///
    /// # Errors
    /// When there is none, or when it cannot be read or replayed.
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
        let resumed = KeptFile::resume(&path, engine, tell, &self.keeping);
        let (kept, cut_off) = resumed.map_err(|why| self.about(&path, &why))?;
        if let Some(before) = self.kept.replace(kept) {
            // A crashed session that was resumed before, and not saved since, stays available.
            release(before);
        }
        Ok(Recovered::Resumed { cut_off })
    }

    /// Discards a crashed session: the numbered one, or the one that this session resumed, or the
    /// latest. A resumed one becomes part of this session, and goes with it.
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

    /// Discards all crashed sessions.
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
}

/// Removes a file that no session is using.
fn remove(path: &Path) -> io::Result<()> {
    let _locked = open_locked(path)?;
    fs::remove_file(path)
}

/// The crashed sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crashed {
    pub(super) count: usize,
    /// How long ago the latest crashed.
    pub(super) age: String,
    /// The file of its scene, or its title.
    pub(super) scene: String,
    pub(super) is_full: bool,
}

impl Crashed {
    /// Offers to recover them, in one line; `line` formats a command as the user types it.
    pub fn offer(&self, line: impl Fn(&str) -> String) -> String {
        let Self { count, age, scene, is_full } = self;
        let (resume, discard, list) = (line("recover"), line("recover drop"), line("recover list"));
        match count {
            _ if *is_full => format!(
                "new work is not kept: {count} sessions that were cut off are waiting; {discard} \
                 discards one, {list} lists them"
            ),
            1 => format!(
                "a session was cut off {age} ({scene}): {resume} resumes it, {discard} discards it"
            ),
            _ => format!(
                "{count} sessions were cut off, the last {age} ({scene}): {resume} resumes it, \
                 {list} lists them"
            ),
        }
    }
}

/// What was done with crashed sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recovered {
    /// The engine continues where one of them was.
    Resumed {
        /// The command that was running at the crash, and is not part of the resumed session.
        cut_off: Option<String>,
    },
    /// The one about this scene was discarded.
    Discarded(String),
    /// All of them were discarded; this many.
    AllDiscarded(usize),
    /// The resumed one will be removed together with this session's own file.
    LetGo,
    /// They are listed, one per line.
    Listed(Vec<String>),
}

impl Recovered {
    /// The report, one line per item.
    pub fn lines(&self) -> Vec<String> {
        vec![match self {
            Self::Resumed { cut_off: None } => {
                "resumed where it was cut off; save it to keep it".to_owned()
            }
            Self::Resumed { cut_off: Some(line) } => {
                format!("resumed before {line}, which was cut off: enter it again to run it")
            }
            Self::Discarded(scene) => format!("discarded the unsaved work on {scene}"),
            Self::AllDiscarded(1) => "discarded the unsaved work of a session".to_owned(),
            Self::AllDiscarded(count) => {
                format!("discarded the unsaved work of {count} sessions")
            }
            Self::LetGo => {
                "the resumed session is discarded if you leave without saving".to_owned()
            }
            Self::Listed(lines) => return lines.clone(),
        }]
    }
}

pub(super) const NONE: &str = "no session was cut off";
pub(super) const FULL: &str = "new work is not kept: too many sessions that were cut off are \
                               waiting; recover drop discards one";
