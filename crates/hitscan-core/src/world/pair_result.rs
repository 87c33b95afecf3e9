//! The result of a pair: HIT, TOUCH or MISS, the exact answer, and what happened during the frame;
//! and the small part of it that must be stored.

use super::beams::BeamPair;
use super::{Name, Participant, TestResult};
use crate::methods::Method;
use hitscan_geom::inside::Ratio;
use hitscan_geom::kernel::sweep;
use hitscan_geom::{
    Approach, Blocked, Direction, Fraction, Meeting, Moving, MovingRegion, Normal, Point, Polygon,
    Relation, Shape, ShapeKind, Side, Sides, Swept, SweptRegions, Vector, contacts, relate, swept,
    swept_regions,
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

/// Why one of a pair passes the other, which is one-way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PassReason {
    /// It came in through a side that does not count.
    Side,
    /// It was inside as the frame began.
    Inside,
    /// It was told to drop through.
    Dropped,
}

impl PassReason {
    /// The token in every format.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Side => "side",
            Self::Inside => "inside",
            Self::Dropped => "dropped",
        }
    }
}

/// That one of a pair passes the other in a frame, which is one-way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passes {
    /// Why.
    pub why: PassReason,
    /// When it came in, if it is for the side.
    pub t: Option<Fraction>,
    /// Across what it came in, out of the one-way one, if it is for the side.
    pub normals: Vec<Normal>,
    /// The edge of the one-way one that it came in through, if it is a polygon and there is one.
    pub edge: Option<usize>,
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

/// What happened in a frame to two regions of which one is a polygon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionsMet {
    /// The outcome, and where.
    pub swept: SweptRegions,
    /// Whether the second is a box, whose edges and corners have names.
    pub of_box: bool,
    /// The motions that were tested, as in [`PairResult::frame`].
    pub frame: Option<[MovingRegion; 2]>,
}

/// The result of a pair at the end of a frame, and for two boxes what happened during it. Sides are
/// those of the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// HIT, TOUCH or MISS.
    pub outcome: TestResult,
    /// The exact answer at the end of the frame.
    pub meeting: Meeting,
    /// What happened from start to end, for two regions of which one is a polygon; `None` without
    /// relative motion.
    pub regions: Option<Box<RegionsMet>>,
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
    /// That one passes the other, which is one-way.
    pub passes: Option<Box<Passes>>,
}

impl PairResult {
    /// Tests `a` against `b` at the end of the frame.
    pub fn of(a: &Participant, b: &Participant) -> Self {
        let meeting = relate(&a.shape, &b.shape);
        let frame = a.moving().zip(b.moving()).map(|(a, b)| [a, b]);
        let swept = frame.map(|[a, b]| swept(&a, &b));
        let regions = regions_of([a, b]);
        let way = swept.or_else(|| regions.as_ref().map(|met| plain(&met.swept)));
        let outcome = test_result(meeting.relation, way, [Fraction::ZERO, Fraction::ONE]);
        let regions = regions.map(Box::new);
        Self { outcome, meeting, regions, swept, frame, contact: None, behind: None, passes: None }
    }

    /// Tests `a` against `b` where they are at the end of the frame.
    fn at_end(a: &Participant, b: &Participant) -> Self {
        let meeting = relate(&a.shape, &b.shape);
        let outcome = TestResult::at_rest(meeting.relation);
        let (regions, swept, frame) = (None, None, None);
        Self { outcome, meeting, regions, swept, frame, contact: None, behind: None, passes: None }
    }

    /// Tests two regions, one a polygon, of which one was deflected.
    fn regions_on_the_way(a: &Participant, b: &Participant, swept: &SweptRegions) -> Self {
        let way = Some(plain(swept));
        let at_end = Self::at_end(a, b);
        let relation = at_end.meeting.relation;
        let outcome = test_result(relation, way, [Fraction::ZERO, Fraction::ONE]);
        let of_box = b.shape.as_box().is_some();
        let met = RegionsMet { swept: swept.clone(), of_box, frame: None };
        Self { outcome, regions: Some(Box::new(met)), ..at_end }
    }

