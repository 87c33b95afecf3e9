//! The exact answer in fractions of any length, for pairs that fit no thousandths. It shares no code
//! with the fast one, and works on rings of vertices alone.

use std::cmp::Ordering;
use std::fmt;

use dashu_ratio::RBig;

use super::{AnyNumber, AnyPair, AnyShape};
use hitscan_geom::{Approach, Axis, Direction, PolygonError, Relation, Side, Sides, Swept};

type At = [RBig; 2];

/// What the slow answer says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyMeeting {
    /// How they relate.
    pub relation: Relation,
    /// The first and the last common point, with a laser.
    pub points: Option<[[AnyNumber; 2]; 2]>,
    /// Where these are along the laser, for a region and a laser.
    pub t: Option<[AnyNumber; 2]>,
    /// The side from which a laser arrives.
    pub direction: Direction,
    /// How far A must move out to the left, up, right and down, for two boxes whose interiors meet.
    pub depth: Option<[AnyNumber; 4]>,
    /// What happens in the frame, if there is one.
    pub swept: Option<Swept<()>>,
    /// When it does.
    pub swept_at: Option<AnyNumber>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyFault {
    /// A polygon with more vertices than [`AnyMeeting::MOST_VERTICES`].
    TooMany,
    /// Vertices that make no simple polygon.
    NoPolygon(PolygonError),
}

impl fmt::Display for AnyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPolygon(fault) => fault.fmt(f),
            Self::TooMany => {
                let most = AnyMeeting::MOST_VERTICES;
                write!(f, "more than {most} vertices, and numbers finer than thousandths")
            }
        }
    }
}

/// Where a point lies as seen from a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    Inside,
    Edge,
    Outside,
}

fn cross(a: &At, b: &At) -> RBig {
    &a[0] * &b[1] - &a[1] * &b[0]
}

fn between(from: &At, to: &At) -> At {
    [&to[0] - &from[0], &to[1] - &from[1]]
}

/// On which side of the line from `p` to `q` a point lies.
fn orient(p: &At, q: &At, at: &At) -> RBig {
    cross(&between(p, q), &between(p, at))
}

fn sign(number: &RBig) -> Ordering {
    number.cmp(&RBig::ZERO)
}

fn place(start: &At, end: &At, t: &RBig) -> At {
    let way = between(start, end);
    [&start[0] + &way[0] * t, &start[1] + &way[1] * t]
}

fn edges(ring: &[At]) -> impl Iterator<Item = (&At, &At)> {
    ring.iter().zip(ring.iter().cycle().skip(1))
}

fn on_edge(at: &At, p: &At, q: &At) -> bool {
    let is_between = |axis: usize| {
        let (low, high) =
            (p[axis].clone().min(q[axis].clone()), p[axis].clone().max(q[axis].clone()));
        low <= at[axis] && at[axis] <= high
    };
    is_between(0) && is_between(1) && orient(p, q, at) == RBig::ZERO
}

fn ground(at: &At, ring: &[At]) -> Ground {
    let mut is_inside = false;
    for (p, q) in edges(ring) {
        if on_edge(at, p, q) {
            return Ground::Edge;
        }
        // An edge belongs to the rows from its lower end up to, but without, its upper one.
        let (low, high) = if p[1] < q[1] { (p, q) } else { (q, p) };
        if low[1] <= at[1] && at[1] < high[1] && orient(low, high, at) > RBig::ZERO {
            is_inside = !is_inside;
        }
    }
    if is_inside { Ground::Inside } else { Ground::Outside }
}

/// The places along a segment, from 0 to 1, between which its ground is the same.
fn cuts(start: &At, end: &At, ring: &[At]) -> Vec<RBig> {
    let mut places = vec![RBig::ZERO, RBig::ONE];
    let way = between(start, end);
    for (p, q) in edges(ring) {
        let (from, to) = (orient(p, q, start), orient(p, q, end));
        if from != to {
            if sign(&orient(start, end, p)) != sign(&orient(start, end, q))
                || orient(start, end, p) == RBig::ZERO
            {
                places.push(&from / (&from - &to));
            }
        } else if from == RBig::ZERO {
            let axis = usize::from(way[0] == RBig::ZERO);
            if way[axis] != RBig::ZERO {
                places.extend([p, q].map(|at| (&at[axis] - &start[axis]) / &way[axis]));
            }
        }
    }
    places.retain(|t| *t >= RBig::ZERO && *t <= RBig::ONE);
    places.sort();
    places.dedup();
    places
}

