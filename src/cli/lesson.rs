//! `hitscan lesson`: for authors of lessons: creates a pack to start from, prints the right answers
//! for one student, and tests a pack with many seeds.
//!
//! [`hitscan_core::lab`] defines lessons and judges answers.

use std::fmt::Write as _;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use clap::Subcommand;

use super::pack_files::{HEAD, PackFiles};
use super::{CliError, ExitStatus, print};
use crate::app::ACTIONS;
use crate::host::files::{reason_not_written, write_new};
use hitscan_core::lab::{Lesson, LessonText, Pack, SEEDS, Scope, StepKind, check, is_student, key};
use hitscan_core::scene::printable;
use hitscan_core::words::nearest;

/// What to do with lessons.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct LessonArgs {
    /// What to do.
    #[command(subcommand)]
    pub task: LessonTask,
}

/// What can be done with lessons.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum LessonTask {
    /// Make a pack to start from, with one lesson
    New {
        /// The folder to make
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Print the scene and the right answers of a lesson for one student
    Key {
        /// The lesson, by its id, number or title, such as inside
        lesson: String,
        /// What the numbers are drawn from: the student's id, or the seed that you gave them
        #[arg(long, value_name = "WORD")]
        seed: String,
        /// The folder of the pack; without it the built-in one
        #[arg(long, value_name = "DIR")]
        pack: Option<PathBuf>,
    },
    /// Try every step of a pack with 100 seeds, and tell every fault
    Check {
        /// The folder of the pack
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

impl LessonArgs {
    /// Runs the task.
    ///
    /// # Errors
    /// When a pack has faults, or writing fails.
    pub fn run(&self, output: impl Write) -> Result<ExitStatus, CliError> {
        match &self.task {
            LessonTask::New { folder } => print(new_pack(folder)?, output),
            LessonTask::Key { lesson, seed, pack } => {
                let files = PackFiles::at(pack.as_deref());
                print(key_of(&files, lesson, seed)?, output)
            }
            LessonTask::Check { folder } => match tried(&PackFiles::of(folder), output) {
                // Finding faults is the purpose of the check.
                Err(CliError::InFile(faults)) if folder.join(HEAD).exists() => {
                    writeln!(io::stderr(), "{faults}")?;
                    Ok(ExitStatus::Failure)
                }
                done => done,
            },
        }
    }
}

fn key_of(files: &PackFiles<'_>, id: &str, seed: &str) -> Result<String, CliError> {
    if !is_student(seed) {
        let seed = printable(seed);
        return Err(CliError::other(format!(
            "--seed {seed}: up to 64 letters, digits and . _ @ + -, beginning with a letter or digit"
        )));
    }
    let pack = files.pack()?;
    let lesson = lesson_named(files, &pack, id).ok_or_else(|| {
        let meant = nearest(id, pack.lessons.iter().map(|lesson| lesson.id.as_str()));
        let meant = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
        CliError::other(format!("{}: no such lesson in {}{meant}", printable(id), pack.id))
    })?;
    let drawn = lesson.drawn(&pack.id, seed).map_err(CliError::other)?;
    let texts = texts(files, &pack, lesson)?;
    let scope = Scope { values: &drawn.values, sandbox: None };
    let title = texts.get("title").map(|title| title.line(scope)).transpose();
    let title = title.map_err(CliError::other)?.unwrap_or_default();
    let lines = key(lesson, &title, &drawn, seed).map_err(CliError::other)?;
    Ok(lines.join("\n") + "\n")
}

/// The lesson with this id, number or title; only a title requires reading the texts of all
/// lessons.
fn lesson_named<'p>(files: &PackFiles<'_>, pack: &'p Pack, name: &str) -> Option<&'p Arc<Lesson>> {
    let titled = || {
        let course = files.course(None).ok()?;
        pack.lesson(&course.lesson_named(name)?.id)
    };
    pack.lesson_called(name).or_else(titled)
}

/// The texts in the first language of the pack.
fn texts(files: &PackFiles<'_>, pack: &Pack, lesson: &Arc<Lesson>) -> Result<LessonText, CliError> {
    let language = pack.languages.first().map_or("en", String::as_str);
    let path = format!("{}/text.{language}.md", lesson.id);
    let text = files.text(&path);
    let text = text.ok_or_else(|| files.missing(&path))?;
    LessonText::parse(&text, lesson).map_err(|faults| {
        let lines: Vec<_> = faults.iter().map(|fault| format!("{path}:{fault}")).collect();
        CliError::in_file(lines.join("\n"))
    })
}

fn tried(files: &PackFiles<'_>, output: impl Write) -> Result<ExitStatus, CliError> {
    let (text, status) = checked(files, SEEDS)?;
    print(text, output)?;
    Ok(status)
}

/// Tests every step of a pack with this many seeds: the faults, one per line, then what was tested.
///
/// # Errors
/// When the pack cannot be read.
pub(crate) fn checked(
    files: &PackFiles<'_>,
    seeds: usize,
) -> Result<(String, ExitStatus), CliError> {
    let pack = files.pack()?;
    let actions: Vec<_> = ACTIONS.iter().map(|action| action.id).collect();
    let found = check(&pack, &actions, seeds, &|path| files.text(path));
    let faults = files.all_faults(found.faults.iter().map(|fault| (fault.path.as_str(), fault)));
    let warnings = found.warnings.iter().map(|warning| format!("{warning} (a warning)"));
    let mut text: String = faults.iter().cloned().chain(warnings).map(|line| line + "\n").collect();
    let steps = || pack.lessons.iter().flat_map(|lesson| &lesson.steps);
    let questions = steps().filter(|step| matches!(step.kind, StepKind::Question(_))).count();
    let tasks = steps().filter(|step| matches!(step.kind, StepKind::Task(_))).count();
    let of = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    let told = match faults.len() {
        0 => "no faults".to_owned(),
        faults => of(faults, "fault"),
    };
    let _ = writeln!(
        text,
        "{}, {}, {}, {seeds} seeds: {told}",
        of(pack.lessons.len(), "lesson"),
        of(questions, "question"),
        of(tasks, "task"),
    );
    Ok((text, ExitStatus::of(faults.is_empty())))
}

/// The files, by their paths in the folder.
const FILES: [(&str, &str); 4] = [
    ("pack.toml", include_str!("lesson/new/pack.toml")),
    ("gap/lesson.toml", include_str!("lesson/new/gap/lesson.toml")),
    ("gap/text.en.md", include_str!("lesson/new/gap/text.en.md")),
    ("gap/solutions.toml", include_str!("lesson/new/gap/solutions.toml")),
];
/// Placeholder for the id of the pack.
const PACK_ID: &str = "PACK";

/// Creates the files of a pack in a folder that is new or empty, and lists them.
fn new_pack(folder: &Path) -> Result<String, CliError> {
    let shown = printable(&folder.to_string_lossy());
    let refused = |reason: &str| CliError::in_file(format!("{shown}: {reason}"));
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(false) => {}
        Ok(true) => return Err(refused("there is something in it; name a new folder")),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            return Err(refused("it is a file; name a new folder"));
        }
        Err(error) => return Err(refused(&printable(&error.to_string()))),
    }
    let id = id_of(folder);
    let mut made = String::new();
    for (number, (path, text)) in FILES.iter().enumerate() {
        let file = folder.join(path);
        write(&file, &text.replace(PACK_ID, &id)).map_err(|error| {
            unmake(folder, number);
            refused(&reason_not_written(&error))
        })?;
        made = made + &printable(&file.to_string_lossy()) + "\n";
    }
    Ok(format!("{made}Next: hitscan lesson check {shown}\n"))
}

