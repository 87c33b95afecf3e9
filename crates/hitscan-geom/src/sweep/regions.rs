//! Boxes and polygons in motion for one frame: when the first hits the second, and where.
//!
//! Every number is an `i64`: differences of coordinates stay below 2^26 and cross products below
//! 2^53. Two times are compared in `i128`. Nothing is rounded.

use super::super::fraction::Ratio;
use super::super::{
    Aabb, Axis, Fraction, Milli, Moving, Point, Polygon, Relation, Shape, ShapeError, ShapeRef,
    Vector, cross, relate,
};
use super::contact::{Blocked, Normal, OnEdge, RegionContact, Ring, at_edge, at_vertices};

/// A box or a polygon, and its motion in one frame.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MovingRegion {
    start: Region,
    motion: Vector,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Region {
    /// With its corners, in the order of [`Aabb::vertices`].
    Box(Aabb, [Point; 4]),
    Polygon(Polygon),
}

impl MovingRegion {
    /// The box or polygon that starts the frame at `start` and moves by `motion`.
    ///
    /// # Errors
    /// [`ShapeError::NoRegion`] for a segment, [`ShapeError::TooFast`] for a motion beyond
    /// ±[`Milli::REACH`] along an axis, [`ShapeError::OutOfRange`] if it would end out of range.
    ///
    /// ```
    /// use hitscan_geom::{MovingRegion, Point, Polygon, Segment, Vector};
    /// let point = Point::from_units;
    /// let wedge = Polygon::new(&[point(0, 0), point(4, 0), point(0, 3)])?;
    /// let moving = MovingRegion::new(wedge, Vector::from_units(2, 1))?;
    /// assert_eq!(moving.end()?.bounds().0, point(2, 1));
    /// let laser = Segment::new(point(0, 0), point(1, 1))?;
    /// assert!(MovingRegion::new(laser, Vector::ZERO).is_err());
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    pub fn new(start: impl Into<Shape>, motion: Vector) -> Result<Self, ShapeError> {
        if motion.x.abs().max(motion.y.abs()) > Milli::REACH {
            return Err(ShapeError::TooFast(motion));
        }
        let start = start.into();
        let (min, max) = start.bounds();
        let start = match start {
            Shape::Box(start) => Region::Box(start, start.vertices()),
            Shape::Polygon(start) => Region::Polygon(start),
            Shape::Segment(_) => return Err(ShapeError::NoRegion),
        };
        min.moved(motion, "a vertex")?;
        max.moved(motion, "a vertex")?;
        Ok(Self { start, motion })
    }

    /// The box or polygon that moves by `motion` in the frame and ends at `end`.
    ///
    /// # Errors
    /// As [`MovingRegion::new`], except that it is the start that may be out of range.
    pub fn ending_at(end: impl Into<Shape>, motion: Vector) -> Result<Self, ShapeError> {
        Self::new(end.into().translated(-motion)?, motion)
    }

