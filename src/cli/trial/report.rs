//! The result of a trial.

use std::time::Duration;

use super::line;
use super::shrinking::{Extent, MOST_STARTS};
use super::tally::{Class, Counts, Shown, Tally, own_pair};
use crate::cli::compare::{Case, Measure, PairScene, Plan};
use crate::host::program::Protocol;
use hitscan_core::methods::{Agreement, Cause, OwnAnswer, Requested};
use hitscan_core::scene::Scene;
use hitscan_core::words::{own_cause, truth_as_said, unsteady_sentence};

/// The result of a trial.
#[derive(Debug)]
pub(super) struct Report {
    /// What the program is called.
    pub(super) name: String,
    /// How it is asked.
    pub(super) protocol: Protocol,
    /// The random pairs that were asked.
    pub(super) plan: Plan,
    /// The named pairs that were asked, with their answers.
    pub(super) named: Vec<NamedAnswer>,
    /// How many named pairs were not asked, since they have decimals.
    pub(super) left_out: usize,
    /// What the answers came to.
    pub(super) tally: Tally,
    /// The smallest pair for each reason.
    pub(super) examples: Vec<Example>,
    /// How far they were minimised.
    pub(super) extent: Extent,
    /// How long that may take.
    pub(super) shrink: Duration,
}

/// The answer to a named pair.
#[derive(Debug)]
pub(super) struct NamedAnswer {
    pub(super) name: &'static str,
    pub(super) example: Example,
}

/// A pair, what the program answers, and what that comes to.
#[derive(Clone, Debug)]
pub(super) struct Example {
    pub(super) class: Class,
    pub(super) case: Case,
    /// None if the program crashed on it.
    pub(super) answer: Option<OwnAnswer>,
    pub(super) oddity: Option<Oddity>,
}

/// What the program did besides answering.
#[derive(Clone, Debug)]
pub(super) enum Oddity {
    /// It crashed; this says how, and on what first.
    Crashed(String),
    /// It had answered this when it was asked with other pairs.
    AnsweredFirst(OwnAnswer),
}

impl Report {
    /// Whether the program is right, or off by convention only.
    pub(super) fn is_right(&self) -> bool {
        let is_wrong = |(agreement, _): &Class| *agreement == Agreement::Wrong;
        !self.tally.classes().keys().any(is_wrong)
            && !self.examples.iter().any(|example| is_wrong(&example.class))
    }

    /// That minimising was cut short, in a sentence; empty where it was not.
    pub(super) fn cut_short(&self) -> String {
        let why = match self.extent {
            _ if self.examples.is_empty() => return String::new(),
            Extent::Far => return String::new(),
            Extent::Time => {
                let most = self.shrink.as_secs_f64();
                format!("minimising had {most} s; --shrink SECONDS gives it more")
            }
            Extent::Starts => {
                format!("minimising ended after {MOST_STARTS} starts of {}", self.name)
            }
            Extent::Crashed => "it crashed while they were looked for".to_owned(),
            Extent::Stopped => "Ctrl-C ended the trial".to_owned(),
        };
        format!("There may be smaller ones: {why}.")
    }

    /// The smallest pairs of each reason that are known, in order, the example among them.
    pub(super) fn smallest_pairs(&self) -> Vec<Example> {
        let asked = self.tally.classes().iter().flat_map(|(&class, counts)| {
            counts.smallest().map(move |shown| Example::of(class, shown.clone()))
        });
        let all = self.examples.iter().cloned().chain(asked);
        let mut all: Vec<_> =
            all.map(|each| ((each.class, Measure::of(&each.case)), each)).collect();
        // Of a pair that is an example and was asked, the example is kept.
        all.sort_by(|(one, _), (other, _)| one.cmp(other));
        all.dedup_by(|(one, _), (other, _)| one == other);
        let of_a_reason = all.chunk_by(|(_, one), (_, other)| one.class == other.class);
        let smallest = of_a_reason.flat_map(|pairs| pairs.iter().take(Counts::MOST_SMALLEST));
        smallest.map(|(_, each)| each.clone()).collect()
    }

    /// The pair as the program read it.
    pub(super) fn line_of(&self, example: &Example) -> String {
        line::by_protocol(self.protocol, &example.case, 1)
    }

    /// How many random pairs are wrong.
    pub(super) fn wrong_random(&self) -> u64 {
        let classes = self.tally.classes().iter();
        let wrong = classes.filter(|((agreement, _), _)| *agreement == Agreement::Wrong);
        wrong.map(|(_, counts)| counts.random).sum()
    }
}

impl Example {
    /// A pair as it was asked with others.
    pub(super) fn of(class: Class, shown: Shown) -> Self {
        let Shown { case, answer } = shown;
        Self { class, case, answer: Some(answer), oddity: None }
    }

    /// The pair as the program reads it in text.
    pub(super) fn line(&self) -> String {
        line::text(&self.case)
    }

    /// Why the answer differs, in a sentence; empty where it agrees.
    pub(super) fn sentence(&self) -> String {
        match (&self.oddity, self.class.1) {
            (Some(Oddity::Crashed(how)), _) => how.clone(),
            (Some(Oddity::AnsweredFirst(first)), _) => {
                unsteady_sentence(first, self.answer.as_ref())
            }
            (None, Some(cause)) => own_cause(own_pair(&self.case), self.answer.as_ref(), cause),
            (None, None) => String::new(),
        }
    }

    /// Its verdict and its reason: `wrong, corner-tie`.
    pub(super) fn verdict(&self) -> String {
        format!("{}, {}", self.class.0.token(), self.code())
    }

    /// The same as a name of a file.
    pub(super) fn file_name(&self) -> String {
        format!("{}-{}", self.class.0.token(), self.code())
    }

    /// The code of its reason.
    pub(super) fn code(&self) -> &'static str {
        self.class.1.map_or("agrees", Cause::code)
    }

    /// The pair as a scene, which expects what is true of it and names no program.
    pub(super) fn scene(&self) -> Scene {
        let (agreement, code) = (self.class.0.token(), self.code());
        let title = format!("{agreement}: {code}");
        let note = format!("A program said {}; {}", self.said(), self.sentence());
        PairScene::of(&self.case, &Requested::Nothing).into_scene(title, note)
    }

    /// What the program says: `hit left 1/2`.
    pub(super) fn said(&self) -> String {
        self.answer.map_or_else(|| "crash".to_owned(), |answer| answer.to_string())
    }

    /// What is exact, as far as the program says it.
    pub(super) fn exact(&self) -> String {
        let truth = own_pair(&self.case).truth();
        match &self.answer {
            Some(answer) => truth_as_said(&truth, answer),
            None => truth.says().word().to_owned(),
        }
    }
}
