//! Writes a recording to its file while the session goes on.
//!
//! Every command is in the file before the next one runs, so that a killed program loses only the
//! digest. The records go to a second file beside the recording; a check uses them to name the
//! first one that differs. They are written while a command runs, so a killed command may leave
//! records without being in the recording itself.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fs, io};

use super::files::reason_not_written;
use hitscan_core::engine::recording::{Journal, RecordSink};
use hitscan_core::engine::{Engine, Tell};
use hitscan_core::scene::printable;

/// A recording in progress.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    file: LineFile,
    records: Arc<Mutex<Records>>,
    /// How many bytes of the journal's text are in the file.
    taken: usize,
}

/// The file of the records.
#[derive(Debug)]
struct Records {
    file: LineFile,
    /// Why a block could not be written; later blocks are not attempted.
    fault: Option<io::Error>,
}

impl Records {
    fn take(&mut self, lines: &str) {
        if self.fault.is_none() {
            self.fault = self.file.append(lines).err();
        }
    }
}

/// The path of a recording's records: `FILE.records`.
pub fn records_beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".records");
    name.into()
}

impl Recorder {
    /// Begins a recording in a new file, with everything done since the scene was opened. The
    /// records of that are computed again, which `tell` may interrupt.
    ///
    /// # Errors
    /// Why it cannot begin; then no file is left. It never overwrites an existing file.
    pub fn begin(path: &Path, engine: &mut Engine, tell: &mut Tell<'_>) -> Result<Self, String> {
        let refused = |path: &Path, why: &io::Error| {
            let path = printable(&path.to_string_lossy());
            format!("{path}: not recorded: {}", reason(why))
        };
        let beside = records_beside(path);
        let file = create(path).map_err(|why| refused(path, &why))?;
        let recorder = create(&beside).map_err(|why| refused(&beside, &why)).and_then(|records| {
            let records = Records { file: LineFile::new(records, 0), fault: None };
            let recorder = Self {
                path: path.to_owned(),
                file: LineFile::new(file, 0),
                records: Arc::new(Mutex::new(records)),
                taken: engine.journal().scene_at(),
            };
            recorder.begun(engine, tell).map_err(|why| {
                engine.journal_mut().forget_records();
                let _ = fs::remove_file(&beside);
                refused(path, &why)
            })
        });
        recorder.inspect_err(|_| {
            // It was created a moment ago, and is useless.
            let _ = fs::remove_file(path);
        })
    }

    fn begun(mut self, engine: &mut Engine, tell: &mut Tell<'_>) -> io::Result<Self> {
        self.file.append(&Journal::header(engine.rules()))?;
        self.write_text(engine)?;
        let records = Arc::clone(&self.records);
        let sink = RecordSink::new(move |lines| locked(&records).take(lines));
        engine.keep_records(Some(sink), tell).map_err(io::Error::other)?;
        self.write_records(engine)?;
        Ok(self)
    }

    /// The path of the recording.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what has been done since the last call.
    ///
    /// # Errors
    /// When the disk refuses; the recording then ends here.
    pub fn update(&mut self, engine: &mut Engine) -> Result<(), String> {
        let written = self.write_text(engine).and_then(|()| self.write_records(engine));
        written.map_err(|why| self.fault(&why))
    }

    fn write_text(&mut self, engine: &Engine) -> io::Result<()> {
        let text = engine.journal().text();
        self.file.append(&text[self.taken..])?;
        self.taken = text.len();
        Ok(())
    }

    fn write_records(&mut self, engine: &mut Engine) -> io::Result<()> {
        engine.journal_mut().flush_records();
        locked(&self.records).fault.take().map_or(Ok(()), Err)
    }

    /// Writes the digest, which completes the recording.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn finish(mut self, engine: &mut Engine) -> Result<(), String> {
        self.update(engine)?;
        let journal = engine.journal_mut();
        let ending = journal.digest().map(Journal::ending).unwrap_or_default();
        journal.forget_records();
        let written = locked(&self.records).file.file().sync_all();
        let written = written.and_then(|()| self.file.append(&ending));
        written.and_then(|()| self.file.file().sync_all()).map_err(|why| self.fault(&why))
    }

    fn fault(&self, why: &io::Error) -> String {
        let path = printable(&self.path.to_string_lossy());
        format!("{path}: the recording ends here: {}", reason(why))
    }
}

fn locked(records: &Mutex<Records>) -> MutexGuard<'_, Records> {
    records.lock().unwrap_or_else(PoisonError::into_inner)
}

fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).create_new(true).open(path)
}

fn reason(why: &io::Error) -> String {
    match why.kind() {
        ErrorKind::AlreadyExists => {
            "there is such a file; take another name, or remove it first".to_owned()
        }
        _ => reason_not_written(why),
    }
}

/// A file that grows by complete lines, so that only a crash can leave half of one.
#[derive(Debug)]
pub struct LineFile {
    file: File,
    /// The length; every line that begins before it also ends before it.
    bytes: u64,
}

impl LineFile {
    /// Appends to a file opened for appending, of which `bytes` are complete lines.
    pub const fn new(file: File, bytes: u64) -> Self {
        Self { file, bytes }
    }

    /// Appends lines, each with its newline, in a single write.
    ///
    /// # Errors
    /// When the disk refuses; then the file is as it was.
    pub fn append(&mut self, lines: &str) -> io::Result<()> {
        debug_assert!(lines.is_empty() || lines.ends_with('\n'), "whole lines");
        if let Err(why) = self.file.write_all(lines.as_bytes()) {
            // At worst half a line stays, which readers ignore.
            let _ = self.file.set_len(self.bytes);
            return Err(why);
        }
        self.bytes += u64::try_from(lines.len()).unwrap_or(u64::MAX);
        Ok(())
    }

    /// Removes the lines from this offset on.
    ///
    /// # Errors
    /// When the disk refuses; then they stay.
    pub fn truncate(&mut self, bytes: u64) -> io::Result<()> {
        self.file.set_len(bytes)?;
        self.bytes = bytes;
        Ok(())
    }

    /// How long the file is.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The file itself.
    pub const fn file(&self) -> &File {
        &self.file
    }
}
