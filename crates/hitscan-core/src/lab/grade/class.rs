//! Students: the roster, the best of their files, and their notes.

use std::collections::BTreeMap;

use super::super::pack::{NoScene, Pack};
use super::super::submission::{DrawnPack, Header, NotRead, header_of, replay};
use super::{GradedStep, StepGrade, StepProgress, Syllabus};
use crate::lab::pack::StepKind;
use crate::lab::submission::{Note, NoteKind, StepId};

/// A student of the roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The id.
    pub id: String,
    /// The seed of the student's numbers.
    pub seed: String,
}

/// A student's results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Student {
    /// The id.
    pub id: String,
    /// The expected seed.
    pub seed: String,
    /// Whether the points count.
    pub standing: StudentStanding,
    /// The best result of each step of the syllabus.
    pub steps: Vec<StepGrade>,
    /// The names of the files.
    pub files: Vec<String>,
    /// Notes for the teacher.
    pub notes: Vec<StudentNote>,
}

/// Whether points count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudentStanding {
    /// They count.
    Counts,
    /// They do not: every file has the numbers of another seed.
    OtherSeed,
    /// There is no file.
    NoFile,
}

/// A note about a student's work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudentNote {
    /// There is no file.
    NoFile,
    /// A file has the numbers of another seed, so it does not count.
    Seed {
        /// The file.
        file: String,
        /// Its seed.
        seed: String,
        /// Whether the roster states the expected seed.
        in_roster: bool,
    },
    /// A file belongs to a pack that is not being graded.
    OtherPack {
        /// The file.
        file: String,
        /// Its pack.
        pack: String,
    },
    /// A note about lines of a file.
    Lines {
        /// The kind of note.
        kind: NoteKind,
        /// The file.
        file: String,
        /// The lines, from 1, in order.
        lines: Vec<u64>,
        /// The steps concerned, without repetition.
        steps: Vec<StepId>,
    },
    /// A task is done only because of claims by the student's program, which are not tried again.
    Claimed {
        /// `inside/hide`
        task: String,
    },
    /// A step earned points after it was due, according to the server that keeps the work.
    /// The points count.
    Late {
        /// `inside/hide`
        step: String,
    },
    /// The student was still working at the time, according to the server that keeps the work.
    AtWork,
    /// The student is not in the roster.
    Unlisted,
}

impl Syllabus<'_> {
    /// Combines the files of a class: the students of the roster in its order, then all others by
    /// id. Without a roster, everyone's seed is their id.
    pub fn students(&self, roster: Option<&[Listed]>, files: &[GradedFile]) -> Vec<Student> {
        let mut by_student: BTreeMap<&str, Vec<&GradedFile>> = BTreeMap::new();
        for file in files {
            by_student.entry(&file.header.student).or_default().push(file);
        }
        let mut students = Vec::new();
        for listed in roster.unwrap_or_default() {
            let files = by_student.remove(listed.id.as_str()).unwrap_or_default();
            students.push(student(self, &listed.id, Some(listed), &files));
        }
        for (id, files) in by_student {
            let mut unlisted = student(self, id, None, &files);
            if roster.is_some() {
                unlisted.notes.push(StudentNote::Unlisted);
            }
            students.push(unlisted);
        }
        students
    }

    /// Replays everything in a file; edited lessons by the first pack.
    ///
    /// # Errors
    /// When it is not a student's file, and when a pack is faulty.
    pub fn grade(&self, name: &str, file: &[u8]) -> Result<GradedFile, NotGraded> {
        let header = header_of(file)?;
        let drawn = |pack: &Pack| DrawnPack::of(pack, &header);
        let packs: Vec<DrawnPack> =
            self.courses.iter().map(|course| drawn(&course.pack)).collect::<Result<_, _>>()?;
        let hints = |lesson: &str, step: &str| {
            let known = self.courses.iter().find(|course| course.pack.lesson(lesson).is_some());
            known.map_or(0, |course| course.hints(lesson, step))
        };
        let replayed = replay(file, &packs, &hints)?;
        let steps = self.steps.iter().map(|graded| {
            let reached = replayed.progress.step(&graded.lesson.id, &graded.step.id);
            StepGrade::of(graded.step, reached)
        });
        Ok(GradedFile {
            name: name.to_owned(),
            header: replayed.header,
            steps: steps.collect(),
            notes: replayed.notes,
        })
    }
}

