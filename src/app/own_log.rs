//! What the own method in view is asked about the lines of the log: those in view, and
//! what a jump or the filter has to know. The host asks the programs.

use std::collections::HashSet;
use std::mem::take;

use super::log_view::Jump;
use super::{App, Arrow, Tab};
use hitscan_core::command::LogFilter;
use hitscan_core::methods::{OwnQuestion, OwnState, Reply};

/// About this many tests a program is asked in one round at most.
const MOST_IN_A_ROUND: usize = 1000;

impl App {
    /// Which of the own methods judges the log.
    #[must_use]
    pub fn own_method_of_log(&self) -> Option<usize> {
        let name = self.engine.judge().own_name()?;
        self.own_methods.iter().position(|method| method.name == name)
    }

    /// What it is to be asked about lines of the log, in one round; `None` where it knows
    /// them, and while it is asked about others.
    pub fn log_lines_to_ask(&mut self) -> Option<Vec<String>> {
        let index = self.own_method_of_log()?;
        if !self.own_methods[index].of_log.is_empty() {
            return None;
        }
        let (log, mut questions) = (self.model().log(), Vec::new());
        let is_shown = self.shows_log();
        if is_shown {
            questions = log.unanswered_in_view(self.screen.size.1.into());
        }
        if let Some(way) = self.waiting_jump {
            questions.extend(log.unanswered_on_the_way(way, MOST_IN_A_ROUND));
        }
        let is_won = self.engine.game_over_in_focus().is_some();
        if is_shown && (is_won || self.engine.log_query().filter == LogFilter::Wrong) {
            questions.extend(self.engine.unanswered().iter().cloned());
        }
        // What it is asked about the pair in focus is not asked twice.
        let method = &self.own_methods[index];
        let is_asked = matches!(method.state, OwnState::Thinking | OwnState::Slow);
        let pair = method.question().filter(|_| is_asked);
        let mut known: HashSet<_> = pair.cloned().into_iter().collect();
        questions.retain(|question| known.insert(question.clone()));
        questions.truncate(MOST_IN_A_ROUND);
        let lines: Vec<_> = questions.iter().flat_map(OwnQuestion::lines).collect();
        self.own_methods[index].of_log = questions;
        (!lines.is_empty()).then_some(lines)
    }

    /// A program has answered what it was asked last about lines of the log.
    pub fn log_lines_answered(&mut self, index: usize, replies: &[Reply]) {
        let Some(method) = self.own_methods.get_mut(index) else { return };
        let (name, questions) = (method.name, take(&mut method.of_log));
        let mut replies = replies.iter().copied();
        for question in questions {
            let of_it: Vec<_> = replies.by_ref().take(question.pairs().count()).collect();
            self.engine.own_answered(name, (question, &of_it), self.judging_rules);
        }
        if let Some(way) = self.waiting_jump.take() {
            self.screen.message = None;
            self.jump(way, Jump::Wrong);
        }
    }

    /// Lets a jump to a wrong answer wait where that depends on what the program has still
    /// to answer. Returns whether it does.
    pub(super) fn jump_waits(&mut self, way: Arrow) -> bool {
        let Some(index) = self.own_method_of_log() else { return false };
        if self.model().log().unanswered_on_the_way(way, 1).is_empty() {
            return false;
        }
        let method = &self.own_methods[index];
        if let OwnState::Dead(why) = &method.state {
            self.screen.fail(format!("{}: {why}", method.name));
        } else {
            self.waiting_jump = Some(way);
            self.screen.say(format!("asking {} about the log", method.name));
        }
        true
    }

    /// A program does not answer any more: what waits for it ends.
    pub(super) fn log_is_not_answered(&mut self, index: usize, why: &str) {
        let Some(method) = self.own_methods.get_mut(index) else { return };
        let (name, asked) = (method.name, take(&mut method.of_log));
        if !asked.is_empty() && self.waiting_jump.take().is_some() {
            self.screen.fail(format!("{name}: {why}"));
        }
    }

    fn shows_log(&self) -> bool {
        let has_room = self.screen.layout().is_some_and(|layout| layout.has_room_for_log());
        self.screen.shows_panel() && (self.screen.panel.tab == Tab::Log || has_room)
    }
}