/// What a segment runs through in a region, and where it first and last meets it.
#[derive(Default)]
struct RunThrough {
    edge: bool,
    inside: bool,
    outside: bool,
    common: Option<[RBig; 2]>,
}

fn run(start: &At, end: &At, ring: &[At]) -> RunThrough {
    let mut run = RunThrough::default();
    let places = cuts(start, end, ring);
    let halves = places.windows(2).map(|pair| (&pair[0] + &pair[1]) / RBig::from(2));
    let halves: Vec<RBig> = halves.collect();
    for (t, is_cut) in places.iter().map(|t| (t, true)).chain(halves.iter().map(|t| (t, false))) {
        let ground = ground(&place(start, end, t), ring);
        match ground {
            Ground::Inside => run.inside = true,
            Ground::Edge => run.edge = true,
            Ground::Outside => run.outside = true,
        }
        if is_cut && ground != Ground::Outside {
            let first = run.common.take().map_or_else(|| t.clone(), |[first, _]| first);
            run.common = Some([first, t.clone()]);
        }
    }
    run
}

impl AnyMeeting {
    /// The most vertices of a polygon whose numbers fit no thousandths.
    pub const MOST_VERTICES: usize = 32;

    const DISJOINT: Self = Self {
        relation: Relation::Disjoint,
        points: None,
        t: None,
        direction: Direction::None,
        depth: None,
        swept: None,
        swept_at: None,
    };

    /// The answer about a pair.
    ///
    /// # Errors
    /// When the vertices of a shape, the first or the second, make no polygon, or are too many.
    pub fn of(pair: &AnyPair) -> Result<Self, (usize, AnyFault)> {
        for (which, shape) in pair.shapes.iter().enumerate() {
            check(shape).map_err(|fault| (which, fault))?;
        }
        let [a, b] = pair.shapes.each_ref().map(ring);
        let is_laser = |shape: &AnyShape| matches!(shape, AnyShape::Laser(_));
        let [one, other] = &pair.shapes;
        Ok(match (is_laser(one), is_laser(other)) {
            (true, true) => lasers(&a, &b),
            (true, false) => laser(&a, &b, other),
            (false, true) => laser(&b, &a, one),
            (false, false) => {
                let mut meeting = regions(&a, &b);
                if let (AnyShape::Box(_), AnyShape::Box(_)) = (one, other) {
                    meeting.boxes([&a, &b], pair);
                }
                meeting
            }
        })
    }

    /// Adds what is said about two boxes alone.
    fn boxes(&mut self, [a, b]: [&[At]; 2], pair: &AnyPair) {
        let (a, b) = (corners(a), corners(b));
        let ([a_low, a_high], [b_low, b_high]) = (&a, &b);
        if !matches!(self.relation, Relation::Disjoint | Relation::Touches) {
            let depth = [
                &a_high[0] - &b_low[0],
                &a_high[1] - &b_low[1],
                &b_high[0] - &a_low[0],
                &b_high[1] - &a_low[1],
            ];
            self.depth = Some(depth.map(AnyNumber));
        }
        if pair.motions.iter().any(Option::is_some) {
            let (swept, at) = swept(&a, &b, pair);
            (self.swept, self.swept_at) = (Some(swept), at.map(AnyNumber));
        }
    }
}

fn ring(shape: &AnyShape) -> Vec<At> {
    let own = |[x, y]: [&AnyNumber; 2]| [x.0.clone(), y.0.clone()];
    match shape {
        AnyShape::Box([x1, y1, x2, y2]) => {
            [[x1, y1], [x2, y1], [x2, y2], [x1, y2]].map(own).to_vec()
        }
        AnyShape::Laser([x1, y1, x2, y2]) => [[x1, y1], [x2, y2]].map(own).to_vec(),
        AnyShape::Polygon(vertices) => vertices.iter().map(|[x, y]| own([x, y])).collect(),
    }
}

/// The corners of a ring's bounds.
fn corners(ring: &[At]) -> [At; 2] {
    let along = |axis: usize| ring.iter().map(move |at| at[axis].clone());
    let least = |axis| along(axis).min().unwrap_or(RBig::ZERO);
    let most = |axis| along(axis).max().unwrap_or(RBig::ZERO);
    [[least(0), least(1)], [most(0), most(1)]]
}

fn check(shape: &AnyShape) -> Result<(), AnyFault> {
    let AnyShape::Polygon(vertices) = shape else { return Ok(()) };
    if vertices.len() > AnyMeeting::MOST_VERTICES {
        return Err(AnyFault::TooMany);
    }
    fault(&ring(shape)).map_or(Ok(()), |fault| Err(AnyFault::NoPolygon(fault)))
}

