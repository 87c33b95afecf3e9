//! The predictions in recordings, by frame and pair, and how many were right.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::BufReader;
use std::path::Path;

use serde::Serialize;

use crate::cli::report;
use crate::cli::report::write_columns;
use crate::host::files;
use hitscan_core::engine::recording::{CUT_OFF, RecordedQuestion, predictions};
use hitscan_core::scene::printable;
use hitscan_core::world::{Name, TestResult};
use hitscan_geom::Direction;

/// The predictions of several recordings.
#[derive(Debug, Default)]
pub(super) struct AllPredictions {
    /// The names of the recordings, in the order of the command line.
    who: Vec<String>,
    /// The predictions by frame and pair, and of each by the index in `who`; the last one of a
    /// recording counts.
    asked: BTreeMap<(u64, [Name; 2]), BTreeMap<usize, RecordedQuestion>>,
    /// Which files could not be read, and why.
    faults: Vec<String>,
    /// Notes on what was left out of files.
    notes: Vec<String>,
}

/// Whether a prediction was right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PredictionResult {
    Right,
    Wrong,
    Skipped,
}

impl PredictionResult {
    const ALL: [Self; 3] = [Self::Right, Self::Wrong, Self::Skipped];

    fn of(answer: Option<&RecordedQuestion>) -> Self {
        match answer.filter(|question| question.said.is_some()) {
            Some(question) if question.is_right => Self::Right,
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
enum PredictionLine<'a> {
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

impl AllPredictions {
    /// Reads all files; collects the errors of files that are not recordings.
    pub(super) fn read(files: &[String]) -> Self {
        let mut all = Self::default();
        for file in files {
            match questions_in(Path::new(file)) {
                Ok((questions, cut_off)) => {
                    all.add(who(file), questions);
                    let note = |line| format!("{}:{line}: {CUT_OFF}", printable(file));
                    all.notes.extend(cut_off.map(note));
                }
                Err(why) => all.faults.push(why),
            }
        }
        all
    }

    fn add(&mut self, who: String, questions: Vec<RecordedQuestion>) {
        let number = self.who.len();
        self.who.push(who);
        for question in questions {
            let [a, b] = question.pair;
            let asked = self.asked.entry((question.frame, [a.min(b), a.max(b)]));
            asked.or_default().insert(number, question);
        }
    }

    /// Whether every file could be read.
    pub(super) fn are_whole(&self) -> bool {
        self.faults.is_empty()
    }

    /// Each pair with predictions: one of them, and those of each recording.
    fn pairs(
        &self,
    ) -> impl Iterator<Item = (&RecordedQuestion, Vec<(&str, Option<&RecordedQuestion>)>)> {
        self.asked.values().filter_map(|asked| {
            let of_each = self.who.iter().enumerate();
            let of_each = of_each.map(|(number, who)| (who.as_str(), asked.get(&number)));
            Some((asked.values().next()?, of_each.collect()))
        })
    }

    /// How many predictions of each recording were right, wrong and skipped.
    fn totals(&self) -> impl Iterator<Item = (&str, [usize; 3])> {
        self.who.iter().enumerate().map(|(number, who)| {
            let results =
                self.asked.values().map(move |asked| PredictionResult::of(asked.get(&number)));
            let count = |result| results.clone().filter(|each| *each == result).count();
            (who.as_str(), PredictionResult::ALL.map(count))
        })
    }

    /// Every prediction, then the totals, in columns for people.
    pub(super) fn table(&self) -> String {
        let mut out = String::new();
        let width = self.who.iter().map(|who| who.chars().count()).max().unwrap_or(0).max(3);
        for (any, of_each) in self.pairs() {
            let [a, b] = any.pair;
            let _ = writeln!(
                out,
                "frame {}  {a}>{b}  is {}",
                any.frame,
                words(any.truth.0, any.truth.1)
            );
            for (who, answer) in of_each {
                let result = PredictionResult::of(answer).token();
                let said = said(answer).unwrap_or_else(|| "-".to_owned());
                // In another recording the truth may be different.
                let other = answer.filter(|answer| answer.truth != any.truth);
                let other = other.map_or_else(String::new, |answer| {
                    format!("   there it is {}", words(answer.truth.0, answer.truth.1))
                });
                let _ = writeln!(out, "  {result:<7}  {who:<width$}  {said}{other}");
            }
            out.push('\n');
        }
        if !self.who.is_empty() {
            if self.asked.is_empty() {
                out.push_str("no predictions; record with --predict --record FILE\n\n");
            }
            let rows = self.totals().map(|(who, [right, wrong, skipped])| {
                [who.to_owned(), right.to_string(), wrong.to_string(), skipped.to_string()]
            });
            write_columns("<>>>", &["who", "right", "wrong", "skipped"], rows, &mut out);
        }
        for note in &self.notes {
            let _ = writeln!(out, "note  {note}");
        }
        for fault in &self.faults {
            let _ = writeln!(out, "not read  {fault}");
        }
        out
    }

    /// Every prediction and the totals, one JSON object a line.
    pub(super) fn ndjson(&self) -> String {
        let answers = self.pairs().flat_map(|(any, of_each)| {
            of_each.into_iter().map(move |(who, answer)| {
                let RecordedQuestion { frame, pair: [a, b], truth, .. } = answer.unwrap_or(any);
                let (truth, said, worth) =
                    (words(truth.0, truth.1), said(answer), PredictionResult::of(answer).token());
                let (a, b) = (a.as_str(), b.as_str());
                PredictionLine::Answer { who, frame: *frame, a, b, truth, said, worth }
            })
        });
        let totals = self.totals().map(|(who, [right, wrong, skipped])| PredictionLine::Total {
            who,
            right,
            wrong,
            skipped,
        });
        let notes = self.notes.iter().map(|message| PredictionLine::Note { message });
        let faults = self.faults.iter().map(|message| PredictionLine::Error { message });
        report::ndjson(answers.chain(totals).chain(notes).chain(faults))
    }
}

/// What was predicted, if anything.
fn said(answer: Option<&RecordedQuestion>) -> Option<String> {
    answer.and_then(|question| question.said).map(|said| words(said.0, said.1))
}

fn questions_in(file: &Path) -> Result<(Vec<RecordedQuestion>, Option<u64>), String> {
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
fn words(outcome: TestResult, side: Option<Direction>) -> String {
    match side {
        Some(side) => format!("{} {side}", outcome.word()),
        None => outcome.word().to_owned(),
    }
}
