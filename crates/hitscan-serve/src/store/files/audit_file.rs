//! `audit.ndjson`: the audit log, one line per entry. It is rotated at 16 MiB or after 30 days;
//! eight old files are kept, none for more than 90 days in all.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use serde::Serialize;

use super::disk;
use crate::audit::AuditEntry;
use crate::store::StoreError;

/// The most bytes of a file.
const MOST_BYTES: u64 = 16 << 20;
/// The number of old files that are kept.
const OLD_FILES: u32 = 8;
/// The age at which a file is rotated.
const GROWS_FOR: Duration = Duration::from_secs(30 * 86_400);
/// How long an old file is kept after its last line.
const OLD_STAYS_FOR: Duration = Duration::from_secs(60 * 86_400);

/// The current file.
#[derive(Debug)]
pub(super) struct AuditFile {
    path: PathBuf,
    file: File,
    length: u64,
    /// When its first line was written, if there is one.
    began: Option<Timestamp>,
    most_bytes: u64,
}

#[derive(Serialize)]
struct AuditLine<'e> {
    at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    who: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

impl AuditFile {
    /// Opens the file in this folder, or makes it.
    pub(super) fn open(data: &Path) -> Result<Self, StoreError> {
        Self::of_at_most(data, MOST_BYTES)
    }

    fn of_at_most(data: &Path, most_bytes: u64) -> Result<Self, StoreError> {
        let path = data.join("audit.ndjson");
        let file = disk::open_to_append(&path).map_err(|why| disk::refused(&path, &why))?;
        let length = file.metadata().map_err(|why| disk::refused(&path, &why))?.len();
        let began = if length == 0 { None } else { first_time(&path)? };
        let mut audit = Self { path, file, length, began, most_bytes };
        // A crash may have left a partial line; end it, or it would run into the next one.
        if audit.ends_within_a_line()? {
            audit.append("\n")?;
        }
        audit.forget_old(SystemTime::now());
        Ok(audit)
    }

    /// Appends an entry.
    pub(super) fn note(&mut self, entry: &AuditEntry) -> Result<(), StoreError> {
        let line = AuditLine {
            at: entry.at,
            class: entry.class.as_ref().map(crate::class::ClassId::as_str),
            who: entry.who.as_ref().map(crate::place::UserId::as_str),
            address: entry.address.map(|address| address.to_string()),
            what: entry.what.token(),
            detail: entry.detail.as_ref().map(ToString::to_string),
        };
        // Strings and a time always serialize.
        let line = serde_json::to_string(&line).unwrap_or_default() + "\n";
        let is_full = self.length + u64::try_from(line.len()).unwrap_or(u64::MAX) > self.most_bytes;
        let is_old = self.began.is_some_and(|began| {
            entry.at.duration_since(began).unsigned_abs() > GROWS_FOR && entry.at > began
        });
        if self.length > 0 && (is_full || is_old) {
            self.begin_another()?;
        }
        self.began.get_or_insert(entry.at);
        self.append(&line)
    }

    fn append(&mut self, line: &str) -> Result<(), StoreError> {
        disk::append(&self.file, line.as_bytes()).map_err(|why| disk::refused(&self.path, &why))?;
        self.length += u64::try_from(line.len()).unwrap_or(u64::MAX);
        Ok(())
    }

    /// Rotates the files: the current one becomes `audit.ndjson.1`, `.1` becomes `.2`, and so on;
    /// the oldest is removed.
    fn begin_another(&mut self) -> Result<(), StoreError> {
        for number in (1..OLD_FILES).rev() {
            let (from, to) = (self.numbered(number), self.numbered(number + 1));
            match fs::rename(&from, &to) {
                Err(why) if why.kind() != std::io::ErrorKind::NotFound => {
                    return Err(disk::refused(&from, &why));
                }
                _ => {}
            }
        }
        let first = self.numbered(1);
        fs::rename(&self.path, &first).map_err(|why| disk::refused(&first, &why))?;
        let opened = disk::open_to_append(&self.path);
        self.file = opened.map_err(|why| disk::refused(&self.path, &why))?;
        (self.length, self.began) = (0, None);
        self.forget_old(SystemTime::now());
        Ok(())
    }

    /// Removes files that are too old. If that fails, it is tried again later.
    fn forget_old(&self, now: SystemTime) {
        for path in (1..=OLD_FILES).map(|number| self.numbered(number)) {
            let written = path.metadata().and_then(|about| about.modified());
            let age = written.ok().and_then(|written| now.duration_since(written).ok());
            if age.is_some_and(|age| age > OLD_STAYS_FOR) {
                let _ = fs::remove_file(&path);
            }
        }
    }

