//! A report as JSON, one event a line.

use serde::Serialize;

use super::report::{TryExample, TryReport};
use super::table::truth_of;
use super::tally::AnswerClass;
use crate::cli::compare::PlanKeys;
use crate::cli::report::percent;
use hitscan_core::diagnosis::{Blunder, Claim, ProgramFinding, ScaleFactor};
use hitscan_core::engine::ndjson::{QueryLine, write_line};
use hitscan_core::methods::{Cause, Says};
use hitscan_core::words::{claim_code, claim_facts, claim_lines, claim_sentence, known_from};
use serde_json::value::RawValue;

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
    Finding(FindingLine<'a>),
    Experiment {
        code: &'a str,
        asked: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        right: Option<usize>,
        #[serde(skip_serializing_if = "Option::is_none")]
        changed: Option<usize>,
    },
    Asked {
        pairs: u64,
        more: usize,
        starts: usize,
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
        /// What else the given line says.
        #[serde(skip_serializing_if = "Option::is_none")]
        given: Option<Box<RawValue>>,
    },
    /// Only if there may be smaller examples.
    CutShort {
        message: String,
    },
}

/// A finding. `by` says by what it is shown.
#[derive(Serialize)]
struct FindingLine<'a> {
    code: &'a str,
    by: &'a str,
    switches: Vec<&'a str>,
    explains: usize,
    wrong: usize,
    right: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    fresh: Option<usize>,
    sentence: String,
    same_as: Vec<String>,
    /// What its answers to these pairs have in common.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    facts: Vec<String>,
    known_from: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    says: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truth: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    query: Option<Box<RawValue>>,
    /// What else the given line of the pair says.
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<Box<RawValue>>,
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
    let findings = &report.findings;
    for finding in &findings.found {
        write(TryLine::Finding(finding_line(report, finding)));
        if let Claim::NotNamed { rights, .. } = &finding.claim {
            for seen in rights {
                write(TryLine::Experiment {
                    code: seen.symmetry.code(),
                    asked: seen.asked,
                    right: Some(seen.count),
                    changed: None,
                });
            }
        }
    }
    for seen in &findings.touching {
        let (code, asked, changed) = (seen.symmetry.code(), seen.asked, Some(seen.count));
        write(TryLine::Experiment { code, asked, right: None, changed });
    }
    if findings.asked > 0 {
        let (pairs, more) = (report.tally.pairs(), findings.asked);
        write(TryLine::Asked { pairs, more, starts: report.starts });
    }
    report.examples.iter().for_each(|example| write(example_line(report, example)));
    let message = report.cut_short();
    if !message.is_empty() {
        write(TryLine::CutShort { message });
    }
    text
}

fn finding_line<'a>(report: &TryReport, finding: &'a ProgramFinding) -> FindingLine<'a> {
    let [wrong, right] = report.findings.counts;
    let right = right.saturating_sub(report.findings.rounded);
    let example = finding.example.as_ref();
    let query = example.map(|asked| asked.pair.query(claim_code(&finding.claim), ScaleFactor::ONE));
    let line = example.map(|asked| asked.pair.line(ScaleFactor::ONE));
    FindingLine {
        code: claim_code(&finding.claim),
        by: by(&finding.claim),
        switches: switches(&finding.claim),
        explains: finding.explains,
        wrong,
        right,
        fresh: match finding.claim {
            Claim::Usual { confirmed, .. } => Some(confirmed),
            _ => None,
        },
        sentence: claim_sentence(finding),
        same_as: claim_lines(&finding.claim),
        facts: claim_facts(&finding.claim),
        known_from: known_from(&finding.claim).split(", ").filter(|it| !it.is_empty()).collect(),
        says: example.map(|asked| asked.answer.to_string()),
        truth: example.map(truth_of),
        given: line.as_ref().and_then(|line| report.fields_of(line)),
        line,
        query: query.and_then(|query| RawValue::from_string(query).ok()),
    }
}

const fn by(claim: &Claim) -> &'static str {
    match claim {
        Claim::Unsteady { .. } => "unsteady",
        Claim::Always(_) => "always",
        Claim::DecimalsDropped { .. } => "decimals",
        Claim::Rounding { .. } => "rounding",
        Claim::FixedNumber { .. } => "fixed",
        Claim::TimeRounded { .. } => "time",
        Claim::Usual { .. } => "variant",
        Claim::OnePlace { .. } | Claim::TwoPlaces { .. } => "change",
        Claim::Part { .. } => "part",
        Claim::OtherEdge { .. } => "edge",
        Claim::NotNamed { .. } => "none",
    }
}

/// The codes of the catalogue behind a claim.
fn switches(claim: &Claim) -> Vec<&'static str> {
    match claim {
        Claim::Usual { mistake: Blunder::Usual(mistake), built, .. } => {
            [mistake].into_iter().chain(built).map(|mistake| mistake.code).collect()
        }
        Claim::Part { mistake, .. } => vec![mistake.code],
        _ => Vec::new(),
    }
}

fn example_line<'a>(report: &TryReport, example: &'a TryExample) -> TryLine<'a> {
    let (agreement, cause): AnswerClass = example.class;
    let reason = cause.map(Cause::code);
    TryLine::Example {
        against: agreement.token(),
        reason,
        sentence: example.sentence(),
        says: example.said(),
        truth: example.exact(),
        given: report.fields_of(&example.line()),
        line: example.line(),
        query: example.case.query_line(reason.unwrap_or_default().to_owned()),
    }
}
