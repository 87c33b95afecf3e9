//! The user's own methods: what they are asked about the pair in focus and about log lines, and how
//! they answer. The host asks the programs.
//!
//! They are asked only about log lines in view, and about those that a jump or the filter needs.

use std::collections::HashSet;
use std::mem::take;

use super::log_view::LogView;
use super::{Arrow, Model, Screen, Tab};
use hitscan_core::command::LogFilter;
use hitscan_core::diagnosis::{Findings, PairKind};
use hitscan_core::engine::Engine;
use hitscan_core::methods::{
    JudgingRules, Likeness, Likenesses, OwnPair, OwnQuestion, OwnReply, OwnState,
};
use hitscan_core::world::Name;
use hitscan_geom::ShapeKind;

/// How many pairs a program must answer before the app says which known method it resembles.
const LEAST_FOR_LIKENESS: u64 = 20;

/// About the most log tests to ask a program about in one round.
const MOST_IN_A_ROUND: usize = 1000;

/// A method that a program answers for.
#[derive(Clone, Debug)]
pub struct OwnMethod {
    /// Its name.
    pub name: Name,
    /// Its answer for the pair in focus, or how far it is.
    pub state: OwnState,
    /// The last question.
    question: Option<OwnQuestion>,
    /// The questions about log lines that it is being asked.
    of_log: Vec<OwnQuestion>,
    /// Which known answers it resembles: those for two such shapes, or for a frame.
    likenesses: Vec<(Option<[ShapeKind; 2]>, Likenesses)>,
    /// The message about unknown pairs that the user saw last.
    told_unknown: Option<String>,
    /// What trials in the background show, by the kind of pair.
    tried: Vec<(PairKind, Findings)>,
}

impl OwnMethod {
    pub(super) fn new(name: Name) -> Self {
        let (state, likenesses) = (OwnState::Unasked, Vec::new());
        let (of_log, told_unknown, tried) = (Vec::new(), None, Vec::new());
        Self { name, state, question: None, of_log, likenesses, told_unknown, tried }
    }

    /// The message that the method does not know such pairs, if it has replied so to all of them:
    /// `it does not know laser-box pairs`.
    pub fn unknown(&self) -> Option<String> {
        let OwnState::Answered(replies) = &self.state else { return None };
        let pair = self.question()?.pairs().next()?;
        let is_unknown = replies.iter().all(|reply| *reply == OwnReply::Unknown);
        is_unknown.then(|| format!("it does not know {} pairs", pair.kinds()))
    }

    /// The last question, unless nothing is asked now.
    pub const fn question(&self) -> Option<&OwnQuestion> {
        match self.state {
            OwnState::Unasked => None,
            _ => self.question.as_ref(),
        }
    }

    /// The pairs it was asked about, each with its reply once there is one.
    pub fn replies(&self) -> impl Iterator<Item = (OwnPair<'_>, Option<OwnReply>)> {
        let replies = match &self.state {
            OwnState::Answered(replies) => replies.as_slice(),
            _ => &[],
        };
        let pairs = self.question().into_iter().flat_map(OwnQuestion::pairs);
        pairs.enumerate().map(|(index, pair)| (pair, replies.get(index).copied()))
    }

    /// Which known answers it resembles on pairs like this one, once it has answered enough of
    /// them.
    pub fn likeness(&self, pair: OwnPair<'_>) -> Option<Likeness> {
        let kind = kind_of(pair);
        let (_, likenesses) = self.likenesses.iter().find(|(of, _)| *of == kind)?;
        likenesses.most().filter(|likeness| likeness.pairs >= LEAST_FOR_LIKENESS)
    }

    /// What a trial shows about pairs like this one, once there was one.
    pub fn tried(&self, pair: OwnPair<'_>) -> Option<&Findings> {
        let kind = PairKind::of(pair);
        self.tried.iter().find(|(of, _)| *of == kind).map(|(_, findings)| findings)
    }

