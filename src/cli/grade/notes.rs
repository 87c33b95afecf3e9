//! Notes on a student's files, in words.

use std::collections::BTreeMap;

use super::Graded;
use super::submissions::{EXTENSION, SubmissionFault};
use hitscan_core::lab::grade::{Student, StudentNote, StudentStanding, Syllabus};
use hitscan_core::lab::{NoteKind, StepId};

/// The word for a kind of note.
pub(super) const fn word(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Chain => "chain",
        NoteKind::Open => "open",
        NoteKind::Cut => "cut",
        NoteKind::Scene => "scene",
        NoteKind::Line => "line",
        NoteKind::Limit => "limit",
        NoteKind::Edited => "edited",
    }
}

/// Formats notes. A file is shown without its folder if no other file has the same name.
pub(super) struct Notes<'c> {
    named: BTreeMap<&'c str, usize>,
    /// The files that could not be read.
    faults: &'c [SubmissionFault],
    students: &'c [Student],
    syllabus: &'c Syllabus<'c>,
    /// Whether packs were named.
    has_packs: bool,
}

/// The last part of a path.
fn last_part(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

/// The student whom a file is named after: `ben` for `hand-in/ben.hits`.
fn named_after(file: &str) -> Option<&str> {
    last_part(file).strip_suffix(EXTENSION)?.strip_suffix('.')
}

impl<'c> Notes<'c> {
    pub(super) fn of(graded: &'c Graded<'_>) -> Self {
        let mut named = BTreeMap::new();
        let read = graded.students.iter().flat_map(|student| &student.files);
        for file in read.chain(graded.faults.iter().map(|fault| &fault.file)) {
            *named.entry(last_part(file)).or_default() += 1;
        }
        let (students, syllabus) = (&graded.students, graded.syllabus);
        let (faults, has_packs) = (graded.faults.as_slice(), graded.has_packs);
        Self { named, faults, students, syllabus, has_packs }
    }

    fn short<'f>(&self, file: &'f str) -> &'f str {
        let name = last_part(file);
        if self.named.get(name) == Some(&1) { name } else { file }
    }

    /// The files named after a student that could not be read.
    pub(super) fn not_read(&self, student: &Student) -> impl Iterator<Item = &'c SubmissionFault> {
        self.faults.iter().filter(|fault| named_after(&fault.file) == Some(student.id.as_str()))
    }

    /// Whether the notes on a student mention a file that could not be read.
    pub(super) fn tell(&self, fault: &SubmissionFault) -> bool {
        let id = named_after(&fault.file);
        self.students.iter().any(|student| id == Some(student.id.as_str()))
    }

    /// All notes on a student.
    pub(super) fn all(&self, student: &Student) -> Vec<String> {
        self.said(student, |fault| format!("not read: {}", self.short(&fault.file)))
    }

    /// The notes; `told` formats those about files that could not be read.
    fn said(&self, student: &Student, told: impl Fn(&SubmissionFault) -> String) -> Vec<String> {
        let files: Vec<_> =
            self.of_others(student).into_iter().chain(self.not_read(student).map(told)).collect();
        let is_said = |note: &&StudentNote| **note != StudentNote::NoFile || files.is_empty();
        let notes = student.notes.iter().filter(is_said);
        let notes = notes.filter_map(|note| self.note(student, note));
        let mut said: Vec<_> = notes.chain(claimed(student)).chain(late(student)).collect();
        said.extend(files);
        said
    }

    /// `fritz.hits is the work of ida`, for each other student with a file named after this one.
    fn of_others(&self, student: &Student) -> Vec<String> {
        let id = student.id.as_str();
        let others = self.students.iter().filter(|other| other.id != id);
        let others = others.filter_map(|other| {
            let file = other.files.iter().find(|file| named_after(file) == Some(id))?;
            Some(format!("{} is the work of {}", last_part(file), other.id))
        });
        others.collect()
    }

    /// The notes in one line: `edited by hand at line 118 of ben.hits; not in the roster`.
    pub(super) fn line(&self, student: &Student) -> String {
        self.all(student).join("; ")
    }

    /// Like [`Self::line`], with the points of a file that has another seed.
    pub(super) fn line_with_points(&self, student: &Student) -> String {
        with_points(student, self.all(student))
    }

    /// Like [`Self::line_with_points`], with the paths of files that could not be read, and why.
    pub(super) fn line_in_full(&self, student: &Student) -> String {
        with_points(student, self.said(student, SubmissionFault::note))
    }

    /// The text of a note. Claimed tasks share one text, and so do late steps.
    fn note(&self, student: &Student, note: &StudentNote) -> Option<String> {
        Some(match note {
            StudentNote::NoFile => "no file".to_owned(),
            StudentNote::Seed { file, seed, in_roster } => {
                let of = self.of_several(student, file, "in");
                let expected = &student.seed;
                if *in_roster {
                    format!("numbers of {seed}{of}, in the roster {expected}: no points")
                } else {
                    format!("numbers of {seed}{of}, not of {expected}: no points")
                }
            }
            StudentNote::OtherPack { file, pack } => self.of_another_pack(student, file, pack),
            StudentNote::Lines { kind: NoteKind::Scene | NoteKind::Edited, file, .. }
                if is_of_another_pack(student, file) =>
            {
                return None;
            }
            StudentNote::Lines { kind, file, lines, steps } => {
                self.of_lines(student, *kind, file, lines, steps)
            }
            StudentNote::Claimed { .. } | StudentNote::Late { .. } => return None,
            StudentNote::AtWork => "still at work".to_owned(),
            StudentNote::Unlisted => "not in the roster".to_owned(),
        })
    }

    /// `this file belongs to the pack collisions; --pack names p`
    fn of_another_pack(&self, student: &Student, file: &str, pack: &str) -> String {
        let file = if student.files.len() > 1 { self.short(file) } else { "this file" };
        if !self.has_packs {
            return format!("{file} belongs to the pack {pack}; --pack DIR grades by it");
        }
        let packs: Vec<_> = self.syllabus.packs().collect();
        format!("{file} belongs to the pack {pack}; --pack names {}", packs.join(", "))
    }

    /// A note about lines, of which the first is named, or about the steps they belong to.
    fn of_lines(
        &self,
        student: &Student,
        kind: NoteKind,
        file: &str,
        lines: &[u64],
        steps: &[StepId],
    ) -> String {
        let line = lines.first().copied().unwrap_or_default();
        let name = self.short(file);
        match kind {
            NoteKind::Chain => {
                format!("edited by hand at line {line} of {name}{}", and_more(lines.len()))
            }
            NoteKind::Open => {
                format!("still at work at line {line} of {name}, or the program was killed")
            }
            NoteKind::Cut => format!("{name} is cut off at line {line}"),
            NoteKind::Line => {
                let rest = if lines.len() > 1 { "their steps" } else { "its step" };
                let more = and_more(lines.len());
                format!(
                    "line {line} of {name}{more} cannot be read; the rest of {rest} is left out"
                )
            }
            NoteKind::Scene | NoteKind::Edited => {
                let step = steps.first().map(ToString::to_string).unwrap_or_default();
                let is_one = steps.len() < 2;
                let what = match (kind, is_one) {
                    (NoteKind::Scene, true) => "begins with another scene",
                    (NoteKind::Scene, false) => "begin with another scene",
                    (_, true) => "was begun with another edition",
                    (_, false) => "were begun with another edition",
                };
                // If begun once more, the step may count.
                let which = if self.have_points(student, steps) { " for that" } else { "" };
                format!("{step}{} {what}: no points{which}", and_more(steps.len()))
            }
            NoteKind::Limit => {
                format!("too much from line {line}{} on", self.of_several(student, file, "of"))
            }
        }
    }

    /// Whether one of these steps has points.
    fn have_points(&self, student: &Student, steps: &[StepId]) -> bool {
        let graded = self.syllabus.steps.iter().zip(&student.steps);
        graded.filter(|(_, grade)| grade.points > 0).any(|(graded, _)| {
            let is_it =
                |name: &StepId| name.lesson == graded.lesson.id && name.step == graded.step.id;
            steps.iter().any(is_it)
        })
    }

    /// ` in other.hits`, for a student with several files.
    fn of_several(&self, student: &Student, file: &str, word: &str) -> String {
        match student.files.len() {
            0 | 1 => String::new(),
            _ => format!(" {word} {}", self.short(file)),
        }
    }
}

