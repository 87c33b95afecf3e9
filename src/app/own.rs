//! Methods of the user's own: what they are asked about the pair in focus and about the
//! lines of the log, and what came of it. The host asks the programs.
//!
//! Of the log that is what stands in view, and what a jump or the filter has to know.

use std::collections::HashSet;
use std::mem::take;

use super::log_view::Jump;
use super::map::Forget;
use super::{App, Arrow, Model, Tab};
use hitscan_core::command::{LogFilter, Page};
use hitscan_core::methods::{
    JudgingRules, Likeness, Likenesses, OwnPair, OwnQuestion, OwnState, Reply,
};
use hitscan_core::world::Name;
use hitscan_geom::ShapeKind;

/// How many pairs a program must have answered before it is said what it answers
/// like.
const LEAST_FOR_LIKENESS: u64 = 20;

/// About this many tests of the log a program is asked in one round at most.
const MOST_IN_A_ROUND: usize = 1000;

/// A method that a program answers for.
#[derive(Clone, Debug)]
pub struct OwnMethod {
    /// What it is called.
    pub name: Name,
    /// How far it has come with the pair in focus.
    pub state: OwnState,
    /// What it was asked last.
    question: Option<OwnQuestion>,
    /// What it is asked about lines of the log.
    of_log: Vec<OwnQuestion>,
    /// What it answers like, for each kind of pair.
    likenesses: Vec<(PairKind, Likenesses)>,
    /// The pairs that it does not know, as they were last told of.
    told_unknown: Option<String>,
}

/// Which known answers there are: those for two such shapes, or for a frame.
type PairKind = Option<[ShapeKind; 2]>;

/// Whether an own method is chosen when the session begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtStart {
    /// It is.
    Chosen,
    /// It is listed.
    Listed,
}

impl OwnMethod {
    fn new(name: Name) -> Self {
        let (state, likenesses) = (OwnState::Unasked, Vec::new());
        let (of_log, told_unknown) = (Vec::new(), None);
        Self { name, state, question: None, of_log, likenesses, told_unknown }
    }

    /// That it knows no such pairs, if it has replied that to all of them: `it does not
    /// know laser-box pairs`.
    #[must_use]
    pub fn unknown(&self) -> Option<String> {
        let OwnState::Answered(replies) = &self.state else { return None };
        let pair = self.question()?.pairs().next()?;
        let is_unknown = replies.iter().all(|reply| *reply == Reply::Unknown);
        is_unknown.then(|| format!("it does not know {} pairs", pair.kinds()))
    }

    /// What it was asked last, unless nothing is asked now.
    #[must_use]
    pub const fn question(&self) -> Option<&OwnQuestion> {
        match self.state {
            OwnState::Unasked => None,
            _ => self.question.as_ref(),
        }
    }

    /// The pairs it was asked, each with its reply once they are answered.
    pub fn replies(&self) -> impl Iterator<Item = (OwnPair<'_>, Option<Reply>)> {
        let replies = match &self.state {
            OwnState::Answered(replies) => replies.as_slice(),
            _ => &[],
        };
        let pairs = self.question().into_iter().flat_map(OwnQuestion::pairs);
        pairs.enumerate().map(|(index, pair)| (pair, replies.get(index).copied()))
    }

    /// What it answers like on pairs such as this one, once it has answered enough
    /// of them.
    #[must_use]
    pub fn likeness(&self, pair: OwnPair<'_>) -> Option<Likeness> {
        let kind = kind_of(pair);
        let (_, likenesses) = self.likenesses.iter().find(|(of, _)| *of == kind)?;
        likenesses.most().filter(|likeness| likeness.pairs >= LEAST_FOR_LIKENESS)
    }

    fn count(&mut self, question: &OwnQuestion, replies: &[Reply], rules: JudgingRules) {
        for (pair, reply) in question.pairs().zip(replies) {
            let Reply::Answer(answer) = reply else { continue };
            let kind = kind_of(pair);
            let at = self.likenesses.iter().position(|(of, _)| *of == kind);
            let at = at.unwrap_or_else(|| {
                self.likenesses.push((kind, Likenesses::default()));
                self.likenesses.len() - 1
            });
            self.likenesses[at].1.add(pair, &pair.truth(), answer, rules);
        }
    }
}

