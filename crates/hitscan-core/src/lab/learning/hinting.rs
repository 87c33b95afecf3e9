//! The hints of the open task: which are open, and what the next one costs.

use super::Learning;
use crate::lab::template::KeyOf;

/// A hint that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextHint {
    /// Its number, from 1.
    pub number: usize,
    /// How many the task has.
    pub of: usize,
}

impl NextHint {
    /// Whether it tells the way, and halves the points.
    #[must_use]
    pub const fn is_last(self) -> bool {
        self.number == self.of
    }
}

impl Learning {
    /// A hint of the open task, from 1.
    #[must_use]
    pub fn hint_text(&self, number: usize, key_of: KeyOf<'_>) -> Option<String> {
        self.text(&format!("hint {} {number}", self.at.2.id), key_of)
    }

    /// How many hints of the open task were opened.
    #[must_use]
    pub fn hints_opened(&self) -> usize {
        let reached = self.progress().step(&self.at.0.id, &self.at.2.id);
        reached.map_or(0, |reached| reached.hints.opened())
    }

    /// How many hints the open task has.
    #[must_use]
    pub fn hints(&self) -> usize {
        self.course.hints(&self.at.0.id, &self.at.2.id)
    }

    /// The hint that opens next, if one is left.
    #[must_use]
    pub fn next_hint(&self) -> Option<NextHint> {
        let (number, of) = (self.hints_opened() + 1, self.hints());
        (number <= of).then_some(NextHint { number, of })
    }
}
