//! The lines of the log, oldest first: one for each record, and before those the first test of each
//! pair. A line also stands for the later tests of its pair that made no record, and shows how many
//! it stands for.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Engine, LogQuery, Pair, VisibleRecords};
use crate::world::{ObjectId, Record, TestResult};

/// Identifies a line of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineId {
    /// The line of the record with this number.
    Record(u64),
    /// The line of a test without a record: the number of changes that led to it, and its objects
    /// in scene order.
    Test(usize, [ObjectId; 2]),
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Its id.
    pub id: LineId,
    /// The frame it belongs to.
    pub frame: u64,
    /// How many changes of the history led to it.
    pub position: usize,
    /// The tested pair and its result.
    pub pair: Pair,
    /// How many tests it stands for, including its own; `None` if that is forgotten.
    pub tests: Option<usize>,
}

/// The first test of a pair, which made no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstTest {
    /// The frame it belongs to.
    pub frame: u64,
    /// How many changes of the history led to it.
    pub position: usize,
    /// The tested pair and its result.
    pub pair: Pair,
}

/// The test at the start of a line.
#[derive(Clone, Copy, Debug)]
pub enum LineStart<'a> {
    /// A record.
    Record(&'a Record),
    /// A test without a record.
    First(&'a FirstTest),
}

impl LineStart<'_> {
    /// The id of its line.
    #[must_use]
    pub fn id(self) -> LineId {
        match self {
            Self::Record(record) => LineId::Record(record.seq),
            Self::First(first) => LineId::Test(first.position, in_order(self.ids())),
        }
    }

    /// The frame it belongs to.
    #[must_use]
    pub const fn frame(self) -> u64 {
        match self {
            Self::Record(record) => record.frame,
            Self::First(first) => first.frame,
        }
    }

    /// How many changes of the history led to it.
    #[must_use]
    pub const fn position(self) -> usize {
        match self {
            Self::Record(record) => record.position,
            Self::First(first) => first.position,
        }
    }

    /// The two objects.
    #[must_use]
    pub const fn ids(self) -> [ObjectId; 2] {
        match self {
            Self::Record(record) => [record.a.id, record.b.id],
            Self::First(first) => [first.pair.a.id, first.pair.b.id],
        }
    }

    /// HIT, TOUCH or MISS.
    #[must_use]
    pub const fn outcome(self) -> TestResult {
        match self {
            Self::Record(record) => record.outcome,
            Self::First(first) => first.pair.pair_result.outcome,
        }
    }

    /// The tested pair and its result.
    #[must_use]
    pub fn pair(self) -> Pair {
        match self {
            Self::Record(record) => record.into(),
            Self::First(first) => first.pair.clone(),
        }
    }
}

/// The lines that the log's query shows.
#[derive(Clone, Debug)]
pub struct LogLines<'a> {
    engine: &'a Engine,
    shown: VisibleRecords<'a>,
    first: Arc<[FirstTest]>,
    /// The places of `first` among all lines.
    places: Vec<usize>,
}

impl<'a> LogLines<'a> {
    /// The lines that the log's query shows, including those that predict mode covers.
    #[must_use]
    pub fn of(engine: &'a Engine) -> Self {
        Self::under(engine, engine.log_query())
    }

    /// The lines that another query shows, including those that predict mode covers.
    #[must_use]
    pub fn under(engine: &'a Engine, query: &LogQuery) -> Self {
        let (judge, log) = (engine.judge(), engine.log());
        let shown = engine.sandbox.shown(query, judge);
        let first = engine.sandbox.first_tests_shown(query, judge);
        let number_at = |position: usize| {
            let last = log.len_at(position).checked_sub(1);
            last.and_then(|at| log.get(at)).map_or(0, |record| record.seq)
        };
        let records_before = |test: &FirstTest| match test.position {
            0 => 0,
            position => shown.up_to(number_at(position)),
        };
        let places = first.iter().zip(0..).map(|(test, at)| records_before(test) + at);
        Self { places: places.collect(), engine, shown, first }
    }

    /// Whether there are no lines even without a query.
    #[must_use]
    pub fn is_empty_unfiltered(&self) -> bool {
        let engine = self.engine;
        let has_first_test = !engine.history().first_tests().is_empty()
            || !engine.sandbox.opening_tests().is_empty();
        engine.log().is_empty() && !has_first_test
    }

