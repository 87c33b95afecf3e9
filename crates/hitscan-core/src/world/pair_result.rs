//! The result of a pair: HIT, TOUCH or MISS, the exact answer, and what happened during the frame;
//! and the small part of it that must be stored.

use super::beams::BeamPair;
use super::{Name, Participant, TestResult};
use crate::methods::Method;
use hitscan_geom::inside::Ratio;
use hitscan_geom::kernel::sweep;
use hitscan_geom::{
    Approach, Direction, Fraction, Meeting, Moving, Point, Polygon, Relation, Shape, Side, Sides,
    Swept, Vector, relate, swept,
};

/// A contact in a frame that a response acted on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// Its number in the frame, from 1, in order of time.
    pub number: usize,
    /// Its time in the frame; `None` if the method has no notion of time, the two gave up, or
    /// one was crushed.
    pub t: Option<Fraction>,
    /// The sides of the second that were hit; empty if the two gave up, one was crushed, or the
    /// method named an axis along which nothing moves.
    pub sides: Sides,
    /// How the boxes responded.
    pub reply: ContactReply,
    /// Which of the two it broke; those disappear at the end of the frame.
    pub broken: [bool; 2],
    /// The velocities of both before it.
    pub before: [Vector; 2],
    /// The velocities of both after it.
    pub after: [Vector; 2],
    /// The side method that took the pair for a HIT, though it was none.
    pub mistaken_by: Option<Method>,
}

/// How boxes respond to a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContactReply {
    /// They respond according to the settings.
    Responded,
    /// No response works: each one that can move returns to its start.
    GaveUp,
    /// A kinematic box had no room to push the other one, which returns to its start.
    Crushed,
    /// The last contact of a mover between things that do not give way: it stays there, with
    /// velocity 0.
    Wedged,
}

impl Contact {
    /// Whether the two gave up and returned to their starts.
    pub fn gave_up(&self) -> bool {
        self.reply == ContactReply::GaveUp
    }

    /// Whether one of the two was crushed and returned to its start.
    pub fn is_crushed(&self) -> bool {
        self.reply == ContactReply::Crushed
    }
}

/// The result of a pair at the end of a frame, and for two boxes what happened during it. Sides are
/// those of the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// HIT, TOUCH or MISS.
    pub outcome: TestResult,
    /// The exact answer at the end of the frame.
    pub meeting: Meeting,
    /// What happened from start to end, for two boxes. Without relative motion it is the result of
    /// `swept` for boxes at rest.
    pub swept: Option<Swept>,
    /// The motions that were tested, for two boxes: those of the frame, or those that led to the
    /// contact. `None` if a deflection led there.
    pub frame: Option<[Moving; 2]>,
    /// The contact, if a response acted on one.
    pub contact: Option<Contact>,
    /// The region that stops a beam, if the two only meet behind it: that is a MISS, whatever the
    /// whole laser meets.
    pub behind: Option<Name>,
}

impl PairResult {
    /// Tests `a` against `b` at the end of the frame.
    pub fn of(a: &Participant, b: &Participant) -> Self {
        let meeting = relate(&a.shape, &b.shape);
        let frame = a.moving().zip(b.moving()).map(|(a, b)| [a, b]);
        let swept = frame.map(|[a, b]| swept(&a, &b));
        let outcome = test_result(meeting.relation, swept, [Fraction::ZERO, Fraction::ONE]);
        Self { outcome, meeting, swept, frame, contact: None, behind: None }
    }

    /// Tests two boxes of which one was deflected: `swept` is what happened during the frame.
    fn on_the_way(a: &Participant, b: &Participant, swept: Swept) -> Self {
        let meeting = relate(&a.shape, &b.shape);
        let outcome = test_result(meeting.relation, Some(swept), [Fraction::ZERO, Fraction::ONE]);
        let swept = Some(swept);
        Self { outcome, meeting, swept, frame: None, contact: None, behind: None }
    }

