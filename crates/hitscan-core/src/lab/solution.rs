//! Reference solutions: for each task the commands that bring it about.

use std::collections::BTreeMap;

use super::pack::{Lesson, Solution};
use super::read;
use crate::scene::Fault;

/// The solutions of a lesson, by the ids of its tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solutions(pub BTreeMap<String, Solution>);

impl Solutions {
    /// Reads a `solutions.toml`.
    ///
    /// # Errors
    /// Every fault: what is no list of commands, a task that the lesson has not, and
    /// one that is not solved.
    pub fn parse(text: &str, lesson: &Lesson) -> Result<Self, Vec<Fault>> {
        read::solutions(text, lesson).map(Self)
    }
}