    /// Its place when the frame begins.
    #[must_use]
    pub const fn start(&self) -> ShapeRef<'_> {
        match &self.start {
            Region::Box(start, _) => ShapeRef::Box(start),
            Region::Polygon(start) => ShapeRef::Polygon(start),
        }
    }

    /// Its displacement in the frame.
    #[must_use]
    pub const fn motion(&self) -> Vector {
        self.motion
    }

    /// Its place when the frame ends.
    ///
    /// # Errors
    /// None in fact: [`MovingRegion::new`] has checked the range.
    pub fn end(&self) -> Result<Shape, ShapeError> {
        match &self.start {
            Region::Box(start, _) => start.translated(self.motion).map(Shape::Box),
            Region::Polygon(start) => start.translated(self.motion).map(Shape::Polygon),
        }
    }

    /// Its vertices when the frame begins, those of a box as in [`Aabb::vertices`].
    #[must_use]
    pub fn vertices(&self) -> &[Point] {
        match &self.start {
            Region::Box(_, corners) => corners,
            Region::Polygon(start) => start.vertices(),
        }
    }

    /// Its motion relative to `other`.
    #[must_use]
    pub const fn motion_relative_to(&self, other: &Self) -> Vector {
        let (own, other) = (self.motion, other.motion);
        Vector::new(own.x.minus(other.x), own.y.minus(other.y))
    }

    /// The ends of an edge when the frame begins, in clockwise order: the interior lies to the
    /// right. `None` beyond the last edge.
    #[must_use]
    pub fn edge(&self, index: usize) -> Option<[Point; 2]> {
        (index < self.vertices().len()).then(|| self.ring().edge(index))
    }

    /// The normal of an edge, out of the region; `None` beyond the last edge.
    ///
    /// ```
    /// use hitscan_geom::{MovingRegion, Point, Polygon, Vector};
    /// let point = Point::from_units;
    /// let ramp = Polygon::new(&[point(0, 6), point(9, 0), point(9, 6)])?;
    /// let ramp = MovingRegion::new(ramp, Vector::ZERO)?;
    /// let normal = ramp.normal(0).expect("an edge");
    /// assert_eq!((normal.x, normal.y), (-2, -3));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    #[must_use]
    pub fn normal(&self, edge: usize) -> Option<Normal> {
        if edge < self.vertices().len() { self.ring().normal(edge) } else { None }
    }

    /// The same region on another line: it starts `by` farther, and moves by `motion`.
    ///
    /// # Errors
    /// As [`MovingRegion::new`].
    pub fn continued(&self, by: Vector, motion: Vector) -> Result<Self, ShapeError> {
        let start = match &self.start {
            start if by == Vector::ZERO => Ok(start.clone()),
            Region::Box(start, _) => {
                start.translated(by).map(|start| Region::Box(start, start.vertices()))
            }
            Region::Polygon(start) => start.translated(by).map(Region::Polygon),
        };
        let moved = Self { start: start?, motion };
        if motion.x.abs().max(motion.y.abs()) > Milli::REACH {
            return Err(ShapeError::TooFast(motion));
        }
        for corner in moved.bounds() {
            corner.moved(motion, "a vertex")?;
        }
        Ok(moved)
    }

    pub(super) fn ring(&self) -> Ring<'_> {
        match &self.start {
            Region::Box(_, corners) => Ring::new(corners, true),
            Region::Polygon(start) => Ring::new(start.vertices(), start.is_clockwise()),
        }
    }

    /// The least and the greatest coordinates.
    pub(super) fn bounds(&self) -> [Point; 2] {
        let (min, max) = match &self.start {
            Region::Box(start, _) => (start.min(), start.max()),
            Region::Polygon(start) => start.bounds(),
        };
        [min, max]
    }

    pub(super) fn is_convex(&self) -> bool {
        match &self.start {
            Region::Box(..) => true,
            Region::Polygon(start) => start.is_convex(),
        }
    }
}

impl From<Moving> for MovingRegion {
    fn from(moving: Moving) -> Self {
        let start = Region::Box(moving.start, moving.start.vertices());
        Self { start, motion: moving.motion }
    }
}

/// What happens in a frame to two boxes or polygons: the answer of [`swept_regions`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SweptRegions {
    /// They do not touch within the frame.
    Miss,
    /// They touch, but their interiors do not meet.
    Graze {
        /// When they first touch, in frames; `None` without relative motion.
        t: Option<Fraction>,
    },
    /// The interiors already meet at the start of the frame.
    Overlap,
    /// They meet from outside: right after `t` the interiors would meet.
    Hit {
        /// When, in frames, within [0, 1].
        t: Fraction,
        /// What of the second is in the way.
        blocked: Blocked,
    },
}

impl SweptRegions {
    /// Its token: `miss`, `graze`, `overlap`, `hit`.
    #[must_use]
    pub const fn token(&self) -> &'static str {
        match self {
            Self::Miss => "miss",
            Self::Graze { .. } => "graze",
            Self::Overlap => "overlap",
            Self::Hit { .. } => "hit",
        }
    }
}