fn student(
    syllabus: &Syllabus<'_>,
    id: &str,
    listed: Option<&Listed>,
    files: &[&GradedFile],
) -> Student {
    let seed = listed.map_or(id, |listed| &listed.seed);
    let counts = |file: &&&GradedFile| file.header.seed == seed;
    let standing = match files {
        [] => StudentStanding::NoFile,
        files if files.iter().any(|file| counts(&file)) => StudentStanding::Counts,
        _ => StudentStanding::OtherSeed,
    };
    let mut steps = vec![StepGrade::default(); syllabus.steps.len()];
    for file in files.iter().filter(|file| standing == StudentStanding::OtherSeed || counts(file)) {
        for (best, other) in steps.iter_mut().zip(&file.steps) {
            *best = std::mem::take(best).better(other.clone());
        }
    }
    let mut notes = Vec::new();
    if files.is_empty() {
        notes.push(StudentNote::NoFile);
    }
    for file in files {
        if !counts(&file) {
            notes.push(StudentNote::Seed {
                file: file.name.clone(),
                seed: file.header.seed.clone(),
                in_roster: listed.is_some(),
            });
        }
        if syllabus.packs().all(|known| known != file.header.pack) {
            let (file, pack) = (file.name.clone(), file.header.pack.clone());
            notes.push(StudentNote::OtherPack { file, pack });
        }
        notes.extend(of_lines(syllabus, file));
    }
    let claimed = syllabus.steps.iter().zip(&steps).filter(|(step, grade)| is_claimed(step, grade));
    notes.extend(claimed.map(|(step, _)| StudentNote::Claimed { task: step.to_string() }));
    Student {
        id: id.to_owned(),
        seed: seed.to_owned(),
        standing,
        steps,
        files: files.iter().map(|file| file.name.clone()).collect(),
        notes,
    }
}

/// Whether a task is done and depends on claims of the student's program.
pub fn is_claimed(graded: &GradedStep<'_>, grade: &StepGrade) -> bool {
    match &graded.step.kind {
        StepKind::Task(task) => {
            matches!(grade.state, StepProgress::Done(_)) && task.rests_on_claims()
        }
        StepKind::Card | StepKind::Question(_) => false,
    }
}

/// The notes about a file, one per kind, without those about steps that do not count.
fn of_lines(syllabus: &Syllabus<'_>, file: &GradedFile) -> Vec<StudentNote> {
    let mut by_kind: BTreeMap<NoteKind, Vec<&Note>> = BTreeMap::new();
    for note in file.notes.iter().filter(|note| syllabus.concerns(note)) {
        by_kind.entry(note.kind).or_default().push(note);
    }
    let of_kind = |(kind, notes): (NoteKind, Vec<&Note>)| {
        let mut steps: Vec<StepId> = Vec::new();
        for step in notes.iter().filter_map(|note| note.step.as_ref()) {
            if !steps.contains(step) {
                steps.push(step.clone());
            }
        }
        let lines = notes.iter().map(|note| note.line).collect();
        StudentNote::Lines { kind, file: file.name.clone(), lines, steps }
    };
    by_kind.into_iter().map(of_kind).collect()
}

impl Student {
    /// The points that count.
    pub fn points(&self) -> u32 {
        match self.standing {
            StudentStanding::Counts => self.reached(),
            StudentStanding::OtherSeed | StudentStanding::NoFile => 0,
        }
    }

    /// The points reached, whether they count or not.
    pub fn reached(&self) -> u32 {
        self.steps.iter().map(|grade| grade.points).sum()
    }

    /// The points of a step, if points count.
    pub const fn step_points(&self, grade: &StepGrade) -> u32 {
        match self.standing {
            StudentStanding::Counts => grade.points,
            StudentStanding::OtherSeed | StudentStanding::NoFile => 0,
        }
    }

    /// How many lessons count as done; 0 if points do not count.
    pub fn counted_done(&self, syllabus: &Syllabus<'_>) -> usize {
        match self.standing {
            StudentStanding::Counts => self.done(syllabus),
            StudentStanding::OtherSeed | StudentStanding::NoFile => 0,
        }
    }

    /// The steps of each lesson, in order.
    pub fn lessons<'s>(
        &'s self,
        syllabus: &'s Syllabus<'_>,
    ) -> impl Iterator<Item = Vec<&'s StepGrade>> {
        syllabus.lessons.iter().map(|lesson| {
            let steps = syllabus.steps.iter().zip(&self.steps);
            let of_lesson = steps.filter(|(step, _)| step.lesson.id == lesson.id);
            of_lesson.map(|(_, grade)| grade).collect()
        })
    }

    /// How many lessons have nothing left to do.
    pub fn done(&self, syllabus: &Syllabus<'_>) -> usize {
        self.lessons(syllabus).filter(|steps| steps.iter().all(|it| it.is_settled())).count()
    }
}

/// The result of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradedFile {
    /// Its name, for notes.
    pub name: String,
    /// The student it belongs to.
    pub header: Header,
    /// The result of each step of the syllabus.
    pub steps: Vec<StepGrade>,
    /// Notes about its lines.
    pub notes: Vec<Note>,
}

/// Why a file was not graded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotGraded {
    /// It is not a student's file.
    #[error(transparent)]
    NotRead(#[from] NotRead),
    /// A lesson does not make a valid scene with the student's numbers.
    #[error(transparent)]
    NoScene(#[from] NoScene),
}
