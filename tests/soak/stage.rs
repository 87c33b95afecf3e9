//! What a course and trials are played on: the files of a session, its figures and
//! its story.

use crate::report::Figures;
use crate::scratch::Scratch;

/// The session as they see it.
pub(crate) struct Stage<'a> {
    pub(crate) binary: &'a str,
    pub(crate) scratch: &'a Scratch,
    pub(crate) figures: &'a mut Figures,
    pub(crate) story: &'a mut Vec<String>,
    /// How many events there were.
    pub(crate) event: &'a mut usize,
    /// The last screen that was looked at.
    pub(crate) screen: &'a mut Vec<String>,
}

impl Stage<'_> {
    /// Notes something that happens.
    pub(crate) fn happens(&mut self, kind: &'static str, what: &str) {
        *self.event += 1;
        self.story.push(format!("{:>3} {what}", self.event));
        self.figures.happened(kind);
    }

    /// Notes something about what happens.
    pub(crate) fn tell(&mut self, what: &str) {
        self.story.push(format!("    {what}"));
    }
}
