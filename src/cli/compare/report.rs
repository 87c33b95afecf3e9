//! The result of a comparison.

use std::num::NonZeroUsize;

use super::findings::Finding;
use super::hypotheses::Hypotheses;
use super::plan::{Angle, ComparePlan, ComparedPair};
use super::worker_pool;
use crate::cli::shrink::Case;
use crate::cli::shrink::Measure;
use crate::cli::shrink::shrunk;
use hitscan_core::methods::{Agreement, Arithmetic, Method, Reason, Requested};

/// The result for all pairs of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompareReport {
    /// What was generated.
    pub plan: ComparePlan,
    /// In the order of the registry, exact arithmetic first; each method has a row for plain
    /// agreement, even without pairs.
    pub rows: Vec<FindingRow>,
    /// Counts for hypotheses about the side methods; for frames only.
    pub hypotheses: Option<Hypotheses>,
    /// The simplest example for each method and each reason, in that order.
    pub examples: Vec<CompareExample>,
}

/// How many pairs have a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FindingRow {
    /// The finding.
    pub finding: Finding,
    /// The number of pairs.
    pub pairs: u64,
}

/// A case in which a method differs for a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompareExample {
    /// The method.
    pub method: Method,
    /// Why it differs.
    pub reason: Reason,
    /// The arithmetics in which it differs for that reason, and its agreement in
    /// each.
    pub shows: Vec<(Arithmetic, Agreement)>,
    /// The case as generated.
    pub drawn: Case,
    /// The simplified case, which shows the same difference.
    pub case: Case,
}

/// Generates and judges all pairs of a plan. The report does not depend on the number of threads.
/// `progress` is called regularly with the number of pairs done.
#[must_use]
pub fn compare(
    plan: &ComparePlan,
    threads: NonZeroUsize,
    progress: &mut dyn FnMut(u64),
) -> CompareReport {
    let tally = worker_pool::tally(plan, threads, progress);
    let mut rows: Vec<FindingRow> =
        tally.counts.iter().map(|(&finding, &pairs)| FindingRow { finding, pairs }).collect();
    add_rows_that_agree(&mut rows);
    let examples = tally
        .starts
        .into_iter()
        .filter_map(|((method, reason), starts)| {
            let examples =
                starts.iter().map(|drawn| CompareExample::of(plan, method, reason, drawn.clone()));
            examples.min_by_key(|example| Measure::of(&example.case))
        })
        .collect();
    let hypotheses = (plan.kind == ComparedPair::Frame).then_some(tally.hypotheses);
    CompareReport { plan: plan.clone(), rows, hypotheses, examples }
}

/// Adds a row with 0 pairs for each method that never agrees.
fn add_rows_that_agree(rows: &mut Vec<FindingRow>) {
    for index in 0..rows.len() {
        let agrees = Finding { agreement: Agreement::Agrees, reason: None, ..rows[index].finding };
        if rows.iter().all(|row| row.finding != agrees) {
            rows.push(FindingRow { finding: agrees, pairs: 0 });
        }
    }
    rows.sort_by_key(|row| row.finding);
}

impl CompareExample {
    fn of(plan: &ComparePlan, method: Method, reason: Reason, drawn: Case) -> Self {
        let shows = shown(&drawn, method, reason);
        let case = shrunk(&drawn, |case| {
            has_angle(case, plan.angle) && shown(case, method, reason) == shows
        });
        Self { method, reason, shows, drawn, case }
    }

    /// `straddle-collinear-apart`: the id of the query, and the name of the scene file.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}-{}", self.method.id(), self.reason.code())
    }

    /// The worst agreement of the method in any arithmetic.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        self.shows.iter().map(|&(_, agreement)| agreement).max().unwrap_or(Agreement::Agrees)
    }
}

/// Whether the relative motion of the boxes has this direction.
fn has_angle(case: &Case, angle: Angle) -> bool {
    let [a, b] = case.motions();
    let Some(motion) = a.checked_sub(b) else { return false };
    match angle {
        Angle::Any => true,
        Angle::Diagonal => motion.x.abs() == motion.y.abs(),
    }
}

/// The arithmetics in which a method differs for a reason, with its agreement.
fn shown(case: &Case, method: Method, reason: Reason) -> Vec<(Arithmetic, Agreement)> {
    let mut findings = case.findings(&Requested::These(vec![method]));
    findings.retain(|finding| finding.method == method && finding.reason == Some(reason));
    findings.iter().map(|finding| (finding.arithmetic, finding.agreement)).collect()
}
