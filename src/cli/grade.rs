//! `hitscan grade`: replays the files of a class, and reports.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `submissions` | finds files, reads them, and replays them on all cores; the students and their seeds |
//! | `notes` | notes on a student's files, in words |
//! | `text` | tables for people, and CSV |
//! | `ndjson` `reporters` | NDJSON; reports for build servers and autograders |
//!
//! This file calls `submissions`, then the chosen report; the reports call `notes`.
//!
//! [`hitscan_core::lab::grade`] judges the work.

mod ndjson;
mod notes;
mod reporters;
mod submissions;
mod text;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;
use submissions::SubmissionFault;
use submissions::read_roster;
pub use submissions::{DEEPEST, parse_roster};

use super::environment::threads;
use super::pack_files::PackFiles;
use super::{CliError, ExitStatus, print};
use hitscan_core::lab::grade::{Listed, Student, StudentNote, Syllabus};
use hitscan_core::lab::{Course, NoteKind};
use hitscan_core::scene::printable;

/// What to grade, and how to tell it.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct GradeArgs {
    /// Files that students handed in, and folders to look for *.hits in
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// A table with the columns student and seed, separated by commas or semicolons
    ///
    /// Without it, and where the seed is empty, the numbers must be drawn from the
    /// id of the student.
    #[arg(long, value_name = "FILE")]
    pub roster: Option<PathBuf>,
    /// The folder of a pack; without it the built-in lessons are graded
    ///
    /// Several packs are graded together: a step counts by the pack that it was
    /// done with, else by the first.
    #[arg(long = "pack", value_name = "DIR")]
    pub packs: Vec<PathBuf>,
    /// Count these lessons alone, by their ids, numbers or titles: inside,polygons
    #[arg(long, value_name = "LESSONS", value_delimiter = ',')]
    pub lessons: Vec<String>,
    /// How to write the report
    #[arg(long, value_enum, default_value_t = GradeFormat::Text, value_name = "FORMAT")]
    pub format: GradeFormat,
}

const EXAMPLES: &str = "\
Examples:
  hitscan grade hand-in                       a folder of files
  hitscan grade hand-in --roster roster.csv   and who is missing
  hitscan grade hand-in --lessons inside,corner   what was assigned
  hitscan grade hand-in --format csv > points.csv

Everything in a file is done again; points that it claims are not read.
Exit status: 0 if all files were read, 1 if one was not or there is none, 2 if
the command line, the roster or a pack is wrong.";

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GradeFormat {
    /// Tables for people
    Text,
    /// A row for each student, a column for each lesson
    Csv,
    /// One JSON object a line: item, student, question, belief, fault
    Ndjson,
    /// A suite for each student, a case for each step
    Junit,
    /// A subtest for each student, a point for each step
    Tap,
    /// results.json for one submission
    Gradescope,
    /// The result for one submission, in base64
    GithubClassroom,
}

/// A step that got points after its deadline. Files have no time stamps, so this comes from the
/// program that stores them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LateStep {
    /// The id of the student.
    pub student: String,
    /// `inside/hide`
    pub step: String,
}

/// What the program that stores the work knows about it, besides the files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Circumstances<'k> {
    /// Who is in the class.
    pub roster: &'k [Listed],
    /// The steps that are late.
    pub late: &'k [LateStep],
    /// The students who are at work right now.
    pub at_work: &'k [String],
}

impl Circumstances<'_> {
    /// Adds notes on what is known about a student.
    fn note(&self, student: &mut Student) {
        let late = self.late.iter().filter(|late| late.student == student.id);
        student.notes.extend(late.map(|it| StudentNote::Late { step: it.step.clone() }));
        if self.at_work.contains(&student.id) {
            // A student at work always has an open step: there is no need to note it.
            student
                .notes
                .retain(|it| !matches!(it, StudentNote::Lines { kind: NoteKind::Open, .. }));
            student.notes.push(StudentNote::AtWork);
        }
    }
}

