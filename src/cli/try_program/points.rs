//! A report as test points, in TAP and in the XML of `JUnit`: one for each named pair, and one for
//! all random pairs.
//!
//! If random pairs are wrong, their point has the smallest pairs of each reason for that; the
//! smallest pairs of reasons that fail no point are listed separately.

use super::report::{TryExample, TryReport};
use super::table::{example_lines, finding_lines, truth_of};
use crate::cli::report::junit::{self, Failure, Suite};
use crate::cli::report::tap::{self, Points};
use hitscan_core::diagnosis::ProgramFinding;
use hitscan_core::engine::ndjson::json;
use hitscan_core::methods::Agreement;
use hitscan_core::words::{claim_code, claim_sentence, known_from};

/// A test point.
struct Point {
    description: String,
    failure: Option<PointFailure>,
    /// The public reports that know the mistake, if it is one.
    known_from: &'static str,
}

/// How a test point failed.
#[derive(Default)]
struct PointFailure {
    /// The code of the mistake that it is about.
    code: Option<&'static str>,
    /// What is wrong.
    message: String,
    /// The answer and the truth, if it is about one pair.
    pair: Option<[String; 2]>,
    /// The lines of a report about the mistake.
    details: Vec<String>,
    /// The smallest pairs of each reason, if it is about all random pairs.
    smallest: Vec<TryExample>,
}

/// Test Anything Protocol 14.
pub(super) fn tap(report: &TryReport) -> String {
    let mut text = tap::VERSION.to_owned();
    let mut written = Points::default();
    let (points, beside) = points(report);
    for Point { description, failure, known_from } in points {
        let block = failure.as_ref().map(|it| (it.message.as_str(), keys(report, it, known_from)));
        let block = block.as_ref().map(|(message, keys)| (*message, keys.as_str()));
        written.point(failure.is_none(), &description, block, &mut text);
    }
    for line in beside.iter().flat_map(|example| example_lines(report, example)) {
        tap::comment(&line, &mut text);
    }
    written.plan(&mut text);
    text
}

/// The lines of a block that follow its message.
fn keys(report: &TryReport, failure: &PointFailure, known_from: &str) -> String {
    let code = failure.code.map(|code| ("  code", code.to_owned()));
    let known = (!known_from.is_empty()).then(|| ("  known-from", known_from.to_owned()));
    let line = failure.code.and(failure.details.iter().find(|line| is_pair(line)));
    let of_mistake = code.into_iter().chain(known).chain(line.map(|line| ("  line", line.clone())));
    let of_pair = failure
        .pair
        .iter()
        .flat_map(|[said, exact]| [("  expected", exact.clone()), ("  found", said.clone())]);
    let of_smallest = failure.smallest.iter().flat_map(|example| {
        [
            ("    - reason", example.verdict()),
            ("      line", report.line_of(example)),
            ("      expected", example.exact()),
            ("      found", example.said()),
            ("      sentence", example.sentence()),
        ]
    });
    let write = |(key, value): (&str, String)| format!("{key}: {}\n", json(&value));
    let pairs = if failure.smallest.is_empty() { "" } else { "  pairs:\n" };
    of_mistake
        .chain(of_pair)
        .map(write)
        .chain([pairs.to_owned()])
        .chain(of_smallest.map(write))
        .collect()
}

/// The XML of `JUnit`: one suite.
pub(super) fn junit(report: &TryReport) -> String {
    let mut suite = Suite::of(&report.name);
    let (points, beside) = points(report);
    for point in points {
        let code = point.failure.as_ref().and_then(|failure| failure.code);
        let lines =
            point.failure.map(|PointFailure { message, pair, smallest, details, .. }| {
                let both =
                    pair.map(|[said, exact]| format!("it says {said}, the truth is {exact}"));
                // A mistake has its pair in its details; its message is the sentence alone.
                let lines = [Some(message), both.filter(|_| code.is_none())].into_iter().flatten();
                let smallest = smallest.iter().map(|example| example_lines(report, example));
                let details =
                    (!details.is_empty()).then(|| [vec![String::new()], details].concat());
                lines
                    .chain(details.into_iter().flatten())
                    .chain(smallest.flat_map(|lines| [vec![String::new()], lines.into()].concat()))
                    .collect::<Vec<_>>()
            });
        let kind = code.map_or(Failure::Difference, Failure::Mistake);
        let failed = lines.as_deref().map(|lines| (kind, lines));
        let known = [("known-from", point.known_from.to_owned())];
        let known = if point.known_from.is_empty() { &[][..] } else { &known[..] };
        suite.case(&point.description, known, failed);
    }
    let beside = beside.iter().flat_map(|example| example_lines(report, example));
    suite.said = beside.collect::<Vec<_>>().join("\n");
    junit::report("hitscan try", [suite])
}

/// The test points, and the smallest pairs of reasons that fail none.
fn points(report: &TryReport) -> (Vec<Point>, Vec<TryExample>) {
    let named = report.named.iter().map(|named| Point {
        description: format!("{}: {}", named.name, named.example.line()),
        failure: is_wrong(&named.example).then(|| failure(&named.example)),
        known_from: "",
    });
    let wrong = report.wrong_random();
    let crash = report.examples.iter().find(|example| example.answer.is_none());
    let mut of_random = match (wrong, crash) {
        (0, None) => None,
        (0, Some(crash)) => Some(failure(crash)),
        (wrong, _) => {
            let message = format!("{wrong} are wrong");
            Some(PointFailure { message, ..PointFailure::default() })
        }
    };
    let mut beside = report.smallest_pairs();
    if let Some(failure) = &mut of_random {
        (failure.smallest, beside) = beside.into_iter().partition(is_wrong);
    }
    let random = Point {
        description: format!("{} random pairs", report.plan.pairs),
        failure: of_random,
        known_from: "",
    };
    let findings = report.findings.found.iter().map(|finding| Point {
        description: claim_code(&finding.claim).to_owned(),
        failure: Some(of_finding(report, finding)),
        known_from: known_from(&finding.claim),
    });
    (named.chain([random]).chain(findings).collect(), beside)
}

/// A mistake of the program is a point of its own.
fn of_finding(report: &TryReport, finding: &ProgramFinding) -> PointFailure {
    let pair = finding.example.as_ref();
    PointFailure {
        code: Some(claim_code(&finding.claim)),
        message: claim_sentence(finding),
        pair: pair.map(|asked| [asked.answer.to_string(), truth_of(asked)]),
        details: finding_lines(report, finding),
        smallest: Vec::new(),
    }
}

fn is_wrong(example: &TryExample) -> bool {
    example.class.0 == Agreement::Wrong
}

fn failure(example: &TryExample) -> PointFailure {
    let message = format!("{}: {}", example.code(), example.sentence());
    let pair = Some([example.said(), example.exact()]);
    PointFailure { message, pair, ..PointFailure::default() }
}

/// Whether a line of a report is a pair as a program reads it.
fn is_pair(line: &str) -> bool {
    ["box ", "laser ", "polygon "].iter().any(|noun| line.starts_with(noun))
}
