//! Grading: the results of a class's files, step by step, and the beliefs of the class. Everything
//! is found by replaying the files; nothing that they claim is trusted.
//!
//! Here are the results of steps and files, and students: the roster, the best of their files, their
//! notes. `statistics` has wrong answers, the beliefs behind them in words, and opened hints.
//!
//! Not here: reading files and rosters, and the formats of reports.

mod statistics;

use std::collections::BTreeMap;

pub use statistics::{BeliefCount, LastHintCount, QuestionCount, Statistics};

use super::course::Course;
use super::pack::{Lesson, LessonStep, NoScene, Pack, StepKind};
use super::progress::{Answered, FirstReply, Reached};
use super::submission::{DrawnPack, Header, NotRead, Note, NoteKind, StepId, header_of, replay};
use crate::scene::printable;
use crate::words::nearest;

/// The lessons to grade: those of all packs, or a selection. If several packs have a lesson, the
/// first pack's counts.
#[derive(Clone, Debug)]
pub struct Syllabus<'c> {
    /// The lessons, in order.
    pub lessons: Vec<&'c Lesson>,
    /// Their questions and tasks, in order.
    pub steps: Vec<GradedStep<'c>>,
    /// Whether the packs have further lessons, which do not count.
    pub is_part: bool,
    /// The packs, with all their lessons and texts.
    courses: &'c [Course],
}

/// A question or a task, with its position.
#[derive(Clone, Copy, Debug)]
pub struct GradedStep<'c> {
    /// Its lesson.
    pub lesson: &'c Lesson,
    /// The step.
    pub step: &'c LessonStep,
    /// The number of the lesson, from 1.
    pub lesson_number: usize,
    /// The number of the step in the lesson, from 1, counting cards.
    pub number: usize,
}

impl<'c> Syllabus<'c> {
    /// The lessons of these packs.
    pub fn of(courses: &'c [Course]) -> Self {
        let mut lessons: Vec<&Lesson> = Vec::new();
        for lesson in courses.iter().flat_map(|course| &course.pack.lessons) {
            if lessons.iter().all(|known| known.id != lesson.id) {
                lessons.push(lesson);
            }
        }
        let mut steps = Vec::new();
        for (lesson, lesson_number) in lessons.iter().zip(1..) {
            let numbered = lesson.steps.iter().zip(1..);
            let counted = numbered.filter(|(step, _)| !matches!(step.kind, StepKind::Card));
            steps.extend(counted.map(|(step, number)| GradedStep {
                lesson,
                step,
                lesson_number,
                number,
            }));
        }
        Self { lessons, steps, is_part: false, courses }
    }

    /// Selects these lessons, by ids, numbers or titles, in the order of the packs.
    ///
    /// # Errors
    /// When there is no such lesson; names the one that was probably meant.
    pub fn only(&mut self, asked: &[impl AsRef<str>]) -> Result<(), String> {
        let asked: Vec<&str> = asked.iter().map(AsRef::as_ref).collect();
        let (mut kept, mut rest) = (Vec::new(), asked.as_slice());
        while !rest.is_empty() {
            // Commas separate lessons, but also occur in some titles.
            let is_known = |count: &usize| self.known(&rest.split_at(*count).0.join(" ")).is_ok();
            let count = (1..=rest.len()).find(is_known).unwrap_or(1);
            let (name, after) = rest.split_at(count);
            kept.push(self.known(&name.join(" "))?);
            rest = after;
        }
        self.is_part = true;
        self.lessons.retain(|lesson| kept.contains(&lesson.id));
        self.steps.retain(|graded| kept.contains(&graded.lesson.id));
        Ok(())
    }

    /// The id of the lesson with this name, number or title.
    fn known(&self, asked: &str) -> Result<String, String> {
        let ids = || self.lessons.iter().map(|lesson| lesson.id.as_str());
        let number = asked.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let titled = || {
            let titled = self.lessons.iter().find(|lesson| {
                let mut courses = self.courses.iter();
                let course = courses.find(|course| course.pack.lesson(&lesson.id).is_some());
                course.is_some_and(|course| course.is_titled(lesson, asked))
            });
            titled.map(|lesson| lesson.id.as_str())
        };
        let found = ids().find(|id| *id == asked).or_else(|| ids().nth(number?)).or_else(titled);
        found.map(str::to_owned).ok_or_else(|| {
            let meant = nearest(asked, ids()).map(|meant| format!("; did you mean {meant}?"));
            format!("{}: no such lesson{}", printable(asked), meant.unwrap_or_default())
        })
    }

    /// The ids of the packs, in order.
    pub fn packs(&self) -> impl Iterator<Item = &str> {
        self.courses.iter().map(|course| course.pack.id.as_str())
    }

