//! The text of a file: its lines, its faults, and the parts that could not be parsed, so that no
//! fault is reported twice.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::scene::{Fault, Rounding, is_forbidden};

/// The kind of file: its name in faults, and examples for them.
#[derive(Debug)]
pub struct Dialect {
    /// What the file is, in a sentence.
    pub what: &'static str,
    /// A key and its value.
    pub example: &'static str,
    /// A header.
    pub header: &'static str,
}

/// The text of a file and its faults.
pub struct SourceText<'t> {
    /// What happens to numbers that are too fine, if this kind of file may have them
    /// rounded at all.
    pub rounding: Option<Rounding>,
    text: &'t str,
    dialect: &'static Dialect,
    line_starts: Vec<usize>,
    /// Parts that already have a fault and get no more: their ends, keyed by their
    /// starts, without overlaps.
    damage: BTreeMap<usize, usize>,
    faults: Vec<Fault>,
    /// How many faults are not listed.
    unlisted: usize,
}

/// The most faults listed: a file of a megabyte may have a million.
const MOST_FAULTS: usize = 1000;

impl<'t> SourceText<'t> {
    /// Starts reading this text.
    pub fn new(text: &'t str, dialect: &'static Dialect) -> Self {
        let after_newlines = text.match_indices('\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(after_newlines).collect();
        let (damage, faults) = (BTreeMap::new(), Vec::new());
        Self { rounding: None, text, dialect, line_starts, damage, faults, unlisted: 0 }
    }

    /// The kind of file.
    pub const fn dialect(&self) -> &'static Dialect {
        self.dialect
    }

    /// The whole text.
    pub const fn text(&self) -> &'t str {
        self.text
    }

    /// The line of a byte, from 1.
    pub fn line(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= offset)
    }

    /// The line of a byte, without its newline.
    pub fn line_range(&self, offset: usize) -> Range<usize> {
        let line = self.line(offset);
        let start = self.line_starts[line - 1];
        let end = self.line_starts.get(line).map_or(self.text.len(), |&next| next - 1);
        start..end.max(start)
    }

    /// Reports a fault of these bytes, unless they have one already.
    pub fn report(&mut self, at: &Range<usize>, found: String, message: String) {
        if !self.is_damaged(at) {
            self.list(at.start, found, message);
        }
    }

    fn list(&mut self, offset: usize, found: String, message: String) {
        if self.faults.len() >= MOST_FAULTS {
            self.unlisted += 1;
            return;
        }
        let (line, column) = self.place(offset);
        self.faults.push(Fault { line, column, found, message });
    }

    /// The line and the column of a byte, both from 1.
    pub fn place(&self, offset: usize) -> (usize, usize) {
        let line = self.line(offset);
        let before = self.text.get(self.line_starts[line - 1]..offset).unwrap_or_default();
        (line, before.chars().count() + 1)
    }

    /// How many faults there are so far.
    pub fn count(&self) -> usize {
        self.faults.len() + self.unlisted
    }

    /// The faults in the order of the file.
    pub fn into_faults(mut self) -> Vec<Fault> {
        self.faults.sort();
        self.faults.dedup();
        if let Some(last) = self.faults.last().filter(|_| self.unlisted > 0) {
            let found = format!("{} more faults", self.unlisted);
            let message = "they are not listed".to_owned();
            self.faults.push(Fault { found, message, ..*last });
        }
        self.faults
    }

    /// Reports no more faults of these bytes.
    pub fn give_up(&mut self, mut range: Range<usize>) {
        while let Some((start, end)) = self.overlapping(&range) {
            self.damage.remove(&start);
            range = range.start.min(start)..range.end.max(end);
        }
        self.damage.insert(range.start, range.end);
    }

    /// Whether any of these bytes could not be parsed.
    pub fn is_damaged(&self, range: &Range<usize>) -> bool {
        self.overlapping(range).is_some()
    }

    fn overlapping(&self, range: &Range<usize>) -> Option<(usize, usize)> {
        let (&start, &end) = self.damage.range(..range.end).next_back()?;
        (end > range.start).then_some((start, end))
    }

    /// Whether the whole text could be parsed.
    pub fn is_intact(&self) -> bool {
        self.damage.is_empty()
    }

    /// The text, with every forbidden character reported and replaced by blanks. Offsets
    /// do not change.
    pub fn cleaned(&mut self) -> String {
        let mut clean = String::with_capacity(self.text.len());
        let mut characters = self.text.char_indices().peekable();
        while let Some((at, c)) = characters.next() {
            let ends_line = c == '\r' && characters.peek().is_some_and(|&(_, next)| next == '\n');
            if !is_forbidden(c) || ends_line || c == '\n' || c == '\t' {
                clean.push(c);
                continue;
            }
            let found = c.escape_default().to_string();
            let what = self.dialect.what;
            let message = format!("control and bidirectional characters have no place in {what}");
            self.list(at, found, message);
            clean.extend(std::iter::repeat_n(' ', c.len_utf8()));
            self.give_up(at..at + c.len_utf8());
        }
        clean
    }
}
