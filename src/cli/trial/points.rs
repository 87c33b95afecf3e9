//! A report as test points, in TAP and in the XML of `JUnit`: one for each named
//! pair, and one for all random ones.

use super::report::{Example, Report};
use crate::cli::report::junit::{self, Failure, Suite};
use crate::cli::report::tap::{self, Points};
use hitscan_core::engine::ndjson::json;
use hitscan_core::methods::Agreement;

/// A test point.
struct Point {
    description: String,
    /// What is wrong, with the answer and the truth where one pair is meant.
    failure: Option<(String, Option<[String; 2]>)>,
}

/// Test Anything Protocol 14.
pub(super) fn tap(report: &Report) -> String {
    let mut text = tap::VERSION.to_owned();
    let mut written = Points::default();
    for Point { description, failure } in points(report) {
        let block = failure.as_ref().map(|(message, pair)| {
            let keys = pair.as_ref().map_or_else(String::new, |[said, exact]| {
                format!("  expected: {}\n  found: {}\n", json(exact), json(said))
            });
            (message.as_str(), keys)
        });
        let block = block.as_ref().map(|(message, keys)| (*message, keys.as_str()));
        written.point(failure.is_none(), &description, block, &mut text);
    }
    written.plan(&mut text);
    text
}

/// The XML of `JUnit`: one suite.
pub(super) fn junit(report: &Report) -> String {
    let mut suite = Suite::of(&report.name);
    for point in points(report) {
        let lines = point.failure.map(|(message, pair)| {
            let both = pair.map(|[said, exact]| format!("it says {said}, the truth is {exact}"));
            [Some(message), both].into_iter().flatten().collect::<Vec<_>>()
        });
        let failed = lines.as_deref().map(|lines| (Failure::Difference, lines));
        suite.case(&point.description, &[], failed);
    }
    junit::report("hitscan try", [suite])
}

fn points(report: &Report) -> Vec<Point> {
    let named = report.named.iter().map(|named| Point {
        description: format!("{}: {}", named.name, named.example.line()),
        failure: (named.example.class.0 == Agreement::Wrong).then(|| failure(&named.example)),
    });
    let wrong = report.wrong_random();
    let crash = report.examples.iter().find(|example| example.answer.is_none());
    let of_random = match (wrong, crash) {
        (0, None) => None,
        (0, Some(crash)) => Some(failure(crash)),
        (wrong, _) => Some((format!("{wrong} are wrong"), None)),
    };
    let random =
        Point { description: format!("{} random pairs", report.plan.pairs), failure: of_random };
    named.chain([random]).collect()
}

fn failure(example: &Example) -> (String, Option<[String; 2]>) {
    let message = format!("{}: {}", example.code(), example.sentence());
    (message, Some([example.said(), example.exact()]))
}
