//! Which records and first tests the log shows for a query: each record is matched once, when it is
//! added or when the query changes.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::super::timeline_marks::{Bin, Covering, FrameScale, LineMark};
use super::{Pair, Sandbox, usual_selection};
use crate::command::LogFilter;
use crate::engine::judge::JudgeKey;
use crate::engine::{Judge, LogQuery};
use crate::methods::OwnQuestion;
use crate::world::{
    FirstTest, History, Log, ObjectId, PairResult, Participant, Record, TestResult, UnrecordedTest,
    tests_of_pair,
};

/// The key besides the record: the query, the selected object and the judge if they matter, and how
/// often records were dropped from the end of the log, which frees their numbers.
type Asked = (LogQuery, Option<ObjectId>, Option<JudgeKey>, u64);

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

/// The records that the last query shows. Bounded by the length of the log.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownRecords(RefCell<Known>);

#[derive(Clone, Debug, Default)]
struct Known {
    asked: Option<Asked>,
    /// The numbers of the shown records, in order.
    numbers: Arc<VecDeque<u64>>,
    /// The number of the last record that was matched.
    last: u64,
    /// How many records have been matched so far.
    examined: u64,
}

impl Known {
    fn update(&mut self, log: &Log, asked: Asked, shows: impl Fn(&Record) -> bool) {
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

/// The questions to a program.
pub(in crate::engine) type Questions = Arc<[OwnQuestion]>;

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
        let mut known = self.shown_records.0.borrow_mut();
        let selected = self.selection.filter(|_| query.filter == LogFilter::Selected);
        let asked = (query.clone(), selected, judge.key_for(query), self.branches);
        known.update(log, asked, |record| query.shows(record, selected, is_wrong));
        VisibleRecords { log, numbers: Some(Arc::clone(&known.numbers)) }
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

    /// The number of the last record made up to now, 0 before the first one.
    pub fn last_number_now(&self) -> u64 {
        self.last_number_at(self.history.position())
    }

    /// The number of the last record made by the first `position` changes.
    fn last_number_at(&self, position: usize) -> u64 {
        let last = self.log().len_at(position).checked_sub(1);
        last.and_then(|at| self.log().get(at)).map_or(0, |record| record.seq)
    }

    /// How many records have been matched against queries so far: the cost of showing the log.
    pub fn records_examined(&self) -> u64 {
        self.shown_records.0.borrow().examined
    }

    /// The tests of the change at this position that made no record.
    pub(in crate::engine) fn unrecorded_tests(&self, position: usize) -> Tests {
        self.unrecorded.of(&self.history, self.branches, position)
    }

    /// The first tests that a query may show, oldest first, and how many other pairs there are.
    /// In the initial world, the pair in view comes first, then the selected object's, then the
    /// others. `in_focus` is the pair that was found or pinned.
    pub(in crate::engine) fn first_tests(
        &self,
        query: &LogQuery,
        in_focus: Option<[ObjectId; 2]>,
    ) -> (Arc<[FirstTest]>, u64) {
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
    ) -> Arc<[FirstTest]> {
        let (all, _) = self.first_tests(query, in_focus);
        if query.is_everything() {
            return all;
        }
        let key = judge.key_for(query);
        let asked = (self.listing(query, in_focus), query.clone(), key);
        self.first_tests_shown.get(asked, || {
            let is_wrong = |pair: &Pair| judge.is_wrong(pair);
            let shows = |test: &&FirstTest| {
                let pair = || self.pair_of_first_test(**test);
                query.shows_first(test, self.selection, pair, is_wrong)
            };
            let asked = if query.filter == LogFilter::Wrong { self.judged(&all) } else { &all };
            asked.iter().filter(shows).copied().collect()
        })
    }

    /// The first of these tests that a method is judged by, which makes them again: as many as
    /// count [`MOST_JUDGED`](Self::MOST_JUDGED), but at least one.
    pub(in crate::engine) fn judged<'t>(&self, tests: &'t [FirstTest]) -> &'t [FirstTest] {
        let effort = |test: &FirstTest| {
            let world =
                if test.position == 0 { self.history.first_world() } else { self.history.world() };
            let [a, b] = test.ids.map(|id| world.object(id).map(|object| &object.shape));
            a.zip(b).map_or(1, |(a, b)| tests_of_pair(a, b))
        };
        let mut counted = 0;
        let mut is_cheap = |test: &FirstTest| {
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
    ) -> Questions {
        const MOST: usize = 1000;
        self.unanswered.get((self.revision, judge.key()), || {
            let log = self.log();
            let records = (0..log.len()).rev().filter_map(|at| log.get(at)).map(Pair::from);
            let (first, _) = self.first_tests(&LogQuery::default(), in_focus);
            let first = first.iter().filter_map(|test| self.pair_of_first_test(*test));
            records.chain(first).filter_map(|pair| judge.unanswered(&pair)).take(MOST).collect()
        })
    }

