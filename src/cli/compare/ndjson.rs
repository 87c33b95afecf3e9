//! A report as JSON, one event a line.

use serde::Serialize;

use super::plan::{ComparePlan, ComparedPair};
use super::report::{CompareExample, CompareReport, FindingRow};
use crate::cli::report::percent;
use hitscan_core::engine::ndjson::QueryLine;

/// An event. Lengths are strings, as in the answers of `hitscan query`; counts are JSON numbers.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum CompareLine<'a> {
    Run {
        kind: &'a str,
        pairs: u64,
        #[serde(flatten)]
        plan: PlanKeys,
    },
    Row {
        method: &'a str,
        arithmetic: &'a str,
        against: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'a str>,
        pairs: u64,
        percent: String,
    },
    #[serde(rename = "fact")]
    Hypothesis { method: &'a str, of: &'a str, right: u64, wrong: u64, known: &'a str },
    Example {
        method: &'a str,
        reason: &'a str,
        shows: Vec<ShownIn<'a>>,
        sentence: String,
        query: QueryLine,
    },
}

#[derive(Serialize)]
struct ShownIn<'a> {
    arithmetic: &'a str,
    against: &'a str,
}

/// How random pairs are generated.
#[derive(Serialize)]
pub(in crate::cli) struct PlanKeys {
    seed: u64,
    span: String,
    step: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    velocity: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    angle: Option<&'static str>,
}

impl PlanKeys {
    pub(in crate::cli) fn of(plan: &ComparePlan) -> Self {
        let is_frame = plan.kind == ComparedPair::Frame;
        Self {
            seed: plan.seed,
            span: plan.span.to_string(),
            step: plan.step.to_string(),
            velocity: is_frame.then(|| plan.velocity.to_string()),
            angle: is_frame.then(|| plan.angle.token()),
        }
    }
}

/// The report for programs: the run, its rows, hypotheses and examples, one JSON
/// object a line.
pub fn ndjson(report: &CompareReport) -> String {
    let plan = &report.plan;
    let (kind, pairs) = (plan.kind.token(), plan.pairs);
    let run = CompareLine::Run { kind, pairs, plan: PlanKeys::of(plan) };
    let rows = report.rows.iter().map(|row| row_line(row, plan.pairs));
    let hypotheses = report.hypotheses.iter().flat_map(|hypotheses| {
        hypotheses.all().iter().map(|counts| CompareLine::Hypothesis {
            method: counts.method.id(),
            of: counts.about,
            right: counts.right,
            wrong: counts.wrong,
            known: counts.supposed(),
        })
    });
    let examples = report.examples.iter().map(example_line);
    crate::cli::report::ndjson([run].into_iter().chain(rows).chain(hypotheses).chain(examples))
}

fn row_line(&FindingRow { finding, pairs }: &FindingRow, all: u64) -> CompareLine<'static> {
    CompareLine::Row {
        method: finding.method.id(),
        arithmetic: finding.arithmetic.token(),
        against: finding.agreement.token(),
        reason: finding.reason.map(hitscan_core::methods::Reason::code),
        pairs,
        percent: percent(pairs, all),
    }
}

fn example_line(example: &CompareExample) -> CompareLine<'static> {
    let shows = example.shows.iter();
    CompareLine::Example {
        method: example.method.id(),
        reason: example.reason.code(),
        shows: shows
            .map(|(arithmetic, agreement)| ShownIn {
                arithmetic: arithmetic.token(),
                against: agreement.token(),
            })
            .collect(),
        sentence: example.sentence(),
        query: example.case.query_line(example.id()),
    }
}
