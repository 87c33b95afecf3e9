//! The lines of the log, oldest first: one for each record, and before those the first test of each
//! pair. A line also stands for the later tests of its pair that made no record, and shows how many
//! it stands for.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Engine, LogQuery, Pair, Sandbox, VisibleRecords};
use crate::command::LogFilter;
use crate::world::{FirstTest, ObjectId, Record, TestResult};

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

/// The test at the start of a line.
#[derive(Clone, Copy, Debug)]
pub enum LineStart<'a> {
    /// A record.
    Record(&'a Record),
    /// A test without a record, which is made again when its result is asked for.
    First(&'a Sandbox, FirstTest),
}

impl LineStart<'_> {
    /// The id of its line.
    #[must_use]
    pub const fn id(self) -> LineId {
        match self {
            Self::Record(record) => LineId::Record(record.seq),
            Self::First(_, test) => LineId::Test(test.position, test.ids),
        }
    }

    /// The frame it belongs to.
    #[must_use]
    pub const fn frame(self) -> u64 {
        match self {
            Self::Record(record) => record.frame,
            Self::First(_, test) => test.frame,
        }
    }

    /// How many changes of the history led to it.
    #[must_use]
    pub const fn position(self) -> usize {
        match self {
            Self::Record(record) => record.position,
            Self::First(_, test) => test.position,
        }
    }

    /// The two objects.
    #[must_use]
    pub const fn ids(self) -> [ObjectId; 2] {
        match self {
            Self::Record(record) => [record.a.id, record.b.id],
            Self::First(_, test) => test.ids,
        }
    }

    /// HIT, TOUCH or MISS.
    #[must_use]
    pub const fn outcome(self) -> TestResult {
        match self {
            Self::Record(record) => record.outcome,
            Self::First(_, test) => test.outcome,
        }
    }

    /// The tested pair and its result.
    #[must_use]
    pub fn pair(self) -> Option<Pair> {
        match self {
            Self::Record(record) => Some(record.into()),
            Self::First(sandbox, test) => sandbox.pair_of_first_test(test),
        }
    }
}

/// The lines that the log's query shows.
#[derive(Clone, Debug)]
pub struct LogLines<'a> {
    engine: &'a Engine,
    shown: VisibleRecords<'a>,
    first: Arc<[FirstTest]>,
    /// Where each group of `first` with the same position begins: its place among all lines, and
    /// in `first`.
    groups: Vec<[usize; 2]>,
    /// How many pairs have no line under any query, or were not judged for this one.
    pairs_left_out: u64,
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
        let in_focus = engine.focus.pair();
        let (all, mut pairs_left_out) = engine.sandbox.first_tests(query, in_focus);
        if query.filter == LogFilter::Wrong {
            pairs_left_out += (all.len() - engine.sandbox.judged(&all).len()) as u64;
        }
        let first = engine.sandbox.first_tests_shown(query, in_focus, judge);
        let number_at = |position: usize| {
            let last = log.len_at(position).checked_sub(1);
            last.and_then(|at| log.get(at)).map_or(0, |record| record.seq)
        };
        let mut groups: Vec<[usize; 2]> = Vec::new();
        let mut begins = 0;
        while let Some(position) = first.get(begins).map(|test| test.position) {
            let records_before = if position == 0 { 0 } else { shown.up_to(number_at(position)) };
            groups.push([records_before + begins, begins]);
            begins += first[begins..].partition_point(|test| test.position == position);
        }
        Self { engine, shown, first, groups, pairs_left_out }
    }

    /// Whether there are no lines even without a query.
    #[must_use]
    pub fn is_empty_unfiltered(&self) -> bool {
        let in_focus = self.engine.focus.pair();
        let first = || self.engine.sandbox.first_tests(self.engine.log_query(), in_focus).0;
        self.engine.log().is_empty() && first().is_empty()
    }

    /// How many tested pairs have no line under any query, because neither of the two is selected
    /// or was ever moved, edited or added; where wrong answers are asked for, also those that were
    /// [not judged](Sandbox::MOST_JUDGED).
    #[must_use]
    pub const fn pairs_left_out(&self) -> u64 {
        self.pairs_left_out
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
    pub fn get(&self, at: usize) -> Option<LineStart<'a>> {
        let next = self.groups.partition_point(|[place, _]| *place <= at);
        let begun = self.groups.get(next).map_or(self.first.len(), |[_, first]| *first);
        if let Some([place, first]) = next.checked_sub(1).map(|group| self.groups[group]) {
            let it = first + at - place;
            if it < begun {
                return Some(LineStart::First(&self.engine.sandbox, self.first[it]));
            }
        }
        self.shown.get(at - begun).map(LineStart::Record)
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
        let first = self.first.iter().find(|test| pair.is_of(test.ids));
        first.map(|test| LineId::Test(test.position, test.ids))
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
                let is_it = |test: &FirstTest| test.position == position && test.ids == pair;
                match self.first.iter().position(is_it) {
                    Some(at) => {
                        let group = self.groups.partition_point(|[_, first]| *first <= at) - 1;
                        let [place, first] = self.groups[group];
                        place + at - first + 1
                    }
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
    pub fn find(&self, id: LineId) -> Option<LineStart<'a>> {
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
        let counted = lines.iter().zip(ends).filter_map(|(line, end)| {
            let position = line.position();
            let end = end.min(self.counted_to(*line, asked_about.as_ref()));
            let end = end.min(counted_to.unwrap_or(end));
            let later = self.engine.history().times_tested(line.ids(), position + 1..=end);
            let tests = later.map(|later| later + 1);
            let (id, frame, pair) = (line.id(), line.frame(), line.pair()?);
            Some(LogLine { id, frame, position, pair, tests })
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
