//! Reference solutions: the commands that complete each task.

use std::collections::BTreeMap;

use super::pack::{Lesson, Solution};
use super::read;
use crate::scene::Fault;

/// The solutions of a lesson, by the ids of its tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solutions(pub BTreeMap<String, Solution>);

impl Solutions {
    /// Parses a `solutions.toml`.
    ///
    /// # Errors
    /// Every fault: values that are not lists of commands, unknown tasks, and tasks
    /// without a solution.
    pub fn parse(text: &str, lesson: &Lesson) -> Result<Self, Vec<Fault>> {
        read::solutions(text, lesson).map(Self)
    }
}
