//! What a comparison found.

use std::num::NonZeroUsize;

use super::Case;
use super::findings::Finding;
use super::hypotheses::Hypotheses;
use super::measure::Measure;
use super::plan::{Angle, Kind, Plan};
use super::shrink::shrunk;
use super::worker_pool;
use hitscan_core::methods::{Agreement, AnyMethod, Arithmetic, Reason};

/// What was found of all pairs of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What was drawn.
    pub plan: Plan,
    /// In the order of the catalogue, each method exact first; what agrees
    /// without more ado is always there.
    pub rows: Vec<Row>,
    /// What is known of the side methods; of frames only.
    pub hypotheses: Option<Hypotheses>,
    /// The simplest example of each method and each reason, in that order.
    pub examples: Vec<Example>,
}

/// How many pairs have one finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// What was found.
    pub finding: Finding,
    /// Of how many pairs.
    pub pairs: u64,
}

/// A case that shows how a method differs for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The method.
    pub method: AnyMethod,
    /// Why it differs.
    pub reason: Reason,
    /// The arithmetics in which it differs for that reason, and what its
    /// answer is worth in each.
    pub shows: Vec<(Arithmetic, Agreement)>,
    /// One that was drawn.
    pub drawn: Case,
    /// What it was made into; shows the same.
    pub case: Case,
}

/// Draws and judges all pairs of a plan. The report is the same whatever the
/// number of threads. `tell` hears from time to time how many pairs are done.
#[must_use]
pub fn compare(plan: &Plan, threads: NonZeroUsize, tell: &mut dyn FnMut(u64)) -> Report {
    let tally = worker_pool::tally(plan, threads, tell);
    let mut rows: Vec<Row> =
        tally.counts.iter().map(|(&finding, &pairs)| Row { finding, pairs }).collect();
    add_rows_that_agree(&mut rows);
    let examples = tally
        .starts
        .into_iter()
        .filter_map(|((method, reason), starts)| {
            let examples =
                starts.into_cases().map(|drawn| Example::of(plan, method, reason, drawn));
            examples.into_iter().min_by_key(|example| Measure::of(&example.case))
        })
        .collect();
    let hypotheses = (plan.kind == Kind::Frame).then_some(tally.hypotheses);
    Report { plan: *plan, rows, hypotheses, examples }
}

/// A method that never agrees says so with a 0.
fn add_rows_that_agree(rows: &mut Vec<Row>) {
    for index in 0..rows.len() {
        let agrees = Finding { against: Agreement::Agrees, reason: None, ..rows[index].finding };
        if rows.iter().all(|row| row.finding != agrees) {
            rows.push(Row { finding: agrees, pairs: 0 });
        }
    }
    rows.sort_by_key(|row| row.finding);
}

impl Example {
    fn of(plan: &Plan, method: AnyMethod, reason: Reason, drawn: Case) -> Self {
        let shows = shown(&drawn, method, reason);
        let case = shrunk(&drawn, |case| {
            has_angle(case, plan.angle) && shown(case, method, reason) == shows
        });
        Self { method, reason, shows, drawn, case }
    }

    /// `straddle-collinear-apart`: names the query and the scene file.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}-{}", self.method.id(), self.reason.code())
    }

    /// What its answer is worth where it is worth least.
    #[must_use]
    pub fn against(&self) -> Agreement {
        self.shows.iter().map(|&(_, against)| against).max().unwrap_or(Agreement::Agrees)
    }
}

/// Whether the boxes of a frame move against each other in such a way.
fn has_angle(case: &Case, angle: Angle) -> bool {
    let [a, b] = case.motions();
    let motion = a - b;
    match angle {
        Angle::Any => true,
        Angle::Diagonal => motion.x.abs() == motion.y.abs(),
    }
}

/// In which arithmetics a method differs for a reason, and what that is worth.
fn shown(case: &Case, method: AnyMethod, reason: Reason) -> Vec<(Arithmetic, Agreement)> {
    let mut findings = case.findings();
    findings.retain(|finding| finding.method == method && finding.reason == Some(reason));
    findings.iter().map(|finding| (finding.arithmetic, finding.against)).collect()
}
