//! `hitscan grade`: the files of a class, in every format.

mod assigned;
mod bad;
mod class;
mod formats;
mod judged;
mod notes;
mod unread;

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use hitscan::tested::cli::ExitStatus;
use hitscan::tested::cli::grade::{GradeArgs, GradeFormat};
use tempfile::TempDir;

use crate::submissions::{Submission, lessons};

/// A folder with the files that a class handed in.
struct HandIn(TempDir);

impl HandIn {
    fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self::new();
        for (name, text) in files {
            folder.file(name, text);
        }
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(&path, text).expect("written");
        path
    }

    fn args(&self, format: GradeFormat) -> GradeArgs {
        let roster = self.path().join("roster.csv");
        GradeArgs {
            paths: vec![self.path().to_owned()],
            roster: roster.exists().then_some(roster),
            packs: Vec::new(),
            lessons: Vec::new(),
            format,
        }
    }

    /// The report, made with one thread; it calls the folder `hand-in`.
    fn report(&self, format: GradeFormat) -> (String, ExitStatus) {
        let (report, status) = self.args(format).report(threads(1)).expect("a report");
        let folder = self.path().to_str().expect("text");
        (report.replace(folder, "hand-in"), status)
    }

    fn text(&self) -> String {
        self.report(GradeFormat::Text).0
    }

    /// The row of a student, or of a file that could not be read.
    fn row(&self, id: &str) -> String {
        let text = self.text();
        let row = text.lines().find(|line| line.split(' ').next() == Some(id));
        row.unwrap_or_else(|| panic!("no row {id}: {text}")).to_owned()
    }
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("at least one")
}

/// A class: anna, who missed little; ben, who edited a file of the first half; cleo with anna's
/// numbers; dora without a file; eve, who is not in the roster; and a file that belongs to nobody.
fn class() -> HandIn {
    let mut anna = Submission::by("anna", "anna");
    let mut ben = Submission::by("ben", "ben");
    let mut cleo = Submission::by("cleo", "anna");
    for lesson in lessons() {
        anna.lesson(lesson, |step, right| match step {
            "half" => vec!["answer half 1000".to_owned()],
            "slowest" => told(&right),
            _ => right,
        });
        let wrong = |step: &str, right: Vec<String>| match step {
            "edges" => vec!["answer edges hit".to_owned()],
            "hide" if lesson == "inside" => vec!["move L 1 0".to_owned()],
            _ => right,
        };
        if lesson != "corner" {
            cleo.lesson(lesson, wrong);
        }
        if lessons().take(9).any(|first| first == lesson) {
            ben.lesson(lesson, wrong);
        }
    }
    let mut eve = Submission::by("eve", "eve");
    eve.lesson("sign", |_, _| vec!["skip".to_owned()]);
    HandIn::with(&[
        ("roster.csv", "student;seed\nanna;\nben;ben\ncleo;cleo-7f\ndora;\n"),
        ("anna.hits", &anna.text()),
        ("group/ben.hits", &ben.text().replacen("09:14:02Z", "09:14:03Z", 1)),
        ("group/cleo.hits", &cleo.text()),
        ("eve.hits", &eve.text()),
        ("x.hits", "not a recording\n"),
    ])
}

/// A solution that first opens every hint.
fn told(solution: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for _ in 0..4 {
        lines.extend(["move B 0 1", "move B 0 -1", "hint", "hint"].map(str::to_owned));
    }
    lines.extend(solution.iter().cloned());
    lines
}
