//! Which records and first tests the log shows for a query: each record is matched once, when it is
//! added or when the query changes.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::super::timeline_marks::{Bin, Covering, FrameScale};
use super::{Memo, Pair, Sandbox, usual_selection};
use crate::command::LogFilter;
use crate::engine::judge::JudgeKey;
use crate::engine::{Judge, LogQuery};
use crate::methods::OwnQuestion;
use crate::world::{History, Log, LogEntry, ObjectId, Record, TestResult, tests_of_pair};

/// What decides which first tests are listed, and in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Listing {
    /// How often history was truncated, and what it says of itself.
    version: (u64, [usize; 2]),
    selected: Option<ObjectId>,
    /// The pair that was found or pinned, where it makes a difference.
    in_focus: Option<[ObjectId; 2]>,
    at_start: bool,
    /// Whether all tests are asked for.
    all: bool,
}

/// What decides, besides a line, whether and how a query shows it: the query, the selected object
/// and the judge if they matter, and how often records were dropped from the end of the log, which
/// frees their numbers.
#[derive(Clone, Debug, PartialEq)]
struct QueryKey {
    query: LogQuery,
    selected: Option<ObjectId>,
    judge: Option<JudgeKey>,
    branches: u64,
}

/// The records that the last query shows. Bounded by the length of the log.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownRecords {
    asked: Option<QueryKey>,
    /// The numbers of the shown records, in order.
    numbers: Arc<VecDeque<u64>>,
    /// The number of the last record that was matched.
    last: u64,
    /// How many records have been matched so far.
    examined: u64,
}

impl ShownRecords {
    fn update(&mut self, log: &Log, asked: QueryKey, shows: impl Fn(&Record) -> bool) {
        if self.asked.as_ref() != Some(&asked) {
            let examined = self.examined;
            *self = Self { asked: Some(asked), examined, ..Self::default() };
        }
        let oldest = log.get(0).map_or(u64::MAX, |record| record.seq);
        if self.numbers.front().is_some_and(|&number| number < oldest) {
            let gone = self.numbers.partition_point(|&number| number < oldest);
            Arc::make_mut(&mut self.numbers).drain(..gone);
        }
        for record in log.after(self.last) {
            self.examined += 1;
            self.last = record.seq;
            if shows(record) {
                Arc::make_mut(&mut self.numbers).push_back(record.seq);
            }
        }
    }
}

/// The records of a log that a query shows, oldest first.
#[derive(Clone, Debug)]
pub struct VisibleRecords<'a> {
    log: &'a Log,
    /// Their numbers; `None` for all.
    numbers: Option<Arc<VecDeque<u64>>>,
}

impl<'a> VisibleRecords<'a> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.numbers.as_ref().map_or_else(|| self.log.len(), |numbers| numbers.len())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The one at this place.
    pub fn get(&self, at: usize) -> Option<&'a Record> {
        match &self.numbers {
            Some(numbers) => self.log.by_seq(*numbers.get(at)?),
            None => self.log.get(at),
        }
    }

    /// How many of them have this number or a lower one.
    pub fn up_to(&self, number: u64) -> usize {
        match &self.numbers {
            Some(numbers) => numbers.partition_point(|&other| other <= number),
            None => self.log.len_up_to(number),
        }
    }
}