/// What happens when `a` and `b` move for one frame, both boxes or polygons, convex or not: when
/// `a` hits `b`, and which edges and corners of `b`. Only the relative motion matters.
///
/// - Times are in frames, from 0 to 1, exact.
/// - Regions are closed. Sliding along an edge, passing a tip, resting corner to corner and
///   parting are a [`SweptRegions::Graze`], never a hit; touching one edge in passing and then
///   going into another is a hit at the second.
/// - Ties: a corner in a corner names two normals; all contacts at the time of the hit are named.
/// - Every [`MovingRegion`] is in range: the query cannot fail.
///
/// Two boxes are told the same as by [`swept`](super::swept), which is faster.
///
/// ```
/// use hitscan_geom::{Aabb, MovingRegion, Point, Polygon, SweptRegions, Vector, swept_regions};
///
/// let point = Point::from_units;
/// // A box falls onto a spike: no corner of the box comes near it.
/// let falling = Aabb::from_corners(point(-2, -9), point(2, -5))?;
/// let falling = MovingRegion::new(falling, Vector::from_units(0, 7))?;
/// let spike = Polygon::new(&[point(-1, 9), point(0, 0), point(1, 9)])?;
/// let spike = MovingRegion::new(spike, Vector::ZERO)?;
/// let SweptRegions::Hit { t, blocked } = swept_regions(&falling, &spike) else { panic!() };
/// assert_eq!((t.to_string().as_str(), blocked.corners), ("5/7", vec![1]));
/// assert_eq!(blocked.normals[0].to_string(), "top");
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[doc(alias("cast_shapes", "sweep", "time_of_impact"))]
#[must_use]
pub fn swept_regions(a: &MovingRegion, b: &MovingRegion) -> SweptRegions {
    let motion = a.motion_relative_to(b);
    let (of_a, of_b) = (Swath::new(a.bounds(), motion), Swath::new(b.bounds(), -motion));
    if !of_a.meets(b.bounds()) {
        return SweptRegions::Miss;
    }
    if interiors_meet(a, b) {
        return SweptRegions::Overlap;
    }
    let (ring_a, ring_b) = (a.ring(), b.ring());
    let mut found = Found { first: None, hit: None, mets: Vec::new() };
    for (on_b, swath) in [(true, &of_a), (false, &of_b)] {
        let (own, other) = if on_b { (&ring_b, &ring_a) } else { (&ring_a, &ring_b) };
        let seen = if on_b { motion } else { -motion };
        meetings(own, other, seen, swath, &mut |met| {
            found.add(met, on_b, |met| met.contact(&ring_a, &ring_b, motion, on_b).is_some());
        });
    }
    match (found.hit, found.first) {
        (Some(t), _) => {
            let contacts: Vec<RegionContact> = { found.mets.iter() }
                .filter_map(|(met, on_b)| met.contact(&ring_a, &ring_b, motion, *on_b))
                .collect();
            SweptRegions::Hit { t: t.into(), blocked: Blocked::of(&contacts) }
        }
        (None, Some(t)) => SweptRegions::Graze { t: (motion != Vector::ZERO).then(|| t.into()) },
        (None, None) => SweptRegions::Miss,
    }
}

/// All places where `a` and `b` touch at time `t` of the frame, whether the motion goes in there or
/// not; `None` if `t` is not a time of the frame, or has more than 63 bits. The interiors must be
/// apart then: up to the time of a hit they are.
///
/// - The places are in order of the edges of `b`, then of those of `a`, each with the vertices.
/// - Every [`MovingRegion`] is in range: nothing can overflow.
///
/// ```
/// use hitscan_geom::{Aabb, Blocked, Fraction, MovingRegion, Vector, contacts};
///
/// let hero = MovingRegion::new(Aabb::try_from([4.0, 2.0, 6.0, 4.0])?, Vector::ZERO)?;
/// let floor = MovingRegion::new(Aabb::try_from([0.0, 4.0, 9.0, 5.0])?, Vector::ZERO)?;
/// let all = contacts(&hero, &floor, Fraction::ZERO).expect("a time");
/// // Both of its lower corners; it may walk, but not fall.
/// assert_eq!(all.len(), 2);
/// assert!(!all.iter().any(|contact| contact.is_entered_by(Vector::from_units(1, 0))));
/// assert!(all.iter().all(|contact| contact.is_entered_by(Vector::from_units(1, 1))));
/// assert_eq!(Blocked::of(&all).normals[0].to_string(), "top");
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[must_use]
pub fn contacts(a: &MovingRegion, b: &MovingRegion, t: Fraction) -> Option<Vec<RegionContact>> {
    let part = |part: i128| i64::try_from(part).ok();
    let (over, under) = (part(t.numerator())?, part(t.denominator())?);
    let motion = a.motion_relative_to(b);
    let (of_a, of_b) = (Swath::new(a.bounds(), motion), Swath::new(b.bounds(), -motion));
    let (a, b) = (a.ring(), b.ring());
    let mut found = Vec::new();
    let mut corners = Vec::new();
    for (on_b, swath) in [(true, &of_a), (false, &of_b)] {
        let (own, other) = if on_b { (&b, &a) } else { (&a, &b) };
        let motion = if on_b { motion } else { -motion };
        let at = Moment { over, under, motion };
        for edge in (0..own.vertices.len()).filter(|&edge| swath.meets(own.bounds(edge))) {
            for vertex in 0..other.vertices.len() {
                match at.place(own, edge, other.vertices[vertex]) {
                    None => {}
                    Some(OnEdge::Between) => found.push(at_edge(&a, &b, edge, vertex, on_b)),
                    Some(OnEdge::Vertex(end)) if own.turn(end) < 0 => {
                        found.push(at_edge(&a, &b, edge, vertex, on_b));
                    }
                    // The edges of the reflex vertex decide.
                    Some(OnEdge::Vertex(_)) if other.turn(vertex) < 0 => {}
                    Some(OnEdge::Vertex(end)) => {
                        let pair = if on_b { (vertex, end) } else { (end, vertex) };
                        if !corners.contains(&pair) {
                            corners.push(pair);
                            found.push(at_vertices(&a, pair.0, &b, pair.1));
                        }
                    }
                }
            }
        }
    }
    (0..=under).contains(&over).then_some(found)
}

