//! Where two boxes or polygons touch with their interiors apart: the normals across which the
//! first would go into the second, and what of the second they belong to.

use std::cmp::Ordering;
use std::fmt;

use super::super::fraction::gcd_by_shifts;
use super::super::{Point, Side, Vector, cross};

/// A direction out of a region, perpendicular to an edge: reduced, without a unit.
///
/// Normals are ordered clockwise as drawn, from left.
///
/// ```
/// use hitscan_geom::{Normal, Side, Vector};
/// let slope = Normal::of(Vector::from_units(-4, -6)).expect("not zero");
/// assert_eq!((slope.x, slope.y, slope.token()), (-2, -3, "up-left"));
/// assert!(slope.points_to(Side::Top) && !slope.points_to(Side::Right));
/// assert!(Normal::from(Side::Left) < slope && slope < Normal::from(Side::Top));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Normal {
    /// Positive to the right.
    pub x: i32,
    /// Positive downwards.
    pub y: i32,
}

impl Normal {
    /// The direction of a vector; `None` for [`Vector::ZERO`].
    #[must_use]
    pub fn of(way: Vector) -> Option<Self> {
        let [x, y] = [way.x.thousandths(), way.y.thousandths()];
        let divisor = gcd_by_shifts(x.unsigned_abs().into(), y.unsigned_abs().into());
        let divisor = i32::try_from(divisor).ok().filter(|&divisor| divisor != 0)?;
        Some(Self { x: x / divisor, y: y / divisor })
    }

    /// The direction in words: a side, or `up-left`, `up-right`, `down-right`, `down-left`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match (self.x.signum(), self.y.signum()) {
            (-1, 0) => Side::Left.token(),
            (1, 0) => Side::Right.token(),
            (0, -1) => Side::Top.token(),
            (0, _) => Side::Bottom.token(),
            (-1, -1) => "up-left",
            (-1, _) => "down-left",
            (_, -1) => "up-right",
            (..) => "down-right",
        }
    }

    /// Whether it points to that side at all.
    #[must_use]
    pub const fn points_to(self, side: Side) -> bool {
        match side {
            Side::Left => self.x < 0,
            Side::Top => self.y < 0,
            Side::Right => self.x > 0,
            Side::Bottom => self.y > 0,
        }
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }

    /// Which half of the turn it lies in, clockwise from left.
    const fn half(self) -> u8 {
        if self.y < 0 || (self.y == 0 && self.x < 0) { 0 } else { 1 }
    }
}

impl From<Side> for Normal {
    fn from(side: Side) -> Self {
        let (x, y) = match side {
            Side::Left => (-1, 0),
            Side::Top => (0, -1),
            Side::Right => (1, 0),
            Side::Bottom => (0, 1),
        };
        Self { x, y }
    }
}

/// Clockwise as drawn, from left.
impl Ord for Normal {
    fn cmp(&self, other: &Self) -> Ordering {
        let turn = i64::from(self.x) * i64::from(other.y) - i64::from(self.y) * i64::from(other.x);
        self.half().cmp(&other.half()).then(0.cmp(&turn))
    }
}

impl PartialOrd for Normal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Its [`token`](Self::token).
impl fmt::Display for Normal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.token())
    }
}

/// What of the second region is in the way of the first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Blocked {
    /// Its edges that are hit, ascending. Edge `i` runs from vertex `i` to the next one; those of
    /// a box are 0 top, 1 right, 2 bottom, 3 left.
    pub edges: Vec<usize>,
    /// Its vertices that hit an edge of the first, or meet it corner to corner, ascending; those of
    /// a box are 0 left-top, 1 right-top, 2 right-bottom, 3 left-bottom.
    pub corners: Vec<usize>,
    /// The directions out of it across which the motion goes in, clockwise from left.
    pub normals: Vec<Normal>,
}