impl Sandbox {
    /// The records that a query shows; `judge` decides which are wrong.
    pub fn shown(&self, query: &LogQuery, judge: Judge<'_>) -> VisibleRecords<'_> {
        let log = self.log();
        if query.is_everything() {
            return VisibleRecords { log, numbers: None };
        }
        let is_wrong = |record: &Record| judge.is_wrong(&Pair::from(record));
        let mut known = self.shown_records.borrow_mut();
        let selected = self.selection.filter(|_| query.filter == LogFilter::Selected);
        let asked = self.asked(query, judge.key_for(query));
        known.update(log, asked, |record| query.shows(record, selected, is_wrong));
        VisibleRecords { log, numbers: Some(Arc::clone(&known.numbers)) }
    }

    fn asked(&self, query: &LogQuery, judge: Option<JudgeKey>) -> QueryKey {
        let selected = self.selection.filter(|_| query.filter == LogFilter::Selected);
        QueryKey { query: query.clone(), selected, judge, branches: self.branches }
    }

    /// The number of the newest shown record of two objects that the first `position` changes made.
    /// Searched once for each state of the world.
    pub fn newest_shown(
        &self,
        (query, judge): (&LogQuery, Judge<'_>),
        position: usize,
        pair: [ObjectId; 2],
    ) -> Option<u64> {
        let selected = self.selection.filter(|_| query.filter == LogFilter::Selected);
        let last = self.last_number_at(position);
        let key = judge.key_for(query);
        let asked = ([self.revision, last], query.clone(), selected, key, pair);
        self.newest_shown.get(asked, || {
            let shown = self.shown(query, judge);
            let until_now = (0..shown.up_to(last)).rev();
            let mut until_now = until_now.filter_map(|at| shown.get(at));
            let [one, other] = pair;
            let is_of = |record: &&Record| {
                let ids = [record.a.id, record.b.id];
                ids == pair || ids == [other, one]
            };
            until_now.find(is_of).map(|record| record.seq)
        })
    }

    /// The number of the last record made by the first `position` changes.
    fn last_number_at(&self, position: usize) -> u64 {
        let last = self.log().len_at(position).checked_sub(1);
        last.and_then(|at| self.log().get(at)).map_or(0, |record| record.seq)
    }

    /// How many records have been matched against queries so far: the cost of showing the log.
    pub fn records_examined(&self) -> u64 {
        self.shown_records.borrow().examined
    }

    /// The tests of the change at this position that made no record.
    pub(in crate::engine) fn unrecorded_tests(&self, position: usize) -> Arc<[Pair]> {
        self.unrecorded.borrow_mut().of(&self.history, self.branches, position)
    }

    /// The first tests that a query may show, oldest first, and how many other pairs there are.
    /// In the initial world, the pair in view comes first, then the selected object's, then the
    /// others. `in_focus` is the pair that was found or pinned.
    pub(in crate::engine) fn first_tests(
        &self,
        query: &LogQuery,
        in_focus: Option<[ObjectId; 2]>,
    ) -> (Arc<[LogEntry]>, u64) {
        self.first_tests.get(self.listing(query, in_focus), || {
            let Listing { selected, in_focus, at_start, all, .. } = self.listing(query, in_focus);
            let first_world = self.history.first_world();
            // Later on, the order stays that of the start, whatever comes into view.
            let at_opening = || {
                let selected = selected?;
                Some([selected, Self::nearest_in(first_world, selected)?])
            };
            let opening = in_focus.filter(|_| at_start).or_else(at_opening);
            let foremost: Vec<_> = opening.into_iter().chain(in_focus).collect();
            let most = if all { History::MOST_OF_A_CHANGE } else { Self::MOST_FIRST_TESTS };
            let (tests, left_out) = self.history.first_tests(&foremost, selected, most);
            (tests.into(), left_out)
        })
    }

    /// The most tests of pairs of the initial world that are listed if nothing concerns the objects.
    pub const MOST_FIRST_TESTS: usize = 100;

    fn listing(&self, query: &LogQuery, in_focus: Option<[ObjectId; 2]>) -> Listing {
        let selected = self.selection;
        let at_start = self.history.position() == 0;
        // The pairs of the selected object are listed in any case.
        let is_other = |pair: &[ObjectId; 2]| selected.is_none_or(|id| !pair.contains(&id));
        Listing {
            version: (self.branches, self.history.version_of_first_tests()),
            selected,
            in_focus: in_focus.filter(|pair| at_start || is_other(pair)),
            at_start,
            all: query.filter == LogFilter::All,
        }
    }

    /// The first tests that a query shows, oldest first.
    pub(in crate::engine) fn first_tests_shown(
        &self,
        query: &LogQuery,
        in_focus: Option<[ObjectId; 2]>,
        judge: Judge<'_>,
    ) -> Arc<[LogEntry]> {
        let (all, _) = self.first_tests(query, in_focus);
        if query.is_everything() {
            return all;
        }
        let key = judge.key_for(query);
        let asked = (self.listing(query, in_focus), query.clone(), key);
        self.first_tests_shown.get(asked, || {
            let is_wrong = |pair: &Pair| judge.is_wrong(pair);
            let shows = |test: &&LogEntry| {
                let pair = || self.pair_of_entry(**test);
                query.shows_first(test, self.selection, pair, is_wrong)
            };
            let asked = if query.filter == LogFilter::Wrong { self.judged(&all) } else { &all };
            asked.iter().filter(shows).copied().collect()
        })
    }

    /// The first of these tests that a method is judged by, which makes them again: as many as
    /// count [`MOST_JUDGED`](Self::MOST_JUDGED), but at least one.
    pub(in crate::engine) fn judged<'t>(&self, tests: &'t [LogEntry]) -> &'t [LogEntry] {
        let effort = |test: &LogEntry| {
            let world =
                if test.position == 0 { self.history.first_world() } else { self.history.world() };
            let [a, b] = test.ids.map(|id| world.object(id).map(|object| &object.shape));
            a.zip(b).map_or(1, |(a, b)| tests_of_pair(a, b))
        };
        let mut counted = 0;
        let mut is_cheap = |test: &LogEntry| {
            counted += effort(test);
            counted <= Self::MOST_JUDGED
        };
        let enough = tests.iter().take_while(|test| is_cheap(test)).count();
        &tests[..enough.max(1).min(tests.len())]
    }