    /// Whether a note concerns what counts: only those of other lessons do not.
    fn concerns(&self, note: &Note) -> bool {
        let counts = |id: &str| self.lessons.iter().any(|lesson| lesson.id == id);
        !self.is_part || note.step.as_ref().is_none_or(|step| counts(&step.lesson))
    }

    /// The maximum number of points.
    pub fn points(&self) -> u32 {
        self.lessons.iter().map(|lesson| lesson.points()).sum()
    }
}

impl GradedStep<'_> {
    /// Whether it is a task.
    pub const fn is_task(&self) -> bool {
        matches!(self.step.kind, StepKind::Task(_))
    }
}

/// `inside/edges`
impl std::fmt::Display for GradedStep<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.lesson.id, self.step.id)
    }
}

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

/// The result of a student in a question or a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepGrade {
    /// The points.
    pub points: u32,
    /// What they were earned for.
    pub state: StepProgress,
}

/// The progress in a question or a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StepProgress {
    /// Nothing was done in it.
    #[default]
    New,
    /// The question was skipped.
    Skipped,
    /// The question was answered; this is the first answer.
    Answered(Answered),
    /// The task was started.
    Begun(Work),
    /// The task is done.
    Done(Work),
}

/// The work on a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// How often it was started until it was done.
    pub attempts: u32,
    /// How many commands changed the world, over all attempts.
    pub commands: u32,
    /// How many hints were opened.
    pub hints: usize,
    /// Whether the last hint, which gives the solution away, is open.
    pub has_last_hint: bool,
}

impl StepGrade {
    /// The result of a step.
    pub fn of(step: &LessonStep, reached: Option<&Reached>) -> Self {
        let Some(reached) = reached else { return Self::default() };
        let points = reached.points();
        let work = Work {
            attempts: reached.attempts,
            commands: reached.commands,
            hints: reached.hints.opened(),
            has_last_hint: reached.hints.tells_way(),
        };
        let state = match (&step.kind, &reached.answer) {
            (StepKind::Question(_), Some(FirstReply::Skipped)) => StepProgress::Skipped,
            (StepKind::Question(_), Some(FirstReply::Said(answered))) => {
                StepProgress::Answered(answered.clone())
            }
            (StepKind::Task(_), _) if reached.done.is_some() => StepProgress::Done(work),
            (StepKind::Task(_), _) if work != Work::default() => StepProgress::Begun(work),
            (StepKind::Card | StepKind::Question(_) | StepKind::Task(_), _) => StepProgress::New,
        };
        Self { points, state }
    }

    /// Whether there is nothing left to do in it.
    pub const fn is_settled(&self) -> bool {
        match self.state {
            StepProgress::Skipped | StepProgress::Answered(_) | StepProgress::Done(_) => true,
            StepProgress::New | StepProgress::Begun(_) => false,
        }
    }

    /// Whether it is answered right, or done.
    pub const fn is_passed(&self) -> bool {
        match &self.state {
            StepProgress::Answered(answered) => answered.is_right,
            StepProgress::Done(_) => true,
            StepProgress::New | StepProgress::Skipped | StepProgress::Begun(_) => false,
        }
    }

    /// The work on a task.
    pub const fn work(&self) -> Option<Work> {
        match self.state {
            StepProgress::Begun(work) | StepProgress::Done(work) => Some(work),
            StepProgress::New | StepProgress::Skipped | StepProgress::Answered(_) => None,
        }
    }

    /// The better of two: the one with more points, else the one with more work, else the first.
    pub fn better(self, other: Self) -> Self {
        let rank =
            |grade: &Self| (grade.points, grade.is_settled(), grade.state != StepProgress::New);
        if rank(&other) > rank(&self) { other } else { self }
    }

    /// `you said hit, edges says miss`, `done in 2 commands`.
    pub fn message(&self, step: &LessonStep) -> String {
        let count = |count: u32, what: &str| match count {
            1 => format!("1 {what}"),
            count => format!("{count} {what}s"),
        };
        match (&self.state, &step.kind) {
            (StepProgress::New, StepKind::Task(_)) => "not begun".to_owned(),
            (StepProgress::New, StepKind::Card | StepKind::Question(_)) => {
                "not answered".to_owned()
            }
            (StepProgress::Skipped, _) => "skipped".to_owned(),
            (
                StepProgress::Answered(Answered { said, right, is_right: false, .. }),
                StepKind::Question(of),
            ) => of.correction(said, right),
            (StepProgress::Answered(answered), _) => {
                format!("you said {}, which is right", answered.said)
            }
            (StepProgress::Begun(work), _) => {
                format!("not done after {}", count(work.commands, "command"))
            }
            (StepProgress::Done(work), _) if work.has_last_hint => {
                format!("done in {} and with the last hint", count(work.commands, "command"))
            }
            (StepProgress::Done(work), _) => format!("done in {}", count(work.commands, "command")),
        }
    }
}
