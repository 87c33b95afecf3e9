//! Methods of the user's own: what they are asked about the pair in focus and about the
//! lines of the log, and what came of it. The host asks the programs.
//!
//! Of the log that is what stands in view, and what a jump or the filter has to know.

use std::collections::HashSet;
use std::mem::take;

use super::log_view::LogView;
use super::{Arrow, Model, Screen, Tab};
use hitscan_core::command::LogFilter;
use hitscan_core::engine::Engine;
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
    pub(super) fn new(name: Name) -> Self {
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

/// What is heard of a program.
#[derive(Clone, Debug)]
pub enum ProgramEvent {
    /// It is asked about the pair in focus, or nothing is asked any more.
    Asked(Option<OwnQuestion>),
    /// It has not answered that for long.
    Slow,
    /// It has answered what it was asked last about the pair in focus.
    Answered(Vec<Reply>),
    /// It has answered what it was asked last about lines of the log.
    LogAnswered(Vec<Reply>),
    /// It has answered what it was asked last about cells.
    CellsAnswered(Vec<Reply>),
    /// It has not answered that for long.
    CellsSlow,
    /// It does not answer any more, for this reason.
    Died(String),
    /// It was saved anew: what it said of the map and the log was said by another.
    Changed,
}

/// The methods that programs answer for.
#[derive(Clone, Debug, Default)]
pub struct OwnMethodSet {
    pub(super) methods: Vec<OwnMethod>,
    /// How their answers are judged.
    pub(super) rules: JudgingRules,
    /// Where a jump to a wrong answer goes on once a program has answered.
    pub(super) waiting_jump: Option<Arrow>,
}

impl OwnMethodSet {
    /// Hears what concerns no map; returns what there is to say of it.
    pub(super) fn hear(
        &mut self,
        index: usize,
        event: ProgramEvent,
        engine: &mut Engine,
    ) -> Option<Result<String, String>> {
        let (rules, waiting_jump) = (self.rules, &mut self.waiting_jump);
        let method = self.methods.get_mut(index)?;
        match event {
            ProgramEvent::Asked(question) => {
                method.state =
                    if question.is_some() { OwnState::Thinking } else { OwnState::Unasked };
                method.question = question;
            }
            ProgramEvent::Slow if method.state == OwnState::Thinking => {
                method.state = OwnState::Slow;
            }
            ProgramEvent::Answered(replies) => {
                let question = method.question.take()?;
                method.count(&question, &replies, rules);
                engine.own_answered(method.name, (question.clone(), &replies), rules);
                method.question = Some(question);
                method.state = OwnState::Answered(replies);
                let unknown = method.unknown();
                if unknown != method.told_unknown {
                    method.told_unknown.clone_from(&unknown);
                    return unknown.map(|unknown| Ok(format!("{}: {unknown}", method.name)));
                }
            }
            ProgramEvent::LogAnswered(replies) => {
                let mut replies = replies.into_iter();
                for question in take(&mut method.of_log) {
                    let of_it: Vec<_> = replies.by_ref().take(question.pairs().count()).collect();
                    engine.own_answered(method.name, (question, &of_it), rules);
                }
            }
            ProgramEvent::Died(why) => {
                let was_asked = !take(&mut method.of_log).is_empty();
                let failed = was_asked && waiting_jump.take().is_some();
                let said = failed.then(|| Err(format!("{}: {why}", method.name)));
                method.state = OwnState::Dead(why);
                return said;
            }
            ProgramEvent::Changed => {
                method.of_log.clear();
                engine.forget_own_answers(method.name);
            }
            ProgramEvent::Slow | ProgramEvent::CellsAnswered(_) | ProgramEvent::CellsSlow => {}
        }
        None
    }

    /// Lets a jump to a wrong answer wait where that depends on what the program has still
    /// to answer; then it returns what there is to say.
    pub(super) fn let_jump_wait(
        &mut self,
        way: Arrow,
        engine: &Engine,
    ) -> Option<Result<String, String>> {
        let name = engine.judge().own_name()?;
        let method = self.methods.iter().find(|method| method.name == name)?;
        if LogView::of(engine).unanswered_on_the_way(way, 1).is_empty() {
            return None;
        }
        if let OwnState::Dead(why) = &method.state {
            return Some(Err(format!("{name}: {why}")));
        }
        self.waiting_jump = Some(way);
        Some(Ok(format!("asking {name} about the log")))
    }

    /// What the program that judges the log is to be asked about its lines, in one round;
    /// `None` where it knows them, and while it is asked about others.
    pub fn log_lines_to_ask(&mut self, engine: &Engine, screen: &Screen) -> Option<Vec<String>> {
        let name = engine.judge().own_name()?;
        let method = self.methods.iter_mut().find(|method| method.name == name)?;
        if !method.of_log.is_empty() {
            return None;
        }
        let (log, mut questions) = (LogView::of(engine), Vec::new());
        let has_room = screen.layout().is_some_and(|layout| layout.has_room_for_log());
        let is_shown = screen.shows_panel() && (screen.panel.tab == Tab::Log || has_room);
        if is_shown {
            questions = log.unanswered_in_view(screen.size.1.into());
        }
        if let Some(way) = self.waiting_jump {
            questions.extend(log.unanswered_on_the_way(way, MOST_IN_A_ROUND));
        }
        let is_won = engine.game_over_in_focus().is_some();
        if is_shown && (is_won || engine.log_query().filter == LogFilter::Wrong) {
            questions.extend(engine.unanswered().iter().cloned());
        }
        // What it is asked about the pair in focus is not asked twice.
        let is_asked = matches!(method.state, OwnState::Thinking | OwnState::Slow);
        let pair = method.question().filter(|_| is_asked);
        let mut known: HashSet<_> = pair.cloned().into_iter().collect();
        questions.retain(|question| known.insert(question.clone()));
        questions.truncate(MOST_IN_A_ROUND);
        let lines: Vec<_> = questions.iter().flat_map(OwnQuestion::lines).collect();
        method.of_log = questions;
        (!lines.is_empty()).then_some(lines)
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

    /// What own methods are asked now: about the pair in focus, unless its answer is
    /// covered.
    #[must_use]
    pub fn own_question(self) -> Option<OwnQuestion> {
        if self.own_methods.is_empty() || self.engine.covered_in_focus().is_some() {
            return None;
        }
        self.engine.pair_in_focus().as_ref().map(OwnQuestion::from)
    }

    /// Which of the own methods judges the log.
    #[must_use]
    pub fn own_method_of_log(self) -> Option<usize> {
        let name = self.engine.judge().own_name()?;
        self.own_methods.iter().position(|method| method.name == name)
    }

    /// Which of the own methods the map is about.
    #[must_use]
    pub fn own_method_of_map(self) -> Option<usize> {
        let name = self.map()?.map()?.question().own_method()?;
        self.own_methods.iter().position(|method| method.name == name)
    }
}
