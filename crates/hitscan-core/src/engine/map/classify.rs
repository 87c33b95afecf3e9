//! Which class a pair has in each layer of a map.

use super::answer::MapQuery;
use super::class::CellClass;
use super::judged::Judged;
use super::subject::Posed;
use crate::command::Layer;
use crate::methods::{Agreement, Cause, Reason};
use hitscan_geom::{Direction, Relation, Sides, Swept, relate, swept};

impl MapQuery {
    /// The class of a pair, computed with as little work as possible.
    pub(super) fn class(&self, posed: &Posed<'_>) -> CellClass {
        match (self.layer, &posed.frame) {
            (Layer::Relation, _) => {
                CellClass::Relation(relate(&posed.object, posed.partner).relation)
            }
            (Layer::Side, Some([a, b])) => CellClass::of_swept(&swept(a, b)),
            (Layer::Side, None) => {
                let meeting = relate(&posed.object, posed.partner);
                CellClass::of_direction(meeting.relation, meeting.direction)
            }
            (Layer::Method | Layer::F32, _) => {
                self.judged(posed).map_or(CellClass::NotApplicable, |judged| judged.class())
            }
        }
    }
}

impl Judged {
    pub(super) const fn class(&self) -> CellClass {
        CellClass::of_method(self.is_hit, self.agreement, self.cause)
    }
}

impl CellClass {
    /// The class of what happens during a frame.
    #[must_use]
    pub fn of_swept(swept: &Swept) -> Self {
        match swept {
            Swept::Miss => Self::Miss,
            Swept::Graze { .. } => Self::Graze,
            Swept::Overlap { .. } => Self::Inside,
            Swept::Hit { sides, .. } => match (sides.len(), sides.iter().next()) {
                (1, Some(side)) => Self::Side(side),
                _ => Self::Corner(*sides),
            },
        }
    }

    /// The class of a hit direction.
    #[must_use]
    pub fn of_direction(relation: Relation, direction: Direction) -> Self {
        match direction {
            Direction::None if relation == Relation::Disjoint => Self::Miss,
            Direction::None => Self::NoSide,
            Direction::Approach(approach) => Self::Approach(approach),
            Direction::Sides(sides) => match (sides.len(), sides.iter().next()) {
                (0, _) | (_, None) => Self::NoSide,
                (1, Some(side)) => Self::Side(side),
                _ => Self::Corner(sides),
            },
            Direction::Edges(edge, None) => Self::Edge(edge),
            Direction::Edges(_, Some(_)) => Self::Corner(Sides::NONE),
            Direction::Inside => Self::Inside,
        }
    }

    /// The class of a method's answer, given whether the two meet.
    #[must_use]
    pub const fn of_method(is_hit: bool, agreement: Agreement, cause: Option<Cause>) -> Self {
        match agreement {
            Agreement::Agrees if matches!(cause, Some(Cause::Method(Reason::Rounding))) => {
                Self::RightByRounding
            }
            Agreement::Agrees if is_hit => Self::RightHit,
            Agreement::Agrees => Self::RightMiss,
            Agreement::Convention => Self::Convention(cause),
            Agreement::Wrong => Self::Wrong(cause),
            Agreement::NotApplicable => Self::NotApplicable,
        }
    }
}
