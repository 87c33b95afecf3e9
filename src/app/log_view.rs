//! The lines of the log that the panel shows.

use std::collections::HashSet;

use super::{Arrow, Model};
use hitscan_core::command::LogFilter;
use hitscan_core::engine::{Engine, Pair};
use hitscan_core::methods::{Agreement, Method};
use hitscan_core::world::{ObjectId, Record, TestResult};

/// Two objects in either order.
fn key(one: ObjectId, other: ObjectId) -> [ObjectId; 2] {
    [one.min(other), one.max(other)]
}

/// What a jump through the log goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Jump {
    /// A HIT.
    Hit,
    /// A test where the method in view is wrong.
    Wrong,
}

/// The log of an engine, as its query filters it.
#[derive(Clone, Copy, Debug)]
pub struct LogView<'a>(&'a Engine);

impl<'a> Model<'a> {
    /// The lines of the log that the panel shows.
    #[must_use]
    pub const fn log(self) -> LogView<'a> {
        LogView(self.engine)
    }
}

impl<'a> LogView<'a> {
    /// The most unchanged tests of one change that are looked at. Those after
    /// them are not listed: a frame of 10 000 objects tests 50 million pairs.
    pub const MOST_UNCHANGED: usize = 10_000;

    /// The tests of the last change whose result stayed the same and which the
    /// log does not hold, in scene order; none unless all tests are shown.
    pub fn unchanged(self) -> impl Iterator<Item = Pair> + 'a {
        let (sandbox, query) = (self.0.sandbox(), self.0.log_query());
        let shows_all = query.filter == LogFilter::All;
        let kept: HashSet<_> = if shows_all {
            let kept = sandbox.history().last_records();
            kept.map(|record| key(record.a.id, record.b.id)).collect()
        } else {
            HashSet::new()
        };
        let tested = shows_all.then(|| sandbox.history().tested_ids());
        let unkept = tested.into_iter().flatten().filter(move |ids| !kept.contains(ids));
        unkept
            .take(Self::MOST_UNCHANGED)
            .filter_map(|[one, other]| sandbox.world().pair_result(one, other))
            .filter(|(a, b, pair_result)| query.names_test(a, b, pair_result))
            .map(|(a, b, pair_result)| Pair { a, b, pair_result })
    }

    /// The records shown, oldest first.
    #[must_use]
    pub fn records(self) -> impl DoubleEndedIterator<Item = &'a Record> {
        let query = self.0.log_query();
        self.0.sandbox().log().records().filter(|record| query.shows(record))
    }

    /// The marked record: the chosen one, else the newest up to now.
    #[must_use]
    pub fn marked(self) -> Option<&'a Record> {
        self.0.chosen_record().or_else(|| self.newest())
    }

    /// The newest record up to now.
    pub(super) fn newest(self) -> Option<&'a Record> {
        let now = self.0.sandbox().history().position();
        self.records().rev().find(|record| record.position <= now)
    }

    /// The next line below or above the marked one that is HIT, or where the method in
    /// view is wrong. Covered lines are skipped.
    pub(super) fn jump(self, way: Arrow, to: Jump, in_view: Option<Method>) -> Option<u64> {
        let engine = self.0;
        let rule = engine.world().settings().boundary_rule;
        let marked = self.marked()?.seq;
        let asked_about = engine.asked_about();
        let is_meant = |record: &&Record| {
            let ids = [record.a.id, record.b.id];
            let is_hit = record.outcome == TestResult::Hit;
            !engine.hides(record.frame, ids, asked_about.as_ref())
                && match to {
                    Jump::Hit => is_hit,
                    Jump::Wrong => {
                        Pair::from(*record).agreement(in_view, rule) == Some(Agreement::Wrong)
                    }
                }
        };
        let found = match way {
            Arrow::Up => self.records().rev().skip_while(|it| it.seq >= marked).find(is_meant),
            _ => self.records().skip_while(|it| it.seq <= marked).find(is_meant),
        };
        found.map(|record| record.seq)
    }

    /// The record `lines` shown lines above or below the marked one, or the
    /// last on the way.
    pub(super) fn neighbour(self, arrow: Arrow, lines: usize) -> Option<&'a Record> {
        let marked = self.marked()?;
        let next = match arrow {
            Arrow::Up => {
                let mut above = self.records().rev().skip_while(|record| record.seq >= marked.seq);
                above.by_ref().take(lines).last()
            }
            Arrow::Down => {
                let mut below = self.records().skip_while(|record| record.seq <= marked.seq);
                below.by_ref().take(lines).last()
            }
            Arrow::Left | Arrow::Right => None,
        };
        next.or(Some(marked))
    }
}