/// A time of a frame, as a quotient, and the motion of the region whose vertices are looked at.
pub(super) struct Moment {
    pub(super) over: i64,
    pub(super) under: i64,
    pub(super) motion: Vector,
}

impl Moment {
    /// How far beyond an edge a vertex lies then that is `at` a point at the start: above zero
    /// outside, zero on the line of the edge. Below 2^104.
    pub(super) fn beyond(&self, [start, end]: [Point; 2], at: Point) -> i128 {
        let way = end.minus(start);
        let (beyond, nearer) = (cross(way, start.minus(at)), cross(way, self.motion));
        i128::from(beyond) * i128::from(self.under) - i128::from(nearer) * i128::from(self.over)
    }

    /// Where on an edge a vertex lies then that is `at` a point at the start; `None` if it lies
    /// beside it.
    pub(super) fn place(&self, own: &Ring<'_>, edge: usize, at: Point) -> Option<OnEdge> {
        let [start, end] = own.edge(edge);
        let (way, gap) = (end.minus(start), at.minus(start));
        let [time, whole] = [self.over, self.under].map(i128::from);
        // Below 2^53 each, so their products below 2^106.
        let (beyond, nearer) = (cross(way, start.minus(at)), cross(way, self.motion));
        if i128::from(beyond) * whole != i128::from(nearer) * time {
            return None;
        }
        let (along, all) = if nearer == 0 {
            // In line with the edge, or at rest: measured along the longer axis of the edge.
            let axis = if way.x.abs() >= way.y.abs() { Axis::X } else { Axis::Y };
            let part = |v: Vector| i128::from(v.along(axis).wide());
            let sign = part(way).signum();
            (sign * (part(gap) * whole + part(self.motion) * time), sign * part(way) * whole)
        } else {
            let along = i128::from(cross(gap, self.motion)) * i128::from(nearer.signum());
            (along, i128::from(nearer.abs()))
        };
        (0..=all).contains(&along).then(|| own.place_on(edge, along == 0, along == all))
    }
}

/// The earliest of the meetings so far.
struct Found {
    /// When they first touch.
    first: Option<Ratio>,
    /// When the motion first goes in.
    hit: Option<Ratio>,
    /// Where it goes in then, each with whether the edge is one of the second.
    mets: Vec<(Met, bool)>,
}

impl Found {
    fn add(&mut self, met: Met, on_b: bool, goes_in: impl FnOnce(&Met) -> bool) {
        let t = met.t;
        if self.hit.is_some_and(|hit| hit < t) {
            return;
        }
        // Between the ends of an edge that faces it, it always does.
        let goes_in = met.goes_in && (matches!(met.on, OnEdge::Between) || goes_in(&met));
        if !goes_in {
            self.first = Some(self.first.map_or(t, |first| first.min(t)));
            return;
        }
        if self.hit.is_none_or(|hit| t < hit) {
            self.mets.clear();
            self.hit = Some(t);
        }
        self.mets.push((met, on_b));
    }
}

/// A vertex of one region on an edge of the other.
pub(super) struct Met {
    pub(super) t: Ratio,
    pub(super) edge: usize,
    pub(super) vertex: usize,
    /// Where on the edge.
    pub(super) on: OnEdge,
    /// Whether the motion goes in through the edge.
    pub(super) goes_in: bool,
}

