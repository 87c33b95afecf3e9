//! The recovery file of this session: its recording so far, locked for as long as the session
//! lasts.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{fs, io, thread};

use super::Keeping;
use crate::host::disk::files::create_numbered;
use crate::host::disk::recorder::LineFile;
use crate::host::disk::syncer::SyncedFile;
use hitscan_core::engine::recording::{Journal, RecoveryMark};
use hitscan_core::engine::{Engine, Tell};
use hitscan_core::scene::SceneSource;

/// The recovery file of a session. It grows with every command.
#[derive(Debug)]
pub(super) struct KeptFile {
    path: PathBuf,
    lines: LineFile,
    synced: SyncedFile,
    /// Whether scenes are on a desk, where they have no folder.
    is_on_desk: bool,
    /// The number of the journal's scene that it records.
    scene: u64,
    /// How many bytes of the journal's text have been written.
    written: usize,
    /// Where its work comes from.
    pub(super) origin: KeptOrigin,
    /// Whether it ends with [`RecoveryMark::Saved`], not counting the mark of a running command.
    is_saved: bool,
    /// The offset of the [`RecoveryMark::Begun`] of the command that is running, if it was noted.
    begun: Option<u64>,
}

/// Where the work in a file comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeptOrigin {
    /// From this session.
    Own,
    /// From a crashed session, and not saved since.
    Resumed,
}

impl KeptFile {
    /// Creates a file in this directory with what has been done so far.
    pub(super) fn begin(directory: &Path, engine: &Engine, keeping: &Keeping) -> io::Result<Self> {
        if !keeping.is_on_desk {
            // Sessions are private.
            DirBuilder::new().recursive(true).mode(0o700).create(directory)?;
        }
        let (path, file) = create(directory)?;
        let begun = lock(&file).and_then(|()| Self::new(path.clone(), file, 0, keeping));
        let begun = begun.and_then(|mut kept| {
            kept.written = engine.journal().scene_at();
            kept.scene = engine.journal().scenes_before();
            kept.append(&opening(engine, keeping.is_on_desk), engine).map(|()| kept)
        });
        begun.inspect_err(|_| {
            // It was created a moment ago, and is empty.
            let _ = fs::remove_file(&path);
        })
    }

    /// Resumes the session in this file: the engine continues where it was. Also returns the
    /// command that was interrupted, if any.
    ///
    /// # Errors
    /// Why it cannot be resumed; then nothing has changed.
    pub(super) fn resume(
        path: &Path,
        engine: &mut Engine,
        tell: &mut Tell<'_>,
        keeping: &Keeping,
    ) -> Result<(Self, Option<String>), String> {
        let (file, bytes) = open_locked(path).map_err(|why| why.to_string())?;
        // An incomplete line was never executed.
        file.set_len(bytes).map_err(|why| why.to_string())?;
        let kept = Self::new(path.to_owned(), file, bytes, keeping);
        let mut kept = kept.map_err(|why| why.to_string())?;
        let recording = io::BufReader::new(kept.lines.file().take(bytes));
        let cut_off = engine.resume(recording, tell)?;
        kept.scene = engine.journal().scenes_before();
        kept.written = engine.journal().text().len();
        kept.origin = KeptOrigin::Resumed;
        Ok((kept, cut_off))
    }

    fn new(path: PathBuf, file: File, bytes: u64, keeping: &Keeping) -> io::Result<Self> {
        let directory = path.parent().and_then(|directory| File::open(directory).ok());
        let synced = keeping.syncer.watch(file.try_clone()?, directory);
        let lines = LineFile::new(file, bytes);
        let origin = KeptOrigin::Own;
        let (scene, written, is_saved, begun) = (0, 0, false, None);
        let is_on_desk = keeping.is_on_desk;
        Ok(Self { path, lines, synced, is_on_desk, scene, written, origin, is_saved, begun })
    }

    /// The length of the file.
    pub(super) const fn bytes(&self) -> u64 {
        self.lines.bytes()
    }

    /// Whether it records the engine's current scene.
    pub(super) const fn is_of(&self, engine: &Engine) -> bool {
        self.scene == engine.journal().scenes_before()
    }

    /// How many bytes there are to write: none if nothing has been done since the scene was saved.
    pub(super) fn pending(&self, engine: &Engine) -> usize {
        let pending = engine.journal().text().len() - self.written;
        if self.is_saved && !engine.is_worth_keeping() { 0 } else { pending }
    }

    /// Whether to remove it as soon as the session has nothing to recover.
    pub(super) fn is_unneeded(&self) -> bool {
        self.origin == KeptOrigin::Own && !self.is_saved
    }

