//! The record of one test: who met whom, when, and with what result.

use super::{Name, ObjectId};
use crate::geom::{
    Aabb, Direction, Fraction, Meeting, Moving, Shape, Side, Sides, Swept, Vector, relate, swept,
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

/// A contact in a frame that a response answered to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// Its number in the frame, from 1, in the order in which they happened.
    pub number: usize,
    /// When in the frame; none where the method knows no time, and where the
    /// two have given up and returned to their starts.
    pub t: Option<Fraction>,
    /// The sides of the second that were answered to.
    pub sides: Sides,
    /// The velocities of the two before it.
    pub before: [Vector; 2],
    /// And after it.
    pub after: [Vector; 2],
}

impl Contact {
    /// Whether the two gave up and returned to where they started.
    #[must_use]
    pub const fn gave_up(&self) -> bool {
        self.sides.is_empty()
    }
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
    /// The motions that were judged, of two boxes: those made, or where there
    /// was a contact those that led to it. None where they led there by a bend.
    pub frame: Option<[Moving; 2]>,
    /// The contact this is about, if a response answered to one.
    pub contact: Option<Contact>,
}

impl Judgement {
    /// Judges `a` against `b` where the frame has left them.
    #[must_use]
    pub fn of(a: &Party, b: &Party) -> Self {
        let meeting = relate(&a.shape, &b.shape);
        let frame = a.moving().zip(b.moving()).map(|(a, b)| [a, b]);
        let swept = frame.map(|[a, b]| swept(&a, &b));
        Self { outcome: word(&meeting, swept), meeting, swept, frame, contact: None }
    }

    /// Judges two boxes of which one made its way in pieces: `swept` is what
    /// happened on the way.
    pub(super) fn on_the_way(a: &Party, b: &Party, swept: Swept) -> Self {
        let meeting = relate(&a.shape, &b.shape);
        let swept = Some(swept);
        Self { outcome: word(&meeting, swept), meeting, swept, frame: None, contact: None }
    }

    /// Judges a contact that was answered to: a hit, whatever came of it.
    pub(super) fn of_contact(a: &Party, b: &Party, contact: Contact, led: [Moving; 2]) -> Self {
        let by_line = swept(&led[0], &led[1]);
        let is_led = match (contact.t, by_line) {
            (Some(at), Swept::Hit { t, .. }) => at == t,
            (Some(_), _) => false,
            (None, _) => true,
        };
        let happened = match contact.t {
            Some(t) => Swept::Hit { t, sides: contact.sides },
            None => by_line,
        };
        Self {
            outcome: Outcome::Hit,
            meeting: relate(&a.shape, &b.shape),
            swept: Some(happened),
            frame: is_led.then_some(led),
            contact: Some(contact),
        }
    }

    /// The same judgement seen from the other object: `a` and `b` are the two in
    /// their new order, and sides become those of the new second. What happened
    /// on the way stays, since a bend in it cannot be made again from here.
    #[must_use]
    pub fn reversed(&self, a: &Party, b: &Party) -> Self {
        let opposite = |sides: Sides| sides.iter().map(Side::opposite).collect();
        let swept = self.swept.map(|swept| match swept {
            Swept::Hit { t, sides } => Swept::Hit { t, sides: opposite(sides) },
            Swept::Overlap { sides } => Swept::Overlap { sides: opposite(sides) },
            Swept::Miss | Swept::Graze { .. } => swept,
        });
        let contact = self.contact.map(|contact| Contact {
            sides: opposite(contact.sides),
            before: [contact.before[1], contact.before[0]],
            after: [contact.after[1], contact.after[0]],
            ..contact
        });
        let frame = self.frame.map(|[a, b]| [b, a]);
        Self { meeting: relate(&a.shape, &b.shape), swept, frame, contact, ..*self }
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