    /// A first test with its result, made again; with the object that the scene opens with first if
    /// nothing moves.
    pub(in crate::engine) fn pair_of_first_test(&self, test: FirstTest) -> Option<Pair> {
        const MOST_KEPT: usize = History::MOST_OF_A_CHANGE;
        let mut kept = self.made_again.borrow_mut();
        if kept.0 != self.branches || kept.1.len() >= MOST_KEPT {
            *kept = (self.branches, BTreeMap::new());
        }
        if let Some(pair) = kept.1.get(&(test.position, test.ids)) {
            return Some(pair.clone());
        }
        let (a, b, pair_result) = self.result_of(test)?;
        let pair = Pair { a, b, pair_result };
        let pair = match self.first_selection() {
            Some(first) => pair.with_first(first),
            None => pair,
        };
        kept.1.insert((test.position, test.ids), pair.clone());
        Some(pair)
    }

    fn result_of(&self, test: FirstTest) -> Option<(Participant, Participant, PairResult)> {
        let FirstTest { position, ids: [one, other], .. } = test;
        if position == 0 {
            return self.history.first_world().pair_result(one, other);
        }
        if self.world().len() < History::MOST_OF_A_CHANGE {
            let tests = self.unrecorded_tests(position);
            let is_it =
                |it: &&UnrecordedTest| test.ids == [it.a.id.min(it.b.id), it.a.id.max(it.b.id)];
            if let Some(UnrecordedTest { a, b, pair_result, .. }) =
                tests.iter().find(is_it).cloned()
            {
                return Some((a, b, pair_result));
            }
        }
        let world = || Arc::new(self.history.world_at(position));
        self.world_then.get((self.branches, position), world).pair_result(one, other)
    }

    /// The object that is selected when the scene opens.
    pub(in crate::engine) fn first_selection(&self) -> Option<ObjectId> {
        self.selected_first.or_else(|| usual_selection(self.history.first_world()))
    }
}

// The marks of the timeline: for each shown log line, its frame and what it counts for. A line is
// examined once, when it is added or when the query changes.

/// The key besides the line, as for the shown records.
type MarksAsked = (LogQuery, Option<ObjectId>, JudgeKey, u64);

/// The key of the bins besides the lines: how often these changed, the frames of each bin, and
/// which frames are covered.
type Binned = (u64, FrameScale, Covering);

/// The marks of the lines that the last query shows. Bounded by the length of the log.
#[derive(Clone, Debug, Default)]
pub(super) struct LineMarks(RefCell<KnownMarks>);

#[derive(Clone, Debug, Default)]
struct KnownMarks {
    asked: Option<MarksAsked>,
    /// The marks of records, each with its number.
    of_records: VecDeque<(u64, LineMark)>,
    /// The number of the last record examined.
    last: u64,
    first_tests: Option<Arc<[FirstTest]>>,
    of_first_tests: Vec<LineMark>,
    /// How often they changed.
    version: u64,
    bins: Option<(Binned, Arc<[Bin]>)>,
}

impl KnownMarks {
    fn begin_anew(&mut self, asked: MarksAsked) {
        let version = self.version + 1;
        *self = Self { asked: Some(asked), version, ..Self::default() };
    }

    /// Drops the marks of records that the log has dropped as its oldest.
    fn forget_before(&mut self, oldest: u64) {
        while self.of_records.front().is_some_and(|(number, _)| *number < oldest) {
            self.of_records.pop_front();
            self.version += 1;
        }
    }

