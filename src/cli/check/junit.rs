//! The XML of `JUnit`: a suite for each file, with a case for "is a scene" and for
//! each expectation; the table of pairs is the output of the suite.
//!
//! Without times, hosts and dates: the same scenes give the same file.

use std::fmt::Write;
use std::mem;

use super::table::Table;
use super::{Report, Tally};
use crate::host::files::LoadError;
use hitscan_core::engine::expect::{Examined, Finding, expectation_line};
use hitscan_core::scene::{Scene, printable};

/// The XML of `JUnit`.
#[derive(Default)]
pub(super) struct Junit {
    suite: Suite,
    pairs: Table,
}

/// A suite; written when it ends, since its counts come first.
#[derive(Default)]
struct Suite {
    name: String,
    cases: String,
    said: String,
    tests: u64,
    failures: u64,
    errors: u64,
}

const NEVER_FAILS: &str = "a String takes whatever is written to it";

/// How a case failed.
#[derive(Clone, Copy)]
enum Failure {
    /// The scene is not as expected.
    Difference,
    /// The file is not a scene.
    Fault,
}

impl Suite {
    fn of(file: &str) -> Self {
        Self { name: printable(file), ..Self::default() }
    }

    /// Adds a case, and how it failed, with a line for each difference.
    fn case(&mut self, name: &str, failed: Option<(Failure, &[String])>) {
        self.tests += 1;
        let (class, name) = (escaped(&self.name), escaped(name));
        let out = &mut self.cases;
        write!(out, "    <testcase classname=\"{class}\" name=\"{name}\"").expect(NEVER_FAILS);
        let Some((failure, lines)) = failed else {
            out.push_str("/>\n");
            return;
        };
        let (element, kind) = match failure {
            Failure::Difference => ("failure", "difference"),
            Failure::Fault => ("error", "fault"),
        };
        match failure {
            Failure::Difference => self.failures += 1,
            Failure::Fault => self.errors += 1,
        }
        let (message, lines) = (escaped(&lines.join("; ")), escaped(&lines.join("\n")));
        write!(
            out,
            ">\n      <{element} message=\"{message}\" type=\"{kind}\">{lines}</{element}>\n    \
             </testcase>\n"
        )
        .expect(NEVER_FAILS);
    }

    fn write(&self, out: &mut String) {
        let Self { tests, failures, errors, cases, .. } = self;
        let (name, said) = (escaped(&self.name), escaped(&self.said));
        write!(
            out,
            "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" \
             errors=\"{errors}\" skipped=\"0\">\n{cases}"
        )
        .expect(NEVER_FAILS);
        if !said.is_empty() {
            writeln!(out, "    <system-out>{said}</system-out>").expect(NEVER_FAILS);
        }
        out.push_str("  </testsuite>\n");
    }
}

/// Escapes text for an element or an attribute; characters that XML cannot hold,
/// even by number, are spelled out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\n' => escaped.push('\n'),
            '\u{fffe}' | '\u{ffff}' => escaped.extend(c.escape_default()),
            _ if c.is_control() => escaped.extend(c.escape_default()),
            _ => escaped.push(c),
        }
    }
    escaped
}

const IS_A_SCENE: &str = "is a scene";

impl Report for Junit {
    fn start(&mut self, out: &mut String) {
        out.push_str(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hitscan check\">\n",
        );
    }

    fn scene(&mut self, file: &str, scene: &Scene, _out: &mut String) {
        self.suite = Suite::of(file);
        self.pairs = Table::default();
        self.pairs.scene(file, scene, &mut self.suite.said);
        self.suite.case(IS_A_SCENE, None);
    }

    fn frame(&mut self, frame: u64, _out: &mut String) {
        self.pairs.frame(frame, &mut self.suite.said);
    }

    fn pair(&mut self, examined: &Examined, _out: &mut String) {
        self.pairs.pair(examined, &mut self.suite.said);
    }

    fn left_out(&mut self, count: u64, _out: &mut String) {
        self.pairs.left_out(count, &mut self.suite.said);
    }

    fn finding(&mut self, number: usize, finding: &Finding, _out: &mut String) {
        let name = expectation_line(number, &finding.expect);
        let lines = finding.difference_lines();
        let failed = (!finding.holds()).then_some((Failure::Difference, lines.as_slice()));
        self.suite.case(&name, failed);
    }

    fn scene_ends(&mut self, out: &mut String) {
        mem::take(&mut self.suite).write(out);
    }

    fn fault(&mut self, file: &str, fault: &LoadError, out: &mut String) {
        let mut suite = Suite::of(file);
        let lines: Vec<_> = fault.to_string().lines().map(str::to_owned).collect();
        suite.case(IS_A_SCENE, Some((Failure::Fault, &lines)));
        suite.write(out);
    }

    fn end(&mut self, _tally: &Tally, out: &mut String) {
        out.push_str("</testsuites>\n");
    }
}
