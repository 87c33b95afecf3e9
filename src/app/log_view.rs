//! The lines of the log that the panel shows, and walking through them.

use std::collections::HashSet;

use super::{App, Arrow, Model, Pane, Tab};
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

    /// The records shown, oldest first; none that predict mode covers.
    #[must_use]
    pub fn records(self) -> impl DoubleEndedIterator<Item = &'a Record> {
        let (engine, query) = (self.0, self.0.log_query());
        let asked_about = engine.asked_about();
        engine.sandbox().log().records().filter(move |record| {
            let ids = [record.a.id, record.b.id];
            query.shows(record) && !engine.hides(record.frame, ids, asked_about.as_ref())
        })
    }

    /// Whether there is nothing to list, whatever the filter.
    #[must_use]
    pub fn is_empty(self) -> bool {
        if self.0.is_predicting() {
            return self.0.covered_frames().next().is_none() && self.records().next().is_none();
        }
        self.0.log().is_empty()
    }

    /// The marked record: the chosen one, else the newest up to now of the pair in
    /// focus.
    #[must_use]
    pub fn marked(self) -> Option<&'a Record> {
        let in_focus = || {
            let pair = self.0.pair_in_focus()?;
            self.until_now().find(|record| pair.is_of([record.a.id, record.b.id]))
        };
        self.0.chosen_record().or_else(in_focus)
    }

    /// The record whose page is shown: the chosen one, else the newest up to now.
    #[must_use]
    pub fn paged(self) -> Option<&'a Record> {
        self.0.chosen_record().or_else(|| self.until_now().next())
    }

    /// Those up to now, newest first.
    fn until_now(self) -> impl Iterator<Item = &'a Record> {
        let now = self.0.sandbox().history().position();
        self.records().rev().filter(move |record| record.position <= now)
    }

    /// Where walking through the lines begins.
    fn begin(self) -> Option<&'a Record> {
        self.marked().or_else(|| self.paged())
    }

    /// The next line below or above the marked one that is HIT, or where the method in
    /// view is wrong. Covered lines are skipped.
    pub(super) fn jump(self, way: Arrow, to: Jump, in_view: Option<Method>) -> Option<u64> {
        let rule = self.0.world().settings().boundary_rule;
        let marked = self.begin()?.seq;
        let is_meant = |record: &&Record| match to {
            Jump::Hit => record.outcome == TestResult::Hit,
            Jump::Wrong => Pair::from(*record).agreement(in_view, rule) == Some(Agreement::Wrong),
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
        let marked = self.begin()?;
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

impl App {
    /// Looks at the next or previous line of the log that is HIT, or where the method
    /// in view is wrong.
    pub(super) fn jump(&mut self, way: Arrow, to: Jump) {
        let in_view = self.model().method_in_view();
        let Some(seq) = self.model().log().jump(way, to, in_view) else {
            let what = match to {
                Jump::Hit => "HIT",
                Jump::Wrong => "wrong answer of the method in view",
            };
            let whether = if way == Arrow::Up { "earlier" } else { "later" };
            return self.screen.say(format!("no {whether} {what} in the log"));
        };
        self.screen.pane = Pane::Panel;
        self.engine.look_at(seq);
    }

    pub(super) fn show_log(&mut self) {
        if self.screen.panel.tab == Tab::Log && self.screen.panel.answer.is_none() {
            let query = self.engine.log_query_mut();
            query.filter = match query.filter {
                LogFilter::Changes => LogFilter::Hits,
                LogFilter::Hits => LogFilter::All,
                LogFilter::All => LogFilter::Changes,
            };
        }
        self.screen.show(Tab::Log);
    }

    /// Looks at the line of the log this many lines further.
    pub(super) fn choose_line(&mut self, arrow: Arrow, lines: usize) {
        if let Some(seq) = self.model().log().neighbour(arrow, lines).map(|record| record.seq) {
            self.engine.look_at(seq);
        }
    }
}
