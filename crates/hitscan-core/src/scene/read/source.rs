//! The text of a scene file: where in it something stands, and which parts of
//! it were not to be read, so that one fault is not reported twice.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::scene::fault::{Fault, is_forbidden};

/// What kind of file is read: how its faults name it, and what they show as an
/// example.
#[derive(Debug)]
pub struct Dialect {
    /// The file, in a sentence.
    pub what: &'static str,
    /// A key and its value.
    pub example: &'static str,
    /// A header.
    pub header: &'static str,
    /// What to say of a header that stands above in another form.
    pub header_again: &'static str,
}

/// The text, and where its lines begin.
pub struct Source<'t> {
    text: &'t str,
    dialect: &'static Dialect,
    line_starts: Vec<usize>,
    /// What has a fault already: nothing more is said about it. Ranges by
    /// their start, none overlapping another.
    damage: BTreeMap<usize, usize>,
    faults: Vec<Fault>,
    /// Faults beyond the most that are listed.
    unlisted: usize,
}

/// More than a person reads; a file of a megabyte may have a million.
const MOST_FAULTS: usize = 1000;

impl<'t> Source<'t> {
    pub fn new(text: &'t str, dialect: &'static Dialect) -> Self {
        let after_newlines = text.match_indices('\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(after_newlines).collect();
        let (damage, faults) = (BTreeMap::new(), Vec::new());
        Self { text, dialect, line_starts, damage, faults, unlisted: 0 }
    }

    pub const fn dialect(&self) -> &'static Dialect {
        self.dialect
    }

    pub const fn text(&self) -> &'t str {
        self.text
    }

    /// The line of a byte, from 1.
    pub fn line(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= offset)
    }

    /// From the first byte of the line to its newline.
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
        let line = self.line(offset);
        let before = self.text.get(self.line_starts[line - 1]..offset).unwrap_or_default();
        self.faults.push(Fault { line, column: before.chars().count() + 1, found, message });
    }

    /// How many faults there are so far.
    pub fn count(&self) -> usize {
        self.faults.len() + self.unlisted
    }

    /// Takes back what was reported after the first `count`.
    pub fn keep_first(&mut self, count: usize) {
        self.faults.truncate(count);
        self.unlisted = count.saturating_sub(MOST_FAULTS);
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

    /// Nothing more is to be said about these bytes.
    pub fn give_up(&mut self, mut range: Range<usize>) {
        while let Some((start, end)) = self.overlapping(&range) {
            self.damage.remove(&start);
            range = range.start.min(start)..range.end.max(end);
        }
        self.damage.insert(range.start, range.end);
    }

    pub fn is_damaged(&self, range: &Range<usize>) -> bool {
        self.overlapping(range).is_some()
    }

    fn overlapping(&self, range: &Range<usize>) -> Option<(usize, usize)> {
        let (&start, &end) = self.damage.range(..range.end).next_back()?;
        (end > range.start).then_some((start, end))
    }

    pub fn is_intact(&self) -> bool {
        self.damage.is_empty()
    }

    /// The text with a blank for every byte of a forbidden character, each of
    /// which is a fault. Offsets stay what they are.
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
