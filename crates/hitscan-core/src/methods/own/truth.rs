//! The exact facts about a pair that an answer can claim.

use hitscan_geom::{
    Direction, Fraction, Meeting, Moving, Relation, Shape, ShapeKind, Sides, Swept, relate, swept,
};

use super::answer::{ClaimedSides, OwnAnswer, SaidTime, Says};

/// A pair that a program is asked about.
#[derive(Clone, Copy, Debug)]
pub enum OwnPair<'a> {
    /// Two shapes.
    Still(&'a Shape, &'a Shape),
    /// Two boxes in one frame.
    Frame(&'a Moving, &'a Moving),
}

/// How much of a pair meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meets {
    /// They are apart.
    Apart,
    /// They touch: whether that counts is a matter of choice.
    Touching,
    /// They meet in more than a touch.
    Truly,
    /// The boxes overlap before the frame begins: they meet, but on no side.
    Before,
}

impl OwnTruth {
    /// The exact answer in one word.
    #[must_use]
    pub const fn says(&self) -> Says {
        match self.meets {
            Meets::Apart => Says::Miss,
            Meets::Touching => Says::Touch,
            Meets::Truly | Meets::Before => Says::Hit,
        }
    }

    /// The exact answer, limited to the parts that `answer` gives.
    #[must_use]
    pub fn as_said_by(&self, answer: &OwnAnswer) -> OwnAnswer {
        OwnAnswer {
            says: self.says(),
            sides: self.sides.filter(|_| answer.sides.is_some()),
            t: self.t.filter(|_| answer.t.is_some()).map(SaidTime::from),
        }
    }
}

/// The exact facts about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnTruth {
    /// How much of them meets.
    pub meets: Meets,
    /// Where the first runs into the second, for a laser and a box, or for a frame.
    pub sides: Option<ClaimedSides>,
    /// When they first meet, in the same cases.
    pub t: Option<Fraction>,
    /// For a frame, whether `swept` calls it a hit; otherwise whether they meet.
    pub is_hit: bool,
    /// For a frame, what happens in it.
    pub swept: Option<Swept>,
    /// Whether two lasers are collinear and share a piece of their line.
    pub is_parallel: bool,
}

impl OwnPair<'_> {
    /// The kind of pair: `box-laser`, or `frame`.
    #[must_use]
    pub fn kinds(self) -> String {
        match self {
            Self::Still(a, b) => format!("{}-{}", a.kind().token(), b.kind().token()),
            Self::Frame(..) => "frame".to_owned(),
        }
    }

    /// Computes the exact facts.
    #[must_use]
    pub fn truth(&self) -> OwnTruth {
        match self {
            Self::Still(a, b) => of_meeting(a, b, &relate(a, b)),
            Self::Frame(a, b) => of_swept(&swept(a, b)),
        }
    }
}

fn of_meeting(a: &Shape, b: &Shape, meeting: &Meeting) -> OwnTruth {
    let relation = meeting.relation;
    let with_box = [a, b].iter().any(|shape| shape.kind() == ShapeKind::Box);
    let sides = match meeting.direction {
        Direction::Sides(sides) if with_box => Some(ClaimedSides::Sides(sides)),
        Direction::Inside if with_box => Some(ClaimedSides::Inside),
        _ => None,
    };
    OwnTruth {
        meets: match relation {
            Relation::Disjoint => Meets::Apart,
            Relation::Touches => Meets::Touching,
            _ => Meets::Truly,
        },
        sides,
        t: meeting.span.and_then(|span| span.t).map(|[first, _]| first),
        is_hit: relation.is_hit(),
        swept: None,
        is_parallel: [a, b].iter().all(|shape| shape.kind() == ShapeKind::Segment)
            && relation == Relation::Overlaps,
    }
}

fn of_swept(swept: &Swept) -> OwnTruth {
    let sides_of = |sides: Sides| (!sides.is_empty()).then_some(ClaimedSides::Sides(sides));
    let (meets, sides, t) = match *swept {
        Swept::Miss => (Meets::Apart, None, None),
        Swept::Graze { t, .. } => (Meets::Touching, None, t),
        Swept::Overlap { .. } => (Meets::Before, Some(ClaimedSides::Inside), Some(Fraction::ZERO)),
        Swept::Hit { t, sides } if t == Fraction::ONE => {
            (Meets::Touching, sides_of(sides), Some(t))
        }
        Swept::Hit { t, sides } => (Meets::Truly, sides_of(sides), Some(t)),
    };
    OwnTruth {
        meets,
        sides,
        t,
        is_hit: matches!(swept, Swept::Hit { .. } | Swept::Overlap { .. }),
        swept: Some(*swept),
        is_parallel: false,
    }
}