    /// The result of a contact of which one side is a polygon.
    fn of_region_contact(
        a: &Participant,
        b: &Participant,
        contact: Contact,
        stored: &StoredContact,
    ) -> Self {
        let StoredContact { outcome, t, approach: lines, counting, .. } = *stored;
        let shapes = [&a.shape, &b.shape];
        let swept = region_contact(shapes, lines, t, counting);
        let frame = on_lines(shapes, lines)
            .filter(|[of_a, of_b]| t.is_none() || swept_regions(of_a, of_b) == swept);
        let of_box = b.shape.as_box().is_some();
        let regions = Some(Box::new(RegionsMet { swept, of_box, frame }));
        Self { outcome, regions, contact: Some(contact), ..Self::at_end(a, b) }
    }

    /// Tests two boxes of which one was deflected: `swept` is what happened during the frame.
    fn on_the_way(a: &Participant, b: &Participant, swept: Swept) -> Self {
        let meeting = relate(&a.shape, &b.shape);
        let outcome = test_result(meeting.relation, Some(swept), [Fraction::ZERO, Fraction::ONE]);
        let swept = Some(swept);
        let (regions, frame) = (None, None);
        Self { outcome, meeting, regions, swept, frame, contact: None, behind: None, passes: None }
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
            regions: None,
            swept: Some(history),
            frame: is_approach.then_some(approach),
            contact: Some(contact),
            behind: None,
            passes: None,
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
        let regions = self.regions.as_ref().map(|met| Box::new(met.reversed(b)));
        let meeting = relate(&a.shape, &b.shape);
        Self { meeting, regions, swept, frame, contact, ..self.clone() }
    }

    /// The sides to show: none if the boxes overlapped from the start, since a side
    /// would be misleading.
    pub fn sides(&self) -> Sides {
        if self.behind.is_some() {
            return Sides::NONE;
        }
        if let Some((blocked, of_box)) = self.blocked() {
            return if of_box { sides_of(blocked) } else { Sides::NONE };
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
            None => match self.blocked() {
                Some(_) if !sides.is_empty() => Direction::Sides(sides),
                Some((blocked, _)) => {
                    let mut edges = blocked.edges.iter().copied();
                    match (edges.next(), blocked.corners.first()) {
                        (Some(one), _) => Direction::Edges(one, edges.next()),
                        (None, Some(&corner)) => Direction::Corner(corner),
                        (None, None) => Direction::None,
                    }
                }
                None => self.meeting.direction,
            },
        }
    }

    /// What of the second is in the way of the first, and whether that is a box, if one of two
    /// regions is a polygon and they hit each other.
    pub fn blocked(&self) -> Option<(&Blocked, bool)> {
        match self.regions.as_deref() {
            Some(RegionsMet { swept: SweptRegions::Hit { blocked, .. }, of_box, .. })
                if self.behind.is_none() =>
            {
                Some((blocked, *of_box))
            }
            _ => None,
        }
    }

    /// What the response took the pair for, if that is not the result.
    pub fn responded(&self) -> Option<TestResult> {
        self.contact?.mistaken_by.map(|_| TestResult::Hit)
    }

    /// The time in the frame, for two regions in motion.
    pub fn time(&self) -> Option<Fraction> {
        let way = self.regions.as_ref().map(|met| plain(&met.swept));
        match self.swept.or(way)? {
            Swept::Hit { t, .. } => Some(t),
            Swept::Graze { t, .. } => t,
            Swept::Miss | Swept::Overlap { .. } => None,
        }
    }
}

/// The sides of a box that are in the way.
pub fn sides_of(blocked: &Blocked) -> Sides {
    let side = |edge: &usize| match edge {
        0 => Side::Top,
        1 => Side::Right,
        2 => Side::Bottom,
        _ => Side::Left,
    };
    blocked.edges.iter().map(side).collect()
}

