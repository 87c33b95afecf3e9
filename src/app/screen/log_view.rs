//! Which lines of the log are looked at.

use std::collections::HashSet;

use super::Arrow;
use hitscan_core::command::LogFilter;
use hitscan_core::engine::{Pair, Sandbox};
use hitscan_core::words::{line_names, test_line};
use hitscan_core::world::{ObjectId, Record, TestResult};

/// Two objects, whichever comes first.
fn key(one: ObjectId, other: ObjectId) -> [ObjectId; 2] {
    [one.min(other), one.max(other)]
}

/// The log as it is looked at: a filter, and a line that is chosen or the
/// newest one up to now.
#[derive(Clone, Debug, Default)]
pub struct LogView {
    /// Which records are shown.
    pub filter: LogFilter,
    /// What their lines must name; anything, where it is empty.
    pub text: String,
    /// The number of the chosen record.
    chosen: Option<u64>,
}

impl LogView {
    /// Whether the filter shows a record.
    #[must_use]
    pub fn shows(&self, record: &Record) -> bool {
        let is_wanted = self.filter != LogFilter::Hits || record.outcome != TestResult::Miss;
        is_wanted && self.names(record)
    }

    /// Whether it shows every record there is.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        self.filter != LogFilter::Hits && self.text.is_empty()
    }

    /// Whether the line of a record names all that is asked for. The names and
    /// the word come first: what happened need not be worked out for them.
    fn names(&self, record: &Record) -> bool {
        let known = [record.a.name.as_str(), record.b.name.as_str(), record.outcome.word()];
        let is_known = |asked: &str| known.iter().any(|word| word.eq_ignore_ascii_case(asked));
        self.text.split_whitespace().all(|asked| {
            is_known(asked)
                || line_names(&test_line(&record.a, &record.b, &record.pair_result()), asked)
        })
    }

    /// The tests of the last change that said the same as before and are listed
    /// nowhere else, in scene order; none unless all are shown.
    pub fn unchanged<'a>(&'a self, sandbox: &'a Sandbox) -> impl Iterator<Item = Pair> + 'a {
        let now = sandbox.history().position();
        let kept = sandbox.log().records().take(sandbox.log_len_now()).rev();
        let kept = kept.take_while(|record| record.position == now);
        let kept: HashSet<_> = match self.filter {
            LogFilter::All => kept.map(|record| key(record.a.id, record.b.id)).collect(),
            LogFilter::Changes | LogFilter::Hits => HashSet::new(),
        };
        let judged = (self.filter == LogFilter::All).then(|| sandbox.history().tested_pairs());
        let judged = judged.into_iter().flatten();
        judged
            .filter(move |(a, b, _)| !kept.contains(&key(a.id, b.id)))
            .filter(|(a, b, pair_result)| {
                self.text.is_empty() || line_names(&test_line(a, b, pair_result), &self.text)
            })
            .map(|(a, b, pair_result)| Pair { a, b, pair_result })
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

    pub(in crate::app) fn choose_none(&mut self) {
        self.chosen = None;
    }

    pub(in crate::app) fn choose(&mut self, seq: u64) {
        self.chosen = Some(seq);
    }

    pub(in crate::app) fn choose_newest(&mut self, sandbox: &Sandbox) {
        self.chosen = None;
        self.chosen = self.marked(sandbox).map(|record| record.seq);
    }

    /// Chooses the record so many shown lines further up or down.
    pub(in crate::app) fn go(&mut self, sandbox: &Sandbox, arrow: Arrow, lines: usize) {
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
