//! The result of a trial.

use super::tally::{Class, Tally};
use crate::cli::compare::{Case, Plan};
use hitscan_core::methods::{Agreement, OwnAnswer};

/// The result of a trial.
#[derive(Debug)]
pub(super) struct Report {
    /// What the program is called.
    pub(super) name: String,
    /// The random pairs that were asked.
    pub(super) plan: Plan,
    /// How many named pairs were asked.
    pub(super) named: usize,
    /// What the answers came to.
    pub(super) tally: Tally,
    /// The smallest pair for each reason, with the answer, unless the program
    /// crashed on it.
    pub(super) examples: Vec<Example>,
}

/// A pair that shows why the program differs.
#[derive(Debug)]
pub(super) struct Example {
    pub(super) class: Class,
    pub(super) case: Case,
    /// None if the program crashed on it.
    pub(super) answer: Option<OwnAnswer>,
}

impl Report {
    /// Whether the program is right, or off by convention only.
    pub(super) fn is_right(&self) -> bool {
        let is_wrong = |(agreement, _): &Class| *agreement == Agreement::Wrong;
        !self.tally.classes.keys().any(is_wrong)
            && !self.examples.iter().any(|example| is_wrong(&example.class))
    }
}
