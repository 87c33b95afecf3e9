//! A report as test points, in TAP and in the XML of `JUnit`: one for each named pair, and one for
//! all random pairs.
//!
//! If random pairs are wrong, their point has the smallest pairs of each reason for that; the
//! smallest pairs of reasons that fail no point are listed separately.

use super::report::{TryExample, TryReport};
use super::table::example_lines;
use crate::cli::report::junit::{self, Failure, Suite};
use crate::cli::report::tap::{self, Points};
use hitscan_core::engine::ndjson::json;
use hitscan_core::methods::Agreement;

/// A test point.
struct Point {
    description: String,
    failure: Option<PointFailure>,
}

/// How a test point failed.
struct PointFailure {
    /// What is wrong.
    message: String,
    /// The answer and the truth, if it is about one pair.
    pair: Option<[String; 2]>,
    /// The smallest pairs of each reason, if it is about all random pairs.
    smallest: Vec<TryExample>,
}

/// Test Anything Protocol 14.
pub(super) fn tap(report: &TryReport) -> String {
    let mut text = tap::VERSION.to_owned();
    let mut written = Points::default();
    let (points, beside) = points(report);
    for Point { description, failure } in points {
        let block =
            failure.as_ref().map(|failure| (failure.message.as_str(), keys(report, failure)));
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
fn keys(report: &TryReport, failure: &PointFailure) -> String {
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
    of_pair.map(write).chain([pairs.to_owned()]).chain(of_smallest.map(write)).collect()
}

/// The XML of `JUnit`: one suite.
pub(super) fn junit(report: &TryReport) -> String {
    let mut suite = Suite::of(&report.name);
    let (points, beside) = points(report);
    for point in points {
        let lines = point.failure.map(|PointFailure { message, pair, smallest }| {
            let both = pair.map(|[said, exact]| format!("it says {said}, the truth is {exact}"));
            let lines = [Some(message), both].into_iter().flatten();
            let smallest = smallest.iter().map(|example| example_lines(report, example));
            lines
                .chain(smallest.flat_map(|lines| [vec![String::new()], lines.into()].concat()))
                .collect::<Vec<_>>()
        });
        let failed = lines.as_deref().map(|lines| (Failure::Difference, lines));
        suite.case(&point.description, &[], failed);
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
    });
    let wrong = report.wrong_random();
    let crash = report.examples.iter().find(|example| example.answer.is_none());
    let mut of_random = match (wrong, crash) {
        (0, None) => None,
        (0, Some(crash)) => Some(failure(crash)),
        (wrong, _) => {
            let message = format!("{wrong} are wrong");
            Some(PointFailure { message, pair: None, smallest: Vec::new() })
        }
    };
    let mut beside = report.smallest_pairs();
    if let Some(failure) = &mut of_random {
        (failure.smallest, beside) = beside.into_iter().partition(is_wrong);
    }
    let random =
        Point { description: format!("{} random pairs", report.plan.pairs), failure: of_random };
    (named.chain([random]).collect(), beside)
}

fn is_wrong(example: &TryExample) -> bool {
    example.class.0 == Agreement::Wrong
}

fn failure(example: &TryExample) -> PointFailure {
    let message = format!("{}: {}", example.code(), example.sentence());
    let pair = Some([example.said(), example.exact()]);
    PointFailure { message, pair, smallest: Vec::new() }
}
