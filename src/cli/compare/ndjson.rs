//! A report as JSON, one event a line.

use serde::Serialize;

use super::example_scene::ExampleScene;
use super::plan::{Kind, Plan};
use super::report::{Example, Report, Row};
use super::table::percent;
use hitscan_core::engine::ndjson::{QueryLine, write_line};

/// One line. Lengths are strings, as in the answers of `hitscan query`; counts
/// are JSON numbers.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Event<'a> {
    Run {
        kind: &'a str,
        pairs: u64,
        seed: u64,
        span: String,
        step: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        velocity: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        angle: Option<&'a str>,
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
        shows: Vec<Shown<'a>>,
        sentence: String,
        query: QueryLine,
    },
}

#[derive(Serialize)]
struct Shown<'a> {
    arithmetic: &'a str,
    against: &'a str,
}

/// The report for programs: the run, its rows, hypotheses and examples, one JSON
/// object a line.
#[must_use]
pub fn ndjson(report: &Report) -> String {
    let run = std::iter::once(run(&report.plan));
    let rows = report.rows.iter().map(|row| row_event(row, report.plan.pairs));
    let hypotheses = report.hypotheses.iter().flat_map(|hypotheses| {
        hypotheses.all().iter().map(|counts| Event::Hypothesis {
            method: counts.method.id(),
            of: counts.about,
            right: counts.right,
            wrong: counts.wrong,
            known: counts.supposed(),
        })
    });
    let examples = report.examples.iter().map(example_event);
    let mut text = String::new();
    for event in run.chain(rows).chain(hypotheses).chain(examples) {
        write_line(&event, &mut text);
    }
    text
}

fn run(plan: &Plan) -> Event<'static> {
    let is_frame = plan.kind == Kind::Frame;
    Event::Run {
        kind: plan.kind.token(),
        pairs: plan.pairs,
        seed: plan.seed,
        span: plan.span.to_string(),
        step: plan.step.to_string(),
        velocity: is_frame.then(|| plan.velocity.to_string()),
        angle: is_frame.then(|| plan.angle.token()),
    }
}

fn row_event(&Row { finding, pairs }: &Row, all: u64) -> Event<'static> {
    Event::Row {
        method: finding.method.id(),
        arithmetic: finding.arithmetic.token(),
        against: finding.agreement.token(),
        reason: finding.reason.map(hitscan_core::methods::Reason::code),
        pairs,
        percent: percent(pairs, all),
    }
}

fn example_event(example: &Example) -> Event<'static> {
    let shows = example.shows.iter();
    Event::Example {
        method: example.method.id(),
        reason: example.reason.code(),
        shows: shows
            .map(|(arithmetic, agreement)| Shown {
                arithmetic: arithmetic.token(),
                against: agreement.token(),
            })
            .collect(),
        sentence: ExampleScene::of(example).sentence(),
        query: example.case.query_line(example.id()),
    }
}