fn kind_of(pair: OwnPair<'_>) -> PairKind {
    match pair {
        OwnPair::Still(a, b) => Some([a.kind(), b.kind()]),
        OwnPair::Frame(..) => None,
    }
}

impl App {
    /// Adds methods that programs answer for; the last of those that are chosen is
    /// the one in view.
    #[must_use]
    pub fn with_own_methods(mut self, methods: &[(Name, AtStart)]) -> Self {
        self.engine = self.engine.with_own_methods(methods.iter().map(|(name, _)| *name).collect());
        self.own_methods = methods.iter().map(|(name, _)| OwnMethod::new(*name)).collect();
        let chosen = methods.iter().rev().find(|(_, at_start)| *at_start == AtStart::Chosen);
        if let Some((name, _)) = chosen {
            self.engine.focus_mut().page = Page::Own(*name);
        }
        self
    }

    /// What own methods are asked now: about the pair in focus, unless its answer is
    /// covered.
    #[must_use]
    pub fn own_question(&self) -> Option<OwnQuestion> {
        if self.own_methods.is_empty() || self.engine.covered_in_focus().is_some() {
            return None;
        }
        self.engine.pair_in_focus().as_ref().map(OwnQuestion::from)
    }

    /// A program is asked, or nothing is asked any more.
    pub fn own_method_asked(&mut self, index: usize, question: Option<OwnQuestion>) {
        let Some(method) = self.own_methods.get_mut(index) else { return };
        method.state = if question.is_some() { OwnState::Thinking } else { OwnState::Unasked };
        method.question = question;
    }

    /// A program has not answered for long.
    pub fn own_method_is_slow(&mut self, index: usize) {
        if let Some(method) = self.own_methods.get_mut(index)
            && method.state == OwnState::Thinking
        {
            method.state = OwnState::Slow;
        }
    }

    /// A program has answered what it was asked last.
    pub fn own_method_answered(&mut self, index: usize, replies: Vec<Reply>) {
        let Some(method) = self.own_methods.get_mut(index) else { return };
        if let Some(question) = method.question.take() {
            let (name, rules) = (method.name, self.judging_rules);
            method.count(&question, &replies, rules);
            self.engine.own_answered(name, (question.clone(), &replies), rules);
            method.question = Some(question);
            method.state = OwnState::Answered(replies);
            let unknown = method.unknown();
            if unknown != method.told_unknown {
                method.told_unknown.clone_from(&unknown);
                if let Some(unknown) = unknown {
                    self.screen.say(format!("{}: {unknown}", method.name));
                }
            }
        }
    }

    /// A program does not answer any more, for this reason.
    pub fn own_method_died(&mut self, index: usize, why: String) {
        self.forget_cells(index, Forget::Questions);
        self.log_is_not_answered(index, &why);
        if let Some(method) = self.own_methods.get_mut(index) {
            method.state = OwnState::Dead(why);
        }
    }

    /// A program was saved anew: what it said of the map and the log was said by another.
    pub fn own_method_changed(&mut self, index: usize) {
        self.forget_cells(index, Forget::Answers);
        if let Some(method) = self.own_methods.get_mut(index) {
            method.of_log.clear();
            self.engine.forget_own_answers(method.name);
        }
    }

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

impl<'a> Model<'a> {
    /// The own method in view, while it is asked about lines of the log.
    #[must_use]
    pub fn own_method_asked_about_the_log(self) -> Option<Name> {
        let method = self.chosen_own_method()?;
        (!method.of_log.is_empty()).then_some(method.name)
    }

    /// The own method that is chosen.
    #[must_use]
    pub fn chosen_own_method(self) -> Option<&'a OwnMethod> {
        let name = self.engine.focus().page.own()?;
        self.own_methods.iter().find(|method| method.name == name)
    }
}
