//! What a student has achieved in each step. It is derived from their work, and stored beside it
//! for readers that should not have to replay the work: the boards of a machine that starts, and a
//! school's own reports.

use std::collections::BTreeMap;

use hitscan_core::lab::Learning;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The result of one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedStep {
    /// The ID of its lesson.
    pub lesson: String,
    /// Its ID.
    pub step: String,
    /// What was achieved.
    pub amounts: Amounts,
}

/// What was achieved in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amounts {
    /// The points.
    pub points: u32,
    /// The most possible points.
    pub most: u32,
    /// Whether nothing is left to do in it.
    pub is_settled: bool,
    /// How many commands changed the world.
    pub changes: u32,
    /// How many hints are open.
    pub hints: usize,
    /// Whether it is the student's current step.
    pub is_open: bool,
}

/// A student's stored steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptSteps {
    /// All steps in which the student did anything, and the current one.
    pub steps: Vec<ReachedStep>,
    /// When they last changed.
    pub changed: Timestamp,
}

/// Steps to store for a student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepsNote {
    /// The steps that changed.
    pub steps: Vec<ReachedStep>,
    /// Whether these are all steps in which the student did anything.
    pub is_whole: bool,
    /// The bytes of the work that they are derived from, as the store has it; none if it is the work
    /// that is open here, in its current state.
    pub work_bytes: Option<usize>,
}

/// The last noted state of a student's steps, by lesson and step number.
#[derive(Clone, Debug, Default)]
pub struct KnownSteps(BTreeMap<[usize; 2], Amounts>);

impl KnownSteps {
    /// The steps that changed since the last note, or all of them the first time. Always includes
    /// the current step, which identifies the version of the work.
    pub fn note(&mut self, learning: &Learning, work_bytes: Option<usize>) -> StepsNote {
        let is_whole = self.0.is_empty();
        let mut now = reached(learning);
        // A noted step that is gone is a card that the student has left: it is no longer open.
        for (at, before) in &self.0 {
            now.entry(*at).or_insert(Amounts { is_open: false, ..*before });
        }
        let is_new =
            |at: &[usize; 2], amounts: &Amounts| amounts.is_open || self.0.get(at) != Some(amounts);
        let lessons = &learning.pack().lessons;
        let told = now.iter().filter(|(at, amounts)| is_new(at, amounts));
        let steps = told.map(|(&[lesson, step], &amounts)| ReachedStep {
            lesson: lessons[lesson].id.clone(),
            step: lessons[lesson].steps[step].id.clone(),
            amounts,
        });
        let steps = steps.collect();
        self.0 = now;
        StepsNote { steps, is_whole, work_bytes }
    }
}

fn reached(learning: &Learning) -> BTreeMap<[usize; 2], Amounts> {
    let progress = &learning.progress;
    let open = [learning.lesson_number() - 1, learning.step_number() - 1];
    let mut all = BTreeMap::new();
    for (lesson_at, lesson) in learning.pack().lessons.iter().enumerate() {
        let left: Vec<_> = progress.not_done(lesson).collect();
        for (step_at, step) in lesson.steps.iter().enumerate() {
            let at = [lesson_at, step_at];
            let reached = progress.step(&lesson.id, &step.id);
            if reached.is_none() && at != open {
                continue;
            }
            let amounts = Amounts {
                points: reached.map_or(0, hitscan_core::lab::Reached::points),
                most: step.points(),
                is_settled: !left.contains(&step.id.as_str()),
                changes: reached.map_or(0, |it| it.commands),
                hints: reached.map_or(0, |it| it.hints.opened()),
                is_open: at == open,
            };
            all.insert(at, amounts);
        }
    }
    all
}

// Which steps are late: those that earned points after the due time. The work itself records no
// times, so they are stored beside it.

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
    pub fn line(&self) -> String {
        // A string and a time always serialize.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Parses the lines of a file. Skips invalid lines: a crash may have left a partial one.
    pub fn read(file: &[u8]) -> Vec<Self> {
        let lines = file.split(|&byte| byte == b'\n');
        lines.filter_map(|line| serde_json::from_slice(line).ok()).collect()
    }
}

/// Whether points earned at this time are late.
pub fn is_late(at: Timestamp, due: Option<Timestamp>) -> bool {
    due.is_some_and(|due| at > due)
}

/// The steps that last earned points after the due time, and when.
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
