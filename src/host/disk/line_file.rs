//! A file of complete lines.

use std::fs::File;
use std::io::{self, Write};

/// A file that grows by complete lines, so that only a crash can leave half of one.
#[derive(Debug)]
pub struct LineFile {
    file: File,
    /// The length; every line that begins before it also ends before it.
    bytes: u64,
}

impl LineFile {
    /// Appends to a file opened for appending, of which `bytes` are complete lines.
    #[must_use]
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
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The file itself.
    #[must_use]
    pub const fn file(&self) -> &File {
        &self.file
    }
}
