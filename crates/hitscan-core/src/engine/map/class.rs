//! The classes of answers, their signs and their names.

use super::answer::{MapJudgement, MapQuery};
use super::subject::Posed;
use crate::command::Layer;
use crate::methods::{Agreement, Cause, Reason};
use hitscan_geom::{Approach, Direction, Relation, Side, Sides, Swept, relate, swept};

/// The class of an answer: all cells of a class have the same sign. Classes are ordered
/// as declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CellClass {
    /// The relation of the two.
    Relation(Relation),
    /// They do not meet, or not during the frame.
    Miss,
    /// This side of the partner is hit.
    Side(Side),
    /// The side that a laser comes from, seen along the other laser.
    Approach(Approach),
    /// This edge of the polygon is hit, counted from 1.
    Edge(usize),
    /// Two sides are hit at once, or two edges, which are not named.
    Corner(Sides),
    /// One is inside the other from the start.
    Inside,
    /// They only touch during the frame.
    Graze,
    /// They meet, but such shapes have no side.
    NoSide,
    /// The method is right: they do not meet.
    RightMiss,
    /// The method is right: they meet.
    RightHit,
    /// The method is right because of rounding.
    RightByRounding,
    /// The method differs where its author is free to choose.
    Convention(Option<Cause>),
    /// The method is wrong.
    Wrong(Option<Cause>),
    /// There is nothing to judge.
    NotApplicable,
    /// The object cannot be there.
    None,
}

impl CellClass {
    /// Whether a method differs here in more than convention.
    pub const fn is_wrong(self) -> bool {
        matches!(self, Self::Wrong(_))
    }

    /// Whether the answer is a MISS.
    pub const fn is_miss(self) -> bool {
        matches!(
            self,
            Self::Relation(Relation::Disjoint)
                | Self::Miss
                | Self::RightMiss
                | Self::NotApplicable
                | Self::None
        )
    }

    /// The sign in a cell, an ASCII character; a blank if the two are apart.
    pub fn sign(self) -> char {
        match self {
            Self::Relation(relation) => match relation {
                Relation::Disjoint => ' ',
                Relation::Touches => 'o',
                Relation::Crosses | Relation::Overlaps => '.',
                Relation::Within => 'i',
                Relation::Contains => 'c',
                Relation::Equals => '=',
            },
            Self::Miss | Self::RightMiss | Self::NotApplicable | Self::None => ' ',
            Self::Side(side) => match side {
                Side::Left => 'l',
                Side::Top => 't',
                Side::Right => 'r',
                Side::Bottom => 'b',
            },
            Self::Approach(approach) => match approach {
                Approach::FromLeft => '<',
                Approach::FromRight => '>',
                Approach::OnLine => '-',
            },
            Self::Edge(edge) => u32::try_from(edge % 10)
                .ok()
                .and_then(|digit| char::from_digit(digit, 10))
                .unwrap_or('0'),
            Self::Corner(_) => '+',
            Self::Inside => 'i',
            Self::Graze => 'o',
            Self::NoSide | Self::RightHit => '.',
            Self::RightByRounding => '=',
            Self::Convention(_) => '~',
            Self::Wrong(_) => '!',
        }
    }

    /// The token in every format. A wrong answer or a convention has the code of its reason.
    pub fn token(self) -> String {
        match self {
            Self::Relation(relation) => relation.token().to_owned(),
            Self::Miss => "miss".to_owned(),
            Self::Side(side) => side.token().to_owned(),
            Self::Approach(approach) => approach.token().to_owned(),
            Self::Edge(edge) => format!("edge-{edge}"),
            Self::Corner(_) => "corner".to_owned(),
            Self::Inside => "inside".to_owned(),
            Self::Graze => "graze".to_owned(),
            Self::NoSide => "no-side".to_owned(),
            Self::RightMiss => "agrees-miss".to_owned(),
            Self::RightHit => "agrees-hit".to_owned(),
            Self::RightByRounding => "right-by-rounding".to_owned(),
            Self::Convention(Some(cause)) | Self::Wrong(Some(cause)) => cause.code().to_owned(),
            Self::Convention(None) => "convention".to_owned(),
            Self::Wrong(None) => "wrong".to_owned(),
            Self::NotApplicable => "not-applicable".to_owned(),
            Self::None => "none".to_owned(),
        }
    }

    /// The name of the class on the screen.
    pub fn name(self) -> String {
        match self {
            Self::RightMiss => "right: MISS".to_owned(),
            Self::RightHit => "right: HIT".to_owned(),
            Self::RightByRounding => "right by rounding".to_owned(),
            Self::NotApplicable => "not applicable".to_owned(),
            Self::Miss => "none".to_owned(),
            Self::None => "cannot be there".to_owned(),
            Self::Corner(sides) if sides != Sides::NONE => {
                let sides: Vec<_> = sides.iter().map(Side::token).collect();
                sides.join(" and ")
            }
            other => other.token(),
        }
    }
}

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
            (Layer::Method | Layer::F32 | Layer::F64, _) => {
                self.judged(posed).map_or(CellClass::NotApplicable, |judged| judged.class())
            }
        }
    }
}

impl MapJudgement {
    pub(super) const fn class(&self) -> CellClass {
        CellClass::of_method(self.is_hit, self.agreement, self.cause)
    }
}

impl CellClass {
    /// The class of what happens during a frame.
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
            Direction::Edges(_, Some(_)) | Direction::Corner(_) => Self::Corner(Sides::NONE),
            Direction::Inside => Self::Inside,
        }
    }

    /// The class of a method's answer, given whether the two meet.
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
