//! What becomes of crashed sessions: they are listed, resumed or discarded.

use super::crashed_session::{self, CrashedSession};
use super::kept_file::{KeptFile, KeptOrigin, open_locked};
use super::report::{Crashed, NONE, Recovered};
use super::{CrashRecovery, Trouble, release};
use hitscan_core::engine::{Engine, Tell};
use std::fs;
use std::io;
use std::path::Path;

impl CrashRecovery {
    fn crashed_sessions(&self) -> Vec<CrashedSession> {
        self.directory.as_deref().map(crashed_session::all).unwrap_or_default()
    }

    /// The crashed sessions, if there are any.
    #[must_use]
    pub fn crashed(&self) -> Option<Crashed> {
        let all = self.crashed_sessions();
        let last = all.first()?;
        let (age, scene) = (last.age(), last.scene());
        Some(Crashed { count: all.len(), age, scene, is_full: self.is_full(&all, 0) })
    }

    /// The crashed sessions, one per line, the latest first.
    #[must_use]
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
        let resumed = KeptFile::resume(&path, engine, (tell, &self.keeping));
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
