//! The table of measurements and budgets.

use std::fmt::Display;

/// Rows as they are measured, and which of them violate their limits.
#[derive(Debug, Default)]
pub(crate) struct Table {
    rows: usize,
    ignored: usize,
    failed: Vec<String>,
}

/// The requirement for a measured number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Must {
    /// At most the budget.
    Keep,
    /// At most this. It is over the budget, and may not get worse.
    NotExceed(usize),
    /// Anything: it depends more on the machine, or the build, than on the program.
    Nothing,
}

impl Table {
    pub(crate) fn head(title: &str) {
        println!("\n{title:46} {:>10} {:>10}", "measured", "budget");
    }

    /// A count with its budget.
    pub(crate) fn count(&mut self, what: &str, measured: usize, budget: usize, must: Must) {
        let limit = match must {
            Must::Keep => Some(budget),
            Must::NotExceed(limit) => Some(limit),
            Must::Nothing => None,
        };
        let verdict = match (measured <= budget, limit) {
            (true, Some(_)) => "ok".to_owned(),
            (_, None) => "(not asserted)".to_owned(),
            (false, Some(limit)) if measured <= limit => format!("OVER, held at {limit}"),
            (false, Some(limit)) => {
                self.failed.push(format!("{what}: {measured}, at most {limit}"));
                format!("FAILED, at most {limit}")
            }
        };
        self.rows += 1;
        println!("{what:46} {measured:>10} {budget:>10}  {verdict}");
    }

    /// A count that a page tells readers, within a fiftieth.
    pub(crate) fn as_said(&mut self, what: &str, measured: usize, said: Option<usize>) {
        let is_so = said.is_some_and(|said| measured.abs_diff(said) * 50 <= measured);
        let said = said.unwrap_or(0);
        if !is_so {
            self.failed.push(format!("{what}: {measured}, the page says {said}"));
        }
        self.rows += 1;
        println!("{what:46} {measured:>10} {said:>10}  {}", if is_so { "ok" } else { "FAILED" });
    }

    /// A row, or several, that this build cannot measure.
    pub(crate) fn ignore(&mut self, what: &str) {
        self.ignored += 1;
        println!("{what:68}  ignored");
    }

    /// A measurement without a budget.
    pub(crate) fn say(what: &str, measured: impl Display, budget: impl Display) {
        println!("{what:46} {measured:>10} {budget:>10}");
    }

    /// The last lines, in the format of other tests, and whether all requirements are met.
    pub(crate) fn close(self) -> bool {
        for failed in &self.failed {
            println!("FAILED: {failed}");
        }
        let word = if self.failed.is_empty() { "ok" } else { "FAILED" };
        let (failed, ignored) = (self.failed.len(), self.ignored);
        let passed = self.rows - failed;
        println!("\ntest result: {word}. {passed} passed; {failed} failed; {ignored} ignored");
        self.failed.is_empty()
    }
}

/// The number that this percentage of the numbers does not exceed.
pub(crate) fn percentile(numbers: &[usize], hundredths: usize) -> usize {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let last = sorted.len().saturating_sub(1);
    sorted.get((last * hundredths).div_ceil(100)).copied().unwrap_or(0)
}
