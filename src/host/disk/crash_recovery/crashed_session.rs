//! Crashed sessions: the recovery files in the directory that no session is using.

use std::fs::{self, DirEntry, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hitscan_core::engine::recording::RecoveryMark;
use hitscan_core::scene::{Scene, printable};

/// The recovery file of a crashed session.
#[derive(Debug)]
pub(super) struct CrashedSession {
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    modified: SystemTime,
}

/// All crashed sessions, the latest first. Removes files whose work was saved.
pub(super) fn all(directory: &Path) -> Vec<CrashedSession> {
    let entries = fs::read_dir(directory).into_iter().flatten();
    let mut found: Vec<_> =
        entries.filter_map(|entry| CrashedSession::of(&entry.ok()?).ok().flatten()).collect();
    found.sort_by(|a, b| (b.modified, &b.path).cmp(&(a.modified, &a.path)));
    found
}

/// Whether this is the name of a recovery file, such as `left-1764000000-4711-0.hits`. A desk may
/// have files with similar names, such as a student's work that was set aside:
/// `left-20261127T103000Z.hits`.
pub(super) fn is_named_so(name: &str) -> bool {
    let numbers = name.strip_prefix("left-").and_then(|rest| rest.strip_suffix(".hits"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|numbers| numbers.split('-').all(is_number))
}

impl CrashedSession {
    /// `None` for other files, and for a file that a session is using.
    fn of(entry: &DirEntry) -> io::Result<Option<Self>> {
        let is_ours = entry.file_name().to_str().is_some_and(is_named_so);
        // Opening a pipe would block.
        if !is_ours || !entry.file_type()?.is_file() {
            return Ok(None);
        }
        let path = entry.path();
        let mut file = File::open(&path)?;
        if file.try_lock_shared().is_err() {
            return Ok(None);
        }
        let found = file.metadata()?;
        if found.len() == 0 {
            // It was created a moment ago, and is not locked yet.
            return Ok(None);
        }
        if is_saved(&mut file)? {
            fs::remove_file(&path)?;
            return Ok(None);
        }
        Ok(Some(Self { path, bytes: found.len(), modified: found.modified()? }))
    }

    /// How long ago it crashed: `3 minutes ago`.
    pub(super) fn age(&self) -> String {
        let age = SystemTime::now().duration_since(self.modified).unwrap_or_default();
        let minutes = age.as_secs() / 60;
        let (count, unit) = match minutes {
            0 => return "just now".to_owned(),
            1..60 => (minutes, "minute"),
            60..1440 => (minutes / 60, "hour"),
            _ => (minutes / 1440, "day"),
        };
        format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
    }

    /// The scene: its file, or its title.
    pub(super) fn scene(&self) -> String {
        self.beginning().unwrap_or_default().unwrap_or_else(|| "a scene without a name".to_owned())
    }

    fn beginning(&self) -> io::Result<Option<String>> {
        /// The mark and the title are in the first lines; neither is longer than this.
        const MOST_BYTES: u64 = 8192;
        for line in BufReader::new(File::open(&self.path)?.take(MOST_BYTES)).lines() {
            let line = line?;
            if let Some(RecoveryMark::From(path)) = RecoveryMark::read(&line) {
                return Ok(Some(printable(&path.to_string_lossy())));
            }
            if let Some(title) = line.strip_prefix("| title = ") {
                return Ok(Some(printable(&shown_title(title))));
            }
        }
        Ok(None)
    }
}

/// The title in a line of a scene file, in the language that is shown.
fn shown_title(written: &str) -> String {
    let scene = Scene::parse(&format!("title = {written}\n"));
    scene.map_or_else(|_| written.trim_matches('"').to_owned(), |it| it.title.shown().to_owned())
}

/// Whether the last line says that everything before it was saved.
fn is_saved(file: &mut File) -> io::Result<bool> {
    /// Far longer than any path.
    const MOST_BYTES: u64 = 16 * 1024;
    let start = file.metadata()?.len().saturating_sub(MOST_BYTES);
    file.seek(SeekFrom::Start(start))?;
    let mut end = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut end)?;
    let end = String::from_utf8_lossy(&end);
    let last = end.strip_suffix('\n').and_then(|end| end.lines().next_back());
    Ok(last.and_then(RecoveryMark::read).is_some_and(|mark| matches!(mark, RecoveryMark::Saved(_))))
}
