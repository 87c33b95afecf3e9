//! The result of a trial.

use std::collections::BTreeMap;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use super::line;
use super::pairs_from::{GivenExact, GivenPair};
use super::shrinking::{MOST_STARTS, ShrinkExtent};
use super::tally::{AnswerClass, AnsweredCase, ClassCounts, TrialTally};
use crate::cli::compare::{ComparePlan, PairScene};
use crate::host::program;
use crate::host::program::{Crash, CrashingLines, Protocol, how_it_ended};
use hitscan_core::diagnosis::Findings;
use hitscan_core::methods::{Agreement, Case, Complexity, Meets, OwnAnswer, Requested};
use hitscan_core::scene::Scene;
use hitscan_core::words::{
    claim_code, claim_sentence, own_cause, own_fact, truth_as_said, unsteady_sentence,
};
use serde_json::value::RawValue;
use thiserror::Error;

/// The result of a trial.
#[derive(Debug)]
pub(super) struct TryReport {
    /// The name of the program.
    pub(super) name: String,
    /// The protocol used.
    pub(super) protocol: Protocol,
    /// The random pairs that were asked.
    pub(super) plan: ComparePlan,
    /// The named pairs that were asked, with their answers.
    pub(super) named: Vec<NamedAnswer>,
    /// The pairs that were given instead, if they were.
    pub(super) given: Option<GivenSource>,
    /// How many named pairs were skipped because they have decimals.
    pub(super) left_out: usize,
    /// The counts of the answers.
    pub(super) tally: TrialTally,
    /// What the experiments show about its wrong answers.
    pub(super) findings: Findings,
    /// How often the program was started.
    pub(super) starts: usize,
    /// The smallest pair of each convention, and of what no experiment explains.
    pub(super) examples: Vec<TryExample>,
    /// How far the examples were minimised.
    pub(super) extent: ShrinkExtent,
    /// The time limit for that.
    pub(super) shrink: Duration,
}

/// Where given pairs come from, and what is said about them besides.
#[derive(Clone, Debug, Default)]
pub(super) struct GivenSource {
    pub(super) name: String,
    /// How many lines have pairs of another kind, and the first of them.
    pub(super) of_other_kinds: Option<(usize, String)>,
    /// How many lines have pairs that are too fine, and the first of them.
    pub(super) too_fine: Option<(usize, String)>,
    /// How many lines have swapped boxes, and what is said of the first.
    pub(super) swapped: Option<(usize, String)>,
    /// What else the lines of some pairs say, by the line for a program.
    pub(super) fields: BTreeMap<String, String>,
    pub(super) finer: Finer,
    /// Whether the answers are those of the file.
    pub(super) is_dump: bool,
}

/// Wrong answers to pairs whose numbers are finer than thousandths: they are judged exactly, and
/// take no part in experiments.
#[derive(Clone, Debug, Default)]
pub(super) struct Finer {
    /// How many.
    pub(super) wrong: usize,
    /// The first of them, as lines.
    pub(super) first: Vec<[String; 2]>,
}

impl Finer {
    /// How many are shown.
    const MOST: usize = 3;

    pub(super) fn add(&mut self, pair: &GivenPair, answer: &OwnAnswer) {
        self.wrong += 1;
        if self.first.len() < Self::MOST {
            let truth = match &pair.exact {
                GivenExact::Case(case) => truth_as_said(&case.pair().truth(), answer),
                GivenExact::Meets { meets: Meets::Apart, .. } => "miss".to_owned(),
                GivenExact::Meets { meets: Meets::Touching, .. } => "touch".to_owned(),
                GivenExact::Meets { .. } => "hit".to_owned(),
            };
            let both = format!("  it says {answer}, the truth is {truth}");
            self.first.push([pair.asked(Protocol::Text, 1), both]);
        }
    }
}

/// The answer to a named pair.
#[derive(Debug)]
pub(super) struct NamedAnswer {
    pub(super) name: &'static str,
    pub(super) example: TryExample,
}

/// A pair, the program's answer, and its class.
#[derive(Clone, Debug)]
pub(super) struct TryExample {
    pub(super) class: AnswerClass,
    pub(super) case: Case,
    /// `None` if the program crashed on it.
    pub(super) answer: Option<OwnAnswer>,
    pub(super) oddity: Option<Oddity>,
}

/// Unusual behaviour of the program.
#[derive(Clone, Debug)]
pub(super) enum Oddity {
    /// It crashed; this says how, and on what first.
    Crashed(String),
    /// It had given this answer when it was asked together with other pairs.
    AnsweredFirst(OwnAnswer),
}

