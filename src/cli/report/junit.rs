//! The XML of `JUnit`: suites and their cases.
//!
//! It has no times, hosts or dates, so that the same work yields the same file.

use std::fmt::Write;

use crate::cli::NEVER_FAILS;
use hitscan_core::scene::printable;

/// A suite; written when it ends, since its counts come first.
#[derive(Default)]
pub(in crate::cli) struct Suite {
    name: String,
    cases: String,
    /// The output below its cases.
    pub(in crate::cli) said: String,
    tests: u64,
    failures: u64,
    errors: u64,
}

/// How a case failed.
#[derive(Clone, Copy)]
pub(in crate::cli) enum Failure {
    /// Something is not as expected.
    Difference,
    /// A program makes the mistake with this code.
    Mistake(&'static str),
    /// The subject could not be examined.
    Fault,
}

impl Suite {
    pub(in crate::cli) fn of(file: &str) -> Self {
        Self { name: printable(file), ..Self::default() }
    }

    /// Adds a case, its numbers, and how it failed, with a line for each difference. Lines after
    /// the first blank line are details, and are not in the message.
    pub(in crate::cli) fn case(
        &mut self,
        name: &str,
        properties: &[(&str, String)],
        failed: Option<(Failure, &[String])>,
    ) {
        self.tests += 1;
        let (class, name) = (escaped(&self.name), escaped(name));
        let out = &mut self.cases;
        write!(out, "    <testcase classname=\"{class}\" name=\"{name}\"").expect(NEVER_FAILS);
        if properties.is_empty() && failed.is_none() {
            out.push_str("/>\n");
            return;
        }
        out.push_str(">\n");
        if !properties.is_empty() {
            out.push_str("      <properties>\n");
            for (name, value) in properties {
                let (name, value) = (escaped(name), escaped(value));
                writeln!(out, "        <property name=\"{name}\" value=\"{value}\"/>")
                    .expect(NEVER_FAILS);
            }
            out.push_str("      </properties>\n");
        }
        if let Some((failure, lines)) = failed {
            self.failure(failure, lines);
        }
        self.cases.push_str("    </testcase>\n");
    }

    fn failure(&mut self, failure: Failure, lines: &[String]) {
        let (element, kind) = match failure {
            Failure::Difference => ("failure", "difference"),
            Failure::Mistake(code) => ("failure", code),
            Failure::Fault => ("error", "fault"),
        };
        match failure {
            Failure::Difference | Failure::Mistake(_) => self.failures += 1,
            Failure::Fault => self.errors += 1,
        }
        let message = lines.split(String::is_empty).next().unwrap_or_default();
        let (message, lines) = (escaped(&message.join("; ")), escaped(&lines.join("\n")));
        writeln!(
            self.cases,
            "      <{element} message=\"{message}\" type=\"{kind}\">{lines}</{element}>"
        )
        .expect(NEVER_FAILS);
    }

    pub(in crate::cli) fn write(&self, out: &mut String) {
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

/// Escapes text for an element or an attribute; characters that XML cannot contain, even by number,
/// are spelled out.
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

/// Begins a report.
pub(in crate::cli) fn start(name: &str, out: &mut String) {
    let name = escaped(name);
    write!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{name}\">\n")
        .expect(NEVER_FAILS);
}

/// A report of suites that are all available.
pub(in crate::cli) fn report(name: &str, suites: impl IntoIterator<Item = Suite>) -> String {
    let mut out = String::new();
    start(name, &mut out);
    suites.into_iter().for_each(|suite| suite.write(&mut out));
    end(&mut out);
    out
}

/// Ends what [`start`] begins.
pub(in crate::cli) fn end(out: &mut String) {
    out.push_str("</testsuites>\n");
}
