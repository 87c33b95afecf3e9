//! TAP 14: a test point for each file ("is a scene") and for each expectation,
//! with a YAML block for the differences. Pairs are comments.

use std::fmt::Write;

use super::text::{self, Columns};
use super::{Report, Tally};
use crate::cli::NEVER_FAILS;
use crate::cli::tap::{self, Points};
use crate::host::files::LoadError;
use hitscan_core::engine::expect::{Examined, Finding, Held, expectation_line};
use hitscan_core::engine::ndjson::json;
use hitscan_core::scene::{Scene, printable};
use hitscan_core::words::{self, LeftOutPairs};

/// Test Anything Protocol 14.
#[derive(Default)]
pub(super) struct Tap {
    file: String,
    columns: Columns,
    points: Points,
}

/// The errors of a file, as a list of mappings, simple enough for any YAML
/// reader.
fn write_faults(fault: &LoadError, out: &mut String) {
    out.push_str("  faults:\n");
    for fault in text::faults(fault) {
        out.push_str("    - message: ");
        out.push_str(&json(&fault.message));
        if let Some(found) = &fault.found {
            out.push_str("\n      found: ");
            out.push_str(&json(found));
        }
        for (key, number) in [("line", fault.line), ("column", fault.column)] {
            if let Some(number) = number {
                write!(out, "\n      {key}: {number}").expect(NEVER_FAILS);
            }
        }
        out.push('\n');
    }
}

impl Report for Tap {
    fn start(&mut self, out: &mut String) {
        out.push_str(tap::VERSION);
    }

    fn scene(&mut self, file: &str, scene: &Scene, out: &mut String) {
        self.file = printable(file);
        self.columns = Columns::of(scene);
        let point = format!("{}: is a scene", self.file);
        self.points.ok(&point, out);
        if !scene.title.is_empty() {
            tap::comment(&printable(&scene.title), out);
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
        if finding.holds() {
            return self.points.ok(&what, out);
        }
        let write_differences = |out: &mut String| {
            let Held::Differs(differences) = &finding.held else { return };
            out.push_str("  differences:\n");
            for each in differences {
                let (key, expected, found) =
                    (each.key.token(), json(&each.expected), json(&each.found));
                write!(out, "    - key: {key}\n      expected: {expected}\n      found: {found}\n")
                    .expect(NEVER_FAILS);
            }
        };
        let message = finding.difference_lines().join("; ");
        self.points.not_ok(&what, &message, write_differences, out);
    }

    fn fault(&mut self, file: &str, fault: &LoadError, out: &mut String) {
        let point = format!("{}: is a scene", printable(file));
        let lines = fault.to_string();
        let first = lines.lines().next().unwrap_or_default();
        self.points.not_ok(&point, first, |out| write_faults(fault, out), out);
    }

    fn end(&mut self, tally: &Tally, out: &mut String) {
        self.points.plan(out);
        tap::comment(&words::checked(tally.held, tally.not_held, tally.at_fault), out);
    }
}
