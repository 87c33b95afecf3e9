//! Counts findings, and keeps cases that could become examples.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::report::Hypotheses;
use hitscan_core::methods::{
    Agreement, Arithmetic, BoundaryRule, Case, Complexity, FrameVerdicts, Method, MethodInput,
    Reason, Requested, SideVerdict, Starts, Verdict,
};
use hitscan_geom::relate;

/// The findings for some of the pairs. Tallies can be merged in any order.
#[derive(Debug, Default)]
pub(super) struct CompareTally {
    pub(super) counts: BTreeMap<Finding, u64>,
    /// Cases in which a method differs for a reason, to simplify from.
    pub(super) starts: BTreeMap<(Method, Reason), Starts<Rank, Case>>,
    pub(super) hypotheses: Hypotheses,
}

/// How well a case shows a difference; the least is best: wrong first, then a choice, then agreement;
/// and of these the one that differs in more arithmetics first.
pub(super) type Rank = (Reverse<Agreement>, Reverse<usize>);

impl CompareTally {
    pub(super) fn add(&mut self, case: &Case, requested: &Requested) {
        match case {
            Case::Still(_) | Case::Point(_) => self.count(case, &findings(case, requested)),
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
            let rank = (Reverse(finding.agreement), Reverse(findings.iter().filter(alike).count()));
            let measure = measure.get_or_insert_with(|| Complexity::of(case));
            let starts = self.starts.entry((finding.method, reason)).or_default();
            starts.offer(rank, measure, || case.clone());
        }
    }

    /// Adds the tally of other pairs.
    pub(super) fn merge(&mut self, other: Self) {
        for (finding, count) in other.counts {
            *self.counts.entry(finding).or_default() += count;
        }
        for (of, starts) in &other.starts {
            self.starts.entry(*of).or_default().merge(starts);
        }
        self.hypotheses.merge(&other.hypotheses);
    }
}

/// How one method in one arithmetic compares with the exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The method.
    pub method: Method,
    /// The arithmetic.
    pub arithmetic: Arithmetic,
    /// Whether its answer agrees.
    pub agreement: Agreement,
    /// Why it differs.
    pub reason: Option<Reason>,
}

/// The findings for the listed methods and the requested ones, in the order of the registry: the
/// side methods for two boxes in a frame, otherwise the overlap tests.
pub fn findings(case: &Case, requested: &Requested) -> Vec<Finding> {
    match case {
        Case::Still([a, b]) => {
            of_verdicts(&requested.verdicts(a, b, &relate(a, b), with_doubles()))
        }
        Case::Point([region, point]) => {
            let meeting = relate(region, point);
            of_verdicts(&requested.point_verdicts(region, point, &meeting, with_doubles()))
        }
        Case::Frame([a, b]) => of_frame(&requested.frame_verdicts(a, b)),
    }
}

/// As the sources decide it, and in double precision where that differs.
pub(super) fn with_doubles() -> MethodInput<'static> {
    MethodInput::with_doubles(BoundaryRule::Source)
}

fn of_verdicts(rows: &[Verdict]) -> Vec<Finding> {
    let finding = |row: &Verdict| Finding {
        method: row.method,
        arithmetic: row.arithmetic,
        agreement: row.agreement,
        reason: row.reason,
    };
    rows.iter().map(finding).collect()
}

fn of_frame(verdicts: &FrameVerdicts) -> Vec<Finding> {
    let finding = |verdict: &SideVerdict| Finding {
        method: verdict.method,
        arithmetic: Arithmetic::Exact,
        agreement: verdict.agreement,
        reason: verdict.reason,
    };
    verdicts.sides.iter().map(finding).collect()
}
