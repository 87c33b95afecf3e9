//! What is said of a student's files, in words.

use std::collections::BTreeMap;

use super::Graded;
use super::submissions::{EXTENSION, Fault};
use hitscan_core::lab::NoteKind;
use hitscan_core::lab::grade::{Standing, Student, StudentNote};

/// The word for a kind of note.
pub(super) const fn word(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Chain => "chain",
        NoteKind::Scene => "scene",
        NoteKind::Line => "line",
        NoteKind::Limit => "limit",
        NoteKind::Edited => "edited",
    }
}

/// Says notes; a file by its name alone where no other has the same.
pub(super) struct Notes<'c> {
    named: BTreeMap<&'c str, usize>,
    /// The files that were not read.
    faults: &'c [Fault],
}

/// The last part of a path.
fn last_part(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

impl<'c> Notes<'c> {
    pub(super) fn of(graded: &'c Graded<'_>) -> Self {
        let mut named = BTreeMap::new();
        let read = graded.class.students.iter().flat_map(|student| &student.files);
        for file in read.chain(graded.faults.iter().map(|fault| &fault.file)) {
            *named.entry(last_part(file)).or_default() += 1;
        }
        Self { named, faults: &graded.faults }
    }

    fn short<'f>(&self, file: &'f str) -> &'f str {
        let name = last_part(file);
        if self.named.get(name) == Some(&1) { name } else { file }
    }

    /// All notes of a student. A file that was not read is theirs if it is called so.
    pub(super) fn all(&self, student: &Student) -> Vec<String> {
        let is_theirs = |fault: &&Fault| {
            let id = last_part(&fault.file).strip_suffix(EXTENSION);
            id.and_then(|id| id.strip_suffix('.')) == Some(student.id.as_str())
        };
        let not_read = self.faults.iter().filter(is_theirs);
        let mut said: Vec<String> =
            not_read.map(|fault| format!("not read: {}", self.short(&fault.file))).collect();
        let is_said = |note: &&StudentNote| **note != StudentNote::NoFile || said.is_empty();
        let notes: Vec<_> = student.notes.iter().filter(is_said).collect();
        said.splice(0..0, notes.into_iter().map(|note| self.note(student, note)));
        said
    }

    /// The same in one line: `chain: ben.hits line 118; unlisted`.
    pub(super) fn line(&self, student: &Student) -> String {
        self.all(student).join("; ")
    }

    /// The same, with the points of a file whose seed is another.
    pub(super) fn line_with_points(&self, student: &Student) -> String {
        let mut notes = self.all(student);
        if student.standing == Standing::OtherSeed {
            notes.push(format!("{} with that seed", student.reached()));
        }
        notes.join("; ")
    }

    fn note(&self, student: &Student, note: &StudentNote) -> String {
        match note {
            StudentNote::NoFile => "no file".to_owned(),
            StudentNote::Seed { file, seed, in_roster } => {
                let expected = &student.seed;
                let place = if *in_roster { "in the roster" } else { "without a roster" };
                // Which of several files it is.
                let of = match student.files.len() {
                    1 => String::new(),
                    _ => format!("{} has ", self.short(file)),
                };
                format!("seed: {of}{seed}, {place} {expected}")
            }
            StudentNote::Lines { kind, file, lines } => {
                let first = lines.first().copied().unwrap_or_default();
                let further = match lines.len() {
                    0 | 1 => String::new(),
                    count => format!(" and {} more", count - 1),
                };
                format!("{}: {} line {first}{further}", word(*kind), self.short(file))
            }
            StudentNote::Claimed { task } => format!("claimed: {task}"),
            StudentNote::Unlisted => "unlisted".to_owned(),
        }
    }
}
