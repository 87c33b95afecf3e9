//! Which steps are late: those that earned points after the due time. The work itself records no
//! times, so they are stored beside it.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// A step earned points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Earned {
    /// When it did.
    pub at: Timestamp,
    /// `inside/hide`
    pub step: String,
}

impl Earned {
    /// Formats it as a line of a file.
    #[must_use]
    pub fn line(&self) -> String {
        // A string and a time always serialize.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Parses the lines of a file. Skips invalid lines: a crash may have left a partial one.
    #[must_use]
    pub fn read(file: &[u8]) -> Vec<Self> {
        let lines = file.split(|&byte| byte == b'\n');
        lines.filter_map(|line| serde_json::from_slice(line).ok()).collect()
    }
}

/// Whether points earned at this time are late.
#[must_use]
pub fn is_late(at: Timestamp, due: Option<Timestamp>) -> bool {
    due.is_some_and(|due| at > due)
}

/// The steps that last earned points after the due time, and when.
#[must_use]
pub fn late(earned: &[Earned], due: Option<Timestamp>) -> BTreeMap<&str, Timestamp> {
    let mut last: BTreeMap<&str, Timestamp> = BTreeMap::new();
    for Earned { at, step } in earned {
        last.insert(step, *at);
    }
    last.retain(|_, at| is_late(*at, due));
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn earned(step: &str, at: &str) -> Earned {
        Earned { at: at.parse().expect("a time"), step: step.to_owned() }
    }

    #[test]
    fn points_after_the_due_time_are_late_until_it_is_moved_back() {
        let all = [
            earned("inside/edges", "2026-11-27T09:59:00Z"),
            earned("inside/hide", "2026-11-27T10:20:00Z"),
            earned("zeros/why", "2026-11-27T11:00:00Z"),
            // Earned again after a reset.
            earned("inside/edges", "2026-11-27T12:00:00Z"),
        ];
        let due = |at: &str| Some(at.parse().expect("a time"));
        let steps = |due| late(&all, due).into_keys().collect::<Vec<_>>();
        assert_eq!(steps(None), [""; 0]);
        assert_eq!(
            steps(due("2026-11-27T10:00:00Z")),
            ["inside/edges", "inside/hide", "zeros/why"]
        );
        assert_eq!(steps(due("2026-11-27T11:00:00Z")), ["inside/edges"]);
        assert_eq!(steps(due("2026-11-27T12:00:00Z")), [""; 0]);
    }

    #[test]
    fn lines_round_trip_and_a_partial_line_is_skipped() {
        let all = [earned("a/b", "2026-11-27T09:59:00Z"), earned("a/c", "2026-11-27T10:20:00Z")];
        let text: String = all.iter().map(Earned::line).collect();
        assert_eq!(Earned::read(text.as_bytes()), all);
        assert_eq!(Earned::read(&text.as_bytes()[..text.len() - 3]), all[..1]);
        assert_eq!(Earned::read(b"\xff\n{}\n"), []);
    }
}
