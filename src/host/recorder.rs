//! The file that a recording goes to, as it goes on.
//!
//! Every command is in the file before the next one is carried out, so that a
//! killed program loses nothing but the digest. Beside the recording stand its
//! records, by which a check can name the first one that differs.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use hitscan_core::engine::Engine;
use hitscan_core::engine::recording::Journal;
use hitscan_core::scene::printable;

/// A recording on its way to its file.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    file: File,
    records: File,
    /// How much of the journal's text is in the file.
    taken: usize,
}

/// Where the records of a recording stand: `FILE.records`.
#[must_use]
pub fn records_beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".records");
    name.into()
}

impl Recorder {
    /// Begins a recording in a new file, with all that has been done since the
    /// scene was opened.
    ///
    /// # Errors
    /// Says why not; no file that is there already is written over.
    pub fn begin(path: &Path, engine: &mut Engine) -> Result<Self, String> {
        let file = create(path)?;
        let beside = records_beside(path);
        let records = create(&beside).inspect_err(|_| {
            // Made a moment ago, and empty.
            let _ = fs::remove_file(path);
        })?;
        engine.keep_records();
        let taken = engine.journal().scene_at();
        let mut recorder = Self { path: path.to_owned(), file, records, taken };
        let header = Journal::header();
        let begun = recorder.file.write_all(header.as_bytes()).map_err(|why| recorder.fault(&why));
        begun.and_then(|()| recorder.update(engine)).map(|()| recorder)
    }

    /// Where it goes to.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what has been done since the last time.
    ///
    /// # Errors
    /// When the disk refuses; the recording then ends where it is.
    pub fn update(&mut self, engine: &mut Engine) -> Result<(), String> {
        let journal = engine.journal_mut();
        let text = &journal.text()[self.taken..];
        if text.is_empty() {
            return Ok(());
        }
        // The file first: records of what it does not say would be worthless.
        let written = self.file.write_all(text.as_bytes());
        self.taken = journal.text().len();
        let lines = journal.take_records();
        let written = written.and_then(|()| self.records.write_all(lines.as_bytes()));
        written.map_err(|why| self.fault(&why))
    }

    /// Writes the digest: the recording is complete.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn finish(mut self, engine: &mut Engine) -> Result<(), String> {
        self.update(engine)?;
        let journal = engine.journal_mut();
        let ending = journal.digest().map(Journal::ending).unwrap_or_default();
        journal.forget_records();
        let written = self.file.write_all(ending.as_bytes()).and_then(|()| self.file.sync_all());
        written.map_err(|why| self.fault(&why))
    }

    fn fault(&self, why: &io::Error) -> String {
        let path = printable(&self.path.to_string_lossy());
        format!("{path}: the recording ends here: {}", reason(why))
    }
}

fn create(path: &Path) -> Result<File, String> {
    OpenOptions::new().write(true).create_new(true).open(path).map_err(|why| {
        let path = printable(&path.to_string_lossy());
        format!("{path}: not recorded: {}", reason(&why))
    })
}

fn reason(why: &io::Error) -> String {
    match why.kind() {
        ErrorKind::AlreadyExists => {
            "there is such a file; take another name, or remove it first".to_owned()
        }
        ErrorKind::NotFound => "there is no such directory".to_owned(),
        ErrorKind::PermissionDenied => "no permission to write there".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => printable(&why.to_string()),
    }
}