impl Blocked {
    /// The names of contacts that are all gone into at once, as [`swept_regions`] gives them.
    ///
    /// [`swept_regions`]: super::swept_regions
    #[must_use]
    pub fn of(contacts: &[RegionContact]) -> Self {
        let ways = || deciding(contacts).flat_map(RegionContact::ways);
        let is_of_edge =
            |normal: Normal| ways().any(|way| way.edge.is_some() && way.normal == normal);
        let mut blocked = Self::default();
        for way in ways() {
            blocked.normals.push(way.normal);
            match way.edge {
                Some(edge) => blocked.edges.push(edge),
                None if is_of_edge(way.normal) => {}
                None => blocked.corners.push(way.corner),
            }
        }
        sort(&mut blocked.edges);
        sort(&mut blocked.corners);
        sort(&mut blocked.normals);
        blocked
    }
}

/// The contacts of two regions without the corners that a flat contact decides about, since it
/// shares a normal with them.
pub fn deciding(contacts: &[RegionContact]) -> impl Iterator<Item = &RegionContact> {
    let is_of_flat = |normal: Normal| {
        contacts.iter().any(|it| it.is_flat() && it.normals().any(|own| own == normal))
    };
    contacts.iter().filter(move |it| it.is_flat() || !it.normals().any(is_of_flat))
}

fn sort<T: Ord>(list: &mut Vec<T>) {
    list.sort_unstable();
    list.dedup();
}

/// One place where two boxes or polygons touch: a motion goes in if it does so across each of its
/// normals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RegionContact {
    /// One, two, or up to four where collinear edges meet; the rest is `None`.
    ways: [Option<Way>; 4],
}

/// A direction out of the second region, and what of it the direction belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Way {
    normal: Normal,
    /// The edge, if it is the normal of one; otherwise it belongs to the corner.
    edge: Option<usize>,
    corner: usize,
}

impl RegionContact {
    /// The directions out of the second region: one, or two at a corner. Two collinear edges that
    /// share the vertex both have theirs.
    pub fn normals(&self) -> impl Iterator<Item = Normal> {
        self.ways().map(|way| way.normal)
    }

    /// Whether the first region, moving so relative to the second, would go in here.
    #[must_use]
    pub fn is_entered_by(&self, motion: Vector) -> bool {
        let into = |normal: Normal| {
            i64::from(normal.x) * motion.x.wide() + i64::from(normal.y) * motion.y.wide() < 0
        };
        self.ways[0].is_some() && self.normals().all(into)
    }

    /// The contact without the directions that do not count; `None` if none is left.
    #[must_use]
    pub fn counting(&self, counts: impl Fn(Normal) -> bool) -> Option<Self> {
        let left = Self::of(self.ways().copied().filter(|way| counts(way.normal)));
        left.ways[0].is_some().then_some(left)
    }

    /// Whether it has one normal, so that everything beyond a line is free.
    fn is_flat(&self) -> bool {
        self.normals().all(|normal| self.ways[0].is_some_and(|way| way.normal == normal))
    }

    fn ways(&self) -> impl Iterator<Item = &Way> {
        self.ways.iter().flatten()
    }

    fn of(ways: impl Iterator<Item = Way>) -> Self {
        let mut contact = Self { ways: [None; 4] };
        for (place, way) in contact.ways.iter_mut().zip(ways) {
            *place = Some(way);
        }
        contact
    }
}

/// Where on an edge a point lies.
#[derive(Clone, Copy)]
pub(super) enum OnEdge {
    /// Between its ends.
    Between,
    /// On this vertex of it.
    Vertex(usize),
}

/// The vertices of a region, with its interior on a known side.
#[derive(Clone, Copy)]
pub(super) struct Ring<'a> {
    pub(super) vertices: &'a [Point],
    is_clockwise: bool,
}

impl<'a> Ring<'a> {
    pub(super) const fn new(vertices: &'a [Point], is_clockwise: bool) -> Self {
        Self { vertices, is_clockwise }
    }

