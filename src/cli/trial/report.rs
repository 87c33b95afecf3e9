//! The result of a trial.

use super::line;
use super::shrinking::{Extent, MOST_STARTS, MOST_TIME};
use super::tally::{Class, Tally, own_pair};
use crate::cli::compare::{Case, PairScene, Plan};
use hitscan_core::methods::{Agreement, Cause, OwnAnswer, Requested};
use hitscan_core::scene::{Scene, printable};
use hitscan_core::words::{crash_sentence, own_cause, truth_as_said, unsteady_sentence};

/// The result of a trial.
#[derive(Debug)]
pub(super) struct Report {
    /// What the program is called.
    pub(super) name: String,
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
    /// How far they were simplified.
    pub(super) extent: Extent,
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
    /// It crashed; this is the last line of its standard error.
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

    /// That simplifying was cut short, in a sentence; empty where it was not.
    pub(super) fn cut_short(&self) -> String {
        let after = match self.extent {
            Extent::Far => return String::new(),
            Extent::Time => format!("{} s", MOST_TIME.as_secs()),
            Extent::Starts => format!("{MOST_STARTS} starts of {}", self.name),
        };
        format!("There may be smaller ones: simplifying ended after {after}.")
    }

    /// How many random pairs are wrong.
    pub(super) fn wrong_random(&self) -> u64 {
        let classes = self.tally.classes().iter();
        let wrong = classes.filter(|((agreement, _), _)| *agreement == Agreement::Wrong);
        wrong.map(|(_, counts)| counts.random).sum()
    }
}

impl Example {
    /// The pair as the program reads it in text.
    pub(super) fn line(&self) -> String {
        line::text(&self.case)
    }

    /// Why the answer differs, in a sentence; empty where it agrees.
    pub(super) fn sentence(&self) -> String {
        match (&self.oddity, self.class.1) {
            (Some(Oddity::Crashed(last)), _) => crash_sentence(&printable(last)),
            (Some(Oddity::AnsweredFirst(first)), _) => {
                unsteady_sentence(first, self.answer.as_ref())
            }
            (None, Some(cause)) => own_cause(own_pair(&self.case), self.answer.as_ref(), cause),
            (None, None) => String::new(),
        }
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
