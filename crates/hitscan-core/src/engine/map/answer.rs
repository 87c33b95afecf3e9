//! The answer at one place: what the exact test and a method say of the pair there.

use std::borrow::Cow;

use super::class::Class;
use super::judged::{Judged, said};
use super::method::{First, MapMethod};
use super::subject::Posed;
use crate::command::Layer;
use crate::methods::{BoundaryRule, Cause, JudgingRules, Method, Reply};
use crate::words::hit_word;
use hitscan_geom::{Direction, Fraction, Relation, Sides, Swept, relate, swept};

/// The answer at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its class in the layer that is shown; none while an own method has not answered.
    pub class: Option<Class>,
    /// How the two would lie to each other.
    pub relation: Relation,
    /// From which side; two boxes on the way have the sides that are hit.
    pub direction: Direction,
    /// When two boxes would hit each other on the way, in frames.
    pub t: Option<Fraction>,
    /// What the method says, where the layer is about one.
    pub judged: Option<Judged>,
}

/// What is asked at each place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The layer.
    pub layer: Layer,
    /// The method, for the layers that are about one.
    pub method: Option<MapMethod>,
    /// Whether the box methods count touching.
    pub boundary_rule: BoundaryRule,
}

impl Asked {
    /// Whether a program is asked about the cells.
    #[must_use]
    pub fn is_of_program(&self) -> bool {
        self.own_order().is_some()
    }

    /// Which shape comes first in the lines, if a program is asked about the cells.
    pub(super) fn own_order(&self) -> Option<First> {
        self.judged_by().map(|(first, _)| first)
    }

    /// The same, and how the answers of the program are judged.
    pub(super) fn judged_by(&self) -> Option<(First, JudgingRules)> {
        match self.method? {
            MapMethod::Own { first, rules, .. } if self.layer.arithmetic().is_some() => {
                Some((first, rules))
            }
            MapMethod::Own { .. } | MapMethod::Catalogue(_) => None,
        }
    }

    /// The class of a pair, no more worked out than it takes.
    pub(super) fn class(&self, posed: &Posed<'_>) -> Class {
        match (self.layer, &posed.frame) {
            (Layer::Relation, _) => Class::Relation(relate(&posed.object, posed.partner).relation),
            (Layer::Side, Some([a, b])) => Class::of_swept(&swept(a, b)),
            (Layer::Side, None) => {
                let meeting = relate(&posed.object, posed.partner);
                Class::of_direction(meeting.relation, meeting.direction)
            }
            (Layer::Method | Layer::F32, _) => {
                self.judged(posed).map_or(Class::NotApplicable, |judged| judged.class())
            }
        }
    }

    /// The method of the catalogue that the layer is about.
    pub(super) fn catalogued(&self) -> Option<Method> {
        match self.method? {
            MapMethod::Catalogue(method) => Some(method),
            MapMethod::Own { .. } => None,
        }
    }

    /// What a method of the catalogue says of a pair; none if it says nothing of such
    /// shapes, or does not compute so.
    fn judged(&self, posed: &Posed<'_>) -> Option<Judged> {
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

    /// The whole answer of a pair. An own method has said `replies`, if it has answered.
    pub(super) fn answer(&self, posed: &Posed<'_>, replies: Option<&[Reply]>) -> Answer {
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
                let judged = replies.and_then(|replies| said(posed, judged_by, replies));
                let class = judged.as_ref().map_or(Class::NotApplicable, Judged::class);
                (replies.map(|_| class), judged)
            }
        };
        Answer { class, relation: meeting.relation, direction, t, judged }
    }
}
