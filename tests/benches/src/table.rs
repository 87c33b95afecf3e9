//! The table: what was measured, against which library, and whether the budget is met.

use crate::measure::Timed;

/// The budget of a row.
#[derive(Clone, Copy, PartialEq)]
pub enum Budget {
    /// At least this many times as fast.
    AtLeast(f64),
    /// At most this value.
    AtMost(f64),
    /// None: for information only.
    None,
}

impl Budget {
    fn is_met(self, ratio: f64) -> Option<bool> {
        match self {
            Self::AtLeast(least) => Some(ratio >= least),
            Self::AtMost(most) => Some(ratio <= most),
            Self::None => None,
        }
    }
}

impl std::fmt::Display for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::AtLeast(least) => f.pad(&format!(">= {least}")),
            Self::AtMost(most) => f.pad(&format!("<= {most}")),
            Self::None => f.pad(""),
        }
    }
}

/// The heading.
pub fn head() {
    println!(
        "{:48} {:>10}  {:34} {:>10} {:>7} {:>8} {:6} differs",
        "what", "ours", "against", "theirs", "ratio", "budget", ""
    );
}

/// A row. `each` is how many items a time covers.
pub struct Row<'a> {
    pub what: &'a str,
    pub against: &'a str,
    pub each: usize,
    pub budget: Budget,
    /// How many answers differ, and why they may.
    pub differs: String,
}

impl Row<'_> {
    /// Prints the ratio of their time to ours.
    pub fn print(&self, ours: Timed, theirs: Timed) {
        let time = |timed: Timed| time(timed.ns / self.each as f64);
        self.print_number(&time(ours), &time(theirs), theirs.ratio);
    }

    /// Prints any two numbers and their ratio.
    pub fn print_number(&self, ours: &str, theirs: &str, ratio: f64) {
        let verdict = match self.budget.is_met(ratio) {
            Some(true) => "met",
            Some(false) => "MISSED",
            None => "",
        };
        let Self { what, against, budget, differs, .. } = self;
        println!(
            "{what:48} {ours:>10}  {against:34} {theirs:>10} {ratio:7.2} {budget:>8} {verdict:6} {differs}"
        );
    }
}

/// A time in a suitable unit.
pub fn time(ns: f64) -> String {
    match ns {
        ns if ns < 1e3 => format!("{ns:.2} ns"),
        ns if ns < 1e6 => format!("{:.1} us", ns / 1e3),
        ns => format!("{:.2} ms", ns / 1e6),
    }
}