impl RegionsMet {
    /// The same as seen from the other one.
    fn reversed(&self, b: &Participant) -> Self {
        let of_box = b.shape.as_box().is_some();
        let frame = self.frame.as_ref().map(|[of_a, of_b]| [of_b.clone(), of_a.clone()]);
        let swept = match (&self.swept, &frame) {
            (SweptRegions::Hit { .. }, Some([of_a, of_b])) => swept_regions(of_a, of_b),
            (SweptRegions::Hit { t, blocked }, None) => {
                // The path is not known here: only the directions can be turned round.
                let normals = blocked.normals.iter().map(|normal| normal.opposite());
                let mut blocked = Blocked { normals: normals.collect(), ..Blocked::default() };
                blocked.normals.sort_unstable();
                SweptRegions::Hit { t: *t, blocked }
            }
            (other, _) => other.clone(),
        };
        Self { swept, of_box, frame }
    }
}

/// What happens to two regions, one a polygon, that moved straight; `None` for other pairs and
/// without relative motion.
fn regions_of([a, b]: [&Participant; 2]) -> Option<RegionsMet> {
    let frame = straight_regions([&a.shape, &b.shape], [a.motion, b.motion])?;
    let swept = swept_regions(&frame[0], &frame[1]);
    Some(RegionsMet { swept, of_box: b.shape.as_box().is_some(), frame: Some(frame) })
}

/// Two regions that ended here, one of them a polygon, in relative motion.
fn straight_regions(shapes: [&Shape; 2], motions: [Vector; 2]) -> Option<[MovingRegion; 2]> {
    let kinds = shapes.map(Shape::kind);
    if motions[0] == motions[1]
        || kinds.contains(&ShapeKind::Segment)
        || !kinds.contains(&ShapeKind::Polygon)
    {
        return None;
    }
    let region = |k: usize| MovingRegion::ending_at(shapes[k].clone(), motions[k]).ok();
    Some([region(0)?, region(1)?])
}

/// Two regions on lines that are given for their bounding boxes.
fn on_lines(shapes: [&Shape; 2], lines: [(Point, Vector); 2]) -> Option<[MovingRegion; 2]> {
    let region = |k: usize| on_line(shapes[k], lines[k].0, lines[k].1);
    Some([region(0)?, region(1)?])
}

/// A region on a line that is given for its bounding box.
pub(super) fn on_line(shape: &Shape, from: Point, motion: Vector) -> Option<MovingRegion> {
    let at = shape.bounds().0;
    let by = Vector::new(from.x.checked_sub(at.x)?, from.y.checked_sub(at.y)?);
    let region = MovingRegion::new(shape.clone(), Vector::ZERO).ok()?;
    region.continued(by, motion).ok()
}

/// A contact that a response acted on: what the first goes into then. Without a time, what the
/// lines lead to. Only the sides of a one-way one that count are named.
pub(super) fn region_contact(
    shapes: [&Shape; 2],
    lines: [(Point, Vector); 2],
    t: Option<Ratio>,
    counting: [Sides; 2],
) -> SweptRegions {
    let Some([a, b]) = on_lines(shapes, lines) else { return SweptRegions::Miss };
    let Some(t) = t.map(Fraction::from) else { return swept_regions(&a, &b) };
    let motion = a.motion_relative_to(&b);
    let mut hit = contacts(&a, &b, t).unwrap_or_default();
    hit.retain(|contact| contact.is_entered_by(motion));
    let points_to = |normal: Normal, sides: Sides| {
        sides.is_empty() || sides.iter().any(|side| normal.points_to(side))
    };
    let counts = |normal: Normal| {
        points_to(normal, counting[1]) && points_to(normal.opposite(), counting[0])
    };
    let hit: Vec<_> = hit.iter().filter_map(|contact| contact.counting(counts)).collect();
    SweptRegions::Hit { t, blocked: Blocked::of(&hit) }
}

