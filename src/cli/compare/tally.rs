//! Counting what methods say, and keeping the simplest case of each difference.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Case;
use super::facts::Facts;
use super::findings::{Finding, of_frame};
use super::measure::Measure;
use crate::methods::{Against, AnyMethod, Reason, frame_verdicts};

/// What was found of some of the pairs. Tallies of parts are put together in
/// any order with the same result.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) counts: BTreeMap<Finding, u64>,
    pub(super) simplest: BTreeMap<(AnyMethod, Reason), Simplest>,
    pub(super) facts: Facts,
}

/// The simplest case in which a method differs for a reason.
#[derive(Debug)]
pub(super) struct Simplest {
    rank: Rank,
    pub(super) case: Case,
}

/// The least of all is kept.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// Where the method is wrong rather than of another convention, and that
    /// rather than where it agrees.
    against: Reverse<Against>,
    /// Where it differs in both arithmetics rather than in one.
    arithmetics: Reverse<usize>,
    measure: Measure,
}

impl Tally {
    pub(super) fn add(&mut self, case: &Case) {
        match case {
            Case::Still(_) => self.count(case, &case.findings()),
            Case::Frame(both) => {
                let said = frame_verdicts(&both[0], &both[1]);
                self.facts.add(both, &said);
                self.count(case, &of_frame(&said));
            }
        }
    }

    fn count(&mut self, case: &Case, findings: &[Finding]) {
        // What to measure is mostly not needed, and costs more than counting.
        let mut measure = None;
        for &finding in findings {
            *self.counts.entry(finding).or_default() += 1;
            if let Some(reason) = finding.reason {
                let measure = measure.get_or_insert_with(|| Measure::of(case));
                let alike = |other: &&Finding| {
                    other.method == finding.method && other.reason == Some(reason)
                };
                let rank = Rank {
                    against: Reverse(finding.against),
                    arithmetics: Reverse(findings.iter().filter(alike).count()),
                    measure: measure.clone(),
                };
                self.keep((finding.method, reason), Simplest { rank, case: case.clone() });
            }
        }
    }

    fn keep(&mut self, of: (AnyMethod, Reason), candidate: Simplest) {
        match self.simplest.get_mut(&of) {
            Some(simplest) if simplest.rank <= candidate.rank => {}
            Some(simplest) => *simplest = candidate,
            None => {
                self.simplest.insert(of, candidate);
            }
        }
    }

    /// This tally and that of other pairs.
    pub(super) fn merge(&mut self, other: Self) {
        for (finding, count) in other.counts {
            *self.counts.entry(finding).or_default() += count;
        }
        for (of, simplest) in other.simplest {
            self.keep(of, simplest);
        }
        self.facts.merge(&other.facts);
    }
}
