//! Every test as its own line, back to the start. Tests that made no record are recomputed, but
//! only for the requested lines.

use super::log_lines::{LineId, LogLine, in_order};
use super::{Engine, Pair};
use crate::world::{FirstTest, History};

/// The tests of an engine that match the text of its query, one line each.
#[derive(Clone, Copy, Debug)]
pub struct EveryTest<'a>(&'a Engine);

impl<'a> EveryTest<'a> {
    /// The most changes searched for one page, since a text may match none of their tests.
    const MOST_SEARCHED: usize = 2000;

    /// The tests of this engine.
    #[must_use]
    pub const fn of(engine: &'a Engine) -> Self {
        Self(engine)
    }

    /// The tests of the change at this position, or of the initial world at 0; those with a
    /// record come first. Excludes tests that the query's text does not match and those that
    /// predict mode covers.
    fn made_by(self, position: usize) -> Vec<LogLine> {
        let asked_about = self.0.asked_about();
        let line = |id: LineId, frame: u64, pair: Pair| {
            let ids = [pair.a.id, pair.b.id];
            let is_covered = self.0.hides(frame, ids, asked_about.as_ref());
            let query = self.0.log_query();
            let is_named = query.names_test(&pair.a, &pair.b, &pair.pair_result);
            let line = LogLine { id, frame, position, pair, tests: Some(1) };
            (is_named && !is_covered).then_some(line)
        };
        let test = |frame: u64, pair: Pair| {
            line(LineId::Test(position, in_order([pair.a.id, pair.b.id])), frame, pair)
        };
        if position == 0 {
            let sandbox = &self.0.sandbox;
            let (tests, _) = sandbox.first_tests(self.0.log_query(), self.0.focus.pair());
            let opening = tests.iter().take_while(|test| test.position == 0);
            let opening = opening.take(History::MOST_OF_A_CHANGE);
            let line = |&it: &FirstTest| test(it.frame, sandbox.pair_of_first_test(it)?);
            return opening.filter_map(line).collect();
        }
        let records = self.0.log().of_change(position);
        let records = records
            .filter_map(|record| line(LineId::Record(record.seq), record.frame, record.into()));
        let mut lines: Vec<_> = records.collect();
        for it in self.0.sandbox.unrecorded_tests(position).iter() {
            let (a, b) = (it.a.clone(), it.b.clone());
            let pair = Pair { a, b, pair_result: it.pair_result };
            lines.extend(test(it.frame, pair));
        }
        lines
    }

    /// The position of a line's change, the line's index among the lines of that change, and those
    /// lines; the index is past the end if the line is not listed.
    fn place_of(self, id: LineId) -> (usize, usize, Vec<LogLine>) {
        let position = match id {
            LineId::Record(seq) => self.0.log().by_seq(seq).map_or(0, |record| record.position),
            LineId::Test(position, _) => position,
        };
        let lines = self.made_by(position);
        let at = lines.iter().position(|line| line.id == id).unwrap_or(lines.len());
        (position, at, lines)
    }

    /// At most `count` tests up to and including this line, oldest first; without a line, up to the
    /// frame in focus.
    #[must_use]
    pub fn up_to(self, id: Option<LineId>, count: usize) -> Vec<LogLine> {
        let now = || (self.0.position_in_focus(), self.made_by(self.0.position_in_focus()));
        let (mut position, mut lines) = id.map_or_else(now, |id| {
            let (position, at, mut lines) = self.place_of(id);
            lines.truncate(at + 1);
            (position, lines)
        });
        let mut searched = 0;
        while lines.len() < count && position > 0 && searched < Self::MOST_SEARCHED {
            position -= 1;
            searched += 1;
            let mut earlier = self.made_by(position);
            earlier.append(&mut lines);
            lines = earlier;
        }
        lines.split_off(lines.len().saturating_sub(count))
    }

    /// At most `count` tests after this line, oldest first; without a line, after the
    /// frame in focus.
    #[must_use]
    pub fn after(self, id: Option<LineId>, count: usize) -> Vec<LogLine> {
        let (mut position, mut lines) = match id {
            None => (self.0.position_in_focus(), Vec::new()),
            Some(id) => {
                let (position, at, mut lines) = self.place_of(id);
                (position, lines.split_off((at + 1).min(lines.len())))
            }
        };
        let mut searched = 0;
        while lines.len() < count
            && position < self.0.history().len()
            && searched < Self::MOST_SEARCHED
        {
            position += 1;
            searched += 1;
            lines.append(&mut self.made_by(position));
        }
        lines.truncate(count);
        lines
    }
}
