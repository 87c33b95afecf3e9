//! Counting findings, and keeping cases that could become examples.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Case;
use super::findings::{Finding, of_frame};
use super::hypotheses::Hypotheses;
use super::measure::{Measure, greatest};
use hitscan_core::methods::{Agreement, Method, Reason, frame_verdicts};

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

    fn add(&mut self, start: &Start) {
        if start.simplicity() < self.simplest.simplicity() {
            self.simplest = start.clone();
        }
        if start.roominess() < self.roomiest.roominess() {
            self.roomiest = start.clone();
        }
    }
}

impl Start {
    fn simplicity(&self) -> impl Ord + '_ {
        (self.rank, &self.measure)
    }

    fn roominess(&self) -> impl Ord + '_ {
        (self.rank, Reverse(greatest(&self.case)), &self.measure)
    }
}

impl Tally {
    pub(super) fn add(&mut self, case: &Case) {
        match case {
            Case::Still(_) => self.count(case, &case.findings()),
            Case::Frame(both) => {
                let said = frame_verdicts(&both[0], &both[1]);
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
            let start = Start { rank, measure: measure.clone(), case: case.clone() };
            self.keep((finding.method, reason), &start);
        }
    }

    fn keep(&mut self, of: (Method, Reason), start: &Start) {
        let first = || Starts { simplest: start.clone(), roomiest: start.clone() };
        self.starts.entry(of).or_insert_with(first).add(start);
    }

    /// Adds the tally of other pairs.
    pub(super) fn merge(&mut self, other: Self) {
        for (finding, count) in other.counts {
            *self.counts.entry(finding).or_default() += count;
        }
        for (of, Starts { simplest, roomiest }) in other.starts {
            self.keep(of, &simplest);
            self.keep(of, &roomiest);
        }
        self.hypotheses.merge(&other.hypotheses);
    }
}
