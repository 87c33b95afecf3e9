//! TAP 14: a test point for each file ("is a scene") and for each expectation,
//! with a YAML block for the differences. Pairs are comments.

use std::fmt::Write;
use std::mem;

use super::super::NEVER_FAILS;
use super::super::report::junit::{Failure, Suite};
use super::super::report::tap::Points;
use super::super::report::{junit, tap};
use super::text::{CheckTable, PairColumns};
use super::{Report, Tally, text};
use crate::host::files::LoadError;
use hitscan_core::engine::expect::{Examined, ExpectResult, Finding, expectation_line};
use hitscan_core::engine::ndjson::json;
use hitscan_core::scene::{Scene, printable};
use hitscan_core::words;
use hitscan_core::words::LeftOutPairs;

/// Test Anything Protocol 14.
#[derive(Default)]
pub(super) struct Tap {
    file: String,
    columns: PairColumns,
    points: Points,
}

/// The errors of a file, as a list of mappings, simple enough for any YAML
/// reader.
fn faults(fault: &LoadError) -> String {
    let mut out = "  faults:\n".to_owned();
    for text::FaultLine { line, column, found, message } in text::faults(fault) {
        let found = found.map(|found| ("found", json(&found)));
        let numbers = [("line", line), ("column", column)];
        let numbers = numbers.into_iter().filter_map(|(key, at)| Some((key, at?.to_string())));
        out.push_str("    - message: ");
        out.push_str(&json(&message));
        for (key, value) in found.into_iter().chain(numbers) {
            write!(out, "\n      {key}: {value}").expect(NEVER_FAILS);
        }
        out.push('\n');
    }
    out
}

/// What differs, in the same notation.
fn differences(result: &ExpectResult) -> String {
    let ExpectResult::Differs(differences) = result else { return String::new() };
    let mut out = "  differences:\n".to_owned();
    for each in differences {
        let (key, expected, found) = (each.key.token(), json(&each.expected), json(&each.found));
        write!(out, "    - key: {key}\n      expected: {expected}\n      found: {found}\n")
            .expect(NEVER_FAILS);
    }
    out
}

impl Report for Tap {
    fn start(&mut self, out: &mut String) {
        out.push_str(tap::VERSION);
    }

    fn scene(&mut self, file: &str, scene: &Scene, out: &mut String) {
        self.file = printable(file);
        self.columns = PairColumns::of(scene);
        let point = format!("{}: is a scene", self.file);
        self.points.point(true, &point, None, out);
        if !scene.title.is_empty() {
            tap::comment(&printable(scene.title.shown()), out);
        }
    }

    fn frame(&mut self, frame: u64, out: &mut String) {
        if frame > 0 {
            tap::comment(&format!("{}:", words::after_frames(frame)), out);
        }
        tap::comment(&self.columns.heading(), out);
    }

    fn pair(&mut self, examined: &Examined, out: &mut String) {
        for line in self.columns.lines(examined) {
            tap::comment(&line, out);
        }
    }

    fn left_out(&mut self, count: u64, what: LeftOutPairs, out: &mut String) {
        tap::comment(&words::left_out(count, what), out);
    }

    fn finding(&mut self, number: usize, finding: &Finding, out: &mut String) {
        let what = format!("{}: {}", self.file, expectation_line(number, &finding.expect));
        let (message, keys) = (finding.difference_lines().join("; "), differences(&finding.held));
        let block = (!finding.holds()).then_some((message.as_str(), keys.as_str()));
        self.points.point(finding.holds(), &what, block, out);
    }

    fn fault(&mut self, file: &str, fault: &LoadError, out: &mut String) {
        let point = format!("{}: is a scene", printable(file));
        let lines = fault.to_string();
        let first = lines.lines().next().unwrap_or_default();
        self.points.point(false, &point, Some((first, &faults(fault))), out);
    }

    fn end(&mut self, tally: &Tally, out: &mut String) {
        self.points.plan(out);
        tap::comment(&words::checked(tally.held, tally.not_held, tally.at_fault), out);
    }
}

// The XML of `JUnit`: a suite for each file, with a case for "is a scene" and for each
// expectation; the table of pairs is the output of the suite.
//
// It has no times, hosts or dates, so that the same scenes yield the same file.

/// The XML of `JUnit`.
#[derive(Default)]
pub(super) struct Junit {
    suite: Suite,
    pairs: CheckTable,
}

const IS_A_SCENE: &str = "is a scene";

impl Report for Junit {
    fn start(&mut self, out: &mut String) {
        junit::start("hitscan check", out);
    }

    fn scene(&mut self, file: &str, scene: &Scene, _out: &mut String) {
        self.suite = Suite::of(file);
        self.pairs = CheckTable::default();
        self.pairs.scene(file, scene, &mut self.suite.said);
        self.suite.case(IS_A_SCENE, &[], None);
    }

    fn frame(&mut self, frame: u64, _out: &mut String) {
        self.pairs.frame(frame, &mut self.suite.said);
    }

    fn pair(&mut self, examined: &Examined, _out: &mut String) {
        self.pairs.pair(examined, &mut self.suite.said);
    }

    fn left_out(&mut self, count: u64, what: LeftOutPairs, _out: &mut String) {
        self.pairs.left_out(count, what, &mut self.suite.said);
    }

    fn finding(&mut self, number: usize, finding: &Finding, _out: &mut String) {
        let name = expectation_line(number, &finding.expect);
        let lines = finding.difference_lines();
        let failed = (!finding.holds()).then_some((Failure::Difference, lines.as_slice()));
        self.suite.case(&name, &[], failed);
    }

    fn scene_ends(&mut self, out: &mut String) {
        mem::take(&mut self.suite).write(out);
    }

    fn fault(&mut self, file: &str, fault: &LoadError, out: &mut String) {
        let mut suite = Suite::of(file);
        let lines: Vec<_> = fault.to_string().lines().map(str::to_owned).collect();
        suite.case(IS_A_SCENE, &[], Some((Failure::Fault, &lines)));
        suite.write(out);
    }

    fn end(&mut self, _tally: &Tally, out: &mut String) {
        junit::end(out);
    }
}