/// The outcome alone.
fn plain(swept: &SweptRegions) -> Swept {
    match swept {
        SweptRegions::Miss => Swept::Miss,
        SweptRegions::Graze { t } => Swept::Graze { t: *t, flush: None },
        SweptRegions::Overlap => Swept::Overlap { sides: Sides::NONE },
        SweptRegions::Hit { t, .. } => Swept::Hit { t: *t, sides: Sides::NONE },
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
    /// The path of one of two regions, one a polygon, was deflected.
    DeflectedRegions(Box<SweptRegions>),
    /// By the rules of older recordings, a pair with a polygon is judged where it ends.
    AtEnd,
    /// One passes the other, which is one-way; and what happened.
    Passes(Box<(Passes, Self)>),
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
    /// The sides of each of the two that alone are named, if it is one-way.
    pub(super) counting: [Sides; 2],
}

impl PairHistory {
    /// Its size on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        match self {
            Self::Straight | Self::AtEnd => 0,
            Self::DeflectedRegions(_) => size_of::<SweptRegions>(),
            Self::Passes(of) => size_of::<(Passes, Self)>() + of.1.heap_bytes(),
            Self::Deflected(_) => size_of::<Swept<Ratio>>(),
            Self::Contact(_) => size_of::<StoredContact>(),
            Self::Beam(_) => size_of::<BeamPair>(),
        }
    }

    /// The whole result.
    pub(super) fn pair_result(&self, a: &Participant, b: &Participant) -> PairResult {
        match self {
            Self::Straight => PairResult::of(a, b),
            Self::AtEnd => PairResult::at_end(a, b),
            Self::Passes(of) => {
                let passes = Some(Box::new(of.0.clone()));
                PairResult { passes, ..of.1.pair_result(a, b) }
            }
            Self::DeflectedRegions(swept) => PairResult::regions_on_the_way(a, b, swept),
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
                    _ => PairResult::of_region_contact(a, b, contact, stored),
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
    /// The first two edges and the first corner in the way of a region, likewise. The directions
    /// are the sides to which they point.
    Blocked([u16; 3]),
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
            Direction::Corner(corner) => Self::Blocked([u16::MAX, u16::MAX, small(corner)]),
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
        match straight_regions([a, b], motions) {
            Some([of_a, of_b]) => Self::of_way([a, b], &swept_regions(&of_a, &of_b)),
            None => Self::of(a, b, swept),
        }
    }

    /// The answer for two regions, one a polygon, given what happened during the frame.
    pub(super) fn of_way([a, b]: [&Shape; 2], swept: &SweptRegions) -> Self {
        let Meeting { relation, .. } = relate(a, b);
        let outcome = test_result(relation, Some(plain(swept)), [Fraction::ZERO, Fraction::ONE]);
        Self::of_regions(outcome, [a, b], swept)
    }

    /// The same with this result.
    pub(super) fn of_regions(
        outcome: TestResult,
        [a, b]: [&Shape; 2],
        swept: &SweptRegions,
    ) -> Self {
        let way = Some(match swept {
            SweptRegions::Miss => SweptKind::Miss,
            SweptRegions::Graze { .. } => SweptKind::Graze,
            SweptRegions::Overlap => SweptKind::Overlap,
            SweptRegions::Hit { .. } => SweptKind::Hit,
        });
        let at_end = Self { outcome, way, ..Self::of(a, b, None) };
        let SweptRegions::Hit { blocked, .. } = swept else { return at_end };
        let small = |index: Option<&usize>| {
            index.and_then(|&index| u16::try_from(index).ok()).unwrap_or(u16::MAX)
        };
        let Blocked { edges, corners, normals } = blocked;
        let named = [edges.first(), edges.get(1), corners.first()].map(small);
        let points_to = |side: &Side| normals.iter().any(|normal| normal.points_to(*side));
        let sides = Side::ALL.into_iter().filter(points_to).collect();
        Self { direction: SmallDirection::Blocked(named), sides, ..at_end }
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
