//! A report as JSON, one event a line.

use serde::Serialize;
use serde_json::value::RawValue;

use super::facts::Fact;
use super::plan::{Kind, Plan};
use super::report::{Example, Report, Row};
use super::stage::Staged;
use super::table::percent;

/// One line. Numbers that are measured in units are strings, as in an answer of
/// `hitscan query`; counts are JSON's own.
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
    Fact {
        method: &'a str,
        of: String,
        right: u64,
        wrong: u64,
        known: String,
    },
    Example {
        method: &'a str,
        reason: &'a str,
        shows: Vec<Shown<'a>>,
        sentence: String,
        query: Box<RawValue>,
    },
}

#[derive(Serialize)]
struct Shown<'a> {
    arithmetic: &'a str,
    against: &'a str,
}

/// The report for programs: the run, its rows, facts and examples, one JSON
/// object a line.
#[must_use]
pub fn ndjson(report: &Report) -> String {
    let run = std::iter::once(run(&report.plan));
    let rows = report.rows.iter().map(|row| row_event(row, report.plan.pairs));
    let facts = report.facts.iter().flat_map(|facts| {
        Fact::ALL.into_iter().map(|fact| Event::Fact {
            method: fact.method().id(),
            of: fact.to_string(),
            right: facts.of(fact).right,
            wrong: facts.of(fact).wrong,
            known: fact.known().to_string(),
        })
    });
    let examples = report.examples.iter().map(example_event);
    let mut text = String::new();
    for event in run.chain(rows).chain(facts).chain(examples) {
        text.push_str(&json(&event));
        text.push('\n');
    }
    text
}

fn json(event: &Event<'_>) -> String {
    serde_json::to_string(event).expect("texts and numbers have their JSON")
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
        against: finding.against.token(),
        reason: finding.reason.map(hitscan_core::methods::Reason::code),
        pairs,
        percent: percent(pairs, all),
    }
}

fn example_event(example: &Example) -> Event<'static> {
    let shows = example.shows.iter();
    let query = RawValue::from_string(example.case.query(&example.id()));
    Event::Example {
        method: example.method.id(),
        reason: example.reason.code(),
        shows: shows
            .map(|(arithmetic, against)| Shown {
                arithmetic: arithmetic.token(),
                against: against.token(),
            })
            .collect(),
        sentence: Staged::of(example).sentence(),
        query: query.expect("a query is JSON"),
    }
}
