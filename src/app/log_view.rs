//! The log lines that the panel shows, and moving through them.

use super::{Action, ArenaModel, Arrow, KeyMap, Model};
use hitscan_core::command::LogFilter;
use hitscan_core::engine::{Engine, LineId, LogLines, LogQuery, Pair, tests_after, tests_up_to};
use hitscan_core::methods::OwnQuestion;
use hitscan_core::world::{LogEntry, TestResult};

/// What a jump through the log looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Jump {
    /// A HIT.
    Hit,
    /// A test where the method in view is wrong.
    Wrong,
}

/// The filter that the key of the log switches to after this one, and what the log then shows. In a
/// [large](LogQuery::MOST_LISTED_TOGETHER) world all changes are never listed together.
pub(super) const fn next_filter(filter: LogFilter, is_large: bool) -> (LogFilter, &'static str) {
    match filter {
        LogFilter::Selected if is_large => {
            (LogFilter::All, "log: every test of the selected object, a line for each")
        }
        LogFilter::Changes => (LogFilter::All, "log: every test, a line for each"),
        LogFilter::All => (LogFilter::Hits, "log: hits and touches alone"),
        LogFilter::Hits => (LogFilter::Wrong, "log: where the method in view is wrong"),
        LogFilter::Wrong => (LogFilter::Selected, "log: what the selected object did"),
        LogFilter::Selected => (LogFilter::Changes, "log: equal answers in a row are one line"),
    }
}

/// The log of an engine, filtered by its query.
#[derive(Clone, Copy, Debug)]
pub struct LogView<'a>(&'a Engine);

impl<'a> Model<'a> {
    /// The log lines that the panel shows.
    pub fn log(self) -> LogView<'a> {
        LogView::of(self.engine)
    }
}

impl<'a> LogView<'a> {
    /// The log of this engine.
    pub(super) const fn of(engine: &'a Engine) -> Self {
        Self(engine)
    }

    /// Whether each test has its own line.
    pub fn is_unfolded(self) -> bool {
        self.0.log_query().filter == LogFilter::All
    }

