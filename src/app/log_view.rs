//! The lines of the log that the panel shows, and walking through them.

use std::collections::HashSet;
use std::ops::Range;

use super::{Action, App, Arrow, Model, Pane, Tab};
use hitscan_core::command::{LogFilter, Page};
use hitscan_core::engine::{Engine, Pair, Shown};
use hitscan_core::methods::Agreement;
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
    pub fn log(self) -> LogView<'a> {
        LogView(self.engine)
    }
}

impl<'a> LogView<'a> {
    /// The most unchanged tests of one change that are looked at. Those after
    /// them are not listed: a frame of 10 000 objects tests 50 million pairs.
    pub const MOST_UNCHANGED: usize = 10_000;
    /// The most objects in a world of which the log lists all changes unless asked for
    /// something else. In a larger one it lists those of the selected object: what many
    /// others do would leave no room for them.
    pub const MOST_LISTED_TOGETHER: usize = 1000;

    /// The tests of the last change whose result stayed the same and which the
    /// log does not hold, and the contacts that only went on, in scene order; none
    /// unless all tests are shown.
    pub fn unchanged(self) -> impl Iterator<Item = Pair> + 'a {
        let (sandbox, query) = (self.0.sandbox(), self.0.log_query());
        let shows_all = query.filter == LogFilter::All;
        let kept: HashSet<_> = if shows_all {
            let kept = sandbox.history().last_records();
            kept.map(|record| key(record.a.id, record.b.id)).collect()
        } else {
            HashSet::new()
        };
        let is_kept = move |ids: [ObjectId; 2]| kept.contains(&ids);
        let unkept = shows_all.then(|| sandbox.history().unrecorded(is_kept));
        unkept
            .into_iter()
            .flatten()
            .take(Self::MOST_UNCHANGED)
            .filter(|(a, b, pair_result)| query.names_test(a, b, pair_result))
            .map(|(a, b, pair_result)| Pair { a, b, pair_result })
    }

    /// The records shown, oldest first; none that predict mode covers.
    #[must_use]
    pub fn records(self) -> impl DoubleEndedIterator<Item = &'a Record> {
        let shown = self.shown();
        self.uncovered(0..shown.len(), shown)
    }

    /// The records shown, covered ones included.
    #[must_use]
    pub fn shown(self) -> Shown<'a> {
        self.0.sandbox().shown(self.0.log_query(), self.0.compared())
    }

    /// Those of the records shown that predict mode does not cover.
    fn uncovered(
        self,
        places: Range<usize>,
        shown: Shown<'a>,
    ) -> impl DoubleEndedIterator<Item = &'a Record> {
        let engine = self.0;
        let asked_about = engine.asked_about();
        places.filter_map(move |at| shown.get(at)).filter(move |record| {
            let ids = [record.a.id, record.b.id];
            !engine.hides(record.frame, ids, asked_about.as_ref())
        })
    }

    /// Whether there is nothing to list under any filter.
    #[must_use]
    pub fn is_empty(self) -> bool {
        if self.0.is_covering() {
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
            if self.0.is_covering() {
                return self.until_now().find(|record| pair.is_of([record.a.id, record.b.id]));
            }
            let (sandbox, query) = (self.0.sandbox(), self.0.log_query());
            let newest = sandbox.newest_shown(query, self.0.compared(), [pair.a.id, pair.b.id])?;
            sandbox.log().by_seq(newest)
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
        let shown = self.shown();
        let until_now = shown.up_to(self.0.sandbox().last_number_now());
        self.uncovered(0..until_now, shown).rev()
    }

    /// Those above the record of this number, newest first.
    fn above(self, number: u64) -> impl Iterator<Item = &'a Record> {
        let shown = self.shown();
        self.uncovered(0..shown.up_to(number.saturating_sub(1)), shown).rev()
    }

    /// Those below the record of this number, oldest first.
    fn below(self, number: u64) -> impl Iterator<Item = &'a Record> {
        let shown = self.shown();
        self.uncovered(shown.up_to(number)..shown.len(), shown)
    }

    /// Where walking through the lines begins: the marked one, else the newest up to
    /// now.
    fn begin(self) -> Option<&'a Record> {
        self.marked().or_else(|| self.paged())
    }

    /// The number of that record; where all lines are later than now, the last number
    /// before them.
    fn begin_number(self) -> u64 {
        self.begin().map_or_else(|| self.0.sandbox().last_number_now(), |record| record.seq)
    }

    /// The next line below or above the marked one that is HIT, or where the method in
    /// view is wrong. Covered lines are skipped.
    pub(super) fn jump(self, way: Arrow, to: Jump) -> Option<u64> {
        let compared = self.0.compared();
        let rule = self.0.world().settings().boundary_rule;
        let marked = self.begin_number();
        let is_meant = |record: &&Record| match to {
            Jump::Hit => record.outcome == TestResult::Hit,
            Jump::Wrong => Pair::from(*record).agreement(compared, rule) == Some(Agreement::Wrong),
        };
        let found = match way {
            Arrow::Up => self.above(marked).find(is_meant),
            _ => self.below(marked).find(is_meant),
        };
        found.map(|record| record.seq)
    }

    /// The record `lines` shown lines above or below the marked one, or the
    /// last on the way.
    pub(super) fn neighbour(self, arrow: Arrow, lines: usize) -> Option<&'a Record> {
        let marked = self.begin_number();
        let next = match arrow {
            Arrow::Up => self.above(marked).take(lines).last(),
            Arrow::Down => self.below(marked).take(lines).last(),
            Arrow::Left | Arrow::Right => None,
        };
        next.or_else(|| self.begin())
    }
}