    fn marks(&self) -> impl Iterator<Item = LineMark> + '_ {
        let of_records = self.of_records.iter().map(|(_, mark)| *mark);
        of_records.chain(self.of_first_tests.iter().copied())
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
        let mut known = self.line_marks.0.borrow_mut();
        self.update_marks(&mut known, query, in_focus, judge);
        let binned = (known.version, scale, covering);
        if let Some((_, bins)) = known.bins.as_ref().filter(|(of, _)| *of == binned) {
            return Arc::clone(bins);
        }
        let mut bins = scale.empty_bins();
        for mark in known.marks().filter(|mark| !is_covered(mark.frame)) {
            if let Some(bin) = bins.get_mut(scale.bin_of(mark.frame)) {
                bin.count(mark);
            }
        }
        let bins: Arc<[Bin]> = bins.into();
        known.bins = Some((binned, Arc::clone(&bins)));
        bins
    }

    fn update_marks(
        &self,
        known: &mut KnownMarks,
        query: &LogQuery,
        in_focus: Option<[ObjectId; 2]>,
        judge: Judge<'_>,
    ) {
        let log = self.log();
        let selected = self.selection.filter(|_| query.filter == LogFilter::Selected);
        let asked = (query.clone(), selected, judge.key(), self.branches);
        if known.asked.as_ref() != Some(&asked) {
            known.begin_anew(asked);
        }
        known.forget_before(log.get(0).map_or(u64::MAX, |record| record.seq));
        let shown = self.shown(query, judge);
        for record in (shown.up_to(known.last)..shown.len()).filter_map(|at| shown.get(at)) {
            known.last = record.seq;
            let mark = mark(record.frame, record.outcome, &record.into(), judge);
            if mark.is_seen() {
                known.of_records.push_back((record.seq, mark));
                known.version += 1;
            }
        }
        let first_tests = self.first_tests_shown(query, in_focus, judge);
        if known.first_tests.as_ref().is_none_or(|known| !Arc::ptr_eq(known, &first_tests)) {
            let judged = self.judged(&first_tests).len();
            let mark = |(at, test): (usize, &FirstTest)| {
                let is_asked = at < judged;
                let pair = || self.pair_of_first_test(*test);
                let is_wrong = is_asked && pair().is_some_and(|pair| judge.is_wrong(&pair));
                LineMark { frame: test.frame, outcome: test.outcome, is_wrong }
            };
            let marks = first_tests.iter().enumerate().map(mark);
            known.of_first_tests = marks.filter(|mark| mark.is_seen()).collect();
            known.first_tests = Some(first_tests);
            known.version += 1;
        }
    }
}

fn mark(frame: u64, outcome: TestResult, pair: &Pair, judge: Judge<'_>) -> LineMark {
    LineMark { frame, outcome, is_wrong: judge.is_wrong(pair) }
}

/// The tests of one change.
pub(super) type Tests = Arc<[UnrecordedTest]>;

/// The tests of the most recently requested changes.
#[derive(Clone, Debug, Default)]
pub(super) struct UnrecordedTests(RefCell<KeptTests>);

#[derive(Clone, Debug, Default)]
struct KeptTests {
    /// How often history had been truncated.
    branches: u64,
    /// By the position of the change; the most recently requested one is last.
    changes: VecDeque<(usize, Tests)>,
}

impl KeptTests {
    /// The most changes that are cached: more than a screen has rows.
    const MOST: usize = 256;
    /// The most tests of all of them together.
    const MOST_TESTS: usize = 10_000;

    fn keep(&mut self, position: usize, tests: Tests) {
        self.changes.retain(|(other, _)| *other != position);
        self.changes.push_back((position, tests));
        let count = |changes: &VecDeque<(usize, Tests)>| {
            changes.iter().map(|(_, tests)| tests.len()).sum::<usize>()
        };
        while self.changes.len() > Self::MOST
            || self.changes.len() > 1 && count(&self.changes) > Self::MOST_TESTS
        {
            self.changes.pop_front();
        }
    }
}

impl UnrecordedTests {
    /// How many changes are computed at once, since going to the previous change means restarting
    /// from a snapshot.
    const TOGETHER: usize = 32;

    /// The tests of the change at this position that made no record. `branches` is how often this
    /// history was truncated.
    pub(super) fn of(&self, history: &History, branches: u64, position: usize) -> Tests {
        let mut known = self.0.borrow_mut();
        if known.branches != branches {
            *known = KeptTests { branches, ..KeptTests::default() };
        }
        if let Some((_, tests)) = known.changes.iter().find(|(other, _)| *other == position) {
            return Arc::clone(tests);
        }
        let is_now = position == history.position();
        let together =
            if is_now { 1 } else { (6 * Self::TOGETHER / history.world().len().max(6)).max(1) };
        let first = position.saturating_sub(together - 1).max(1);
        let mut found = Tests::default();
        let changes = history.unrecorded_between(first..=position);
        for (position, tests) in (first..).zip(changes) {
            found = tests.into();
            known.keep(position, Arc::clone(&found));
        }
        found
    }
}
