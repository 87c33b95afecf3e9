//! What is said of a student's files, in words.

use std::collections::BTreeMap;

use hitscan_core::lab::NoteKind;
use hitscan_core::lab::grade::{Class, Standing, Student, StudentNote};

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
}

/// The last part of a path.
fn last_part(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

impl<'c> Notes<'c> {
    pub(super) fn of(class: &'c Class) -> Self {
        let mut named = BTreeMap::new();
        for file in class.students.iter().flat_map(|student| &student.files) {
            *named.entry(last_part(file)).or_default() += 1;
        }
        Self { named }
    }

    fn short<'f>(&self, file: &'f str) -> &'f str {
        let name = last_part(file);
        if self.named.get(name) == Some(&1) { name } else { file }
    }

    /// All notes of a student.
    pub(super) fn all(&self, student: &Student) -> Vec<String> {
        student.notes.iter().map(|note| self.note(student, note)).collect()
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
