//! The answers at one place: those of the exact test and of a method about the pair there.

use std::borrow::Cow;

use super::class::CellClass;
use super::subject::{MapTiming, Posed};
use crate::command::Layer;
use crate::methods::{
    Agreement, Arithmetic, BoundaryRule, Cause, Doubles, JudgingRules, Method, MethodInput,
    OwnPair, OwnQuestion, OwnReply,
};
use crate::words::hit_word;
use crate::world::Name;
use hitscan_geom::{Direction, Fraction, Relation, Sides, Swept, relate, swept};

/// The answer at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapAnswer {
    /// Its class in the active layer; `None` until an own method has answered.
    pub class: Option<CellClass>,
    /// The relation of the two.
    pub relation: Relation,
    /// The hit direction; for two boxes during a frame, the sides that are hit.
    pub direction: Direction,
    /// When two boxes would hit each other during the frame, in frames.
    pub t: Option<Fraction>,
    /// The method's answer, if the layer is about a method.
    pub judged: Option<MapJudgement>,
}

/// What the map computes at each place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapQuery {
    /// The layer.
    pub layer: Layer,
    /// The method, for layers that are about one.
    pub method: Option<MapMethod>,
    /// Whether the box methods count touching.
    pub boundary_rule: BoundaryRule,
}

impl MapQuery {
    /// Whether a program answers for the cells.
    pub fn is_of_program(&self) -> bool {
        self.own_order().is_some()
    }

    /// Which shape comes first in the lines to a program, if a program answers for the cells.
    pub(super) fn own_order(&self) -> Option<First> {
        self.judged_by().map(|(first, _)| first)
    }

    /// That order, and the rules for judging the program's answers.
    pub(super) fn judged_by(&self) -> Option<(First, JudgingRules)> {
        match self.method? {
            MapMethod::Own { first, rules, .. } if self.layer.arithmetic().is_some() => {
                Some((first, rules))
            }
            MapMethod::Own { .. } | MapMethod::Catalogue(_) => None,
        }
    }

    /// The method of the catalogue, if the layer is about one.
    pub(super) fn catalogued(&self) -> Option<Method> {
        match self.method? {
            MapMethod::Catalogue(method) => Some(method),
            MapMethod::Own { .. } => None,
        }
    }

    /// The judged answer of a catalogue method about a pair; `None` if it does not apply to such
    /// shapes or has no such arithmetic.
    pub(super) fn judged(&self, posed: &Posed<'_>) -> Option<MapJudgement> {
        let (method, arithmetic) = (self.catalogued()?, self.layer.arithmetic()?);
        if method.side_test().is_some() {
            let [a, b] = posed.frame.as_ref().filter(|_| method.computes_in(arithmetic))?;
            let swept = swept(a, b);
            let verdict = method.side_verdict(a, b, &swept)?;
            return Some(MapJudgement {
                says: Cow::Borrowed(verdict.claim.label),
                is_hit: swept != Swept::Miss,
                agreement: verdict.agreement,
                cause: verdict.reason.map(Cause::Method),
            });
        }
        let meeting = relate(&posed.object, posed.partner);
        let doubles = if arithmetic == Arithmetic::F64 { Doubles::All } else { Doubles::None };
        let given = MethodInput { boundary_rule: self.boundary_rule, doubles, scale: None };
        let mut verdicts = method.verdicts(&posed.object, posed.partner, &meeting, given);
        let verdict = verdicts.find(|verdict| verdict.arithmetic == arithmetic)?;
        Some(MapJudgement {
            says: Cow::Borrowed(hit_word(verdict.hit)),
            is_hit: meeting.relation.is_hit(),
            agreement: verdict.agreement,
            cause: verdict.reason.map(Cause::Method),
        })
    }