impl TryReport {
    /// Whether the program is right, or differs only by convention.
    pub(super) fn is_right(&self) -> bool {
        let is_wrong = |(agreement, _): &AnswerClass| *agreement == Agreement::Wrong;
        !self.tally.classes().keys().any(is_wrong)
            && !self.examples.iter().any(|example| is_wrong(&example.class))
    }

    /// A sentence that says that minimising was cut short; empty if it was not.
    pub(super) fn cut_short(&self) -> String {
        let why = match self.extent {
            _ if self.examples.is_empty() => return String::new(),
            ShrinkExtent::Far => return String::new(),
            ShrinkExtent::Time => {
                let most = self.shrink.as_secs_f64();
                format!("minimising had {most} s; --shrink SECONDS gives it more")
            }
            ShrinkExtent::Starts => {
                format!("minimising ended after {MOST_STARTS} starts of {}", self.name)
            }
            ShrinkExtent::Crashed => "it crashed while they were looked for".to_owned(),
            ShrinkExtent::Stopped => "Ctrl-C ended the trial".to_owned(),
        };
        format!("There may be smaller ones: {why}.")
    }

    /// The smallest known pairs of each reason, in order, including the example.
    pub(super) fn smallest_pairs(&self) -> Vec<TryExample> {
        let asked = self.tally.classes().iter().flat_map(|(&class, counts)| {
            counts.smallest().map(move |shown| TryExample::of(class, shown.clone()))
        });
        let all = self.examples.iter().cloned().chain(asked);
        let mut all: Vec<_> =
            all.map(|each| ((each.class, Complexity::of(&each.case)), each)).collect();
        // If a pair is both an example and among the asked pairs, the example is kept.
        all.sort_by(|(one, _), (other, _)| one.cmp(other));
        all.dedup_by(|(one, _), (other, _)| one == other);
        let of_a_reason = all.chunk_by(|(_, one), (_, other)| one.class == other.class);
        let smallest = of_a_reason.flat_map(|pairs| pairs.iter().take(ClassCounts::MOST_SMALLEST));
        smallest.map(|(_, each)| each.clone()).collect()
    }

    /// What else the given line of a pair says, by its line for a program.
    pub(super) fn fields_of(&self, line: &str) -> Option<Box<RawValue>> {
        let fields = self.given.as_ref()?.fields.get(line)?;
        RawValue::from_string(fields.clone()).ok()
    }

    /// The pair as the line that the program read.
    pub(super) fn line_of(&self, example: &TryExample) -> String {
        line::by_protocol(self.protocol, &example.case, 1)
    }

    /// The examples as scenes, those of the findings first, each with the name of its file.
    pub(super) fn scenes(&self) -> Vec<(String, Scene)> {
        let mut scenes: Vec<(String, Scene)> = Vec::new();
        for finding in &self.findings.found {
            let Some(asked) = &finding.example else { continue };
            let Some(case) = asked.pair.case() else { continue };
            let code = claim_code(&finding.claim);
            let same = scenes.iter().filter(|(name, _)| name.starts_with(&format!("wrong-{code}")));
            let number = match same.count() {
                0 => String::new(),
                others => format!("-{}", others + 1),
            };
            let note = format!("A program said {}; {}", asked.answer, claim_sentence(finding));
            let scene = PairScene::of(&case, &Requested::Nothing);
            scenes.push((
                format!("wrong-{code}{number}"),
                scene.into_scene(format!("wrong: {code}"), note),
            ));
        }
        scenes.extend(self.examples.iter().map(|each| (each.file_name(), each.scene())));
        scenes
    }

    /// How many random pairs are wrong.
    pub(super) fn wrong_random(&self) -> u64 {
        let classes = self.tally.classes().iter();
        let wrong = classes.filter(|((agreement, _), _)| *agreement == Agreement::Wrong);
        wrong.map(|(_, counts)| counts.random).sum()
    }
}

impl TryExample {
    /// A pair as it was asked together with others.
    pub(super) fn of(class: AnswerClass, shown: AnsweredCase) -> Self {
        let AnsweredCase { case, answer } = shown;
        Self { class, case, answer: Some(answer), oddity: None }
    }

    /// The pair as a line of the text protocol.
    pub(super) fn line(&self) -> String {
        line::text(&self.case)
    }