    /// How many tests of pairs a method may be asked about pairs that made no record. The pairs of
    /// an object in the largest world fit; of polygons with a thousand edges, three pairs do.
    pub const MOST_JUDGED: u64 = 100_000;

    /// What the judge's program has yet to answer about lines of the log: the newest lines, as many
    /// as fit one round.
    pub(in crate::engine) fn unanswered(
        &self,
        in_focus: Option<[ObjectId; 2]>,
        judge: Judge<'_>,
    ) -> Arc<[OwnQuestion]> {
        const MOST: usize = 1000;
        self.unanswered.get((self.revision, judge.key()), || {
            let log = self.log();
            let records = (0..log.len()).rev().filter_map(|at| log.get(at)).map(Pair::from);
            let (first, _) = self.first_tests(&LogQuery::default(), in_focus);
            let first = first.iter().filter_map(|test| self.pair_of_entry(*test));
            records.chain(first).filter_map(|pair| judge.unanswered(&pair)).take(MOST).collect()
        })
    }

    /// The pair of an entry with its result: that of its record, or else made again, with the object
    /// that the scene opens with first if nothing moves.
    pub fn pair_of_entry(&self, test: LogEntry) -> Option<Pair> {
        const MOST_KEPT: usize = History::MOST_OF_A_CHANGE;
        if let Some(seq) = test.seq {
            return self.log().by_seq(seq).map(Pair::from);
        }
        let mut kept = self.made_again.borrow_mut();
        if kept.0 != self.branches || kept.1.len() >= MOST_KEPT {
            *kept = (self.branches, HashMap::new());
        }
        if let Some(pair) = kept.1.get(&test.id()) {
            return Some(pair.clone());
        }
        let pair = self.made_again(test)?;
        let pair = match self.first_selection() {
            Some(first) => pair.with_first(first),
            None => pair,
        };
        kept.1.insert(test.id(), pair.clone());
        Some(pair)
    }

    fn made_again(&self, test: LogEntry) -> Option<Pair> {
        let LogEntry { position, ids: [one, other], .. } = test;
        if position == 0 {
            return self.history.first_world().pair(one, other);
        }
        if self.world().len() < History::MOST_OF_A_CHANGE {
            let tests = self.unrecorded_tests(position);
            if let Some(pair) = tests.iter().find(|pair| pair.is_of(test.ids)) {
                return Some(pair.clone());
            }
        }
        let world = || Arc::new(self.history.world_at(position));
        self.world_then.get((self.branches, position), world).pair(one, other)
    }

    /// The object that is selected when the scene opens.
    pub(in crate::engine) fn first_selection(&self) -> Option<ObjectId> {
        self.selected_first.or_else(|| usual_selection(self.history.first_world()))
    }
}

// The marks of the timeline: for each shown log line, its frame and what it counts for. A line is
// examined once, when it is added or when the query changes.

/// The marks of the lines that the last query shows: their entries, and whether the judge is wrong
/// about them. Bounded by the length of the log.
#[derive(Clone, Debug, Default)]
pub(super) struct LineMarks {
    asked: Option<QueryKey>,
    of_records: VecDeque<(LogEntry, bool)>,
    /// The number of the last record examined.
    last: u64,
    first_tests: Option<Arc<[LogEntry]>>,
    of_first_tests: Vec<(LogEntry, bool)>,
    /// How often they changed.
    version: u64,
    /// The bins, and what they depend on: the version, the frames of each, and which are covered.
    bins: Memo<(u64, FrameScale, Covering), Arc<[Bin]>>,
}

impl LineMarks {
    fn begin_anew(&mut self, asked: QueryKey) {
        let version = self.version + 1;
        *self = Self { asked: Some(asked), version, ..Self::default() };
    }

    /// Drops the marks of records that the log has dropped as its oldest.
    fn forget_before(&mut self, oldest: u64) {
        while self.of_records.front().is_some_and(|(entry, _)| entry.seq < Some(oldest)) {
            self.of_records.pop_front();
            self.version += 1;
        }
    }

    fn marks(&self) -> impl Iterator<Item = &(LogEntry, bool)> {
        self.of_records.iter().chain(&self.of_first_tests)
    }
}