    fn numbered(&self, number: u32) -> PathBuf {
        self.path.with_file_name(format!("audit.ndjson.{number}"))
    }

    fn ends_within_a_line(&self) -> Result<bool, StoreError> {
        use std::os::unix::fs::FileExt as _;
        let Some(last) = self.length.checked_sub(1) else { return Ok(false) };
        let mut byte = [0];
        let read = self.file.read_exact_at(&mut byte, last);
        read.map_err(|why| disk::refused(&self.path, &why))?;
        Ok(byte != *b"\n")
    }
}

/// The time in the first line of a file, if there is one.
fn first_time(path: &Path) -> Result<Option<Timestamp>, StoreError> {
    use std::io::{BufRead as _, BufReader, Read as _};
    const MOST: u64 = 4096;
    let file = File::open(path).map_err(|why| disk::refused(path, &why))?;
    let mut line = Vec::new();
    let read = BufReader::new(file.take(MOST)).read_until(b'\n', &mut line);
    read.map_err(|why| disk::refused(path, &why))?;
    let line: Option<serde_json::Value> = serde_json::from_slice(&line).ok();
    let at = line.as_ref().and_then(|line| line.get("at")?.as_str());
    Ok(at.and_then(|at| at.parse().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{Deed, Detail};

    fn lines(path: &Path) -> Vec<String> {
        let text = fs::read_to_string(path).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn an_entry_is_a_line_of_json() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut audit = AuditFile::open(folder.path()).expect("it opens");
        let mut entry = AuditEntry::now(Deed::Watch)
            .in_class(&"3b".parse().expect("a class"))
            .by(&"ada".parse().expect("a name"))
            .from([192, 0, 2, 7].into())
            .with(Detail::User("anna".parse().expect("a name")));
        entry.at = "2026-11-27T10:30:00Z".parse().expect("a time");
        audit.note(&entry).expect("it is noted");
        let expected = "{\"at\":\"2026-11-27T10:30:00Z\",\"class\":\"3b\",\"who\":\"ada\",\
                        \"address\":\"192.0.2.7\",\"what\":\"watch\",\"detail\":\"anna\"}";
        assert_eq!(lines(&folder.path().join("audit.ndjson")), [expected]);
    }

    #[test]
    fn a_full_file_is_rotated_and_eight_old_ones_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut audit = AuditFile::of_at_most(folder.path(), 200).expect("it opens");
        for count in 0..60 {
            let entry = AuditEntry::now(Deed::Login).with(Detail::Count(count));
            audit.note(&entry).expect("it is noted");
        }
        let mut names: Vec<_> = fs::read_dir(folder.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
            .collect();
        names.sort();
        let old = (1..=8).map(|number| format!("audit.ndjson.{number}"));
        let expected: Vec<_> = std::iter::once("audit.ndjson".to_owned()).chain(old).collect();
        assert_eq!(names, expected);
        let last = lines(&folder.path().join("audit.ndjson"));
        assert!(last.last().expect("a line").contains("\"59\""), "{last:?}");
    }

    #[test]
    fn a_file_is_rotated_after_a_month_and_removed_after_three() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("audit.ndjson");
        fs::write(&path, "{\"at\":\"2020-01-01T00:00:00Z\",\"what\":\"login\"}\n")
            .expect("written");
        let old = folder.path().join("audit.ndjson.3");
        fs::write(&old, "{}\n").expect("written");
        let three_months = Duration::from_secs(91 * 86_400);
        let file = File::options().write(true).open(&old).expect("it opens");
        file.set_modified(SystemTime::now() - three_months).expect("set");
        let mut audit = AuditFile::open(folder.path()).expect("it opens");
        assert!(!old.exists(), "the old one is gone");
        audit.note(&AuditEntry::now(Deed::Login)).expect("it is noted");
        assert_eq!(lines(&path).len(), 1);
        assert!(lines(&folder.path().join("audit.ndjson.1"))[0].contains("2020"));
    }

    #[test]
    fn a_partial_line_does_not_run_into_the_next() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("audit.ndjson");
        fs::write(&path, "{\"at\":\"20").expect("written");
        let mut audit = AuditFile::open(folder.path()).expect("it opens");
        audit.note(&AuditEntry::now(Deed::Start)).expect("it is noted");
        let lines = lines(&path);
        assert!(lines.len() == 2 && lines[1].contains("start"), "{lines:?}");
    }
}
