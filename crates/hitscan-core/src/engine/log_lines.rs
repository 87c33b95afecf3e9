//! The lines of the log, oldest first: one for each record, and before those the first test of each
//! pair. A line also stands for the later tests of its pair that made no record, and shows how many
//! it stands for.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Engine, Pair, VisibleRecords};
use crate::command::LogFilter;
use crate::words::{line_names, test_line};
use crate::world::{History, LogEntry, ObjectId, Record, TestResult, in_order};

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
    /// Its id; `None` for a frame that predict mode covers.
    pub id: Option<LineId>,
    /// The frame it belongs to.
    pub frame: u64,
    /// How many changes of the history led to it.
    pub position: usize,
    /// The tested pair and its result.
    pub pair: Pair,
    /// How many tests it stands for, including its own; `None` if that is forgotten.
    pub tests: Option<usize>,
    /// The frame of the last of them.
    pub last_frame: u64,
    /// Whether that answer still holds, since neither of the two has moved in later frames.
    pub rests: bool,
}

impl LogEntry {
    /// The id of the line that begins with it.
    pub const fn id(self) -> LineId {
        match self.seq {
            Some(seq) => LineId::Record(seq),
            None => LineId::Test(self.position, self.ids),
        }
    }
}

/// The lines that the log's query shows.
#[derive(Clone, Debug)]
pub struct LogLines<'a> {
    engine: &'a Engine,
    shown: VisibleRecords<'a>,
    first: Arc<[LogEntry]>,
    /// Where each group of `first` with the same position begins: its place among all lines, and
    /// in `first`.
    groups: Vec<[usize; 2]>,
    /// How many tested pairs have no line under any query, because neither of the two is selected
    /// or was ever moved, edited or added; where wrong answers are asked for, also those that were
    /// [not judged](super::Sandbox::MOST_JUDGED).
    pub pairs_left_out: u64,
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
    pub fn get(&self, at: usize) -> Option<LogEntry> {
        let next = self.groups.partition_point(|[place, _]| *place <= at);
        let begun = self.groups.get(next).map_or(self.first.len(), |[_, first]| *first);
        if let Some([place, first]) = next.checked_sub(1).map(|group| self.groups[group]) {
            let it = first + at - place;
            if it < begun {
                return Some(self.first[it]);
            }
        }
        self.shown.get(at - begun).map(LogEntry::from)
    }

    /// How many lines precede the first for which `holds` is true, provided it is true for all
    /// lines after that one.
    pub fn first_where(&self, holds: impl Fn(&LogEntry) -> bool) -> usize {
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
        self.first.iter().find(|test| pair.is_of(test.ids)).map(|test| test.id())
    }

    /// How many lines there are up to this one, including it if the query shows it.
    pub fn through(&self, id: LineId) -> usize {
        match id {
            LineId::Record(seq) => {
                let record = self.engine.log().by_seq(seq);
                let position = record.map_or(usize::MAX, |record| record.position);
                self.shown.up_to(seq) + self.first.partition_point(|test| test.position < position)
            }
            LineId::Test(position, _) => match self.first.iter().position(|test| test.id() == id) {
                Some(at) => {
                    let group = self.groups.partition_point(|[_, first]| *first <= at) - 1;
                    let [place, first] = self.groups[group];
                    place + at - first + 1
                }
                None => self.up_to(position),
            },
        }
    }

    /// How many lines precede this one.
    pub fn before(&self, id: LineId) -> usize {
        self.through(id) - usize::from(self.find(id).is_some())
    }

    /// The start of this line; `None` if the query does not show it.
    pub fn find(&self, id: LineId) -> Option<LogEntry> {
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
        let is_shown =
            |line: &LogEntry| !self.engine.hides(line.frame, line.ids, asked_about.as_ref());
        let lines: Vec<_> = lines.filter(is_shown).collect();
        let ends = self.ends_of_runs(&lines);
        let counted = lines.iter().zip(ends).filter_map(|(line, end)| {
            let position = line.position;
            let is_last = end == usize::MAX;
            let end = end.min(self.counted_to(*line, asked_about.as_ref()));
            let end = end.min(counted_to.unwrap_or(end));
            let history = self.engine.history();
            let later = history.times_tested(line.ids, position + 1..=end);
            let tests = later.map(|later| later + 1);
            let last = history.last_tested(line.ids, position + 1..=end);
            let last_frame = last.and_then(|at| history.frame_at(at)).unwrap_or(line.frame);
            let rests = is_last && tests.is_some() && history.frame_at(end) > Some(last_frame);
            let pair = self.engine.sandbox.pair_of_entry(*line)?;
            let (id, frame) = (Some(line.id()), line.frame);
            Some(LogLine { id, frame, position, pair, tests, last_frame, rests })
        });
        counted.collect()
    }

    /// The last change whose test of the pair a line may count.
    fn counted_to(&self, line: LogEntry, asked_about: Option<&Pair>) -> usize {
        let history = self.engine.history();
        let (now, frame) = (history.position(), self.engine.world().frame());
        let is_later = line.position > now;
        let is_asked = asked_about.is_some_and(|pair| pair.is_of(line.ids));
        match (is_asked, is_later) {
            (false, true) => history.len(),
            // The count would give away a question that is still to be asked.
            (true, true) => line.position,
            (true, false) if self.engine.hides(frame, line.ids, asked_about) => {
                frame.checked_sub(1).and_then(|before| history.at_frame(before)).unwrap_or(0)
            }
            (_, false) => now,
        }
    }

    /// For each of these lines, the last change before the next record of its pair.
    fn ends_of_runs(&self, lines: &[LogEntry]) -> Vec<usize> {
        let mut ends = vec![usize::MAX; lines.len()];
        let Some(first) = lines.first() else { return ends };
        let mut open: HashMap<[ObjectId; 2], usize> = HashMap::new();
        let mut next = lines.iter().zip(0..).peekable();
        let log = self.engine.log();
        let from = log.len_at(first.position.saturating_sub(1));
        for record in (from..log.len()).filter_map(|at| log.get(at)) {
            while let Some((line, at)) = next.next_if(|(line, _)| line.position < record.position) {
                open.insert(in_order(line.ids), at);
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

// Every test as its own line, back to the start: those that match the text of the query and that
// predict mode does not cover. Tests that made no record are recomputed, but only for the requested
// lines.

/// The most changes searched for one page, since a text may match none of their tests.
const MOST_SEARCHED: usize = 2000;

/// At most `count` tests up to and including this line, oldest first; without a line, up to the
/// frame in focus.
pub fn tests_up_to(engine: &Engine, id: Option<LineId>, count: usize) -> Vec<LogLine> {
    let mut position = position_of(engine, id);
    let mut tests = tests_made_by(engine, position);
    if let Some(id) = id {
        tests.truncate(place_of(id, &tests) + 1);
    }
    let mut searched = 0;
    while tests.len() < count && position > 0 && searched < MOST_SEARCHED {
        position -= 1;
        searched += 1;
        let mut earlier = tests_made_by(engine, position);
        earlier.append(&mut tests);
        tests = earlier;
    }
    lines_of(engine, tests.split_off(tests.len().saturating_sub(count)))
}

/// At most `count` tests after this line, oldest first; without a line, after the frame in focus.
pub fn tests_after(engine: &Engine, id: Option<LineId>, count: usize) -> Vec<LogLine> {
    let (mut position, mut tests) = (position_of(engine, id), Vec::new());
    if let Some(id) = id {
        let mut all = tests_made_by(engine, position);
        tests = all.split_off((place_of(id, &all) + 1).min(all.len()));
    }
    let mut searched = 0;
    while tests.len() < count && position < engine.history().len() && searched < MOST_SEARCHED {
        position += 1;
        searched += 1;
        tests.append(&mut tests_made_by(engine, position));
    }
    tests.truncate(count);
    lines_of(engine, tests)
}

/// The position of the change that a line comes from, or of the frame in focus.
fn position_of(engine: &Engine, id: Option<LineId>) -> usize {
    match id {
        Some(LineId::Record(seq)) => engine.log().by_seq(seq).map_or(0, |record| record.position),
        Some(LineId::Test(position, _)) => position,
        None => engine.position_in_focus(),
    }
}

/// The index of a line among the tests of its change, past the end if it is not listed.
fn place_of(id: LineId, tests: &[(LogEntry, Option<Pair>)]) -> usize {
    tests.iter().position(|(entry, _)| entry.id() == id).unwrap_or(tests.len())
}

/// The tests of the change at this position, or of the initial world at 0; those with a record come
/// first. With the pair, unless it can be made again when its line is asked for.
fn tests_made_by(engine: &Engine, position: usize) -> Vec<(LogEntry, Option<Pair>)> {
    let asked_about = engine.asked_about();
    let selected = engine.sandbox.selection().map(|(id, _)| id);
    let is_large = engine.world().len() > LogQuery::MOST_LISTED_TOGETHER;
    let is_uncovered = |entry: &LogEntry| {
        let is_listed = !is_large || selected.is_none_or(|id| entry.ids.contains(&id));
        is_listed && !engine.hides(entry.frame, entry.ids, asked_about.as_ref())
    };
    let is_shown =
        |entry: &LogEntry, pair: &Pair| engine.log_query().names_test(pair) && is_uncovered(entry);
    if position == 0 {
        let (tests, _) = engine.sandbox.first_tests(engine.log_query(), engine.focus.pair());
        let tests = tests.iter().copied().take_while(|test| test.position == 0);
        let tests = tests.take(History::MOST_OF_A_CHANGE);
        if engine.log_query().text.is_empty() {
            return tests.filter(is_uncovered).map(|it| (it, None)).collect();
        }
        let made_again = tests.filter_map(|it| Some((it, engine.sandbox.pair_of_entry(it)?)));
        let shown = made_again.filter(|(it, pair)| is_shown(it, pair));
        return shown.map(|(it, pair)| (it, Some(pair))).collect();
    }
    let records = engine.log().of_change(position);
    let records = records.map(|record| (LogEntry::from(record), Pair::from(record)));
    let unrecorded = engine.sandbox.unrecorded_tests(position);
    let frame = engine.history().frame_at(position).unwrap_or_default();
    let unrecorded = unrecorded.iter().map(|pair| {
        let (ids, outcome) = (in_order([pair.a.id, pair.b.id]), pair.pair_result.outcome);
        (LogEntry { seq: None, frame, position, ids, outcome }, pair.clone())
    });
    let shown = records.chain(unrecorded).filter(|(entry, pair)| is_shown(entry, pair));
    shown.map(|(entry, pair)| (entry, Some(pair))).collect()
}

/// The lines of these tests.
fn lines_of(engine: &Engine, tests: Vec<(LogEntry, Option<Pair>)>) -> Vec<LogLine> {
    let line = |(entry, pair): (LogEntry, Option<Pair>)| {
        let pair = pair.or_else(|| engine.sandbox.pair_of_entry(entry))?;
        let LogEntry { frame, position, .. } = entry;
        let (id, tests) = (Some(entry.id()), Some(1));
        Some(LogLine { id, frame, position, pair, tests, last_frame: frame, rests: false })
    };
    tests.into_iter().filter_map(line).collect()
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
    /// The most objects in a world whose log lists all changes and all tests. In a larger world it
    /// lists those of the selected object, which the many others would crowd out.
    pub const MOST_LISTED_TOGETHER: usize = 1000;

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
        test: &LogEntry,
        selected: Option<ObjectId>,
        pair: impl FnOnce() -> Option<Pair>,
        is_wrong: impl FnOnce(&Pair) -> bool,
    ) -> bool {
        let shows = |pair: &Pair| self.names_test(pair) && (!self.is_of_wrong() || is_wrong(pair));
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
    pub fn names_test(&self, pair: &Pair) -> bool {
        let line = || test_line(&pair.a, &pair.b, &pair.pair_result);
        self.text.is_empty() || line_names(&line(), &self.text)
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