    /// The lines with their counts, covered ones included.
    pub fn lines(self) -> LogLines<'a> {
        LogLines::of(self.0)
    }

    /// Whether there is nothing to list under any filter.
    pub fn is_empty(self) -> bool {
        if self.0.is_covering() {
            let lines = self.lines();
            let is_visible = self.uncovered();
            let mut visible = (0..lines.len()).filter_map(|at| lines.get(at)).filter(is_visible);
            return self.0.covered_frames().next().is_none() && visible.next().is_none();
        }
        self.lines().is_empty_unfiltered()
    }

    /// Whether the log is as the scene opened it: nothing has happened, and neither a line nor
    /// another filter was chosen.
    pub fn is_as_opened(self) -> bool {
        let is_usual = match self.0.log_query().filter {
            LogFilter::Changes | LogFilter::Selected => true,
            LogFilter::Hits => self.is_of_a_game(),
            LogFilter::All | LogFilter::Wrong => false,
        };
        let is_looked_at = self.0.is_covering() || self.0.chosen_line().is_some();
        is_usual && !is_looked_at && self.0.history().is_empty()
    }

    /// Whether the scene can be won or lost: its log opens with hits and touches alone.
    pub fn is_of_a_game(self) -> bool {
        self.0.sandbox().game_ends().all().next().is_some()
    }

    /// Whether the world is so large that all changes and all tests are those of the selected
    /// object.
    pub fn is_of_the_selected(self) -> bool {
        let is_large = self.0.world().len() > LogQuery::MOST_LISTED_TOGETHER;
        is_large && matches!(self.0.log_query().filter, LogFilter::Selected | LogFilter::All)
    }

    /// Whether only tests of the selected object are listed, in a very large world, and none of
    /// them has made a line since the scene was opened.
    pub fn lacks_the_selected(self) -> bool {
        let (engine, query) = (self.0, self.0.log_query());
        query.filter == LogFilter::Selected
            && query.text.is_empty()
            && engine.world().len() > ArenaModel::MOST_NAMED
            && engine.sandbox().selection().is_some()
            && engine.chosen_line().is_none()
            && !engine.is_covering()
            && !self.is_as_opened()
            && self.lines().records() == 0
    }

    /// A predicate for lines that predict mode leaves uncovered.
    fn uncovered(self) -> impl Fn(&LogEntry) -> bool {
        let engine = self.0;
        let asked_about = engine.asked_about();
        move |line| !engine.hides(line.frame, line.ids, asked_about.as_ref())
    }

    /// The marked line: the chosen one, or the newest of the pair in focus, up to the frame in
    /// focus.
    pub fn marked(self) -> Option<LineId> {
        self.0.chosen_line().or_else(|| {
            let pair = self.0.pair_in_focus()?;
            if self.0.is_covering() {
                return self.newest(|line| pair.is_of(line.ids));
            }
            let (sandbox, asked) = (self.0.sandbox(), (self.0.log_query(), self.0.judge()));
            let position = self.0.position_in_focus();
            let newest = sandbox.newest_shown(asked, position, [pair.a.id, pair.b.id]);
            newest.map(LineId::Record).or_else(|| self.lines().first_of(&pair))
        })
    }

    /// The line whose page is shown: the chosen one, or the newest up to the frame in focus. Among
    /// the first tests of objects that appeared together, that is the one of the pair in focus.
    pub fn paged(self) -> Option<LineId> {
        self.0.chosen_line().or_else(|| {
            let newest = self.newest(|_| true)?;
            let LineId::Test(position, _) = newest else { return Some(newest) };
            let is_beside = |line: &LineId| matches!(line, LineId::Test(at, _) if *at == position);
            self.marked().filter(is_beside).or(Some(newest))
        })
    }

    /// The newest matching line up to the frame in focus.
    pub(super) fn newest(self, holds: impl Fn(&LogEntry) -> bool) -> Option<LineId> {
        let (lines, is_uncovered) = (self.lines(), self.uncovered());
        let until_now = (0..lines.up_to(self.0.position_in_focus())).rev();
        let mut until_now = until_now.filter_map(|at| lines.get(at));
        until_now.find(|line| is_uncovered(line) && holds(line)).map(LogEntry::id)
    }

    /// The line where a walk starts: the marked one, or the newest up to now. `None` while a frame
    /// is in focus: the walk then starts at that frame.
    fn begin(self) -> Option<LineId> {
        if self.0.focus().is_looking() && self.0.chosen_line().is_none() {
            return None;
        }
        self.marked().or_else(|| self.paged())
    }

    /// The next line above or below the marked one that is HIT, or where the method in view is
    /// wrong. Skips covered lines.
    pub(super) fn jump(self, way: Arrow, to: Jump) -> Option<LineId> {
        let (judge, lines) = (self.0.judge(), self.lines());
        let is_meant = |line: &LogEntry| match to {
            Jump::Hit => line.outcome == TestResult::Hit,
            Jump::Wrong => {
                let pair = self.0.sandbox().pair_of_entry(*line);
                pair.is_some_and(|pair| judge.is_wrong(&pair))
            }
        };
        if way == Arrow::Up
            && let Some(id) = self.newest_hit_before_now()
            && lines.find(id).is_some_and(|line| is_meant(&line))
        {
            return Some(id);
        }
        self.walk(&lines, way, is_meant)
    }

    /// The marked line, if only hits are listed and the world has gone on since: it is the nearest
    /// one on the way back, as the MISS after it is not listed.
    fn newest_hit_before_now(self) -> Option<LineId> {
        let is_of_hits = self.0.log_query().filter == LogFilter::Hits;
        let is_walked = self.0.chosen_line().is_some() || self.0.focus().is_looking();
        let marked = self.marked().filter(|_| is_of_hits && !is_walked)?;
        let position = self.lines().find(marked)?.position;
        (position < self.0.history().position()).then_some(marked)
    }

    /// What the own method in view still has to answer about the lines in view: those up to `rows`
    /// above and below the line whose page is shown.
    pub(super) fn unanswered_in_view(self, rows: usize) -> Vec<OwnQuestion> {
        let (judge, is_uncovered) = (self.0.judge(), self.uncovered());
        let pairs: Vec<Pair> = if self.is_unfolded() {
            let chosen = self.0.chosen_line();
            let tests = tests_up_to(self.0, chosen, rows).into_iter();
            tests.chain(tests_after(self.0, chosen, rows)).map(|line| line.pair).collect()
        } else {
            let lines = self.lines();
            let paged = self.paged().filter(|_| !self.is_as_opened());
            let middle = paged.map_or(0, |line| lines.through(line));
            let in_view = middle.saturating_sub(rows)..middle.saturating_add(rows);
            let in_view = in_view.map_while(|at| lines.get(at)).filter(is_uncovered);
            in_view.filter_map(|line| self.0.sandbox().pair_of_entry(line)).collect()
        };
        pairs.iter().filter_map(|pair| judge.unanswered(pair)).collect()
    }

    /// What the own method still has to answer about the lines that a jump to a wrong answer
    /// passes, nearest first: at most `most`, and none beyond a line where it is known to be wrong.
    pub(super) fn unanswered_on_the_way(self, way: Arrow, most: usize) -> Vec<OwnQuestion> {
        let (judge, lines, mut found) = (self.0.judge(), self.lines(), Vec::new());
        self.walk(&lines, way, |line| {
            let Some(pair) = self.0.sandbox().pair_of_entry(*line) else { return false };
            found.extend(judge.unanswered(&pair));
            found.len() >= most || judge.is_wrong(&pair)
        });
        found
    }

    /// The first matching line above or below the start of a walk.
    fn walk(
        self,
        lines: &LogLines<'_>,
        way: Arrow,
        mut holds: impl FnMut(&LogEntry) -> bool,
    ) -> Option<LineId> {
        let (begin, is_uncovered) = (self.begin(), self.uncovered());
        let now = lines.up_to(self.0.position_in_focus());
        let mut is_it = |at: usize| {
            let line = lines.get(at).filter(&is_uncovered)?;
            holds(&line).then(|| line.id())
        };
        match way {
            Arrow::Up => (0..begin.map_or(now, |id| lines.before(id))).rev().find_map(&mut is_it),
            _ => (begin.map_or(now, |id| lines.through(id))..lines.len()).find_map(&mut is_it),
        }
    }

    /// The line `lines` above or below the marked one, or the last in that direction.
    pub(super) fn neighbour(self, arrow: Arrow, lines: usize) -> Option<LineId> {
        if self.is_unfolded() {
            return self.neighbouring_test(arrow, lines);
        }
        let (mut passed, mut last) = (0, None);
        let all = self.lines();
        let next = self.walk(&all, arrow, |line| {
            passed += 1;
            last = Some(line.id());
            passed == lines
        });
        next.or(last).or_else(|| self.begin())
    }

    fn neighbouring_test(self, arrow: Arrow, count: usize) -> Option<LineId> {
        let begin = self.0.chosen_line();
        let next = match arrow {
            Arrow::Up => tests_up_to(self.0, begin, count.saturating_add(1)).into_iter().next(),
            _ => tests_after(self.0, begin, count).into_iter().next_back(),
        };
        next.and_then(|line| line.id).or(begin)
    }
}

