//! Classical mistakes: tests that many people write first, each with its blind spot. They are not
//! in the catalogue; a program's answers are compared with theirs.

use super::truth::OwnPair;
use crate::methods::registry::{Half, straddles};
use crate::methods::scalar::{Point, Scalar, Segment, between, cross, orient};
use crate::methods::step::Operator;
use hitscan_geom::{self as geom, Aabb, Moving, Shape, ShapeKind, Side};

/// A classical mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mistake {
    /// Only tests the first laser's ends against the line of the second.
    HalfA,
    /// Only tests the second laser's ends against the line of the first.
    HalfB,
    /// Both parameters of the crossing lie between 0 and 1; parallel lasers never meet.
    Parametric,
    /// An edge straddles the other shape, or an end or a vertex lies in it.
    EdgesOrInside,
    /// An end or a vertex of one lies in the other.
    EndsIn,
    /// A corner of the second box lies in the first.
    CornersBIn,
    /// A corner of the first box lies in the second.
    CornersAIn,
    /// A corner of one box lies in the other.
    CornersInside,
    /// The boxes overlap in x.
    XOnly,
    /// The boxes overlap in y.
    YOnly,
    /// The bounding boxes meet.
    BoundingBoxes,
    /// The boxes meet at the end of the frame.
    EndOnly,
    /// As [`EndOnly`](Self::EndOnly), but touching does not count.
    EndOnlyStrict,
    /// The swept areas of the boxes meet.
    SweptBounds,
    /// A slip: it forgets to compare this side of the first box, beyond which the second may lie.
    ForgottenSide(Side),
    /// A slip: it uses right and bottom as a width and a height.
    SizeAsCorner,
    /// A slip: a slab is always entered at its lesser edge, whatever the laser's direction.
    NotSwapped,
    /// A slip: the laser continues beyond its end.
    PastTheEnd,
    /// A slip: a laser collinear with an edge is a hit, but a point never is.
    InLine,
    /// A slip: it divides 0 by 0 where the laser lies on the line of an edge.
    ZeroByZero,
    /// A slip: it tests only the normals of the first shape.
    FirstNormals,
    /// A slip: it tests only the normals of the second shape.
    SecondNormals,
    /// A slip: it tests the edges instead of their normals.
    EdgesAsAxes,
    /// A slip: it swaps x and y of an edge without changing a sign.
    LostSign,
}

impl Mistake {
    /// The mistakes for a pair, in the order in which they are compared.
    pub(super) fn of(pair: OwnPair<'_>) -> &'static [Self] {
        match pair {
            OwnPair::Frame(..) => &[Self::EndOnly, Self::EndOnlyStrict, Self::SweptBounds],
            OwnPair::Point(Shape::Box(_), _) => &[Self::XOnly, Self::YOnly],
            OwnPair::Point(..) => &[Self::XOnly, Self::YOnly, Self::BoundingBoxes],
            OwnPair::Still(a, b) => match (a.kind(), b.kind()) {
                (ShapeKind::Segment, ShapeKind::Segment) => {
                    &[Self::HalfA, Self::HalfB, Self::Parametric, Self::BoundingBoxes]
                }
                (ShapeKind::Box, ShapeKind::Box) => &[
                    Self::CornersInside,
                    Self::CornersBIn,
                    Self::CornersAIn,
                    Self::XOnly,
                    Self::YOnly,
                ],
                _ => &[Self::EdgesOrInside, Self::Parametric, Self::EndsIn, Self::BoundingBoxes],
            },
        }
    }

    /// The name: `half-a`, `corners-b-in`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::HalfA => "half-a",
            Self::HalfB => "half-b",
            Self::Parametric => "parametric",
            Self::EdgesOrInside => "edges-or-inside",
            Self::EndsIn => "ends-in",
            Self::CornersBIn => "corners-b-in",
            Self::CornersAIn => "corners-a-in",
            Self::CornersInside => "corners-inside",
            Self::XOnly => "x-only",
            Self::YOnly => "y-only",
            Self::BoundingBoxes => "bounding-boxes",
            Self::EndOnly => "end-only",
            Self::EndOnlyStrict => "end-only (strict)",
            Self::SweptBounds => "swept-bounds",
            Self::ForgottenSide(_) => "forgotten-side",
            Self::SizeAsCorner => "size-as-corner",
            Self::NotSwapped => "not-swapped",
            Self::PastTheEnd => "past-the-end",
            Self::InLine => "in-line",
            Self::ZeroByZero => "zero-by-zero",
            Self::FirstNormals | Self::SecondNormals => "one-sided-normals",
            Self::EdgesAsAxes | Self::LostSign => "not-perpendicular",
        }
    }

    /// Its answer, in this arithmetic.
    pub(super) fn hit<S: Scalar>(self, pair: OwnPair<'_>) -> bool {
        match pair {
            OwnPair::Still(a, b) | OwnPair::Point(a, b) => self.still::<S>(a, b),
            OwnPair::Frame(a, b) => self.frame::<S>(a, b),
        }
    }

    fn frame<S: Scalar>(self, a: &Moving, b: &Moving) -> bool {
        let bounds = |moving: &Moving| {
            let (start, end) = (Bounds::<S>::of(&moving.start()), Bounds::of(&moving.end()));
            match self {
                Self::SweptBounds => start.around(&end),
                _ => end,
            }
        };
        let (a, b) = (bounds(a), bounds(b));
        match self {
            Self::EndOnlyStrict => a.overlap(&b),
            _ => a.meet(&b),
        }
    }

    fn still<S: Scalar>(self, a: &Shape, b: &Shape) -> bool {
        let (of_a, of_b) = (Outline::<S>::of(a), Outline::<S>::of(b));
        match self {
            Self::HalfA => of_a.any_edge(&of_b, |a, b| half(b, a)),
            Self::HalfB => of_a.any_edge(&of_b, |a, b| half(a, b)),
            Self::Parametric => of_a.any_edge(&of_b, parametric),
            Self::EdgesOrInside => {
                of_a.any_edge(&of_b, straddles)
                    || of_a.has_vertex_of(&of_b)
                    || of_b.has_vertex_of(&of_a)
            }
            Self::EndsIn | Self::CornersInside => {
                of_a.has_vertex_of(&of_b) || of_b.has_vertex_of(&of_a)
            }
            Self::CornersBIn => of_a.has_vertex_of(&of_b),
            Self::CornersAIn => of_b.has_vertex_of(&of_a),
            Self::XOnly => of_a.bounds.share_x(&of_b.bounds),
            Self::YOnly => of_a.bounds.share_y(&of_b.bounds),
            _ => of_a.bounds.meet(&of_b.bounds),
        }
    }
}

