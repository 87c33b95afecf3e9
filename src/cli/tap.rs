//! TAP 14: test points, comments, and YAML blocks for what failed.

use std::fmt::Write;

use super::NEVER_FAILS;
use hitscan_core::engine::ndjson::json;

/// The first line.
pub(super) const VERSION: &str = "TAP version 14\n";

/// Test points, numbered from 1.
#[derive(Debug, Default)]
pub(super) struct Points {
    count: u64,
}

impl Points {
    /// Writes a test point that passed.
    pub(super) fn ok(&mut self, description: &str, out: &mut String) {
        self.point("ok", description, out);
    }

    /// The same, with a YAML block as that of [`Points::not_ok`], without a severity.
    pub(super) fn ok_with(
        &mut self,
        description: &str,
        message: &str,
        write_own: impl FnOnce(&mut String),
        out: &mut String,
    ) {
        self.point("ok", description, out);
        block(message, "", write_own, out);
    }

    /// Writes a test point that failed, with a YAML block: a message, and the keys
    /// that `write_own` adds.
    pub(super) fn not_ok(
        &mut self,
        description: &str,
        message: &str,
        write_own: impl FnOnce(&mut String),
        out: &mut String,
    ) {
        self.point("not ok", description, out);
        block(message, "  severity: fail\n", write_own, out);
    }

    fn point(&mut self, word: &str, description: &str, out: &mut String) {
        self.count += 1;
        let description = escaped(description);
        writeln!(out, "{word} {} - {description}", self.count).expect(NEVER_FAILS);
    }

    /// Writes the plan, which ends the report.
    pub(super) fn plan(&self, out: &mut String) {
        writeln!(out, "1..{}", self.count).expect(NEVER_FAILS);
    }
}

/// Writes a YAML block below a test point.
fn block(message: &str, severity: &str, write_own: impl FnOnce(&mut String), out: &mut String) {
    out.push_str("  ---\n  message: ");
    out.push_str(&json(&message));
    out.push('\n');
    out.push_str(severity);
    write_own(out);
    out.push_str("  ...\n");
}

/// Writes a comment.
pub(super) fn comment(line: &str, out: &mut String) {
    writeln!(out, "# {line}").expect(NEVER_FAILS);
}

/// A description in which nothing starts a directive.
fn escaped(description: &str) -> String {
    description.replace('\\', "\\\\").replace('#', "\\#")
}
