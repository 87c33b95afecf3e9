//! TAP 14: a test point for each file ("is a scene") and for each expectation,
//! with a YAML block for the differences. Pairs are comments.

use std::fmt::Write;

use super::text::{self, Columns};
use super::{Report, Tally};
use crate::host::files::LoadError;
use hitscan_core::engine::expect::{Examined, Finding, Held, expectation_line};
use hitscan_core::engine::ndjson::json;
use hitscan_core::scene::{Scene, printable};
use hitscan_core::words;

/// Test Anything Protocol 14.
#[derive(Default)]
pub(super) struct Tap {
    file: String,
    columns: Columns,
    /// The number of test points so far.
    count: u64,
}

const NEVER_FAILS: &str = "a String takes whatever is written to it";

impl Tap {
    fn point(&mut self, word: &str, description: &str, out: &mut String) {
        self.count += 1;
        let description = escaped(description);
        writeln!(out, "{word} {} - {description}", self.count).expect(NEVER_FAILS);
    }

    fn comment(line: &str, out: &mut String) {
        writeln!(out, "# {line}").expect(NEVER_FAILS);
    }

    /// The YAML block of a test point that failed; `write_own` adds its own keys.
    fn diagnose(message: &str, write_own: impl FnOnce(&mut String), out: &mut String) {
        out.push_str("  ---\n  message: ");
        out.push_str(&json(&message));
        out.push_str("\n  severity: fail\n");
        write_own(out);
        out.push_str("  ...\n");
    }
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

/// A description in which nothing starts a directive.
fn escaped(description: &str) -> String {
    description.replace('\\', "\\\\").replace('#', "\\#")
}

impl Report for Tap {
    fn start(&mut self, out: &mut String) {
        out.push_str("TAP version 14\n");
    }

    fn scene(&mut self, file: &str, scene: &Scene, out: &mut String) {
        self.file = printable(file);
        self.columns = Columns::of(scene);
        let point = format!("{}: is a scene", self.file);
        self.point("ok", &point, out);
        if !scene.title.is_empty() {
            Self::comment(&printable(&scene.title), out);
        }
    }

    fn frame(&mut self, frame: u64, out: &mut String) {
        if frame > 0 {
            Self::comment(&format!("{}:", words::after_frames(frame)), out);
        }
        Self::comment(&self.columns.heading(), out);
    }

    fn pair(&mut self, examined: &Examined, out: &mut String) {
        for line in self.columns.lines(examined) {
            Self::comment(&line, out);
        }
    }

    fn left_out(&mut self, count: u64, out: &mut String) {
        Self::comment(&words::left_out(count), out);
    }

    fn finding(&mut self, number: usize, finding: &Finding, out: &mut String) {
        let what = format!("{}: {}", self.file, expectation_line(number, &finding.expect));
        if finding.holds() {
            return self.point("ok", &what, out);
        }
        self.point("not ok", &what, out);
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
        Self::diagnose(&finding.difference_lines().join("; "), write_differences, out);
    }

    fn fault(&mut self, file: &str, fault: &LoadError, out: &mut String) {
        let point = format!("{}: is a scene", printable(file));
        self.point("not ok", &point, out);
        let lines = fault.to_string();
        let first = lines.lines().next().unwrap_or_default();
        Self::diagnose(first, |out| write_faults(fault, out), out);
    }

    fn end(&mut self, tally: &Tally, out: &mut String) {
        writeln!(out, "1..{}", self.count).expect(NEVER_FAILS);
        Self::comment(&words::checked(tally.held, tally.not_held, tally.at_fault), out);
    }
}
