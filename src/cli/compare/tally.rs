//! Counting findings, and keeping cases that could become examples.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Case;
use super::findings::{Finding, of_frame};
use super::hypotheses::Hypotheses;
use super::measure::Measure;
use hitscan_core::methods::{Agreement, Method, Reason, Requested};

/// The findings for some of the pairs. Tallies can be merged in any order.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) counts: BTreeMap<Finding, u64>,
    pub(super) starts: BTreeMap<(Method, Reason), Starts>,
    pub(super) hypotheses: Hypotheses,
}

/// Two cases in which a method differs for a reason, to simplify from. Numbers
/// never grow, so a small start may have no round numbers to reach.
#[derive(Clone, Debug)]
pub(super) struct Starts {
    simplest: Start,
    /// The one with the greatest number.
    roomiest: Start,
}

#[derive(Clone, Debug)]
struct Start {
    rank: Rank,
    measure: Measure,
    case: Case,
}

/// How well a case shows a difference; the least is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// Wrong before another convention before agreement.
    agreement: Reverse<Agreement>,
    /// Different in both arithmetics before in one.
    arithmetics: Reverse<usize>,
}

impl Starts {
    /// Both cases; they show the difference equally well.
    pub(super) fn into_cases(self) -> [Case; 2] {
        [self.simplest.case, self.roomiest.case]
    }

    fn add(&mut self, other: Candidate<'_>) {
        if other.simplicity() < self.simplest.candidate().simplicity() {
            self.simplest = other.start();
        }
        if other.roominess() < self.roomiest.candidate().roominess() {
            self.roomiest = other.start();
        }
    }
}

impl Start {
    const fn candidate(&self) -> Candidate<'_> {
        Candidate { rank: self.rank, measure: &self.measure, case: &self.case }
    }
}

/// A start that few cases become: nothing of it is copied before.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    rank: Rank,
    measure: &'a Measure,
    case: &'a Case,
}

impl<'a> Candidate<'a> {
    fn start(self) -> Start {
        Start { rank: self.rank, measure: self.measure.clone(), case: self.case.clone() }
    }

    fn simplicity(self) -> impl Ord + use<'a> {
        (self.rank, self.measure)
    }

    fn roominess(self) -> impl Ord + use<'a> {
        (self.rank, Reverse(self.measure.greatest()), self.measure)
    }
}

impl Tally {
    pub(super) fn add(&mut self, case: &Case, requested: &Requested) {
        match case {
            Case::Still(_) => self.count(case, &case.findings(requested)),
            Case::Frame(both) => {
                let said = requested.frame_verdicts(&both[0], &both[1]);
                self.hypotheses.add(both, &said);
                self.count(case, &of_frame(&said));
            }
        }
    }

    fn count(&mut self, case: &Case, findings: &[Finding]) {
        // Measuring costs more than counting, and is seldom needed.
        let mut measure = None;
        for &finding in findings {
            *self.counts.entry(finding).or_default() += 1;
            let Some(reason) = finding.reason else { continue };
            let alike =
                |other: &&Finding| other.method == finding.method && other.reason == Some(reason);
            let rank = Rank {
                agreement: Reverse(finding.agreement),
                arithmetics: Reverse(findings.iter().filter(alike).count()),
            };
            let measure = measure.get_or_insert_with(|| Measure::of(case));
            self.keep((finding.method, reason), Candidate { rank, measure, case });
        }
    }

    fn keep(&mut self, of: (Method, Reason), other: Candidate<'_>) {
        let first = || Starts { simplest: other.start(), roomiest: other.start() };
        self.starts.entry(of).or_insert_with(first).add(other);
    }

    /// Adds the tally of other pairs.
    pub(super) fn merge(&mut self, other: Self) {
        for (finding, count) in other.counts {
            *self.counts.entry(finding).or_default() += count;
        }
        for (of, Starts { simplest, roomiest }) in other.starts {
            self.keep(of, simplest.candidate());
            self.keep(of, roomiest.candidate());
        }
        self.hypotheses.merge(&other.hypotheses);
    }
}