    /// The result of a contact.
    fn of_contact(
        a: &Participant,
        b: &Participant,
        outcome: TestResult,
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
            outcome,
            meeting: relate(&a.shape, &b.shape),
            swept: Some(history),
            frame: is_approach.then_some(approach),
            contact: Some(contact),
            behind: None,
        }
    }

    /// The result as seen from the other object: `a` and `b` are the two in their new order, and
    /// sides become those of the new second. What happened during the frame is reversed rather than
    /// tested again, since deflections are not known here.
    pub fn reversed(&self, a: &Participant, b: &Participant) -> Self {
        let opposite = |sides: Sides| sides.iter().map(Side::opposite).collect();
        let swept = self.swept.map(|swept| match swept {
            Swept::Hit { t, sides } => Swept::Hit { t, sides: opposite(sides) },
            Swept::Overlap { sides } => Swept::Overlap { sides: opposite(sides) },
            Swept::Miss | Swept::Graze { .. } => swept,
        });
        let contact = self.contact.map(|contact| Contact {
            sides: opposite(contact.sides),
            broken: [contact.broken[1], contact.broken[0]],
            before: [contact.before[1], contact.before[0]],
            after: [contact.after[1], contact.after[0]],
            ..contact
        });
        let frame = self.frame.map(|[a, b]| [b, a]);
        Self { meeting: relate(&a.shape, &b.shape), swept, frame, contact, ..*self }
    }

    /// The sides to show: none if the boxes overlapped from the start, since a side
    /// would be misleading.
    pub fn sides(&self) -> Sides {
        if self.behind.is_some() {
            return Sides::NONE;
        }
        named_sides(self.swept, self.meeting.direction)
    }

    /// Where the first enters the second: sides for two boxes, otherwise the hit
    /// direction.
    pub fn named(&self) -> Direction {
        let sides = self.sides();
        match self.swept {
            _ if self.behind.is_some() => Direction::None,
            Some(_) if sides.is_empty() => Direction::None,
            Some(_) => Direction::Sides(sides),
            None => self.meeting.direction,
        }
    }

    /// What the response took the pair for, if that is not the result.
    pub fn responded(&self) -> Option<TestResult> {
        self.contact?.mistaken_by.map(|_| TestResult::Hit)
    }

    /// The time in the frame, for two boxes in motion.
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

/// HIT if interiors meet at the end, lasers cross or overlap, or boxes hit each other before the
/// end; TOUCH if they touch at the end or graze after the start; otherwise MISS. `start` and `end`
/// are times of the type that `swept` uses.
fn test_result<T: PartialOrd>(
    relation: Relation,
    swept: Option<Swept<T>>,
    [start, end]: [T; 2],
) -> TestResult {
    use Relation::Disjoint;
    match (relation, swept) {
        (_, Some(Swept::Hit { t, .. })) if t < end => TestResult::Hit,
        (Disjoint, Some(Swept::Hit { .. })) => TestResult::Touch,
        (Disjoint, Some(Swept::Graze { t: Some(t), .. })) if t > start => TestResult::Touch,
        (relation, _) => TestResult::at_rest(relation),
    }
}

/// The result of two boxes of which a side method without a notion of time made one respond: a HIT
/// if the motions that led there hit each other. `a` and `b` are the two at the end.
pub(super) fn responded_result(
    approach: &[Moving; 2],
    swept: Swept<Ratio>,
    [a, b]: [&Shape; 2],
) -> TestResult {
    if matches!(swept, Swept::Hit { .. } | Swept::Overlap { .. }) {
        return TestResult::Hit;
    }
    let [of_a, of_b] = approach.map(|line| Shape::Box(line.end()));
    let led_to = relate(&of_a, &of_b).relation;
    let result = test_result(led_to, Some(swept), [Ratio::ZERO, Ratio::ONE]);
    // The response itself may bring them together.
    result.max(TestResult::at_rest(relate(a, b).relation))
}

/// The part of a result that does not follow from shapes and motions at the end of the frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PairHistory {
    /// All paths were straight: there is nothing to store.
    Straight,
    /// The path of one of two boxes was deflected.
    Deflected(Box<Swept<Ratio>>),
    /// A contact.
    Contact(Box<StoredContact>),
    /// A beam ends before the two meet, or before one enters the other.
    Beam(Box<BeamPair>),
}

/// A contact as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoredContact {
    pub(super) outcome: TestResult,
    pub(super) number: u32,
    /// The frame in which it happened.
    pub(super) frame: u64,
    pub(super) t: Option<Ratio>,
    pub(super) sides: Sides,
    pub(super) reply: ContactReply,
    pub(super) broken: [bool; 2],
    pub(super) before: [Vector; 2],
    pub(super) after: [Vector; 2],
    pub(super) mistaken_by: Option<Method>,
    /// The start corner and displacement of the lines that led to it. The sizes are those of
    /// the two boxes.
    pub(super) approach: [(Point, Vector); 2],
}

