//! The judgement of a pair: the word, the exact answer and what happened on the
//! way; and the little of it that has to be kept.

use std::mem::{Discriminant, discriminant};

use super::record::moving_to;
use super::{Participant, TestResult};
use hitscan_geom::kernel::sweep;
use hitscan_geom::{
    Aabb, Direction, Fraction, Meeting, Moving, Point, Ratio, Relation, Shape, Side, Sides, Swept,
    Vector, relate, swept,
};

/// A contact in a frame that a response answered to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// Its number in the frame, from 1, in the order in which they happened.
    pub number: usize,
    /// When in the frame; none where the method knows no time, and where the
    /// two have given up.
    pub t: Option<Fraction>,
    /// The sides of the second that were answered to; none where the two have
    /// given up, and where a method named an axis in which nothing moves.
    pub sides: Sides,
    /// What was done about it.
    pub reply: Reply,
    /// The velocities of the two before it.
    pub before: [Vector; 2],
    /// And after it.
    pub after: [Vector; 2],
}

/// What was done about a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// The response that is in force.
    Responded,
    /// Nothing could be: what can move of the two is back where it started.
    GaveUp,
}

impl Contact {
    /// Whether the two gave up and returned to where they started.
    #[must_use]
    pub fn gave_up(&self) -> bool {
        self.reply == Reply::GaveUp
    }
}

/// The judgement of a pair at the end of a frame. Of two boxes also what
/// happened on the way; sides are those of the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// The word.
    pub outcome: TestResult,
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

impl PairResult {
    /// Judges `a` against `b` where the frame has left them.
    #[must_use]
    pub fn of(a: &Participant, b: &Participant) -> Self {
        let meeting = relate(&a.shape, &b.shape);
        let frame = a.moving().zip(b.moving()).map(|(a, b)| [a, b]);
        let swept = frame.map(|[a, b]| swept(&a, &b));
        let outcome = word(meeting.relation, swept, [Fraction::ZERO, Fraction::ONE]);
        Self { outcome, meeting, swept, frame, contact: None }
    }

    /// Judges two boxes of which one made its way in pieces: `swept` is what
    /// happened on the way.
    fn on_the_way(a: &Participant, b: &Participant, swept: Swept) -> Self {
        let meeting = relate(&a.shape, &b.shape);
        let outcome = word(meeting.relation, Some(swept), [Fraction::ZERO, Fraction::ONE]);
        Self { outcome, meeting, swept: Some(swept), frame: None, contact: None }
    }

    /// Judges a contact that was answered to: a hit, whatever came of it.
    fn of_contact(
        a: &Participant,
        b: &Participant,
        contact: Contact,
        approach: [Moving; 2],
    ) -> Self {
        let by_line = swept(&approach[0], &approach[1]);
        let is_approach = match (contact.t, by_line) {
            (Some(at), Swept::Hit { t, .. }) => at == t,
            (Some(_), _) => false,
            (None, _) => true,
        };
        let history = match contact.t {
            Some(t) => Swept::Hit { t, sides: contact.sides },
            None => by_line,
        };
        Self {
            outcome: TestResult::Hit,
            meeting: relate(&a.shape, &b.shape),
            swept: Some(history),
            frame: is_approach.then_some(approach),
            contact: Some(contact),
        }
    }

    /// The same judgement seen from the other object: `a` and `b` are the two in
    /// their new order, and sides become those of the new second. What happened
    /// on the way stays, since a bend in it cannot be made again from here.
    #[must_use]
    pub fn reversed(&self, a: &Participant, b: &Participant) -> Self {
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
        named_sides(self.swept, self.meeting.direction)
    }