    /// How many lines there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shown.len() + self.first.len()
    }

    /// How many lines start with a record.
    #[must_use]
    pub fn records(&self) -> usize {
        self.shown.len()
    }

    /// Whether there are no lines.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The start of the line at this place.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<LineStart<'_>> {
        let first = self.places.partition_point(|&place| place < at);
        if self.places.get(first) == Some(&at) {
            return self.first.get(first).map(LineStart::First);
        }
        self.shown.get(at - first).map(LineStart::Record)
    }

    /// How many lines precede the first for which `holds` is true, provided it is true for all
    /// lines after that one.
    #[must_use]
    pub fn first_where(&self, holds: impl Fn(&LineStart<'_>) -> bool) -> usize {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from.midpoint(to);
            if self.get(middle).is_none_or(|line| holds(&line)) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        from
    }

    /// The line of the first test of this pair, if that test made no record.
    #[must_use]
    pub fn first_of(&self, pair: &Pair) -> Option<LineId> {
        let mut first = self.first.iter().map(LineStart::First);
        first.rfind(|line| pair.is_of(line.ids())).map(LineStart::id)
    }

    /// How many lines there are up to this one, including it if the query shows it.
    #[must_use]
    pub fn through(&self, id: LineId) -> usize {
        match id {
            LineId::Record(seq) => {
                let record = self.engine.log().by_seq(seq);
                let position = record.map_or(usize::MAX, |record| record.position);
                self.shown.up_to(seq) + self.first.partition_point(|test| test.position < position)
            }
            LineId::Test(position, pair) => {
                let is_it = |test: &FirstTest| {
                    test.position == position && in_order([test.pair.a.id, test.pair.b.id]) == pair
                };
                match self.first.iter().position(is_it) {
                    Some(at) => self.places[at] + 1,
                    None => self.up_to(position),
                }
            }
        }
    }

    /// How many lines precede this one.
    #[must_use]
    pub fn before(&self, id: LineId) -> usize {
        self.through(id) - usize::from(self.find(id).is_some())
    }

    /// The start of this line; `None` if the query does not show it.
    #[must_use]
    pub fn find(&self, id: LineId) -> Option<LineStart<'_>> {
        let last = self.through(id).checked_sub(1).and_then(|at| self.get(at));
        last.filter(|line| line.id() == id)
    }

    /// How many lines come from the first `position` changes.
    #[must_use]
    pub fn up_to(&self, position: usize) -> usize {
        let log = self.engine.log();
        let last = log.len_at(position).checked_sub(1).and_then(|at| log.get(at));
        let records = last.map_or(0, |record| self.shown.up_to(record.seq));
        records + self.first.partition_point(|test| test.position <= position)
    }

    /// At most `count` lines from this place on, without those that predict mode covers. Each
    /// has the number of its tests up to `counted_to`, or else up to now; lines after now count
    /// to the end.
    #[must_use]
    pub fn page(&self, from: usize, count: usize, counted_to: Option<usize>) -> Vec<LogLine> {
        let asked_about = self.engine.asked_about();
        let lines = (from..self.len()).take(count).filter_map(|at| self.get(at));
        let is_shown = |line: &LineStart<'_>| {
            !self.engine.hides(line.frame(), line.ids(), asked_about.as_ref())
        };
        let lines: Vec<_> = lines.filter(is_shown).collect();
        let ends = self.ends_of_runs(&lines);
        let counted = lines.iter().zip(ends).map(|(line, end)| {
            let position = line.position();
            let end = end.min(self.counted_to(*line, asked_about.as_ref()));
            let end = end.min(counted_to.unwrap_or(end));
            let later = self.engine.history().times_tested(line.ids(), position + 1..=end);
            LogLine {
                id: line.id(),
                frame: line.frame(),
                position,
                pair: line.pair(),
                tests: later.map(|later| later + 1),
            }
        });
        counted.collect()
    }

    /// The last change whose test of the pair a line may count.
    fn counted_to(&self, line: LineStart<'_>, asked_about: Option<&Pair>) -> usize {
        let history = self.engine.history();
        let (now, frame) = (history.position(), self.engine.world().frame());
        let is_later = line.position() > now;
        let is_asked = asked_about.is_some_and(|pair| pair.is_of(line.ids()));
        match (is_asked, is_later) {
            (false, true) => history.len(),
            // The count would give away a question that is still to be asked.
            (true, true) => line.position(),
            (true, false) if self.engine.hides(frame, line.ids(), asked_about) => {
                frame.checked_sub(1).and_then(|before| history.at_frame(before)).unwrap_or(0)
            }
            (_, false) => now,
        }
    }

    /// For each of these lines, the last change before the next record of its pair.
    fn ends_of_runs(&self, lines: &[LineStart<'_>]) -> Vec<usize> {
        let mut ends = vec![usize::MAX; lines.len()];
        let Some(first) = lines.first() else { return ends };
        let mut open: HashMap<[ObjectId; 2], usize> = HashMap::new();
        let mut next = lines.iter().zip(0..).peekable();
        let log = self.engine.log();
        let from = log.len_at(first.position().saturating_sub(1));
        for record in (from..log.len()).filter_map(|at| log.get(at)) {
            while let Some((line, at)) = next.next_if(|(line, _)| line.position() < record.position)
            {
                open.insert(in_order(line.ids()), at);
            }
            let key = in_order([record.a.id, record.b.id]);
            if let Some(at) = open.remove(&key) {
                ends[at] = record.position - 1;
            }
            if open.is_empty() && next.peek().is_none() {
                break;
            }
            if let Some((_, at)) = next.next_if(|(line, _)| line.id() == LineId::Record(record.seq))
            {
                open.insert(key, at);
            }
        }
        ends
    }
}

pub(super) fn in_order([one, other]: [ObjectId; 2]) -> [ObjectId; 2] {
    [one.min(other), one.max(other)]
}
