//! The record of one test: who met whom, when, and with what result.

use super::{Name, ObjectId};
use crate::geom::{
    Aabb, Direction, Fraction, Meeting, Moving, Shape, Sides, Swept, Vector, relate, swept,
};

/// The word of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// They do not meet, or met only in passing as the frame began.
    Miss,
    /// They meet, but no interior is met.
    Touch,
    /// They run into each other.
    Hit,
}

impl Outcome {
    /// All of them, the strongest first.
    pub const ALL: [Self; 3] = [Self::Hit, Self::Touch, Self::Miss];

    /// The word shown: `HIT`, `TOUCH`, `MISS`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hit => "HIT",
            Self::Touch => "TOUCH",
            Self::Miss => "MISS",
        }
    }

    /// The token in commands and formats: `hit`, `touch`, `miss`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Touch => "touch",
            Self::Miss => "miss",
        }
    }
}

/// One of the two objects of a test, as it was at the end of the frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// Which object.
    pub id: ObjectId,
    /// What it was called then.
    pub name: Name,
    /// Where it was at the end of the frame.
    pub shape: Shape,
    /// The way it made in the frame.
    pub motion: Vector,
}

impl Party {
    /// The box and its motion, if it is a box.
    #[must_use]
    pub fn moving(&self) -> Option<Moving> {
        match &self.shape {
            Shape::Box(end) => Some(moving_to(end, self.motion)),
            Shape::Laser(_) | Shape::Polygon(_) => None,
        }
    }
}

fn moving_to(end: &Aabb, motion: Vector) -> Moving {
    Moving { start: end.translated(-motion), motion }
}

/// The judgement of a pair at the end of a frame. Of two boxes also what
/// happened on the way; sides are those of the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The word.
    pub outcome: Outcome,
    /// The exact answer where they stand at the end of the frame.
    pub meeting: Meeting,
    /// What happened from start to end: two boxes only. Without relative
    /// motion it is what `swept` says of standing still.
    pub swept: Option<Swept>,
}

impl Judgement {
    /// Judges `a` against `b` where the frame has left them.
    #[must_use]
    pub fn of(a: &Party, b: &Party) -> Self {
        let meeting = relate(&a.shape, &b.shape);
        let swept = a.moving().zip(b.moving()).map(|(a, b)| swept(&a, &b));
        Self { outcome: word(&meeting, swept), meeting, swept }
    }

    /// The sides that are named: none while the boxes were already inside each
    /// other, since a side named there would mislead.
    #[must_use]
    pub fn sides(&self) -> Sides {
        match (self.swept, self.meeting.direction) {
            (Some(Swept::Hit { sides, .. }), _) | (None, Direction::Sides(sides)) => sides,
            _ => Sides::NONE,
        }
    }

    /// When in the frame, for two boxes in motion.
    #[must_use]
    pub fn time(&self) -> Option<Fraction> {
        match self.swept? {
            Swept::Hit { t, .. } => Some(t),
            Swept::Graze { t, .. } => t,
            Swept::Miss | Swept::Overlap { .. } => None,
        }
    }

    /// Whether this says the same as `other`: the word, the relation, the named
    /// sides or direction, and what happened. A miss is a miss: how two things
    /// came apart is no news in the frame after.
    #[must_use]
    pub fn same_answer(&self, other: &Self) -> bool {
        let kind = |swept: Option<Swept>| swept.map(Swept::token);
        match (self.outcome, other.outcome) {
            (Outcome::Miss, Outcome::Miss) => true,
            (mine, theirs) => {
                mine == theirs
                    && self.meeting.relation == other.meeting.relation
                    && self.meeting.direction == other.meeting.direction
                    && self.sides() == other.sides()
                    && kind(self.swept) == kind(other.swept)
            }
        }
    }
}

/// The word: HIT when interiors meet at the end, when lasers cross or overlap,
/// or when boxes ran into each other before the end; TOUCH when they touch at
/// the end, or met in passing after the start; else MISS.
fn word(meeting: &Meeting, swept: Option<Swept>) -> Outcome {
    use crate::geom::Relation::{Disjoint, Touches};
    match (meeting.relation, swept) {
        (_, Some(Swept::Hit { t, .. })) if t < Fraction::ONE => Outcome::Hit,
        (Disjoint, Some(Swept::Hit { .. })) | (Touches, _) => Outcome::Touch,
        (Disjoint, Some(Swept::Graze { t: Some(t), .. })) if t > Fraction::ZERO => Outcome::Touch,
        (Disjoint, _) => Outcome::Miss,
        _ => Outcome::Hit,
    }
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number in the log, from 1.
    pub seq: u64,
    /// The frame at whose end it was made.
    pub frame: u64,
    /// How many changes of the history had been made then.
    pub position: usize,
    /// The mover; if both or neither moved, the first in scene order.
    pub a: Party,
    /// The other.
    pub b: Party,
    /// What was found.
    pub judgement: Judgement,
}
