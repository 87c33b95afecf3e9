//! What courses and trials need of a session: its files, its figures and its story.

use crate::report::Figures;
use crate::scratch::Scratch;

/// The session as courses and trials see it.
pub(crate) struct Stage<'a> {
    pub(crate) binary: &'a str,
    pub(crate) scratch: &'a Scratch,
    pub(crate) figures: &'a mut Figures,
    pub(crate) story: &'a mut Vec<String>,
    /// The number of events so far.
    pub(crate) event: &'a mut usize,
    /// The last screen that was checked.
    pub(crate) screen: &'a mut Vec<String>,
}

impl Stage<'_> {
    /// Notes an event.
    pub(crate) fn happens(&mut self, kind: &'static str, what: &str) {
        *self.event += 1;
        self.story.push(format!("{:>3} {what}", self.event));
        self.figures.happened(kind);
    }

    /// Notes a detail of an event.
    pub(crate) fn tell(&mut self, what: &str) {
        self.story.push(format!("    {what}"));
    }
}
