//! The answers at one place: those of the exact test and of a method about the pair there.

use std::borrow::Cow;

use super::class::CellClass;
use super::judged::{Judged, judge_replies};
use super::method::{First, MapMethod};
use super::subject::Posed;
use crate::command::Layer;
use crate::methods::{BoundaryRule, Cause, JudgingRules, Method, OwnReply};
use crate::words::hit_word;
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
    pub judged: Option<Judged>,
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
    #[must_use]
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
    pub(super) fn judged(&self, posed: &Posed<'_>) -> Option<Judged> {
        let (method, arithmetic) = (self.catalogued()?, self.layer.arithmetic()?);
        if method.side_test().is_some() {
            let [a, b] = posed.frame.as_ref().filter(|_| method.computes_in(arithmetic))?;
            let swept = swept(a, b);
            let verdict = method.side_verdict(a, b, &swept)?;
            return Some(Judged {
                says: Cow::Borrowed(verdict.claim.label),
                is_hit: swept != Swept::Miss,
                agreement: verdict.agreement,
                cause: verdict.reason.map(Cause::Method),
            });
        }
        let meeting = relate(&posed.object, posed.partner);
        let mut verdicts =
            method.verdicts(&posed.object, posed.partner, &meeting, self.boundary_rule);
        let verdict = verdicts.find(|verdict| verdict.arithmetic == arithmetic)?;
        Some(Judged {
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
            Some(judged_by) => {
                let judged = replies.and_then(|replies| judge_replies(posed, judged_by, replies));
                let class = judged.as_ref().map_or(CellClass::NotApplicable, Judged::class);
                (replies.map(|_| class), judged)
            }
        };
        MapAnswer { class, relation: meeting.relation, direction, t, judged }
    }
}