/// Removes the first files of a pack that could not be written whole, and their folders as far as
/// they are empty then: the next attempt begins anew.
fn unmake(folder: &Path, files: usize) {
    for (path, _) in &FILES[..files] {
        let _ = fs::remove_file(folder.join(path));
    }
    for folder in [folder.join("gap"), folder.to_owned()] {
        let _ = fs::remove_dir(folder);
    }
}

fn write(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    write_new(file, text.as_bytes())
}

/// The part of the folder's name that is valid as an id.
fn id_of(folder: &Path) -> String {
    const MOST: usize = 16;
    let name = folder.file_name().map(|name| name.to_string_lossy().to_lowercase());
    let name = name.unwrap_or_default();
    let plain = |c: &char| c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '-';
    let is_letter = |c: &char| c.is_ascii_lowercase();
    let id: String = name.chars().filter(plain).skip_while(|c| !is_letter(c)).take(MOST).collect();
    if id.is_empty() { "lessons".to_owned() } else { id }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_is_named_after_its_folder_as_far_as_possible() {
        for (folder, id) in [
            ("my-pack", "my-pack"),
            ("/tmp/Physics 2b/", "physics2b"),
            ("2026-lab", "lab"),
            ("..", "lessons"),
            ("課題", "lessons"),
            ("a-name-that-is-too-long", "a-name-that-is-t"),
        ] {
            assert_eq!(id_of(Path::new(folder)), id);
        }
    }
}