/// Whether the ends lie on different sides of the line, or on it.
fn half<S: Scalar>(line: &Segment<S>, ends: &Segment<S>) -> bool {
    Half::new(line, ends, Operator::LessOrEqual).holds
}

fn parametric<S: Scalar>(a: &Segment<S>, b: &Segment<S>) -> bool {
    let turn = cross(between(a.start, a.end), between(b.start, b.end));
    turn != S::NO_AREA && half(b, a) && half(a, b)
}

/// The closed interval that a shape covers on each axis.
#[derive(Clone, Copy)]
struct Bounds<S> {
    min: Point<S>,
    max: Point<S>,
}

impl<S: Scalar> Bounds<S> {
    fn of(aabb: &Aabb) -> Self {
        Self { min: aabb.min().into(), max: aabb.max().into() }
    }

    fn around(&self, other: &Self) -> Self {
        let least = |one: S, other: S| if one < other { one } else { other };
        let most = |one: S, other: S| if one > other { one } else { other };
        let (min, max) = (self.min, self.max);
        Self {
            min: Point { x: least(min.x, other.min.x), y: least(min.y, other.min.y) },
            max: Point { x: most(max.x, other.max.x), y: most(max.y, other.max.y) },
        }
    }

    fn share_x(&self, other: &Self) -> bool {
        self.min.x <= other.max.x && other.min.x <= self.max.x
    }

    fn share_y(&self, other: &Self) -> bool {
        self.min.y <= other.max.y && other.min.y <= self.max.y
    }

    fn meet(&self, other: &Self) -> bool {
        self.share_x(other) && self.share_y(other)
    }

    /// Whether the bounds share more than an edge.
    fn overlap(&self, other: &Self) -> bool {
        let (a, b) = (self, other);
        a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y
    }

    fn contains(&self, point: Point<S>) -> bool {
        self.meet(&Self { min: point, max: point })
    }
}

/// A shape by its vertices.
struct Outline<S> {
    bounds: Bounds<S>,
    vertices: Vec<Point<S>>,
    edges: Vec<Segment<S>>,
}

impl<S: Scalar> Outline<S> {
    fn of(shape: &Shape) -> Self {
        let (min, max) = shape.bounds();
        let vertices = shape.vertices();
        let edges: Vec<Segment<S>> = match shape {
            Shape::Segment(laser) => vec![laser.into()],
            Shape::Box(_) | Shape::Polygon(_) => {
                let next = vertices.iter().cycle().skip(1);
                vertices.iter().zip(next).map(|(&start, &end)| Segment::new(start, end)).collect()
            }
        };
        let vertices = vertices.into_iter().map(<geom::Point as Into<Point<S>>>::into).collect();
        Self { bounds: Bounds { min: min.into(), max: max.into() }, vertices, edges }
    }

    fn any_edge(&self, other: &Self, test: impl Fn(&Segment<S>, &Segment<S>) -> bool) -> bool {
        self.edges.iter().any(|edge| other.edges.iter().any(|theirs| test(edge, theirs)))
    }

    /// Whether a vertex or an end of `other` lies in this region, boundary included. A laser is
    /// not a region.
    fn has_vertex_of(&self, other: &Self) -> bool {
        self.edges.len() > 1 && other.vertices.iter().any(|&vertex| self.contains(vertex))
    }

    /// On an edge, or inside by the number of edges to the right of it.
    fn contains(&self, point: Point<S>) -> bool {
        if !self.bounds.contains(point) {
            return false;
        }
        let mut is_inside = false;
        for edge in &self.edges {
            let (start, end) = (edge.start, edge.end);
            let turn = orient(start, end, point);
            let [low, high] = if start.y <= end.y { [start, end] } else { [end, start] };
            let [left, right] = if start.x <= end.x { [start, end] } else { [end, start] };
            let within_y = low.y <= point.y && point.y <= high.y;
            if turn == S::NO_AREA && within_y && left.x <= point.x && point.x <= right.x {
                return true;
            }
            let crosses = (start.y > point.y) != (end.y > point.y);
            let is_right = (turn > S::NO_AREA) == (end.y < start.y);
            if crosses && is_right {
                is_inside = !is_inside;
            }
        }
        is_inside
    }
}