impl Met {
    /// What `a` goes into here, if anything. `on_b`: the edge is one of `b`.
    ///
    /// The regions must be apart until then; what is found later than a hit does not count.
    pub(super) fn contact(
        &self,
        a: &Ring,
        b: &Ring,
        motion: Vector,
        on_b: bool,
    ) -> Option<RegionContact> {
        if !self.goes_in {
            return None;
        }
        let OnEdge::Vertex(end) = self.on else {
            return Some(at_edge(a, b, self.edge, self.vertex, on_b));
        };
        let (own, other) = if on_b { (b, a) } else { (a, b) };
        if own.turn(end) < 0 {
            return Some(at_edge(a, b, self.edge, self.vertex, on_b));
        }
        if other.turn(self.vertex) < 0 {
            // The edges of the reflex vertex decide, each when its own turn comes.
            return None;
        }
        let (of_a, of_b) = if on_b { (self.vertex, end) } else { (end, self.vertex) };
        Some(at_vertices(a, of_a, b, of_b)).filter(|contact| contact.is_entered_by(motion))
    }
}

/// Calls `each` when a vertex of `other`, which moves by `motion`, comes to an edge of `own` from
/// outside, and where one touches an edge as the frame begins.
///
/// Only edges that face the motion can be hit; and where two regions first touch after the start,
/// one of them faces it, too.
fn meetings(own: &Ring, other: &Ring, motion: Vector, swath: &Swath, each: &mut impl FnMut(Met)) {
    for edge in 0..own.vertices.len() {
        let [start, end] = own.edge(edge);
        let bounds = own.bounds(edge);
        if !swath.meets(bounds) {
            continue;
        }
        let way = end.minus(start);
        let under = cross(way, motion);
        for (vertex, &at) in other.vertices.iter().enumerate() {
            let over = cross(way, start.minus(at));
            if over != 0 && (over < 0 || over > under) {
                continue;
            }
            if under > 0 {
                // How far along the edge, in parts of `under`.
                let along = cross(at.minus(start), motion);
                if (0..=under).contains(&along) {
                    let on = own.place_on(edge, along == 0, along == under);
                    each(Met { t: Ratio::new(over, under), edge, vertex, on, goes_in: true });
                }
            } else if within(at, bounds) {
                each(Met { t: Ratio::ZERO, edge, vertex, on: OnEdge::Between, goes_in: false });
            }
        }
    }
}

fn within(at: Point, [min, max]: [Point; 2]) -> bool {
    min.x <= at.x && at.x <= max.x && min.y <= at.y && at.y <= max.y
}

/// Whether the interiors meet at the start.
fn interiors_meet(a: &MovingRegion, b: &MovingRegion) -> bool {
    let ([min, max], [other_min, other_max]) = (a.bounds(), b.bounds());
    let apart_along_an_axis = max.x <= other_min.x
        || other_max.x <= min.x
        || max.y <= other_min.y
        || other_max.y <= min.y;
    if apart_along_an_axis {
        return false;
    }
    let [convex_a, convex_b] = [a, b].map(MovingRegion::is_convex);
    if (convex_a && separates(&a.ring(), b.vertices()))
        || (convex_b && separates(&b.ring(), a.vertices()))
    {
        return false;
    }
    if convex_a && convex_b {
        return true;
    }
    !matches!(relate(a.start(), b.start()).relation, Relation::Disjoint | Relation::Touches)
}

/// Whether all these points lie beyond one edge of a convex outline, or on it.
fn separates(ring: &Ring, points: &[Point]) -> bool {
    (0..ring.vertices.len()).any(|edge| {
        let [start, end] = ring.edge(edge);
        let way = end.minus(start);
        points.iter().all(|&point| cross(way, start.minus(point)) >= 0)
    })
}

/// The bounds of all that a region passes over, in thousandths: wider than a [`Milli`] may be.
pub(super) struct Swath {
    min: (i64, i64),
    max: (i64, i64),
}

impl Swath {
    pub(super) fn new([min, max]: [Point; 2], motion: Vector) -> Self {
        let (x, y) = (motion.x.wide(), motion.y.wide());
        Self {
            min: (min.x.wide() + x.min(0), min.y.wide() + y.min(0)),
            max: (max.x.wide() + x.max(0), max.y.wide() + y.max(0)),
        }
    }

    pub(super) const fn meets(&self, [min, max]: [Point; 2]) -> bool {
        self.min.0 <= max.x.wide()
            && min.x.wide() <= self.max.0
            && self.min.1 <= max.y.wide()
            && min.y.wide() <= self.max.1
    }
}