impl Sandbox {
    /// The marks of the lines that a query shows, summed per bin, without covered frames.
    pub(in crate::engine) fn bins(
        &self,
        query: &LogQuery,
        in_focus: Option<[ObjectId; 2]>,
        judge: Judge<'_>,
        scale: FrameScale,
        covering: Covering,
        is_covered: impl Fn(u64) -> bool,
    ) -> Arc<[Bin]> {
        let mut known = self.line_marks.borrow_mut();
        self.update_marks(&mut known, query, in_focus, judge);
        known.bins.get((known.version, scale, covering), || {
            let mut bins = scale.empty_bins();
            for &(entry, is_wrong) in known.marks().filter(|(entry, _)| !is_covered(entry.frame)) {
                if let Some(bin) = bins.get_mut(scale.bin_of(entry.frame)) {
                    bin.count(entry.outcome, is_wrong);
                }
            }
            bins.into()
        })
    }

    fn update_marks(
        &self,
        known: &mut LineMarks,
        query: &LogQuery,
        in_focus: Option<[ObjectId; 2]>,
        judge: Judge<'_>,
    ) {
        let log = self.log();
        let asked = self.asked(query, Some(judge.key()));
        if known.asked.as_ref() != Some(&asked) {
            known.begin_anew(asked);
        }
        known.forget_before(log.get(0).map_or(u64::MAX, |record| record.seq));
        let shown = self.shown(query, judge);
        for record in (shown.up_to(known.last)..shown.len()).filter_map(|at| shown.get(at)) {
            known.last = record.seq;
            let mark = (LogEntry::from(record), judge.is_wrong(&record.into()));
            if is_seen(&mark) {
                known.of_records.push_back(mark);
                known.version += 1;
            }
        }
        let first_tests = self.first_tests_shown(query, in_focus, judge);
        if known.first_tests.as_ref().is_none_or(|known| !Arc::ptr_eq(known, &first_tests)) {
            let judged = self.judged(&first_tests).len();
            let mark = |(at, test): (usize, &LogEntry)| {
                let is_asked = at < judged;
                let pair = || self.pair_of_entry(*test);
                let is_wrong = is_asked && pair().is_some_and(|pair| judge.is_wrong(&pair));
                (*test, is_wrong)
            };
            let marks = first_tests.iter().enumerate().map(mark);
            known.of_first_tests = marks.filter(is_seen).collect();
            known.first_tests = Some(first_tests);
            known.version += 1;
        }
    }
}

/// Whether a line counts for any mark.
fn is_seen((entry, is_wrong): &(LogEntry, bool)) -> bool {
    *is_wrong || entry.outcome != TestResult::Miss
}

/// The tests of the most recently requested changes that made no record.
#[derive(Clone, Debug, Default)]
pub(super) struct UnrecordedTests {
    /// How often history had been truncated.
    branches: u64,
    /// By the position of the change; the most recently requested one is last.
    changes: VecDeque<(usize, Arc<[Pair]>)>,
}

impl UnrecordedTests {
    /// The most changes that are cached: more than a screen has rows.
    const MOST: usize = 256;
    /// The most tests of all of them together.
    const MOST_TESTS: usize = 10_000;

    fn keep(&mut self, position: usize, tests: Arc<[Pair]>) {
        self.changes.retain(|(other, _)| *other != position);
        self.changes.push_back((position, tests));
        let count = |changes: &VecDeque<(usize, Arc<[Pair]>)>| {
            changes.iter().map(|(_, tests)| tests.len()).sum::<usize>()
        };
        while self.changes.len() > Self::MOST
            || self.changes.len() > 1 && count(&self.changes) > Self::MOST_TESTS
        {
            self.changes.pop_front();
        }
    }

    /// How many changes are computed at once, since going to the previous change means restarting
    /// from a snapshot.
    const TOGETHER: usize = 32;

    /// The tests of the change at this position that made no record. `branches` is how often this
    /// history was truncated.
    fn of(&mut self, history: &History, branches: u64, position: usize) -> Arc<[Pair]> {
        if self.branches != branches {
            *self = Self { branches, ..Self::default() };
        }
        if let Some((_, tests)) = self.changes.iter().find(|(other, _)| *other == position) {
            return Arc::clone(tests);
        }
        let is_now = position == history.position();
        let together =
            if is_now { 1 } else { (6 * Self::TOGETHER / history.world().len().max(6)).max(1) };
        let first = position.saturating_sub(together - 1).max(1);
        let mut found = Arc::default();
        let changes = history.unrecorded_between(first..=position);
        for (position, tests) in (first..).zip(changes) {
            found = tests.into();
            self.keep(position, Arc::clone(&found));
        }
        found
    }
}
