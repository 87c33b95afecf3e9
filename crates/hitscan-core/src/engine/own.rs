//! Methods of the user's own: which there are, and what they are asked about a
//! pair. No program is started here, and none decides anything.

use std::sync::Arc;

use super::judge::OwnAnswers;
use super::{Engine, Outcome, Pair, Show};
use crate::command::{Command, CommandError, Page};
use crate::methods::{JudgingRules, OwnPair, OwnQuestion, Reply};
use crate::words::nearest;
use crate::world::{Name, ObjectId, Participant};
use hitscan_geom::{ShapeKind, Vector};

impl From<&Pair> for OwnQuestion {
    fn from(pair: &Pair) -> Self {
        let frame = pair.pair_result.frame;
        let frame = frame.filter(|[a, b]| a.motion() != Vector::ZERO || b.motion() != Vector::ZERO);
        Self::new(pair.asked_order().map(|each| each.shape.clone()), frame)
    }
}

impl Pair {
    /// The two in the order in which programs are asked where they stand: a laser comes
    /// after a region, else the older first. In a frame it is that of the pair.
    #[must_use]
    pub fn asked_order(&self) -> [&Participant; 2] {
        let mut both = [&self.a, &self.b];
        both.sort_by_key(|each| asked_rank(each.id, each.shape.kind()));
        both
    }

    /// The names of the two, in the order in which a program is asked this.
    #[must_use]
    pub fn asked_names(&self, asked: OwnPair<'_>) -> [&str; 2] {
        let both = match asked {
            OwnPair::Still(..) => self.asked_order(),
            OwnPair::Frame(..) => [&self.a, &self.b],
        };
        both.map(|each| each.name.as_str())
    }
}

/// Of two objects the one with the lower rank comes first in a line.
#[must_use]
pub fn asked_rank(id: ObjectId, kind: ShapeKind) -> (bool, ObjectId) {
    (kind == ShapeKind::Segment, id)
}

impl Engine {
    /// The same engine, with methods of these names.
    #[must_use]
    pub fn with_own_methods(self, names: Vec<Name>) -> Self {
        Self { own_methods: names.into_iter().map(OwnAnswers::new).collect(), ..self }
    }

    /// A program has answered a question: the log flags what it is worth.
    pub fn own_answered(
        &mut self,
        name: Name,
        (question, replies): (OwnQuestion, &[Reply]),
        rules: JudgingRules,
    ) {
        if let Some(own) = self.own_methods.iter_mut().find(|own| own.name == name) {
            own.add(question, replies, rules);
        }
    }

    /// What the own method in view has still to answer about lines of the log: the newest,
    /// as many as are asked in one round. Nothing while answers are covered.
    #[must_use]
    pub fn unanswered(&self) -> Arc<[OwnQuestion]> {
        if self.is_covering() { Arc::default() } else { self.sandbox.unanswered(self.judge()) }
    }

    /// A program has become another: what it said does not count any more.
    pub fn forget_own_answers(&mut self, name: Name) {
        if let Some(own) = self.own_methods.iter_mut().find(|own| own.name == name) {
            own.forget();
        }
    }

    /// The own method that a command turns to, if there is none of that name: a
    /// recording may be of a session that had one. Replays pass over it.
    #[must_use]
    pub fn missing_own_method(&self, command: &Command) -> Option<Name> {
        let Command::Method(page) = command else { return None };
        page.own().filter(|name| !self.own_methods.iter().any(|own| own.name == *name))
    }

    /// Turns Why to a page.
    pub(super) fn turn_to(&mut self, page: Page) -> Result<Outcome, CommandError> {
        if let Some(name) = self.missing_own_method(&Command::Method(page)) {
            let listed = Page::catalogue().map(|(token, _)| token);
            let tokens: Vec<&str> =
                listed.chain(self.own_methods.iter().map(|own| own.name.as_str())).collect();
            let message = format!("{name}: one of {}", tokens.join(", "));
            return Err(CommandError::new(message).meaning(nearest(name.as_str(), tokens)));
        }
        self.focus.page = page;
        Ok(Outcome::Show(Show::Method))
    }
}