    fn count(&mut self, question: &OwnQuestion, replies: &[OwnReply], rules: JudgingRules) {
        for (pair, reply) in question.pairs().zip(replies) {
            let OwnReply::Answer(answer) = reply else { continue };
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

fn kind_of(pair: OwnPair<'_>) -> Option<[ShapeKind; 2]> {
    match pair {
        OwnPair::Still(a, b) => Some([a.kind(), b.kind()]),
        OwnPair::Point(..) | OwnPair::Frame(..) => None,
    }
}

/// An event of a program.
#[derive(Clone, Debug)]
pub enum ProgramEvent {
    /// It is asked about the pair in focus, or about nothing any more.
    Asked(Option<OwnQuestion>),
    /// It is taking a long time to answer.
    Slow,
    /// It has answered the last question about the pair in focus.
    Answered(Vec<OwnReply>),
    /// It has answered the last questions about log lines.
    LogAnswered(Vec<OwnReply>),
    /// It has answered the last questions about cells.
    CellsAnswered(Vec<OwnReply>),
    /// It is taking a long time to answer about cells.
    CellsSlow,
    /// What a trial in the background shows about pairs of this kind.
    Tried(PairKind, Findings),
    /// It no longer answers, for this reason.
    Died(String),
    /// The program was saved again: its earlier answers about the map and the log no longer count.
    Changed,
}

/// The methods that are answered by the user's own programs.
#[derive(Clone, Debug, Default)]
pub struct OwnMethodSet {
    pub(super) methods: Vec<OwnMethod>,
    /// How their answers are judged.
    pub(super) rules: JudgingRules,
    /// The direction of a jump to a wrong answer that waits for a program.
    pub(super) waiting_jump: Option<Arrow>,
}

impl OwnMethodSet {
    /// Handles an event, except for the map; returns what to tell the user.
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
            ProgramEvent::Tried(kind, findings) => {
                method.tried.retain(|(of, _)| *of != kind);
                method.tried.push((kind, findings));
            }
            ProgramEvent::Changed => {
                method.of_log.clear();
                method.tried.clear();
                engine.forget_own_answers(method.name);
            }
            ProgramEvent::Slow | ProgramEvent::CellsAnswered(_) | ProgramEvent::CellsSlow => {}
        }
        None
    }

    /// Lets a jump to a wrong answer wait if it depends on answers that the program still owes;
    /// then returns what to tell the user.
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

    /// What to ask the program that judges the log about its lines, in one round; `None` if it
    /// knows them all, and while it is asked about others.
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
        // What it is asked about the pair in focus need not be asked twice.
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
    /// The own method in view, while it is asked about log lines.
    pub fn own_method_asked_about_the_log(self) -> Option<Name> {
        let method = self.chosen_own_method()?;
        (!method.of_log.is_empty()).then_some(method.name)
    }

    /// The chosen own method.
    pub fn chosen_own_method(self) -> Option<&'a OwnMethod> {
        let name = self.engine.focus().page.own()?;
        self.own_methods.iter().find(|method| method.name == name)
    }

    /// The question to own methods now: about the pair in focus, unless its answer is covered.
    pub fn own_question(self) -> Option<OwnQuestion> {
        if self.own_methods.is_empty() || self.engine.covered_in_focus().is_some() {
            return None;
        }
        self.engine.pair_in_focus().as_ref().map(OwnQuestion::from)
    }

    /// The own method to try in the background, as an index, and on which kind of pair: the one in
    /// view, once it has answered about the pair in focus.
    pub fn own_method_to_try(self) -> Option<(usize, PairKind)> {
        let chosen = self.chosen_own_method().filter(|_| !self.engine.is_playing())?;
        let OwnState::Answered(replies) = &chosen.state else { return None };
        let is_known = replies.iter().any(|reply| matches!(reply, OwnReply::Answer(_)));
        let pair = chosen.question().filter(|_| is_known)?.decisive();
        let index = self.own_methods.iter().position(|method| method.name == chosen.name)?;
        Some((index, PairKind::of(pair)))
    }

    /// What a trial shows about the own method that the map is about, and the pair in focus.
    pub fn tried_of_map(self) -> Option<&'a Findings> {
        let method = self.own_methods.get(self.own_method_of_map()?)?;
        let question = self.own_question()?;
        method.tried(question.decisive())
    }

    /// The index of the own method that judges the log.
    pub fn own_method_of_log(self) -> Option<usize> {
        let name = self.engine.judge().own_name()?;
        self.own_methods.iter().position(|method| method.name == name)
    }

    /// The index of the own method that the map is about.
    pub fn own_method_of_map(self) -> Option<usize> {
        let name = self.map()?.map()?.question().own_method()?;
        self.own_methods.iter().position(|method| method.name == name)
    }
}
