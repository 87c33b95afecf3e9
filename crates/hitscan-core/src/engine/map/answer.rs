//! The answer at one place: what the exact test and a method say of the pair there.

use super::class::Class;
use super::subject::Posed;
use crate::command::Layer;
use crate::methods::{Agreement, BoundaryRule, Method, Reason};
use crate::words::hit_word;
use hitscan_geom::{Direction, Fraction, Relation, Sides, Swept, relate, swept};

/// The answer at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its class in the layer that is shown.
    pub class: Class,
    /// How the two would lie to each other.
    pub relation: Relation,
    /// From which side; two boxes on the way have the sides that are hit.
    pub direction: Direction,
    /// When two boxes would hit each other on the way, in frames.
    pub t: Option<Fraction>,
    /// What the method says, where the layer is about one.
    pub judged: Option<Judged>,
}

/// What a method says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// HIT or MISS, or what it names.
    pub says: &'static str,
    /// Whether they meet in truth.
    pub is_hit: bool,
    /// How that compares with the truth.
    pub agreement: Agreement,
    /// Why it differs.
    pub reason: Option<Reason>,
}

impl Judged {
    const fn class(self) -> Class {
        Class::of_method(self.is_hit, self.agreement, self.reason)
    }
}

/// What is asked at each place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The layer.
    pub layer: Layer,
    /// The method, for the layers that are about one.
    pub method: Option<Method>,
    /// Whether the box methods count touching.
    pub boundary_rule: BoundaryRule,
}

impl Asked {
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
                self.judged(posed).map_or(Class::NotApplicable, Judged::class)
            }
        }
    }

    /// What the method says of a pair; none if it says nothing of such shapes, or does
    /// not compute so.
    fn judged(&self, posed: &Posed<'_>) -> Option<Judged> {
        let (method, arithmetic) = (self.method?, self.layer.arithmetic()?);
        if method.side_test().is_some() {
            let [a, b] = posed.frame.as_ref().filter(|_| method.computes_in(arithmetic))?;
            let swept = swept(a, b);
            let verdict = method.side_verdict(a, b, &swept)?;
            return Some(Judged {
                says: verdict.claim.label,
                is_hit: swept != Swept::Miss,
                agreement: verdict.agreement,
                reason: verdict.reason,
            });
        }
        let meeting = relate(&posed.object, posed.partner);
        let mut verdicts =
            method.verdicts(&posed.object, posed.partner, &meeting, self.boundary_rule);
        let verdict = verdicts.find(|verdict| verdict.arithmetic == arithmetic)?;
        Some(Judged {
            says: hit_word(verdict.hit),
            is_hit: meeting.relation.is_hit(),
            agreement: verdict.agreement,
            reason: verdict.reason,
        })
    }

    /// The whole answer of a pair.
    pub(super) fn answer(&self, posed: &Posed<'_>) -> Answer {
        let meeting = relate(&posed.object, posed.partner);
        let on_the_way = posed.frame.as_ref().map(|[a, b]| swept(a, b));
        let (direction, t) = match on_the_way {
            None => (meeting.direction, None),
            Some(Swept::Hit { t, sides }) => (Direction::Sides(sides), Some(t)),
            Some(Swept::Graze { t, .. }) => (Direction::Sides(Sides::NONE), t),
            Some(Swept::Overlap { .. }) => (Direction::Inside, None),
            Some(Swept::Miss) => (Direction::None, None),
        };
        let judged = self.judged(posed);
        Answer { class: self.class(posed), relation: meeting.relation, direction, t, judged }
    }
}
