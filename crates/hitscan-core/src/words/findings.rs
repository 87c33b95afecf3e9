//! The results of a check: the sentences of its reports.

use std::fmt::Display;

use super::agreement;
use crate::methods::{Agreement, Arithmetic, Reason};

/// `edges says MISS, wrong: inside-unseen`; with the arithmetic, if the other one gives
/// a different answer.
pub fn method_says(
    id: &str,
    arithmetic: Option<Arithmetic>,
    answer: &str,
    found: Agreement,
    reason: Option<Reason>,
) -> String {
    let place = match arithmetic {
        None => String::new(),
        Some(arithmetic) => format!(" ({})", arithmetic.token()),
    };
    format!("{id}{place} says {answer}, {}", agreement(found, reason))
}

/// How to open one of the listed scenes.
pub fn how_to_open(scenes: usize) -> String {
    format!("{scenes} scenes. hitscan NAME opens one; the screen can show all with pictures.")
}

/// `after 3 frames`.
pub fn after_frames(frames: u64) -> String {
    format!("after {}", counted(frames, "frame"))
}

/// `expected within, found disjoint`; `none` if nothing was found.
pub fn expected_found(expected: impl Display, found: Option<impl Display>) -> String {
    match found {
        Some(found) => format!("expected {expected}, found {found}"),
        None => format!("expected {expected}, found none"),
    }
}

/// The sentence for an expectation whose frame cannot be made.
pub fn stops_after(last_frame: u64, why: impl Display) -> String {
    format!("the scene stops {}: {why}", after_frames(last_frame))
}

/// The sentence for an expectation about an object that does not exist.
pub fn no_object(name: impl Display) -> String {
    format!("no object has the name {name}")
}

/// What is known about the pairs that a list omits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOutPairs {
    /// Every method agrees that they miss.
    Agreed,
    /// They miss; the methods were not run.
    Missed,
}

/// The sentence about the pairs that a list omits.
pub fn left_out(pairs: u64, what: LeftOutPairs) -> String {
    let what = match what {
        LeftOutPairs::Agreed => "MISS, and every method agrees; --all lists them",
        LeftOutPairs::Missed => "MISS; --all lists them and asks the methods",
    };
    format!("{} left out: {what}", counted(pairs, "pair"))
}

/// The sentence for a scene without expectations.
pub const fn nothing_expected() -> &'static str {
    "nothing is expected of this scene"
}

/// The last line: `3 expectations hold, 1 does not; 1 file at fault`.
pub fn checked(held: u64, not_held: u64, at_fault: u64) -> String {
    let verb = |count, one, more| if count == 1 { one } else { more };
    let held_or_not = match (held, not_held) {
        (0, 0) => "no expectations".to_owned(),
        (0, _) => {
            let verb = verb(not_held, "does", "do");
            format!("{} {verb} not hold", counted(not_held, "expectation"))
        }
        _ => format!("{} {}", counted(held, "expectation"), verb(held, "holds", "hold")),
    };
    let rest = if held > 0 && not_held > 0 {
        format!(", {not_held} {} not", verb(not_held, "does", "do"))
    } else {
        String::new()
    };
    match at_fault {
        0 => held_or_not + &rest,
        _ => format!("{held_or_not}{rest}; {} at fault", counted(at_fault, "file")),
    }
}

fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_their_verbs() {
        for (counts, said) in [
            ((0, 0, 0), "no expectations"),
            ((1, 0, 0), "1 expectation holds"),
            ((2, 0, 1), "2 expectations hold; 1 file at fault"),
            ((2, 1, 0), "2 expectations hold, 1 does not"),
            ((1, 3, 2), "1 expectation holds, 3 do not; 2 files at fault"),
            ((0, 1, 0), "1 expectation does not hold"),
            ((0, 2, 0), "2 expectations do not hold"),
        ] {
            assert_eq!(checked(counts.0, counts.1, counts.2), said);
        }
    }
}
