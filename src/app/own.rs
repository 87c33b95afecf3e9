//! Methods of the user's own: what they are asked about the pair in focus, and
//! what came of it. The host asks the programs.

use super::map::Forget;
use super::{App, Model};
use hitscan_core::command::Page;
use hitscan_core::methods::{
    JudgingRules, Likeness, Likenesses, OwnPair, OwnQuestion, OwnState, Reply,
};
use hitscan_core::world::Name;
use hitscan_geom::ShapeKind;

/// How many pairs a program must have answered before it is said what it answers
/// like.
const LEAST_FOR_LIKENESS: u64 = 20;

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
    pub(super) of_log: Vec<OwnQuestion>,
    /// What it answers like, for each kind of pair.
    likenesses: Vec<(PairKind, Likenesses)>,
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
        Self { name, state, question: None, of_log: Vec::new(), likenesses }
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