    /// Writes what has been done since the last call. By now the noted command has ended.
    pub(super) fn update(&mut self, engine: &Engine) -> io::Result<()> {
        let begun = self.begun.take();
        if self.pending(engine) > 0 {
            return self.append("", engine);
        }
        // The command had no effect.
        begun.map_or(Ok(()), |begun| self.lines.truncate(begun))
    }

    /// Notes that the command of this line has begun.
    pub(super) fn begins(&mut self, line: &str) -> io::Result<()> {
        let at = self.lines.bytes();
        self.lines.append(&format!("{}\n", RecoveryMark::Begun(line.to_owned())))?;
        self.begun = Some(at);
        self.ask_to_sync();
        Ok(())
    }

    /// Notes that all of the work was saved to this file.
    pub(super) fn saved(&mut self, path: &Path, engine: &Engine) -> io::Result<()> {
        self.append("", engine)?;
        let path = if self.is_on_desk { path.to_owned() } else { absolute(path) };
        self.lines.append(&format!("{}\n", RecoveryMark::saved(&path)))?;
        (self.is_saved, self.origin) = (true, KeptOrigin::Own);
        Ok(())
    }

    fn append(&mut self, first: &str, engine: &Engine) -> io::Result<()> {
        let text = engine.journal().text();
        self.lines.append(&[first, &text[self.written..]].concat())?;
        (self.written, self.is_saved) = (text.len(), false);
        self.ask_to_sync();
        Ok(())
    }

    fn ask_to_sync(&self) {
        self.synced.ask();
    }

    /// Waits until everything is on the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.lines.file().sync_all()?;
        let directory = self.path.parent().map_or(Ok(()), |it| File::open(it)?.sync_all());
        // Not every file system can sync a directory; the file itself is safe.
        let _ = directory;
        Ok(())
    }

    /// Removes the file, which is no longer needed.
    pub(super) fn remove(self) {
        // If this fails, the session is offered once more, at worst.
        let _ = fs::remove_file(&self.path);
    }
}

impl Drop for KeptFile {
    /// Unlocks the file for others, if it still exists. The syncing thread may hold it open a
    /// moment longer.
    fn drop(&mut self) {
        let _ = self.lines.file().unlock();
    }
}

/// The start of a file: the header, and where the scene comes from.
fn opening(engine: &Engine, is_on_desk: bool) -> String {
    let mark = match engine.source() {
        SceneSource::File(path) if is_on_desk => RecoveryMark::from_file(path),
        SceneSource::File(path) => RecoveryMark::from_file(&absolute(path)),
        SceneSource::BuiltIn(name) => RecoveryMark::built_in(name),
        SceneSource::New => None,
    };
    Journal::header(engine.rules()) + &mark.map(|mark| format!("{mark}\n")).unwrap_or_default()
}

/// The absolute path, valid wherever the next session starts.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Creates a file under a name that no other session uses.
fn create(directory: &Path) -> io::Result<(PathBuf, File)> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let process = std::process::id();
    create_numbered(0o600, |attempt| directory.join(format!("left-{now}-{process}-{attempt}.hits")))
}

/// Opens a file that no session is using, and locks it. Also returns how many of its bytes are
/// complete lines.
pub(super) fn open_locked(path: &Path) -> io::Result<(File, u64)> {
    let mut file = OpenOptions::new().read(true).append(true).open(path)?;
    lock(&file)?;
    // Another session may have used it until just now, and removed it.
    let (found, named) = (file.metadata()?, fs::metadata(path)?);
    if (found.dev(), found.ino()) != (named.dev(), named.ino()) {
        return Err(ErrorKind::NotFound.into());
    }
    let bytes = whole_lines(&mut file)?;
    file.rewind()?;
    Ok((file, bytes))
}

/// Locks a file, with some patience: programs that only list it hold its lock briefly.
fn lock(file: &File) -> io::Result<()> {
    const MOST_TRIES: u32 = 20;
    const PAUSE: Duration = Duration::from_millis(5);
    for _ in 0..MOST_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(why)) => return Err(why),
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
        }
    }
    Err(io::Error::other("another hitscan is using it"))
}

/// How many bytes there are up to the last newline.
fn whole_lines(file: &mut File) -> io::Result<u64> {
    const BLOCK_BYTES: u64 = 4096;
    let mut end = file.metadata()?.len();
    let mut block = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(BLOCK_BYTES);
        file.seek(SeekFrom::Start(start))?;
        block.clear();
        file.take(end - start).read_to_end(&mut block)?;
        if let Some(at) = block.iter().rposition(|&byte| byte == b'\n') {
            return Ok(start + u64::try_from(at + 1).map_err(io::Error::other)?);
        }
        end = start;
    }
    Ok(0)
}
