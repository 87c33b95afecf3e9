//! When steps got points: by this it is told what came after it was due. The work itself knows no
//! time.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// A step got points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Earned {
    /// When.
    pub at: Timestamp,
    /// `inside/hide`
    pub step: String,
}

impl Earned {
    /// As a line of a file.
    #[must_use]
    pub fn line(&self) -> String {
        // A text and a time: nothing in it can fail to be written.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Reads the lines of a file. What says nothing is left out: a crash may have left half a line.
    #[must_use]
    pub fn read(file: &[u8]) -> Vec<Self> {
        let lines = file.split(|&byte| byte == b'\n');
        lines.filter_map(|line| serde_json::from_slice(line).ok()).collect()
    }
}

/// The steps that got points after they were due, with the last time that they did.
#[must_use]
pub fn late(earned: &[Earned], due: Option<Timestamp>) -> BTreeMap<&str, Timestamp> {
    let mut last: BTreeMap<&str, Timestamp> = BTreeMap::new();
    for Earned { at, step } in earned {
        last.insert(step, *at);
    }
    last.retain(|_, at| due.is_some_and(|due| *at > due));
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn earned(step: &str, at: &str) -> Earned {
        Earned { at: at.parse().expect("a time"), step: step.to_owned() }
    }

    #[test]
    fn what_came_after_it_was_due_is_late_and_a_later_due_time_forgives_it() {
        let all = [
            earned("inside/edges", "2026-11-27T09:59:00Z"),
            earned("inside/hide", "2026-11-27T10:20:00Z"),
            earned("zeros/why", "2026-11-27T11:00:00Z"),
            // The work began afresh.
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
    fn lines_are_read_as_they_are_written_and_half_a_line_is_left_out() {
        let all = [earned("a/b", "2026-11-27T09:59:00Z"), earned("a/c", "2026-11-27T10:20:00Z")];
        let text: String = all.iter().map(Earned::line).collect();
        assert_eq!(Earned::read(text.as_bytes()), all);
        assert_eq!(Earned::read(&text.as_bytes()[..text.len() - 3]), all[..1]);
        assert_eq!(Earned::read(b"\xff\n{}\n"), []);
    }
}