    const fn after(&self, index: usize) -> usize {
        if index + 1 == self.vertices.len() { 0 } else { index + 1 }
    }

    pub(super) const fn before(&self, index: usize) -> usize {
        if index == 0 { self.vertices.len() - 1 } else { index - 1 }
    }

    /// The ends of an edge in clockwise order: the interior lies to the right.
    pub(super) fn edge(&self, index: usize) -> [Point; 2] {
        let (here, next) = (self.vertices[index], self.vertices[self.after(index)]);
        if self.is_clockwise { [here, next] } else { [next, here] }
    }

    /// The least and the greatest coordinates of an edge.
    pub(super) fn bounds(&self, edge: usize) -> [Point; 2] {
        let (min, max) = Point::bounds(&self.edge(edge));
        [min, max]
    }

    pub(super) fn way(&self, edge: usize) -> Vector {
        let [start, end] = self.edge(edge);
        end.minus(start)
    }

    /// Where on an edge a point lies that may be at the start or at the end of the clockwise edge.
    pub(super) const fn place_on(&self, edge: usize, start: bool, end: bool) -> OnEdge {
        if !start && !end {
            OnEdge::Between
        } else if start == self.is_clockwise {
            OnEdge::Vertex(edge)
        } else {
            OnEdge::Vertex(self.after(edge))
        }
    }

    /// Above zero at a convex vertex, zero at a straight one, below zero at a reflex one.
    pub(super) fn turn(&self, vertex: usize) -> i64 {
        let turn = cross(self.way(self.before(vertex)), self.way(vertex));
        if self.is_clockwise { turn } else { -turn }
    }

    /// The normal of an edge, outwards.
    pub(super) fn normal(&self, edge: usize) -> Option<Normal> {
        let way = self.way(edge);
        Normal::of(Vector::new(way.y, -way.x))
    }

    /// From a vertex along both of its edges.
    pub(super) fn rays(&self, vertex: usize) -> [Vector; 2] {
        [self.before(vertex), self.after(vertex)]
            .map(|next| self.vertices[next].minus(self.vertices[vertex]))
    }
}

/// A vertex on an edge: of `a` on one of `b`, or, not `on_b`, the `vertex` of `b` on one of `a`.
pub(super) fn at_edge(
    a: &Ring<'_>,
    b: &Ring<'_>,
    edge: usize,
    vertex: usize,
    on_b: bool,
) -> RegionContact {
    let way = if on_b {
        b.normal(edge).map(|normal| Way { normal, edge: Some(edge), corner: edge })
    } else {
        let turned = a.normal(edge).map(Normal::opposite);
        turned.map(|normal| Way { normal, edge: None, corner: vertex })
    };
    RegionContact::of(way.into_iter())
}

/// Vertex on vertex, neither reflex.
///
/// The directions in which `a` would go in are a cone, spanned by the edges of `b` and the reversed
/// edges of `a`. A line along one of these edges bounds it if all of the other region at the vertex
/// lies beyond, or on the line.
pub(super) fn at_vertices(a: &Ring<'_>, of_a: usize, b: &Ring<'_>, of_b: usize) -> RegionContact {
    let lies_beyond = |way: Vector, rays: [Vector; 2]| rays.iter().all(|&ray| cross(way, ray) <= 0);
    let own = [b.before(of_b), of_b].map(|edge| {
        let normal = b.normal(edge).filter(|_| lies_beyond(b.way(edge), a.rays(of_a)))?;
        Some(Way { normal, edge: Some(edge), corner: of_b })
    });
    let turned = [a.before(of_a), of_a].map(|edge| {
        let normal = a.normal(edge).filter(|_| lies_beyond(a.way(edge), b.rays(of_b)))?.opposite();
        let is_new = own.iter().flatten().all(|way| way.normal != normal);
        is_new.then_some(Way { normal, edge: None, corner: of_b })
    });
    RegionContact::of(own.into_iter().chain(turned).flatten())
}