impl LogView<'_> {
    /// Says that there is no such line in that direction, and which key finds one in the other.
    pub(super) fn no_jump(self, way: Arrow, to: Jump, keys: &KeyMap) -> String {
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
        let query = self.0.log_query();
        let said = if query.filter == LogFilter::Wrong || !query.text.is_empty() {
            // A line that is not listed may match.
            format!("no {whether} {what} among the lines that are listed")
        } else {
            format!("the log has no {whether} {what}")
        };
        match self.jump(back, to) {
            Some(_) => format!("{said}: {} shows {other} one", keys.named(action)),
            None => said,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::app::tests::pressed;
    use crate::app::{App, GlyphSet, Message};
    use hitscan_core::command::{Command, LogFilter, WhySubject};
    use hitscan_core::methods::Method;
    use hitscan_core::scene::{Scene, SceneSource};
    use hitscan_core::world::Settings;

    fn run(app: &mut App, line: &str) {
        let command = Command::parse(line, &Settings::default()).expect(line).expect("a command");
        app.execute(&command).expect(line);
    }

    /// A laser that goes into a box and out again, so that `edges` is wrong in between.
    fn app() -> App {
        let app = App::new(Scene::default(), SceneSource::New, (80, 24), GlyphSet::Lines);
        let mut app = app.expect("nothing is a world");
        for line in ["box A 0 0 20 20", "laser L -8 10 -4 10", "move L 10 0", "move L 20 0"] {
            run(&mut app, line);
        }
        app.execute(&Command::Method(WhySubject::Method(Method::EDGES))).expect("it is done");
        app
    }

    #[test]
    fn the_log_key_cycles_through_all_filters() {
        let mut app = app();
        let filters = [
            LogFilter::All,
            LogFilter::Hits,
            LogFilter::Wrong,
            LogFilter::Selected,
            LogFilter::Changes,
        ];
        for filter in filters {
            app = pressed(app, "1");
            assert_eq!(app.engine.log_query().filter, filter);
            assert!(
                matches!(&app.screen.message, Some(Message::Note(said)) if said.starts_with("log: "))
            );
        }
    }

    #[test]
    fn the_wrong_filter_follows_the_chosen_method() {
        let mut app = pressed(app(), "1 1 1");
        let frames = |app: &App| -> Vec<_> {
            let lines = app.model().log().lines();
            (0..lines.len()).filter_map(|at| lines.get(at)).map(|entry| entry.frame).collect()
        };
        assert_eq!(frames(&app), [1], "inside, no edge is met");
        assert_eq!(frames(&app), [1], "and the same when asked again");
        // Undoing and moving anew reuses the numbers of log records.
        for line in ["undo 2", "move L 0 40"] {
            run(&mut app, line);
        }
        assert_eq!(frames(&app), [0_u64; 0]);
        run(&mut app, "log wrong");
        assert_eq!(app.engine.log_query().filter, LogFilter::Wrong);
    }
}