    /// Where the first comes into the second: the sides of two boxes, the hit
    /// direction where a laser is.
    #[must_use]
    pub fn named(&self) -> Direction {
        let sides = self.sides();
        match self.swept {
            Some(_) if sides.is_empty() => Direction::None,
            Some(_) => Direction::Sides(sides),
            None => self.meeting.direction,
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
}

fn named_sides<T>(swept: Option<Swept<T>>, direction: Direction) -> Sides {
    match (swept, direction) {
        (Some(Swept::Hit { sides, .. }), _) | (None, Direction::Sides(sides)) => sides,
        _ => Sides::NONE,
    }
}

/// The word: HIT when interiors meet at the end, when lasers cross or overlap,
/// or when boxes ran into each other before the end; TOUCH when they touch at
/// the end, or met in passing after the start; else MISS. The times of the start
/// and the end come in the kind of number that `swept` has.
fn word<T: PartialOrd>(
    relation: Relation,
    swept: Option<Swept<T>>,
    [start, end]: [T; 2],
) -> TestResult {
    use Relation::{Disjoint, Touches};
    match (relation, swept) {
        (_, Some(Swept::Hit { t, .. })) if t < end => TestResult::Hit,
        (Disjoint, Some(Swept::Hit { .. })) | (Touches, _) => TestResult::Touch,
        (Disjoint, Some(Swept::Graze { t: Some(t), .. })) if t > start => TestResult::Touch,
        (Disjoint, _) => TestResult::Miss,
        _ => TestResult::Hit,
    }
}

/// What of a judgement the shapes and motions at the end of the frame do not
/// tell again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PairHistory {
    /// Everything went straight: nothing.
    Straight,
    /// One of two boxes made its way in pieces.
    Deflected(Box<Swept<Ratio>>),
    /// A contact.
    Contact(Box<StoredContact>),
}

/// A contact as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoredContact {
    pub(super) number: u32,
    pub(super) t: Option<Ratio>,
    pub(super) sides: Sides,
    pub(super) reply: Reply,
    pub(super) before: [Vector; 2],
    pub(super) after: [Vector; 2],
    /// Where the lines that led there begin, and how far they lead. The sizes
    /// are those of the two boxes.
    pub(super) approach: [(Point, Vector); 2],
}

impl PairHistory {
    /// The whole judgement.
    pub(super) fn pair_result(&self, a: &Participant, b: &Participant) -> PairResult {
        match self {
            Self::Straight => PairResult::of(a, b),
            Self::Deflected(swept) => PairResult::on_the_way(a, b, reduced(**swept)),
            Self::Contact(responded) => {
                let StoredContact { number, t, sides, reply, before, after, approach } =
                    **responded;
                let (number, t) =
                    (usize::try_from(number).unwrap_or(usize::MAX), t.map(Into::into));
                let contact = Contact { number, t, sides, reply, before, after };
                match [a, b].map(|participant| participant.shape.as_box()) {
                    [Some(of_a), Some(of_b)] => {
                        let line = |shape: &Aabb, (from, motion): (Point, Vector)| Moving {
                            start: shape.translated(from - shape.min()),
                            motion,
                        };
                        let approach = [line(of_a, approach[0]), line(of_b, approach[1])];
                        PairResult::of_contact(a, b, contact, approach)
                    }
                    // Only boxes answer.
                    _ => PairResult::of(a, b),
                }
            }
        }
    }
}

fn reduced(swept: Swept<Ratio>) -> Swept {
    match swept {
        Swept::Miss => Swept::Miss,
        Swept::Graze { t, flush } => Swept::Graze { t: t.map(Into::into), flush },
        Swept::Overlap { sides } => Swept::Overlap { sides },
        Swept::Hit { t, sides } => Swept::Hit { t: t.into(), sides },
    }
}

/// The answer of a test, by which news is told: the word, the relation, the
/// named sides or direction, and what happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Answer {
    pub(super) outcome: TestResult,
    relation: Relation,
    direction: Direction,
    sides: Sides,
    kind: Option<Discriminant<Swept<Ratio>>>,
}

impl Answer {
    /// The answer of two shapes that made these motions, both straight.
    pub(super) fn straight([a, b]: [&Shape; 2], motions: [Vector; 2]) -> Self {
        let swept = a
            .as_box()
            .zip(b.as_box())
            .map(|(a, b)| sweep(&moving_to(a, motions[0]), &moving_to(b, motions[1])).unpack());
        Self::of(a, b, swept)
    }

    /// The answer of two shapes for which that happened on the way.
    pub(super) fn of(a: &Shape, b: &Shape, swept: Option<Swept<Ratio>>) -> Self {
        let Meeting { relation, direction, .. } = relate(a, b);
        Self {
            outcome: word(relation, swept, [Ratio::ZERO, Ratio::ONE]),
            relation,
            direction,
            sides: named_sides(swept, direction),
            kind: swept.as_ref().map(discriminant),
        }
    }

    /// The answer of a pair that had a contact: a hit, whatever came of it.
    pub(super) fn of_contact(a: &Shape, b: &Shape, swept: Swept<Ratio>) -> Self {
        Self { outcome: TestResult::Hit, ..Self::of(a, b, Some(swept)) }
    }

    /// Whether this says the same as `before`, which is none of a pair that was
    /// apart. A miss is a miss: how two things came apart is no news in the
    /// frame after.
    pub(super) fn is_change(&self, before: Option<&Self>) -> bool {
        match before {
            None => self.outcome != TestResult::Miss,
            Some(before) if before.outcome == TestResult::Miss => self.outcome != TestResult::Miss,
            Some(before) => self != before,
        }
    }
}