/// The notes in one line, with the points of a file that has another seed.
fn with_points(student: &Student, mut notes: Vec<String>) -> String {
    if student.standing == StudentStanding::OtherSeed {
        notes.push(format!("{} with that seed", student.reached()));
    }
    notes.join("; ")
}

/// Whether there is a note that a file belongs to a pack that is not being graded, which explains
/// why its steps do not count.
fn is_of_another_pack(student: &Student, name: &str) -> bool {
    let is_it =
        |note: &StudentNote| matches!(note, StudentNote::OtherPack { file, .. } if file == name);
    student.notes.iter().any(is_it)
}

/// `gap/yours rests on what a program said`, if that is true of a task.
fn claimed(student: &Student) -> Option<String> {
    let tasks = student.notes.iter().filter_map(|note| match note {
        StudentNote::Claimed { task } => Some(task),
        _ => None,
    });
    let tasks: Vec<_> = tasks.collect();
    let rests = if tasks.len() > 1 { "rest" } else { "rests" };
    let first = tasks.first()?;
    Some(format!("{first}{} {rests} on what a program said", and_more(tasks.len())))
}

/// `late: inside/hide, inside/seen`, if any step is late.
fn late(student: &Student) -> Option<String> {
    let steps = student.notes.iter().filter_map(|note| match note {
        StudentNote::Late { step } => Some(step.as_str()),
        _ => None,
    });
    let steps: Vec<_> = steps.collect();
    (!steps.is_empty()).then(|| format!("late: {}", steps.join(", ")))
}

/// ` and 6 more`, for seven.
fn and_more(count: usize) -> String {
    match count {
        0 | 1 => String::new(),
        count => format!(" and {} more", count - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_that_rest_on_a_program_are_named_and_counted() {
        let claims = |tasks: &[&str]| {
            let notes = tasks.iter().map(|&task| StudentNote::Claimed { task: task.to_owned() });
            claimed(&Student {
                id: "anna".to_owned(),
                seed: "anna".to_owned(),
                standing: StudentStanding::Counts,
                steps: Vec::new(),
                files: Vec::new(),
                notes: notes.collect(),
            })
        };
        assert_eq!(claims(&[]), None);
        let one = "gap/yours rests on what a program said";
        assert_eq!(claims(&["gap/yours"]).as_deref(), Some(one));
        let more = "gap/yours and 2 more rest on what a program said";
        assert_eq!(claims(&["gap/yours", "gap/own", "a/b"]).as_deref(), Some(more));
    }
}
