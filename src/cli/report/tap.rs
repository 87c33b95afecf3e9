//! TAP 14: test points, comments, and YAML blocks for what failed.

use std::fmt::Write;

use crate::cli::NEVER_FAILS;
use hitscan_core::engine::ndjson::json;

/// The first line.
pub(in crate::cli) const VERSION: &str = "TAP version 14\n";

/// Test points, numbered from 1.
#[derive(Debug, Default)]
pub(in crate::cli) struct Points {
    count: u64,
}

impl Points {
    /// Writes a test point, followed by a YAML block, if there is one: a message, and lines with
    /// further keys.
    pub(in crate::cli) fn point(
        &mut self,
        has_passed: bool,
        description: &str,
        block: Option<(&str, &str)>,
        out: &mut String,
    ) {
        self.count += 1;
        let (word, severity) =
            if has_passed { ("ok", "") } else { ("not ok", "  severity: fail\n") };
        let description = escaped(description);
        writeln!(out, "{word} {} - {description}", self.count).expect(NEVER_FAILS);
        if let Some((message, keys)) = block {
            let message = json(&message);
            write!(out, "  ---\n  message: {message}\n{severity}{keys}  ...\n").expect(NEVER_FAILS);
        }
    }

    /// Writes the plan, which ends the report.
    pub(in crate::cli) fn plan(&self, out: &mut String) {
        writeln!(out, "1..{}", self.count).expect(NEVER_FAILS);
    }
}

/// Writes a comment.
pub(in crate::cli) fn comment(line: &str, out: &mut String) {
    writeln!(out, "# {line}").expect(NEVER_FAILS);
}

/// A description in which nothing starts a directive.
fn escaped(description: &str) -> String {
    description.replace('\\', "\\\\").replace('#', "\\#")
}
