//! What an import says: faults and notes, each with its place.

use std::fmt;
use std::rc::Rc;

use hitscan_core::scene::excerpt;
use hitscan_core::words::grouped;

/// A place in a file: its name, and in XML the line and the column.
#[derive(Clone, Debug)]
pub(super) struct MapPlace {
    /// The file, safe to print.
    pub(super) file: Rc<str>,
    /// The line and the column from 1, if they are known.
    pub(super) position: Option<[u32; 2]>,
}

impl fmt::Display for MapPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some([line, column]) => write!(f, "{}:{line}:{column}", self.file),
            None => f.write_str(&self.file),
        }
    }
}

/// What a message is about.
#[derive(Clone, Debug)]
pub(super) struct MapSubject {
    pub(super) place: MapPlace,
    /// `object 9 "coin" in layer "things"`; empty for the whole file.
    pub(super) words: String,
}

impl MapSubject {
    /// The whole file, or a part of it that has no name.
    pub(super) fn whole(place: &MapPlace) -> Self {
        Self { place: place.clone(), words: String::new() }
    }

    /// A layer.
    pub(super) fn layer(place: &MapPlace, name: &str) -> Self {
        Self { place: place.clone(), words: format!("layer {}", quoted(name)) }
    }

    /// A part of it.
    pub(super) fn part(&self, part: &str) -> Self {
        Self { place: self.place.clone(), words: format!("{}: {part}", self.words) }
    }

    fn says(&self, what: &str) -> String {
        if self.words.is_empty() { what.to_owned() } else { format!("{}: {what}", self.words) }
    }
}

/// A name between quotation marks, safe to print.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", excerpt(name))
}

/// A count as people read it, with its noun: `1 tile`, `1 200 tiles`.
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    let noun = if count == 1 { one } else { many };
    format!("{} {noun}", grouped(u64::try_from(count).unwrap_or(u64::MAX)))
}

/// Faults and notes, in the order of the map.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// Whether what cannot be had is left out.
    skips: bool,
    faults: Vec<String>,
    faults_left_out: usize,
    notes: Vec<String>,
}

impl Report {
    /// More would not be read.
    const MOST_FAULTS: usize = 200;

    pub(super) fn new(skips: bool) -> Self {
        Self { skips, ..Self::default() }
    }

    /// Something cannot be had; it is left out, or a fault.
    pub(super) fn refuse(&mut self, subject: &MapSubject, why: &str) {
        if self.skips {
            self.notes.push(format!("skipped: {}", subject.says(why)));
        } else {
            self.fault(subject, why);
        }
    }

    /// Something is wrong that nothing can be left out for.
    pub(super) fn fault(&mut self, subject: &MapSubject, why: &str) {
        self.fault_line(format!("{}: {}", subject.place, subject.says(why)));
    }

    /// A fault, in a line that begins with its place.
    pub(super) fn fault_line(&mut self, line: String) {
        if self.faults.len() < Self::MOST_FAULTS {
            self.faults.push(line);
        } else {
            self.faults_left_out += 1;
        }
    }

    /// Something is worth knowing.
    pub(super) fn note(&mut self, what: &str) {
        self.notes.push(format!("note: {what}"));
    }

    /// Something about this is worth knowing.
    pub(super) fn note_about(&mut self, subject: &MapSubject, what: &str) {
        self.note(&subject.says(what));
    }

    /// The notes, or the faults if there are any.
    pub(super) fn finish(mut self) -> Result<Vec<String>, Vec<String>> {
        if self.faults_left_out > 0 {
            let more = counted(self.faults_left_out, "error is", "errors are");
            self.faults.push(format!("{more} left out here"));
        }
        if self.faults.is_empty() { Ok(self.notes) } else { Err(self.faults) }
    }
}
