//! A report as JSON, one event a line.

use serde::Serialize;

use super::report::{TryExample, TryReport};
use super::tally::AnswerClass;
use crate::cli::compare::PlanKeys;
use crate::cli::report::percent;
use hitscan_core::engine::ndjson::{QueryLine, write_line};
use hitscan_core::methods::{Cause, Says};

/// An event. Lengths are strings, as in the answers of `hitscan query`; counts are JSON numbers.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum TryLine<'a> {
    Run {
        method: &'a str,
        kind: &'a str,
        named: usize,
        pairs: u64,
        #[serde(flatten)]
        plan: PlanKeys,
    },
    Row {
        method: &'a str,
        against: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'a str>,
        named: u64,
        random: u64,
        percent: String,
    },
    Like {
        known: String,
        alike: u64,
        truth: u64,
        pairs: u64,
    },
    Touching {
        hit: u64,
        miss: u64,
        touch: u64,
    },
    Example {
        against: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'a str>,
        sentence: String,
        says: String,
        truth: String,
        line: String,
        query: QueryLine,
    },
    /// Only if there may be smaller examples.
    CutShort {
        message: String,
    },
}

/// The counts, for programs: the run, its rows, and which methods the program resembles.
pub(super) fn counts(report: &TryReport) -> String {
    let mut text = String::new();
    let mut write = |event: TryLine<'_>| write_line(&event, &mut text);
    write(TryLine::Run {
        method: &report.name,
        kind: report.plan.kind.token(),
        named: report.named.len(),
        pairs: report.plan.pairs,
        plan: PlanKeys::of(&report.plan),
    });
    let all = report.tally.pairs();
    for ((agreement, cause), [named, random]) in report.tally.rows() {
        write(TryLine::Row {
            method: &report.name,
            against: agreement.token(),
            reason: cause.map(Cause::code),
            named,
            random,
            percent: percent(named + random, all),
        });
    }
    if let Some(like) = report.tally.likenesses.most() {
        let (known, alike, truth) = (like.known.name(), like.alike, like.like_the_truth);
        write(TryLine::Like { known, alike, truth, pairs: all });
    }
    let ways = || report.tally.touching.values();
    let touching = |says| ways().filter_map(|counts| counts.get(&says)).sum();
    write(TryLine::Touching {
        hit: touching(Says::Hit),
        miss: touching(Says::Miss),
        touch: touching(Says::Touch),
    });
    text
}

/// The examples, which follow the counts.
pub(super) fn examples(report: &TryReport) -> String {
    let mut text = String::new();
    let mut write = |event: TryLine<'_>| write_line(&event, &mut text);
    report.examples.iter().for_each(|example| write(example_line(example)));
    let message = report.cut_short();
    if !message.is_empty() {
        write(TryLine::CutShort { message });
    }
    text
}

fn example_line(example: &TryExample) -> TryLine<'_> {
    let (agreement, cause): AnswerClass = example.class;
    let reason = cause.map(Cause::code);
    TryLine::Example {
        against: agreement.token(),
        reason,
        sentence: example.sentence(),
        says: example.said(),
        truth: example.exact(),
        line: example.line(),
        query: example.case.query_line(reason.unwrap_or_default().to_owned()),
    }
}