    /// The whole answer for a pair. `replies` are those of an own method, if it has answered.
    pub(super) fn answer(&self, posed: &Posed<'_>, replies: Option<&[OwnReply]>) -> MapAnswer {
        let meeting = relate(&posed.object, posed.partner);
        let on_the_way = posed.frame.as_ref().map(|[a, b]| swept(a, b));
        let (direction, t) = match on_the_way {
            None => (meeting.direction, None),
            Some(Swept::Hit { t, sides }) => (Direction::Sides(sides), Some(t)),
            Some(Swept::Graze { t, .. }) => (Direction::Sides(Sides::NONE), t),
            Some(Swept::Overlap { .. }) => (Direction::Inside, None),
            Some(Swept::Miss) => (Direction::None, None),
        };
        let (class, judged) = match self.judged_by() {
            None => (Some(self.class(posed)), self.judged(posed)),
            Some((first, rules)) => {
                let judged =
                    replies.and_then(|replies| judge_replies(posed, first, rules, replies));
                let class = judged.as_ref().map_or(CellClass::NotApplicable, MapJudgement::class);
                (replies.map(|_| class), judged)
            }
        };
        MapAnswer { class, relation: meeting.relation, direction, t, judged }
    }
}

/// A method's answer, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapJudgement {
    /// HIT or MISS, or what it names.
    pub says: Cow<'static, str>,
    /// Whether the two meet, which is also what a method says if it is right.
    pub is_hit: bool,
    /// How that compares with the truth.
    pub agreement: Agreement,
    /// Why it differs.
    pub cause: Option<Cause>,
}

impl Posed<'_> {
    /// What a program is asked about the pair.
    pub(super) fn question(&self, first: First, timing: MapTiming) -> OwnQuestion {
        let (object, partner) = (self.object.clone(), self.partner.clone());
        let shapes = match first {
            First::Object => [object, partner],
            First::Partner => [partner, object],
        };
        OwnQuestion::new(shapes, self.frame.filter(|_| timing == MapTiming::OnTheWay))
    }
}

/// The judgement of a program's replies: of the frame if it answers frames, otherwise of the shapes
/// at rest. `None` if it answers neither.
pub(super) fn judge_replies(
    posed: &Posed<'_>,
    first: First,
    rules: JudgingRules,
    replies: &[OwnReply],
) -> Option<MapJudgement> {
    let timing = if replies.len() > 1 { MapTiming::OnTheWay } else { MapTiming::AtTheEnd };
    let question = posed.question(first, timing);
    let answered = question.pairs().zip(replies).filter_map(|(pair, reply)| match reply {
        OwnReply::Answer(answer) => Some((pair, answer)),
        OwnReply::Unknown => None,
    });
    let (pair, answer) = answered.last()?;
    let judgement = pair.judge(answer, rules);
    let says = match pair {
        OwnPair::Still(..) | OwnPair::Point(..) => answer.says.word().to_uppercase(),
        OwnPair::Frame(..) => answer.to_string(),
    };
    Some(MapJudgement {
        says: says.into(),
        is_hit: answer.says.is_contact(),
        agreement: judgement.agreement,
        cause: judgement.cause,
    })
}

/// The method that a map is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapMethod {
    /// One of the catalogue.
    Catalogue(Method),
    /// One whose answers come from a program.
    Own {
        /// Its name.
        name: Name,
        /// Which shape of a pair comes first in its questions.
        first: First,
        /// How its answers are judged.
        rules: JudgingRules,
    },
}

/// Which of the two shapes comes first in a line to a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// The object that is elsewhere.
    Object,
    /// Its partner.
    Partner,
}

impl MapMethod {
    /// The method's id, or the name of an own method.
    pub fn id(&self) -> &str {
        match self {
            Self::Catalogue(method) => method.id(),
            Self::Own { name, .. } => name.as_str(),
        }
    }

    /// Whether it has answers in this arithmetic. A program has a single answer.
    pub fn computes_in(self, arithmetic: Arithmetic) -> bool {
        match self {
            Self::Catalogue(method) => method.computes_in(arithmetic),
            Self::Own { .. } => arithmetic == Arithmetic::Exact,
        }
    }
}
