//! A test in one line of ASCII, starting with the result: `hitscan run` prints it and a screen
//! reader reads it aloud.

use std::fmt::Write as _;

use super::verdict::written_order;
use crate::world::{ContactReply, Entered, PairResult, Participant, TestResult};
use hitscan_geom::Direction;

/// `HIT A into B left t=1/2`, `TOUCH L into A top`, `MISS A B`, for a beam `MISS L C behind A`: the
/// two objects, the side, and for two boxes the time in the frame. `responded-hit` follows where a
/// response took for a HIT what is none.
#[must_use]
pub fn test_line(a: &Participant, b: &Participant, pair_result: &PairResult) -> String {
    let (x, y) = written_order(a, b);
    let (x, y) = (x.name, y.name);
    let word = pair_result.outcome.word();
    let responded = if pair_result.responded().is_some() { " responded-hit" } else { "" };
    if pair_result.outcome == TestResult::Miss {
        let behind = pair_result.behind.map_or_else(String::new, |name| format!(" behind {name}"));
        return format!("{word} {x} {y}{behind}{responded}");
    }
    let mut line = format!("{word} {x} into {y}");
    let named = pair_result.named();
    if !matches!(named, Direction::None) {
        let _ = write!(line, " {named}");
    }
    if let Some(t) = pair_result.time() {
        let _ = write!(line, " t={t}");
    }
    line.push_str(responded);
    let reply = pair_result.contact.map(|contact| contact.reply);
    line.push_str(match reply {
        Some(ContactReply::GaveUp) => " gave-up",
        Some(ContactReply::Crushed) => " crushed",
        Some(ContactReply::Responded) | None => "",
    });
    if pair_result.contact.is_some_and(|contact| contact.broken != [false; 2]) {
        line.push_str(" broke");
    }
    line
}

/// The message when a sensor was hit: its own, or which box entered it.
#[must_use]
pub fn entered_line(Entered { sensor, by, message, .. }: &Entered) -> String {
    message.as_deref().map_or_else(|| format!("{by} entered {sensor}"), str::to_owned)
}

/// Whether a test's line matches everything in `filter`: each word of the filter must be a word of
/// the line, ignoring case, or a side of a corner.
#[must_use]
pub fn line_names(line: &str, filter: &str) -> bool {
    let words = || line.split([' ', '+']);
    filter.split_whitespace().all(|asked| words().any(|word| word.eq_ignore_ascii_case(asked)))
}
