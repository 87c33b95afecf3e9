//! The marks of the timeline: for each shown log line, its frame and what it counts for. A line is
//! examined once, when it is added or when the query changes.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

use super::{Pair, Sandbox};
use crate::command::LogFilter;
use crate::engine::judge::JudgeKey;
use crate::engine::timeline_marks::{Bin, Covering, FrameScale, LineMark};
use crate::engine::{Judge, LogQuery};
use crate::world::{FirstTest, ObjectId, TestResult};

/// The key besides the line, as for the shown records.
type Asked = (LogQuery, Option<ObjectId>, JudgeKey, u64);

/// The key of the bins besides the lines: how often these changed, the frames of each bin, and
/// which frames are covered.
type Binned = (u64, FrameScale, Covering);

/// The marks of the lines that the last query shows. Bounded by the length of the log.
#[derive(Clone, Debug, Default)]
pub(super) struct LineMarks(RefCell<KnownMarks>);

#[derive(Clone, Debug, Default)]
struct KnownMarks {
    asked: Option<Asked>,
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
    fn begin_anew(&mut self, asked: Asked) {
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
        (query, in_focus, judge): (&LogQuery, Option<[ObjectId; 2]>, Judge<'_>),
        (scale, covering): (FrameScale, Covering),
        is_covered: impl Fn(u64) -> bool,
    ) -> Arc<[Bin]> {
        let mut known = self.line_marks.0.borrow_mut();
        self.update_marks(&mut known, (query, in_focus, judge));
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
        (query, in_focus, judge): (&LogQuery, Option<[ObjectId; 2]>, Judge<'_>),
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