    /// A sentence that explains why the answer differs; empty if it agrees.
    pub(super) fn sentence(&self) -> String {
        match (&self.oddity, self.class.1) {
            (Some(Oddity::Crashed(how)), _) => how.clone(),
            (Some(Oddity::AnsweredFirst(first)), _) => {
                unsteady_sentence(first, self.answer.as_ref())
            }
            (None, Some(cause)) => own_cause(self.case.pair(), cause),
            (None, None) => {
                let fact = self.answer.and_then(|answer| own_fact(self.case.pair(), &answer));
                fact.unwrap_or_else(|| format!("the truth is {}.", self.exact()))
            }
        }
    }

    /// Its verdict and its reason: `wrong, corner-tie`.
    pub(super) fn verdict(&self) -> String {
        let (agreement, code) = (self.class.0.token(), self.code());
        if agreement == code { code.to_owned() } else { format!("{agreement}, {code}") }
    }

    /// The same as a file name.
    pub(super) fn file_name(&self) -> String {
        self.verdict().replace(", ", "-")
    }

    /// The code of its reason.
    pub(super) fn code(&self) -> &'static str {
        match self.class {
            (_, Some(cause)) => cause.code(),
            (Agreement::Wrong, None) => "wrong",
            (_, None) => "agrees",
        }
    }

    /// The pair as a scene, with the truth as its expectations; it does not name the program.
    pub(super) fn scene(&self) -> Scene {
        let (agreement, code) = (self.class.0.token(), self.code());
        let title = format!("{agreement}: {code}");
        let note = format!("A program said {}; {}", self.said(), self.sentence());
        PairScene::of(&self.case, &Requested::Nothing).into_scene(title, note)
    }

    /// The program's answer: `hit left 1/2`.
    pub(super) fn said(&self) -> String {
        self.answer.map_or_else(|| "crash".to_owned(), |answer| answer.to_string())
    }

    /// The exact answer, in as much detail as the program gave.
    pub(super) fn exact(&self) -> String {
        let truth = self.case.pair().truth();
        match &self.answer {
            Some(answer) => truth_as_said(&truth, answer),
            None => truth.says().word().to_owned(),
        }
    }
}

/// Why a trial has no result; printed to standard error, with exit status 3.
#[derive(Debug, Error)]
pub(super) enum TryFault {
    #[error("{}", with_instead(.0))]
    Program(#[from] program::ProgramFault),
    #[error("it does not know {kind} pairs (answered ?)")]
    UnknownKind { kind: String },
    #[error("--build ended with {}; nothing was tried", how_it_ended(Some(*.0)))]
    Build(ExitStatus),
    #[error("--build \"{0}\" is not a command: expected a program and its arguments")]
    NoBuild(String),
    #[error("--build cannot be started: {0}")]
    BuildNotStarted(#[from] io::Error),
    #[error("{0}")]
    Crashed(String),
    #[error("{name} ended before its first answer, {how}{says}")]
    EndedFirst { name: String, how: String, says: &'static str },
}

impl TryFault {
    /// How many of the lines that crash a program are shown.
    const MOST_LINES: usize = 10;

    /// A crash that cannot be attributed to one pair, or cannot be reproduced; `line` returns a
    /// line by its index, with its number in the round.
    pub(super) fn crashed(
        crash: &Crash,
        found: &CrashingLines,
        line: impl Fn(usize, usize) -> String,
    ) -> Self {
        let next = line(crash.answers, crash.answers + 1);
        let comes_of = match found {
            CrashingLines::Unknown => String::new(),
            CrashingLines::None => " Asked the same again, it does not crash.".to_owned(),
            CrashingLines::These(lines) if *lines == [crash.answers] => String::new(),
            CrashingLines::These(lines) => {
                let shown = lines.iter().zip(1..).take(Self::MOST_LINES);
                let shown = shown.map(|(&at, number)| "\n  ".to_owned() + &line(at, number));
                let shown: String = shown.collect();
                let more = match lines.len().saturating_sub(Self::MOST_LINES) {
                    0 => String::new(),
                    more => format!("\n  … {more} more"),
                };
                let these = match lines.len() {
                    1 => "this line alone".to_owned(),
                    count => format!("these {count} lines together"),
                };
                format!(" Not on that line alone: it crashes on {these}:{shown}{more}")
            }
        };
        Self::Crashed(format!("{} {}{comes_of}", crash.sentence(), crash.place(&next)))
    }
}

/// The message of the fault, with what to start instead.
fn with_instead(fault: &program::ProgramFault) -> String {
    match fault.instead() {
        Some(instead) => format!("{fault}. Try: hitscan try -- {instead}"),
        None => fault.to_string(),
    }
}