impl Model<'_> {
    /// Says that nothing is meant in that direction, and which key goes to what is in the
    /// other.
    fn no_jump(self, way: Arrow, to: Jump) -> String {
        let (back, whether, other) = match way {
            Arrow::Up => (Arrow::Down, "earlier", "a later"),
            _ => (Arrow::Up, "later", "an earlier"),
        };
        let (what, action) = match (to, back) {
            (Jump::Hit, Arrow::Up) => ("HIT", Action::PreviousHit),
            (Jump::Hit, _) => ("HIT", Action::NextHit),
            (Jump::Wrong, Arrow::Up) => ("wrong answer of this method", Action::PreviousWrong),
            (Jump::Wrong, _) => ("wrong answer of this method", Action::NextWrong),
        };
        let said = format!("the log has no {whether} {what}");
        match self.log().jump(back, to) {
            Some(_) => format!("{said}: {} shows {other} one", self.input.keymap.named(action)),
            None => said,
        }
    }
}

impl App {
    /// Looks at the next or previous line of the log that is HIT, or where the method
    /// in view is wrong.
    pub(super) fn jump(&mut self, way: Arrow, to: Jump) {
        let Some(seq) = self.model().log().jump(way, to) else {
            return self.screen.say(self.model().no_jump(way, to));
        };
        // A view over the arena would hide the frame.
        if !self.screen.has_panel_over() {
            self.screen.pane = Pane::Panel;
        }
        self.engine.look_at(seq);
        // Why is to explain the answer that is wrong, not the truth.
        if to == Jump::Wrong && self.engine.focus().page == Page::Truth {
            self.turn_to(self.model().method_in_view());
        }
    }

    pub(super) fn show_log(&mut self) {
        let is_shown = self.screen.panel.tab == Tab::Log && self.screen.shows_panel();
        if is_shown && self.screen.panel.answer.is_none() {
            let filter = match self.engine.log_query().filter {
                LogFilter::Changes => LogFilter::Hits,
                LogFilter::Hits => LogFilter::Wrong,
                LogFilter::Wrong => LogFilter::All,
                LogFilter::All => LogFilter::Selected,
                LogFilter::Selected => LogFilter::Changes,
            };
            self.screen.panel.chosen_filter = Some(filter);
            self.update_filter();
            self.screen.say(match filter {
                LogFilter::Changes => "log: tests whose answer changed",
                LogFilter::Hits => "log: of those, hits and touches",
                LogFilter::Wrong => "log: of those, where the method in view is wrong",
                LogFilter::All => "log: every test of the last change, too",
                LogFilter::Selected => "log: of those, what the selected object did",
            });
        }
        self.screen.show(Tab::Log);
    }

    /// Lists the tests that were asked for since the scene was opened, else those that
    /// the configuration names, else what suits the size of the world.
    pub(super) fn update_filter(&mut self) {
        let is_large = self.engine.world().len() > LogView::MOST_LISTED_TOGETHER;
        let usual = if is_large { LogFilter::Selected } else { LogFilter::default() };
        let asked = self.screen.panel.chosen_filter.or(self.input.preferences.log);
        self.engine.log_query_mut().filter = asked.unwrap_or(usual);
    }

    /// Looks at the line of the log this many lines further.
    pub(super) fn choose_line(&mut self, arrow: Arrow, lines: usize) {
        if let Some(seq) = self.model().log().neighbour(arrow, lines).map(|record| record.seq) {
            self.engine.look_at(seq);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::app::{App, GlyphSet, KeyPress, Message};
    use hitscan_core::command::{Command, LogFilter, Page};
    use hitscan_core::methods::Method;
    use hitscan_core::scene::{Scene, Source};
    use hitscan_core::world::Axes;

    fn pressed(mut app: App, keys: &str) -> App {
        for key in keys.split_whitespace() {
            app.press(KeyPress::parse(key).expect("a key"));
        }
        app
    }

    fn run(app: &mut App, line: &str) {
        let command = Command::parse(line, Axes::YDown).expect(line).expect("a command");
        app.execute(&command).expect(line);
    }

    /// A laser that goes into a box and out again, so that `edges` errs in between.
    fn app() -> App {
        let app = App::new(Scene::default(), Source::New, (80, 24), GlyphSet::Lines);
        let mut app = app.expect("nothing is a world");
        for line in ["box A 0 0 20 20", "laser L -8 10 -4 10", "move L 10 0", "move L 20 0"] {
            run(&mut app, line);
        }
        app.execute(&Command::Method(Page::Method(Method::EDGES))).expect("it is done");
        app
    }

    #[test]
    fn the_log_key_goes_through_all_filters() {
        let mut app = app();
        let filters = [
            LogFilter::Hits,
            LogFilter::Wrong,
            LogFilter::All,
            LogFilter::Selected,
            LogFilter::Changes,
        ];
        for filter in filters {
            app = pressed(app, "1");
            assert_eq!(app.engine().log_query().filter, filter);
            assert!(
                matches!(&app.screen().message, Some(Message::Note(said)) if said.starts_with("log: "))
            );
        }
    }

    #[test]
    fn the_wrong_ones_are_those_where_the_chosen_method_is_wrong_and_follow_it() {
        let mut app = pressed(app(), "1 1");
        let frames = |app: &App| -> Vec<_> {
            app.model().log().records().map(|record| record.frame).collect()
        };
        assert_eq!(frames(&app), [1], "inside, no edge is met");
        assert_eq!(frames(&app), [1], "and the same when asked again");
        // Another end of the log frees the numbers of its records.
        for line in ["undo 2", "move L 0 40"] {
            run(&mut app, line);
        }
        assert_eq!(frames(&app), [0_u64; 0]);
        run(&mut app, "log wrong");
        assert_eq!(app.engine().log_query().filter, LogFilter::Wrong);
    }
}