impl PairHistory {
    /// Its size on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        match self {
            Self::Straight => 0,
            Self::Deflected(_) => size_of::<Swept<Ratio>>(),
            Self::Contact(_) => size_of::<StoredContact>(),
            Self::Beam(_) => size_of::<BeamPair>(),
        }
    }

    /// The whole result.
    pub(super) fn pair_result(&self, a: &Participant, b: &Participant) -> PairResult {
        match self {
            Self::Straight => PairResult::of(a, b),
            Self::Deflected(swept) => PairResult::on_the_way(a, b, reduced(**swept)),
            Self::Beam(of_beam) => {
                let BeamPair { outcome, behind } = **of_beam;
                PairResult { outcome, behind, ..PairResult::of(a, b) }
            }
            Self::Contact(stored) => {
                let StoredContact { outcome, number, t, sides, reply, broken, .. } = **stored;
                let StoredContact { before, after, mistaken_by, approach, .. } = **stored;
                let (number, t) =
                    (usize::try_from(number).unwrap_or(usize::MAX), t.map(Into::into));
                let contact =
                    Contact { number, t, sides, reply, broken, before, after, mistaken_by };
                let line = |participant: &Participant, (from, motion): (Point, Vector)| {
                    let start = participant.shape.as_box()?.moved_to(from).ok()?;
                    Moving::new(start, motion).ok()
                };
                match [line(a, approach[0]), line(b, approach[1])] {
                    [Some(of_a), Some(of_b)] => {
                        PairResult::of_contact(a, b, outcome, contact, [of_a, of_b])
                    }
                    // Only boxes respond.
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

/// The parts of a test's answer that are compared to detect changes: result, relation, sides or
/// direction, and what happened during the frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ComparedAnswer {
    pub(super) outcome: TestResult,
    relation: Relation,
    direction: SmallDirection,
    sides: Sides,
    way: Option<SweptKind>,
}

/// A [`Direction`] in a few bytes: a world stores one for each pair that meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SmallDirection {
    None,
    Approach(Approach),
    Sides(Sides),
    /// The second is [`u16::MAX`] if there is only one.
    Edges(u16, u16),
    Inside,
}

const _: () = assert!(Polygon::MOST_VERTICES < 0xffff, "an edge fits");

impl From<Direction> for SmallDirection {
    fn from(direction: Direction) -> Self {
        let small = |edge: usize| u16::try_from(edge).unwrap_or(u16::MAX);
        match direction {
            Direction::None => Self::None,
            Direction::Approach(approach) => Self::Approach(approach),
            Direction::Sides(sides) => Self::Sides(sides),
            Direction::Edges(one, other) => Self::Edges(small(one), other.map_or(u16::MAX, small)),
            Direction::Inside => Self::Inside,
        }
    }
}

/// What happened during the frame, without times and sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SweptKind {
    Miss,
    Graze,
    Overlap,
    Hit,
}

impl From<Swept<Ratio>> for SweptKind {
    fn from(swept: Swept<Ratio>) -> Self {
        match swept {
            Swept::Miss => Self::Miss,
            Swept::Graze { .. } => Self::Graze,
            Swept::Overlap { .. } => Self::Overlap,
            Swept::Hit { .. } => Self::Hit,
        }
    }
}

impl ComparedAnswer {
    /// The answer for two shapes on straight paths.
    pub(super) fn straight([a, b]: [&Shape; 2], motions: [Vector; 2]) -> Self {
        let moving = |shape: &Shape, motion| Moving::ending_at(*shape.as_box()?, motion).ok();
        let lines = moving(a, motions[0]).zip(moving(b, motions[1]));
        let swept = lines.map(|(a, b)| sweep(&a, &b).quotients());
        Self::of(a, b, swept)
    }

    /// The answer for two shapes, given what happened during the frame.
    pub(super) fn of(a: &Shape, b: &Shape, swept: Option<Swept<Ratio>>) -> Self {
        let Meeting { relation, direction, .. } = relate(a, b);
        Self {
            outcome: test_result(relation, swept, [Ratio::ZERO, Ratio::ONE]),
            relation,
            direction: direction.into(),
            sides: named_sides(swept, direction),
            way: swept.map(SweptKind::from),
        }
    }

    /// The answer for a pair that had a contact with this result.
    pub(super) fn of_contact(
        outcome: TestResult,
        [a, b]: [&Shape; 2],
        swept: Swept<Ratio>,
    ) -> Self {
        Self { outcome, ..Self::of(a, b, Some(swept)) }
    }

    /// The answer for a pair with a beam.
    pub(super) fn of_beam(self, of_beam: BeamPair) -> Self {
        Self { outcome: of_beam.outcome, ..self }
    }

    /// The same answer as seen from the other object.
    pub(super) fn reversed(self) -> Self {
        let relation = match self.relation {
            Relation::Within => Relation::Contains,
            Relation::Contains => Relation::Within,
            other => other,
        };
        let sides = self.sides.iter().map(Side::opposite).collect();
        Self { relation, sides, ..self }
    }

    /// Whether this differs from `before`, which is `None` for a pair that was apart. All MISSes
    /// count as equal.
    pub(super) fn is_change(&self, before: Option<&Self>) -> bool {
        match before {
            None => self.outcome != TestResult::Miss,
            Some(before) if before.outcome == TestResult::Miss => self.outcome != TestResult::Miss,
            Some(before) => self != before,
        }
    }
}
