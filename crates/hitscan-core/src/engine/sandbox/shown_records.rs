//! Which records and first tests the log shows for a query: each record is matched once, when it is
//! added or when the query changes.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

use super::unrecorded::Tests;
use super::{Pair, Sandbox, usual_selection};
use crate::command::LogFilter;
use crate::engine::judge::JudgeKey;
use crate::engine::log_lines::FirstTest;
use crate::engine::{Judge, LogQuery};
use crate::methods::OwnQuestion;
use crate::world::{History, Log, ObjectId, Record, UnrecordedTest};

/// The key besides the record: the query, the selected object and the judge if they matter, and how
/// often records were dropped from the end of the log, which frees their numbers.
type Asked = (LogQuery, Option<ObjectId>, Option<JudgeKey>, u64);

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
    #[must_use]
    pub fn len(&self) -> usize {
        self.numbers.as_ref().map_or_else(|| self.log.len(), |numbers| numbers.len())
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The one at this place.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<&'a Record> {
        match &self.numbers {
            Some(numbers) => self.log.by_seq(*numbers.get(at)?),
            None => self.log.get(at),
        }
    }

    /// How many of them have this number or a lower one.
    #[must_use]
    pub fn up_to(&self, number: u64) -> usize {
        match &self.numbers {
            Some(numbers) => numbers.partition_point(|&other| other <= number),
            None => self.log.len_up_to(number),
        }
    }
}

impl Sandbox {
    /// The records that a query shows; `judge` decides which are wrong.
    #[must_use]
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
    #[must_use]
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
    #[must_use]
    pub fn last_number_now(&self) -> u64 {
        self.last_number_at(self.history.position())
    }

    /// The number of the last record made by the first `position` changes.
    fn last_number_at(&self, position: usize) -> u64 {
        let last = self.log().len_at(position).checked_sub(1);
        last.and_then(|at| self.log().get(at)).map_or(0, |record| record.seq)
    }

    /// How many records have been matched against queries so far: the cost of showing the log.
    #[must_use]
    pub fn records_examined(&self) -> u64 {
        self.shown_records.0.borrow().examined
    }

    /// The tests of the change at this position that made no record.
    pub(in crate::engine) fn unrecorded_tests(&self, position: usize) -> Tests {
        self.unrecorded.of(&self.history, self.branches, position)
    }

    /// The first tests that a query shows, oldest first.
    pub(in crate::engine) fn first_tests_shown(
        &self,
        query: &LogQuery,
        judge: Judge<'_>,
    ) -> Arc<[FirstTest]> {
        let on_the_way = self.history.first_tests();
        let key = judge.key_for(query);
        let asked = (self.branches, on_the_way.len(), query.clone(), self.selection, key);
        self.first_tests.get(asked, || {
            let is_wrong = |pair: &Pair| judge.is_wrong(pair);
            let shows = |test: &FirstTest| query.shows_test(&test.pair, self.selection, is_wrong);
            let opening = self.opening_tests();
            let all = opening.iter().cloned().chain(on_the_way.iter().map(|test| self.first(test)));
            all.filter(shows).collect()
        })
    }

    /// What the judge's program has yet to answer about lines of the log: the newest lines, as many
    /// as fit one round.
    pub(in crate::engine) fn unanswered(&self, judge: Judge<'_>) -> Questions {
        const MOST: usize = 1000;
        self.unanswered.get((self.revision, judge.key()), || {
            let log = self.log();
            let records = (0..log.len()).rev().filter_map(|at| log.get(at)).map(Pair::from);
            let first = self.first_tests_shown(&LogQuery::default(), judge);
            let first = first.iter().map(|test| test.pair.clone());
            records.chain(first).filter_map(|pair| judge.unanswered(&pair)).take(MOST).collect()
        })
    }

    /// The tests of the initial world, the strongest result first: of every pair, or in a large
    /// world, of the selected object with those that the broad phase proposes.
    pub(in crate::engine) fn opening_tests(&self) -> Arc<[FirstTest]> {
        let is_small = self.history.first_world().len() <= History::MOST_FOR_EVERY_PAIR;
        let selected = self.selection.filter(|_| !is_small);
        self.opening_tests.get(selected, || {
            let tests = self.history.opening_tests(selected);
            tests.iter().map(|test| self.first(test)).collect()
        })
    }

    /// A first test, with the object that the scene opens with first if nothing moves.
    fn first(&self, test: &UnrecordedTest) -> FirstTest {
        let UnrecordedTest { frame, position, a, b, pair_result } = test.clone();
        let pair = match self.first_selection() {
            Some(first) => Pair::with_first(first, (a, b, pair_result)),
            None => Pair { a, b, pair_result },
        };
        FirstTest { frame, position, pair }
    }

    /// The object that is selected when the scene opens.
    pub(in crate::engine) fn first_selection(&self) -> Option<ObjectId> {
        self.selected_first.or_else(|| usual_selection(self.history.first_world()))
    }
}