/// A graded class.
struct Graded<'c> {
    syllabus: &'c Syllabus<'c>,
    students: Vec<Student>,
    /// The files that could not be read.
    faults: Vec<SubmissionFault>,
    /// Whether packs were named; otherwise the built-in one is used.
    has_packs: bool,
}

impl GradeArgs {
    /// Grades, and writes the report.
    ///
    /// # Errors
    /// When the roster or a pack has faults, or writing fails.
    pub fn run(&self, output: impl Write) -> Result<ExitStatus, CliError> {
        let (report, status) = self.report(threads(io::stderr()))?;
        print(report, output)?;
        Ok(status)
    }

    /// The report, which does not depend on the number of threads.
    ///
    /// # Errors
    /// When the roster or a pack has faults.
    pub fn report(&self, threads: NonZeroUsize) -> Result<(String, ExitStatus), CliError> {
        let roster = self.roster.as_deref().map(read_roster).transpose()?;
        let courses = self.courses()?;
        let syllabus = self.syllabus(&courses)?;
        let (files, faults) = submissions::grade(&syllabus, &self.paths, threads);
        self.told(&syllabus, syllabus.students(roster.as_deref(), &files), faults)
    }

    /// Like [`Self::report`], for work that is stored elsewhere: `read` reads each of these names.
    /// Paths and the roster file of the options are ignored.
    ///
    /// # Errors
    /// When a pack has faults.
    pub fn report_on(
        &self,
        names: &[String],
        read: &(dyn Fn(&str) -> Result<Vec<u8>, String> + Sync),
        known: Circumstances<'_>,
    ) -> Result<(String, ExitStatus), CliError> {
        let courses = self.courses()?;
        let syllabus = self.syllabus(&courses)?;
        let (files, faults) = submissions::grade_kept(&syllabus, names, read, NonZeroUsize::MIN);
        let mut students = syllabus.students(Some(known.roster), &files);
        for student in &mut students {
            known.note(student);
        }
        self.told(&syllabus, students, faults)
    }

    fn told(
        &self,
        syllabus: &Syllabus<'_>,
        students: Vec<Student>,
        faults: Vec<SubmissionFault>,
    ) -> Result<(String, ExitStatus), CliError> {
        let has_packs = !self.packs.is_empty();
        let graded = Graded { syllabus, students, faults, has_packs };
        let report = match self.format {
            GradeFormat::Text => text::report(&graded),
            GradeFormat::Csv => text::report_csv(&graded)?,
            GradeFormat::Ndjson => ndjson::report(&graded),
            GradeFormat::Junit => reporters::junit(&graded),
            GradeFormat::Tap => reporters::tap(&graded),
            GradeFormat::Gradescope => reporters::gradescope(&graded)?,
            GradeFormat::GithubClassroom => reporters::github_classroom(&graded)?,
        };
        Ok((report, ExitStatus::of(graded.faults.is_empty())))
    }

    /// The lessons that count.
    fn syllabus<'c>(&self, courses: &'c [Course]) -> Result<Syllabus<'c>, CliError> {
        let mut syllabus = Syllabus::of(courses);
        if self.lessons.is_empty() {
            return Ok(syllabus);
        }
        let asked: Vec<&str> = self.lessons.iter().map(|lesson| lesson.trim()).collect();
        if asked.contains(&"") {
            let given = Some(self.lessons.join(",")).filter(|given| !given.is_empty());
            let given = given.map(|given| format!(" {}", printable(&given))).unwrap_or_default();
            return Err(CliError::other(format!("--lessons{given}: a name is missing")));
        }
        syllabus.only(&asked).map_err(|why| CliError::other(format!("--lessons {why}")))?;
        Ok(syllabus)
    }

    /// The packs with their texts, which include the hints to count.
    fn courses(&self) -> Result<Vec<Course>, CliError> {
        let built_in = [PackFiles::BuiltIn];
        let folders: Vec<_> = self.packs.iter().map(|folder| PackFiles::of(folder)).collect();
        let packs = if folders.is_empty() { built_in.as_slice() } else { &folders };
        packs.iter().map(|files| files.course(None)).collect()
    }
}
