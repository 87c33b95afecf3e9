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
    fn made_by(self, position: usize) -> Vec<LazyLine> {
        if position == 0 {
            return self.of_the_initial_world();
        }
        let records = self.0.log().of_change(position);
        let records = records.filter_map(|record| {
            self.line(LineId::Record(record.seq), record.frame, position, record.into())
        });
        let unrecorded = self.0.sandbox.unrecorded_tests(position);
        let unrecorded = unrecorded.iter().filter_map(|it| {
            let pair = Pair { a: it.a.clone(), b: it.b.clone(), pair_result: it.pair_result };
            let id = LineId::Test(position, in_order([it.a.id, it.b.id]));
            self.line(id, it.frame, position, pair)
        });
        records.chain(unrecorded).map(|line| LazyLine::Line(Box::new(line))).collect()
    }

    fn of_the_initial_world(self) -> Vec<LazyLine> {
        let (tests, _) = self.0.sandbox.first_tests(self.0.log_query(), self.0.focus.pair());
        let tests = tests.iter().copied().take_while(|test| test.position == 0);
        let tests = tests.take(History::MOST_OF_A_CHANGE);
        if self.0.log_query().text.is_empty() {
            let asked_about = self.0.asked_about();
            let is_shown = |it: &FirstTest| !self.0.hides(it.frame, it.ids, asked_about.as_ref());
            return tests.filter(is_shown).map(LazyLine::First).collect();
        }
        tests
            .filter_map(|it| self.first_line(it))
            .map(|line| LazyLine::Line(Box::new(line)))
            .collect()
    }

    /// The line of a first test, which is made again.
    fn first_line(self, it: FirstTest) -> Option<LogLine> {
        let pair = self.0.sandbox.pair_of_first_test(it)?;
        self.line(LineId::Test(it.position, it.ids), it.frame, it.position, pair)
    }

    fn line(self, id: LineId, frame: u64, position: usize, pair: Pair) -> Option<LogLine> {
        let asked_about = self.0.asked_about();
        let is_covered = self.0.hides(frame, [pair.a.id, pair.b.id], asked_about.as_ref());
        let is_named = self.0.log_query().names_test(&pair.a, &pair.b, &pair.pair_result);
        let line = LogLine { id, frame, position, pair, tests: Some(1) };
        (is_named && !is_covered).then_some(line)
    }

    /// The lines of these tests.
    fn lines(self, listed: Vec<LazyLine>) -> Vec<LogLine> {
        let line = |it: LazyLine| match it {
            LazyLine::Line(line) => Some(*line),
            LazyLine::First(test) => self.first_line(test),
        };
        listed.into_iter().filter_map(line).collect()
    }

    /// The position of a line's change, the line's index among the lines of that change, and those
    /// lines; the index is past the end if the line is not listed.
    fn place_of(self, id: LineId) -> (usize, usize, Vec<LazyLine>) {
        let position = match id {
            LineId::Record(seq) => self.0.log().by_seq(seq).map_or(0, |record| record.position),
            LineId::Test(position, _) => position,
        };
        let lines = self.made_by(position);
        let at = lines.iter().position(|line| line.id() == id).unwrap_or(lines.len());
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
        self.lines(lines.split_off(lines.len().saturating_sub(count)))
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
        self.lines(lines)
    }
}

/// A test of the list: with its result, or one that is made again if its line is asked for.
#[derive(Clone, Debug)]
enum LazyLine {
    Line(Box<LogLine>),
    First(FirstTest),
}

impl LazyLine {
    fn id(&self) -> LineId {
        match self {
            Self::Line(line) => line.id,
            Self::First(test) => LineId::Test(test.position, test.ids),
        }
    }
}