fn fault(ring: &[At]) -> Option<PolygonError> {
    let count = ring.len();
    if count < 3 {
        return Some(PolygonError::TooFew(count));
    }
    let pairs = || (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
    if let Some((one, other)) = pairs().find(|&(one, other)| ring[one] == ring[other]) {
        return Some(PolygonError::Equal(one, other));
    }
    if ring.iter().all(|at| orient(&ring[0], &ring[1], at) == RBig::ZERO) {
        return Some(PolygonError::NoArea);
    }
    let next = |index: usize| &ring[(index + 1) % count];
    let turns_back = |&index: &usize| {
        let (before, at, after) = (&ring[(index + count - 1) % count], &ring[index], next(index));
        on_edge(before, at, after) || on_edge(after, before, at)
    };
    if let Some(vertex) = (0..count).find(turns_back) {
        return Some(PolygonError::Spike(vertex));
    }
    let meet = |&(one, other): &(usize, usize)| {
        other - one > 1
            && other - one < count - 1
            && meets([&ring[one], next(one)], [&ring[other], next(other)])
    };
    pairs().find(meet).map(|(one, other)| PolygonError::Crossing(one, other))
}

/// Whether two segments that are no points have a common one.
fn meets([a, b]: [&At; 2], [p, q]: [&At; 2]) -> bool {
    let apart = |one: &RBig, other: &RBig| sign(one) == sign(other) && *one != RBig::ZERO;
    let aside = apart(&orient(a, b, p), &orient(a, b, q));
    let is_end = on_edge(a, p, q) || on_edge(b, p, q) || on_edge(p, a, b) || on_edge(q, a, b);
    let in_line = orient(a, b, p) == RBig::ZERO && orient(a, b, q) == RBig::ZERO;
    is_end || !(in_line || aside || apart(&orient(p, q, a), &orient(p, q, b)))
}

fn lasers(a: &[At], b: &[At]) -> AnyMeeting {
    let ([a, b], [p, q]) = ([&a[0], &a[1]], [&b[0], &b[1]]);
    let (start, end) = (orient(p, q, a), orient(p, q, b));
    let ends = [&start, &end].into_iter().cloned().chain([orient(a, b, p), orient(a, b, q)]);
    let ends: Vec<Ordering> = ends.map(|side| sign(&side)).collect();
    let point = |at: &At| at.clone().map(AnyNumber);
    if ends.iter().all(|side| side.is_eq()) {
        let (low, high) = (a.min(b).max(p.min(q)), a.max(b).min(p.max(q)));
        let relation = match low.cmp(high) {
            Ordering::Less => Relation::Overlaps,
            Ordering::Equal => Relation::Touches,
            Ordering::Greater => return AnyMeeting::DISJOINT,
        };
        let (first, last) = if a <= b { (low, high) } else { (high, low) };
        let direction = Direction::Approach(Approach::OnLine);
        let points = Some([point(first), point(last)]);
        return AnyMeeting { relation, points, direction, ..AnyMeeting::DISJOINT };
    }
    let aside = |one: Ordering, other: Ordering| one == other && one.is_ne();
    if aside(ends[0], ends[1]) || aside(ends[2], ends[3]) {
        return AnyMeeting::DISJOINT;
    }
    let is_end = ends.iter().any(|side| side.is_eq());
    let relation = if is_end { Relation::Touches } else { Relation::Crosses };
    let approach = match ends[0] {
        Ordering::Greater => Approach::FromRight,
        Ordering::Less => Approach::FromLeft,
        Ordering::Equal => Approach::OnLine,
    };
    let at = if start == end { a.clone() } else { place(a, b, &(&start / (&start - &end))) };
    let (points, direction) = (Some([point(&at), point(&at)]), Direction::Approach(approach));
    AnyMeeting { relation, points, direction, ..AnyMeeting::DISJOINT }
}

fn laser(ends: &[At], region: &[At], shape: &AnyShape) -> AnyMeeting {
    let (start, end) = (&ends[0], &ends[1]);
    let run = run(start, end, region);
    let Some([first, last]) = run.common else { return AnyMeeting::DISJOINT };
    // A laser of no length has all its places at its start.
    let last = if start == end { first.clone() } else { last };
    let relation = match (run.inside, run.outside) {
        (false, _) => Relation::Touches,
        (true, false) => Relation::Within,
        (true, true) => Relation::Crosses,
    };
    let at = place(start, end, &first);
    let direction = if ground(start, region) == Ground::Inside {
        Direction::Inside
    } else {
        let touched = edges(region).enumerate().filter(|(_, (p, q))| on_edge(&at, p, q));
        let touched: Vec<usize> = touched.map(|(index, _)| index).collect();
        arrival(&touched, shape)
    };
    let points = [at, place(start, end, &last)].map(|at| at.map(AnyNumber));
    let t = Some([first, last].map(AnyNumber));
    AnyMeeting { relation, points: Some(points), t, direction, ..AnyMeeting::DISJOINT }
}

/// The sides or the edges with these numbers.
fn arrival(touched: &[usize], shape: &AnyShape) -> Direction {
    /// The sides of a box in the order of its edges.
    const ROUND: [Side; 4] = [Side::Top, Side::Right, Side::Bottom, Side::Left];
    if matches!(shape, AnyShape::Box(_)) {
        let sides = touched.iter().filter_map(|&index| ROUND.get(index));
        return Direction::Sides(sides.fold(Sides::NONE, |all, &side| all.with(side)));
    }
    match *touched {
        [one, ref more @ ..] => Direction::Edges(one, more.first().copied()),
        [] => Direction::None,
    }
}

fn regions(a: &[At], b: &[At]) -> AnyMeeting {
    let traverse = |boundary: &[At], region: &[At]| {
        let runs = edges(boundary).map(|(p, q)| run(p, q, region));
        runs.fold(RunThrough::default(), |all, one| RunThrough {
            edge: all.edge || one.edge,
            inside: all.inside || one.inside,
            outside: all.outside || one.outside,
            common: None,
        })
    };
    let (of_a, of_b) = (traverse(a, b), traverse(b, a));
    let relation = match (of_a.outside, of_b.outside) {
        (false, _) if !of_a.inside => Relation::Equals,
        (false, _) => Relation::Within,
        (_, false) => Relation::Contains,
        _ if of_a.inside || of_b.inside => Relation::Overlaps,
        _ if of_a.edge || of_b.edge => Relation::Touches,
        _ => Relation::Disjoint,
    };
    AnyMeeting { relation, ..AnyMeeting::DISJOINT }
}

/// When the intervals along one axis meet.
enum MeetsAlong {
    Never,
    Flush,
    Always,
    During { entry: RBig, exit: RBig, side: Side },
}

fn swept(a: &[At; 2], b: &[At; 2], pair: &AnyPair) -> (Swept<()>, Option<RBig>) {
    let [of_a, of_b] = pair.motions.each_ref().map(|motion| match motion {
        Some([x, y]) => [x.0.clone(), y.0.clone()],
        None => [RBig::ZERO, RBig::ZERO],
    });
    let way = between(&of_b, &of_a);
    let [x, y] = [(0, Axis::X), (1, Axis::Y)].map(|(index, axis)| {
        // At the end of the frame both have moved; only how they did relative to each other counts.
        let back = if pair.at_end { way[index].clone() } else { RBig::ZERO };
        let to_low = &b[0][index] - &a[1][index] + &back;
        let to_high = &b[1][index] - &a[0][index] + &back;
        along(axis, to_low, to_high, &way[index])
    });
    match (x, y) {
        (MeetsAlong::Never, _) | (_, MeetsAlong::Never) => (Swept::Miss, None),
        (MeetsAlong::During { entry, exit, side }, other)
        | (other, MeetsAlong::During { entry, exit, side }) => moving(entry, exit, side, other),
        (MeetsAlong::Always, MeetsAlong::Always) => (Swept::Overlap { sides: Sides::NONE }, None),
        _ => (Swept::Graze { t: None, flush: None }, None),
    }
}

fn along(axis: Axis, to_low: RBig, to_high: RBig, way: &RBig) -> MeetsAlong {
    let [low, high] = match axis {
        Axis::X => [Side::Left, Side::Right],
        Axis::Y => [Side::Top, Side::Bottom],
    };
    let (near, far, side) = match sign(way) {
        Ordering::Greater => (to_low, to_high, low),
        Ordering::Less => (to_high, to_low, high),
        Ordering::Equal => {
            return match sign(&to_low.max(-to_high)) {
                Ordering::Greater => MeetsAlong::Never,
                Ordering::Equal => MeetsAlong::Flush,
                Ordering::Less => MeetsAlong::Always,
            };
        }
    };
    MeetsAlong::During { entry: near / way, exit: far / way, side }
}

fn moving(entry: RBig, exit: RBig, side: Side, other: MeetsAlong) -> (Swept<()>, Option<RBig>) {
    let is_flush = matches!(other, MeetsAlong::Flush);
    let (entry, exit, sides) = match other {
        MeetsAlong::During { entry: of_other, exit: end, side: other } => {
            let sides = match entry.cmp(&of_other) {
                Ordering::Less => other.into(),
                Ordering::Equal => Sides::from(side).with(other),
                Ordering::Greater => side.into(),
            };
            (entry.max(of_other), exit.min(end), sides)
        }
        _ => (entry, exit, side.into()),
    };
    if entry > exit || entry > RBig::ONE || exit < RBig::ZERO {
        (Swept::Miss, None)
    } else if is_flush || entry == exit || exit == RBig::ZERO {
        (Swept::Graze { t: Some(()), flush: None }, Some(entry.max(RBig::ZERO)))
    } else if entry < RBig::ZERO {
        (Swept::Overlap { sides }, None)
    } else {
        (Swept::Hit { t: (), sides }, Some(entry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::Scale;
    use hitscan_geom::{Depth, relate};

    /// Small whole numbers in a fixed order that looks random.
    struct Draw(u64);

    impl Draw {
        fn number(&mut self) -> AnyNumber {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            AnyNumber(RBig::from((self.0 >> 33) % 6))
        }

        fn numbers<const N: usize>(&mut self) -> [AnyNumber; N] {
            std::array::from_fn(|_| self.number())
        }

        fn shape(&mut self) -> AnyShape {
            self.number();
            match (self.0 >> 40) % 3 {
                0 => {
                    let [x, y, width, height] = self.numbers();
                    let one = AnyNumber(RBig::ONE);
                    let (right, bottom) = (x.plus(&width).plus(&one), y.plus(&height).plus(&one));
                    AnyShape::Box([x, y, right, bottom])
                }
                1 => AnyShape::Laser(self.numbers()),
                _ => {
                    AnyShape::Polygon((0..3 + (self.0 >> 50) % 3).map(|_| self.numbers()).collect())
                }
            }
        }
    }

    #[test]
    fn it_agrees_with_the_fast_answer_on_pairs_in_thousandths() {
        let (mut draw, mut relations) = (Draw(7), std::collections::BTreeSet::new());
        for round in 0..6000 {
            let one = draw.shape();
            let shapes = [one.clone(), if round % 20 == 0 { one } else { draw.shape() }];
            let motions = [Some(draw.numbers()), Some(draw.numbers())];
            let pair = AnyPair { shapes, motions, at_end: draw.0.is_multiple_of(2) };
            let fast = pair.in_thousandths().expect("small numbers");
            let slow = AnyMeeting::of(&pair);
            let Ok(fast) = fast else {
                assert!(slow.is_err(), "{pair:?}");
                continue;
            };
            let slow = slow.expect("a pair of shapes");
            assert_eq!(fast.scale, None);
            let [a, b] = &fast.shapes;
            let meeting = relate(a, b);
            let units = Scale::as_given();
            let own = |number| units.length(number);
            assert_eq!(slow.relation, meeting.relation, "{pair:?}");
            assert_eq!(slow.direction, meeting.direction, "{pair:?}");
            let points = meeting.span.map(|span| span.points.map(|at| units.point(at)));
            assert_eq!(slow.points, points, "{pair:?}");
            let t = meeting.span.and_then(|span| span.t);
            assert_eq!(slow.t, t.map(|both| both.map(own)), "{pair:?}");
            let depth = meeting.depth.map(|Depth { left, top, right, bottom }| {
                [left, top, right, bottom].map(|depth| own(depth.into()))
            });
            assert_eq!(slow.depth, depth, "{pair:?}");
            let swept = fast.frame.map(|[a, b]| hitscan_geom::swept(&a, &b));
            let at = swept.and_then(|swept| match swept {
                Swept::Hit { t, .. } => Some(t),
                Swept::Graze { t, .. } => t,
                _ => None,
            });
            assert_eq!(slow.swept.map(Swept::token), swept.map(Swept::token));
            assert_eq!(slow.swept_at, at.map(own), "{pair:?}");
            let sides = |sides: Option<Sides>| sides.unwrap_or(Sides::NONE);
            let of_slow = slow.swept.and_then(|swept| match swept {
                Swept::Hit { sides, .. } | Swept::Overlap { sides } => Some(sides),
                _ => None,
            });
            let of_fast = swept.and_then(|swept| match swept {
                Swept::Hit { sides, .. } | Swept::Overlap { sides } => Some(sides),
                _ => None,
            });
            assert_eq!(sides(of_slow), sides(of_fast), "{pair:?}");
            relations.insert(meeting.relation);
        }
        assert_eq!(relations.len(), Relation::ALL.len());
    }
}
