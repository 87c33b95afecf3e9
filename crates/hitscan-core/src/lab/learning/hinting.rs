//! The hints of the open task. How many remain is not told.

use super::Learning;
use crate::lab::template::KeyOf;

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

    /// Whether the last hint of the open task was opened, and halved its points.
    #[must_use]
    pub fn is_last_hint_open(&self) -> bool {
        self.hints_opened() == self.hints()
    }

    /// How many hints the open task has.
    pub(super) fn hints(&self) -> usize {
        self.course.hints(&self.at.0.id, &self.at.2.id)
    }
}
