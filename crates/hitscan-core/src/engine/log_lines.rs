//! The lines of the log, oldest first: one for each record, and before those the first test of each
//! pair. A line also stands for the later tests of its pair that made no record, and shows how many
//! it stands for.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Engine, Pair, Sandbox, VisibleRecords};
use crate::command::LogFilter;
use crate::words::{line_names, test_line};
use crate::world::{FirstTest, History, ObjectId, PairResult, Participant, Record, TestResult};

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
    pub const fn id(self) -> LineId {
        match self {
            Self::Record(record) => LineId::Record(record.seq),
            Self::First(_, test) => LineId::Test(test.position, test.ids),
        }
    }

    /// The frame it belongs to.
    pub const fn frame(self) -> u64 {
        match self {
            Self::Record(record) => record.frame,
            Self::First(_, test) => test.frame,
        }
    }

    /// How many changes of the history led to it.
    pub const fn position(self) -> usize {
        match self {
            Self::Record(record) => record.position,
            Self::First(_, test) => test.position,
        }
    }

    /// The two objects.
    pub const fn ids(self) -> [ObjectId; 2] {
        match self {
            Self::Record(record) => [record.a.id, record.b.id],
            Self::First(_, test) => test.ids,
        }
    }

    /// HIT, TOUCH or MISS.
    pub const fn outcome(self) -> TestResult {
        match self {
            Self::Record(record) => record.outcome,
            Self::First(_, test) => test.outcome,
        }
    }

    /// The tested pair and its result.
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
    pub fn of(engine: &'a Engine) -> Self {
        Self::under(engine, engine.log_query())
    }

    /// The lines that another query shows, including those that predict mode covers.
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
    pub fn is_empty_unfiltered(&self) -> bool {
        let in_focus = self.engine.focus.pair();
        let first = || self.engine.sandbox.first_tests(self.engine.log_query(), in_focus).0;
        self.engine.log().is_empty() && first().is_empty()
    }

    /// How many tested pairs have no line under any query, because neither of the two is selected
    /// or was ever moved, edited or added; where wrong answers are asked for, also those that were
    /// [not judged](Sandbox::MOST_JUDGED).
    pub const fn pairs_left_out(&self) -> u64 {
        self.pairs_left_out
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.shown.len() + self.first.len()
    }

    /// How many lines start with a record.
    pub fn records(&self) -> usize {
        self.shown.len()
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The start of the line at this place.
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
    pub fn first_of(&self, pair: &Pair) -> Option<LineId> {
        let first = self.first.iter().find(|test| pair.is_of(test.ids));
        first.map(|test| LineId::Test(test.position, test.ids))
    }

    /// How many lines there are up to this one, including it if the query shows it.
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
    pub fn before(&self, id: LineId) -> usize {
        self.through(id) - usize::from(self.find(id).is_some())
    }

    /// The start of this line; `None` if the query does not show it.
    pub fn find(&self, id: LineId) -> Option<LineStart<'a>> {
        let last = self.through(id).checked_sub(1).and_then(|at| self.get(at));
        last.filter(|line| line.id() == id)
    }

    /// How many lines come from the first `position` changes.
    pub fn up_to(&self, position: usize) -> usize {
        let log = self.engine.log();
        let last = log.len_at(position).checked_sub(1).and_then(|at| log.get(at));
        let records = last.map_or(0, |record| self.shown.up_to(record.seq));
        records + self.first.partition_point(|test| test.position <= position)
    }

    /// At most `count` lines from this place on, without those that predict mode covers. Each
    /// has the number of its tests up to `counted_to`, or else up to now; lines after now count
    /// to the end.
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

// Every test as its own line, back to the start. Tests that made no record are recomputed, but
// only for the requested lines.

/// The tests of an engine that match the text of its query, one line each.
#[derive(Clone, Copy, Debug)]
pub struct EveryTest<'a>(&'a Engine);

impl<'a> EveryTest<'a> {
    /// The most changes searched for one page, since a text may match none of their tests.
    const MOST_SEARCHED: usize = 2000;

    /// The tests of this engine.
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

/// Which tests the log shows, as set by `log` and `filter`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogQuery {
    /// Which tests.
    pub filter: LogFilter,
    /// The text that their lines must contain; empty for all.
    pub text: String,
}

impl LogQuery {
    /// Whether a record is shown while this object is selected. `is_wrong` says whether the method
    /// in view is wrong about it, and is called last.
    pub fn shows(
        &self,
        record: &Record,
        selected: Option<ObjectId>,
        is_wrong: impl FnOnce(&Record) -> bool,
    ) -> bool {
        self.passes([record.a.id, record.b.id], record.outcome, selected)
            && self.names(record)
            && (!self.is_of_wrong() || is_wrong(record))
    }

    /// [`shows`](Self::shows), for a test that made no record. `pair` makes it again, and is called
    /// only where the query needs the whole result.
    pub fn shows_first(
        &self,
        test: &FirstTest,
        selected: Option<ObjectId>,
        pair: impl FnOnce() -> Option<Pair>,
        is_wrong: impl FnOnce(&Pair) -> bool,
    ) -> bool {
        let shows = |pair: &Pair| {
            self.names_test(&pair.a, &pair.b, &pair.pair_result)
                && (!self.is_of_wrong() || is_wrong(pair))
        };
        self.passes(test.ids, test.outcome, selected)
            && (self.text.is_empty() && !self.is_of_wrong() || pair().as_ref().is_some_and(shows))
    }

    fn is_of_wrong(&self) -> bool {
        self.filter == LogFilter::Wrong
    }

    /// Whether the filter accepts a test of two objects with this result, before considering the
    /// method in view.
    fn passes(&self, ids: [ObjectId; 2], outcome: TestResult, selected: Option<ObjectId>) -> bool {
        match self.filter {
            LogFilter::Changes | LogFilter::All | LogFilter::Wrong => true,
            LogFilter::Hits => outcome != TestResult::Miss,
            LogFilter::Selected => selected.is_some_and(|id| ids.contains(&id)),
        }
    }

    /// Whether every record is shown.
    pub fn is_everything(&self) -> bool {
        matches!(self.filter, LogFilter::Changes | LogFilter::All) && self.text.is_empty()
    }

    /// Whether the line of this test contains everything that the text asks for.
    pub fn names_test(&self, a: &Participant, b: &Participant, pair_result: &PairResult) -> bool {
        self.text.is_empty() || line_names(&test_line(a, b, pair_result), &self.text)
    }

    /// The same for a record. Compares names and result first, which is cheap and often enough.
    fn names(&self, record: &Record) -> bool {
        let known = [record.a.name.as_str(), record.b.name.as_str(), record.outcome.word()];
        let is_known = |asked: &str| known.iter().any(|word| word.eq_ignore_ascii_case(asked));
        self.text.split_whitespace().all(|asked| {
            is_known(asked)
                || line_names(&test_line(&record.a, &record.b, &record.pair_result()), asked)
        })
    }
}
