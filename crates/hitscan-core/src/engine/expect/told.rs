//! Expectations and differences as lines of text.

use super::{ASKED_SINCE, ExpectResult, Finding, Key, KeyDifference};
use crate::scene::Expect;
use crate::words;
use crate::world::{Name, TestResult};
use hitscan_geom::Relation;

/// `expect 2: A B after 3 frames`.
#[must_use]
pub fn expectation_line(number: usize, expect: &Expect) -> String {
    let names: Vec<_> = expect.subject.names().iter().map(Name::as_str).collect();
    format!("expect {number}: {}{}", names.join(" "), after(expect))
}

/// ` after 3 frames`, ` after velocity A 2 0, step`: what comes first, if anything.
fn after(expect: &Expect) -> String {
    match (expect.after_frames, expect.after.as_slice()) {
        (0, []) => String::new(),
        (frames, []) => format!(" {}", words::after_frames(frames.into())),
        (_, lines) => format!(" after {}", lines.join(", ")),
    }
}

/// `expect L A within, wrong edges`: the stored facts about a pair, in short.
#[must_use]
pub fn noted_line([x, y]: [Name; 2], expect: &Expect) -> String {
    let relation = expect.relation.map(Relation::token);
    let found = relation.or(expect.result.map(TestResult::token)).unwrap_or_default();
    let sides = expect.sides.filter(|sides| !sides.is_empty());
    let sides = sides.map_or_else(String::new, |sides| format!(" {sides}"));
    let wrong: Vec<_> = expect.wrong_names().collect();
    let wrong = match wrong.as_slice() {
        [] => String::new(),
        wrong => format!(", wrong {}", wrong.join(" ")),
    };
    format!("expect {x} {y} {found}{sides}{wrong}{}", after(expect))
}

impl Finding {
    /// The version since which the methods are asked without which it would hold, if there are any.
    #[must_use]
    pub fn asked_since(&self) -> Option<&'static str> {
        let ExpectResult::Differs(differences) = &self.held else { return None };
        differences.iter().any(|each| !each.newly_asked.is_empty()).then_some(ASKED_SINCE)
    }

    /// The differences, one line each; empty if there are none.
    #[must_use]
    pub fn difference_lines(&self) -> Vec<String> {
        let differences = match &self.held {
            ExpectResult::Holds => return Vec::new(),
            ExpectResult::NoObject(name) => return vec![words::no_object(name)],
            ExpectResult::NotReached { last, why } => return vec![words::stops_after(*last, why)],
            ExpectResult::Refused { line, why } => return vec![format!("{line}: {why}")],
            ExpectResult::Differs(differences) => differences,
        };
        let line = |each: &KeyDifference| {
            let text = words::expected_found(&each.expected, each.found.as_ref());
            let newly = words::all_of(each.newly_asked.iter().map(|method| method.id()));
            let since = match each.newly_asked.len() {
                0 => String::new(),
                1 => format!("; {newly} is asked since {ASKED_SINCE}"),
                _ => format!("; {newly} are asked since {ASKED_SINCE}"),
            };
            format!("{}: {text}{since}", each.key.token())
        };
        let is_wrong = differences.iter().any(|each| each.key == Key::Wrong);
        let said = self.own_said.iter().filter(|_| is_wrong).cloned();
        differences.iter().map(line).chain(said).collect()
    }

    /// `ok expect 2: A B`, or `not ok` and one line for each difference.
    #[must_use]
    pub fn lines(&self, number: usize) -> Vec<String> {
        let word = if self.holds() { "ok" } else { "not ok" };
        let first = format!("{word} {}", expectation_line(number, &self.expect));
        let differences = self.difference_lines();
        let differences = differences.iter().map(|difference| format!("  {difference}"));
        std::iter::once(first).chain(differences).collect()
    }
}
