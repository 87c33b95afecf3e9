//! Which lines of the log are looked at.

use super::Arrow;
use crate::script::{LogFilter, Sandbox};
use crate::world::{Outcome, Record};

/// The log as it is looked at: a filter, and a line that is chosen or the
/// newest one up to now.
#[derive(Clone, Debug, Default)]
pub struct LogView {
    /// Which records are shown.
    pub filter: LogFilter,
    /// The number of the chosen record.
    chosen: Option<u64>,
}

impl LogView {
    /// Whether the filter shows a record.
    #[must_use]
    pub fn shows(&self, record: &Record) -> bool {
        match self.filter {
            LogFilter::Changes | LogFilter::All => true,
            LogFilter::Hits => record.outcome != Outcome::Miss,
        }
    }

    /// The records shown, oldest first.
    #[must_use]
    pub fn records<'a>(
        &'a self,
        sandbox: &'a Sandbox,
    ) -> impl DoubleEndedIterator<Item = &'a Record> {
        sandbox.log().records().filter(|record| self.shows(record))
    }

    /// The record that was chosen, if it is still there.
    #[must_use]
    pub fn chosen<'a>(&self, sandbox: &'a Sandbox) -> Option<&'a Record> {
        let seq = self.chosen?;
        sandbox.log().records().find(|record| record.seq == seq)
    }

    /// The record that is marked: the chosen one, else the newest up to now.
    #[must_use]
    pub fn marked<'a>(&'a self, sandbox: &'a Sandbox) -> Option<&'a Record> {
        self.chosen(sandbox).or_else(|| {
            let now = sandbox.history().position();
            self.records(sandbox).rev().find(|record| record.position <= now)
        })
    }

    pub(super) fn choose_none(&mut self) {
        self.chosen = None;
    }

    pub(super) fn choose(&mut self, seq: u64) {
        self.chosen = Some(seq);
    }

    pub(super) fn choose_newest(&mut self, sandbox: &Sandbox) {
        self.chosen = None;
        self.chosen = self.marked(sandbox).map(|record| record.seq);
    }

    /// Chooses the record so many shown lines further up or down.
    pub(super) fn go(&mut self, sandbox: &Sandbox, arrow: Arrow, lines: usize) {
        let Some(seq) = self.marked(sandbox).map(|record| record.seq) else { return };
        let next = match arrow {
            Arrow::Up => self
                .records(sandbox)
                .rev()
                .skip_while(|record| record.seq >= seq)
                .take(lines)
                .last(),
            Arrow::Down => {
                self.records(sandbox).skip_while(|record| record.seq <= seq).take(lines).last()
            }
            Arrow::Left | Arrow::Right => None,
        };
        self.chosen = Some(next.map_or(seq, |record| record.seq));
    }
}
