//! The predictions in recordings, by frame and pair, and how many were right.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::BufReader;
use std::path::Path;

use serde::Serialize;

use crate::host::files;
use hitscan_core::engine::ndjson::write_line;
use hitscan_core::engine::recording::{CUT_OFF, Predictions, Question, predictions};
use hitscan_core::scene::printable;
use hitscan_core::world::{Name, TestResult};
use hitscan_geom::Direction;

/// The predictions of several recordings.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// The names of the recordings, in the order of the command line.
    who: Vec<String>,
    /// The predictions by frame and pair.
    asked: BTreeMap<(u64, [Name; 2]), Asked>,
    /// Which files could not be read, and why.
    faults: Vec<String>,
    /// What was left out of files.
    notes: Vec<String>,
}

#[derive(Debug)]
struct Asked {
    /// The predictions by the index in `who`; the last one counts.
    answers: BTreeMap<usize, Question>,
}

/// Whether a prediction was right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    Right,
    Wrong,
    Skipped,
}

impl Worth {
    const ALL: [Self; 3] = [Self::Right, Self::Wrong, Self::Skipped];

    fn of(answer: Option<&Question>) -> Self {
        match answer.and_then(|question| question.said.as_ref()) {
            Some(said) if said.is_right => Self::Right,
            Some(_) => Self::Wrong,
            None => Self::Skipped,
        }
    }

    const fn token(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Skipped => "skipped",
        }
    }
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Event<'a> {
    Answer {
        who: &'a str,
        frame: u64,
        a: &'a str,
        b: &'a str,
        truth: String,
        said: Option<String>,
        worth: &'static str,
    },
    Total {
        who: &'a str,
        right: usize,
        wrong: usize,
        skipped: usize,
    },
    Note {
        message: &'a str,
    },
    Error {
        message: &'a str,
    },
}

impl Answers {
    /// Reads all files; collects the errors of files that are not recordings.
    pub(super) fn read(files: &[String]) -> Self {
        let mut all = Self::default();
        for file in files {
            match questions_in(Path::new(file)) {
                Ok(found) => {
                    all.add(who(file), found.questions);
                    let note = |line| format!("{}:{line}: {CUT_OFF}", printable(file));
                    all.notes.extend(found.cut_off.map(note));
                }
                Err(why) => all.faults.push(why),
            }
        }
        all
    }

    fn add(&mut self, who: String, questions: Vec<Question>) {
        let number = self.who.len();
        self.who.push(who);
        for question in questions {
            let [a, b] = question.pair;
            let asked = self.asked.entry((question.frame, [a.min(b), a.max(b)]));
            let asked = asked.or_insert_with(|| Asked { answers: BTreeMap::new() });
            asked.answers.insert(number, question);
        }
    }

    /// Whether every file could be read.
    pub(super) fn are_whole(&self) -> bool {
        self.faults.is_empty()
    }

    /// Every prediction, then the totals, in columns for people.
    pub(super) fn write_table(&self, out: &mut String) {
        let width = self.who.iter().map(|who| who.chars().count()).max().unwrap_or(0).max(3);
        for ((frame, _), asked) in &self.asked {
            let Some(any) = asked.answers.values().next() else { continue };
            let [a, b] = any.pair;
            let _ = writeln!(out, "frame {frame}  {a}>{b}  is {}", words(any.truth));
            for (number, who) in self.who.iter().enumerate() {
                let answer = asked.answers.get(&number);
                let said = answer.and_then(|question| question.said.as_ref());
                let said = said.map_or_else(|| "-".to_owned(), |said| words(said.words));
                let worth = Worth::of(answer).token();
                // The truth may be different in another recording.
                let other = answer.filter(|answer| answer.truth != any.truth);
                let other = other.map_or_else(String::new, |answer| {
                    format!("   there it is {}", words(answer.truth))
                });
                let _ = writeln!(out, "  {worth:<7}  {who:<width$}  {said}{other}");
            }
            out.push('\n');
        }
        if self.asked.is_empty() && !self.who.is_empty() {
            out.push_str("no predictions; record with --predict --record FILE\n\n");
        }
        if !self.who.is_empty() {
            let _ = writeln!(out, "{:<width$}  right  wrong  skipped", "who");
        }
        for (number, who) in self.who.iter().enumerate() {
            let [right, wrong, skipped] = Worth::ALL.map(|worth| self.count(number, worth));
            let _ = writeln!(out, "{who:<width$}  {right:>5}  {wrong:>5}  {skipped:>7}");
        }
        self.write_faults(out);
    }

    /// Every prediction and the totals, one JSON object a line.
    pub(super) fn write_ndjson(&self, out: &mut String) {
        for ((frame, _), asked) in &self.asked {
            let Some(any) = asked.answers.values().next() else { continue };
            for (number, who) in self.who.iter().enumerate() {
                let answer = asked.answers.get(&number);
                let [a, b] = answer.unwrap_or(any).pair;
                let said = answer.and_then(|question| question.said.as_ref());
                let event = Event::Answer {
                    who,
                    frame: *frame,
                    a: a.as_str(),
                    b: b.as_str(),
                    truth: words(answer.unwrap_or(any).truth),
                    said: said.map(|said| words(said.words)),
                    worth: Worth::of(answer).token(),
                };
                write_line(&event, out);
            }
        }
        for (number, who) in self.who.iter().enumerate() {
            let [right, wrong, skipped] = Worth::ALL.map(|worth| self.count(number, worth));
            write_line(&Event::Total { who, right, wrong, skipped }, out);
        }
        for message in &self.notes {
            write_line(&Event::Note { message }, out);
        }
        for message in &self.faults {
            write_line(&Event::Error { message }, out);
        }
    }

    fn write_faults(&self, out: &mut String) {
        for note in &self.notes {
            let _ = writeln!(out, "note  {note}");
        }
        for fault in &self.faults {
            let _ = writeln!(out, "not read  {fault}");
        }
    }

    fn count(&self, number: usize, worth: Worth) -> usize {
        let answers = self.asked.values().map(|asked| asked.answers.get(&number));
        answers.filter(|answer| Worth::of(*answer) == worth).count()
    }
}

fn questions_in(file: &Path) -> Result<Predictions, String> {
    let input = files::open(file).map_err(|fault| fault.message(file, &files::RECORDING))?;
    predictions(BufReader::new(input))
        .map_err(|why| format!("{}: {why}", printable(&file.to_string_lossy())))
}

/// The name of a recording: its file name without folder and extension.
fn who(file: &str) -> String {
    let path = Path::new(file);
    printable(&path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy())
}

/// `HIT left`.
fn words((outcome, side): (TestResult, Option<Direction>)) -> String {
    match side {
        Some(side) => format!("{} {side}", outcome.word()),
        None => outcome.word().to_owned(),
    }
}
