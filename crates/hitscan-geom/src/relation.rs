//! The exact answer: the relation of two shapes, where they meet, from which side, and how deep.

use std::fmt;

use super::{Aabb, Fraction, Milli, Point, Side, Sides};

/// How two closed shapes relate, by the OGC Simple Features names. `Within` and `Contains` read
/// from the first shape to the second, except that a segment in a region is always `Within`, and
/// that `Contains` applies only to two regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// No common point.
    Disjoint,
    /// They meet without meeting the interior of a region; for two segments, in one point that is
    /// an end of at least one of them.
    Touches,
    /// Two segments: one common point, interior to both. A region and a segment: the segment meets
    /// the interior, and part of it lies outside.
    Crosses,
    /// Two segments: they share a piece of positive length. Two regions: the interiors meet, and
    /// neither region contains the other.
    Overlaps,
    /// The first lies in the second; for a segment and a region, the segment lies in the region.
    Within,
    /// The second lies in the first.
    Contains,
    /// They are the same set of points.
    Equals,
}

impl Relation {
    /// All relations.
    pub const ALL: [Self; 7] = [
        Self::Disjoint,
        Self::Touches,
        Self::Crosses,
        Self::Overlaps,
        Self::Within,
        Self::Contains,
        Self::Equals,
    ];

    /// Its token, as `Display` writes it.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Disjoint => "disjoint",
            Self::Touches => "touches",
            Self::Crosses => "crosses",
            Self::Overlaps => "overlaps",
            Self::Within => "within",
            Self::Contains => "contains",
            Self::Equals => "equals",
        }
    }

    /// Whether the shapes have a common point.
    #[doc(alias = "is_intersects")]
    #[must_use]
    pub const fn is_hit(self) -> bool {
        !matches!(self, Self::Disjoint)
    }
}

/// A point with exact coordinates, in **units**.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExactPoint {
    /// Grows to the right.
    pub x: Fraction,
    /// Grows downwards.
    pub y: Fraction,
}

impl From<Point> for ExactPoint {
    fn from(point: Point) -> Self {
        Self { x: point.x.into(), y: point.y.into() }
    }
}

/// Where the start of a segment lies as seen looking along the other segment (y grows downwards).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Approach {
    /// To the left of it.
    FromLeft,
    /// To the right of it.
    FromRight,
    /// On its line.
    OnLine,
}

impl Approach {
    /// All approaches.
    pub const ALL: [Self; 3] = [Self::FromLeft, Self::FromRight, Self::OnLine];

    /// Its token, as `Display` writes it: `from-left`, `from-right`, `on-line`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::FromLeft => "from-left",
            Self::FromRight => "from-right",
            Self::OnLine => "on-line",
        }
    }
}

/// The hit direction: the side from which a segment arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Direction {
    /// They are apart, or no segment is involved.
    #[default]
    None,
    /// Segment on segment: the side of the second on which the first one starts.
    Approach(Approach),
    /// Segment on box: the sides that contain the first common point, two at a corner.
    Sides(Sides),
    /// Segment on polygon: the edges that contain the first common point, in ascending order, two
    /// at a vertex.
    Edges(usize, Option<usize>),
    /// Region on polygon: a corner of the second that no edge's direction belongs to.
    Corner(usize),
    /// The segment starts in the open interior of the region; for an exit, it ends there.
    Inside,
}

impl Direction {
    /// Parses the `Display` format; `None` for any other text.
    ///
    /// ```
    /// use hitscan_geom::{Direction, Side};
    /// assert_eq!(Direction::parse("left"), Some(Direction::Sides(Side::Left.into())));
    /// assert_eq!(Direction::parse("edge-2+3"), Some(Direction::Edges(2, Some(3))));
    /// assert_eq!(Direction::parse("left+right"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text == "none" {
            return Some(Self::None);
        }
        if text == "inside" {
            return Some(Self::Inside);
        }
        if let Some(approach) = Approach::ALL.into_iter().find(|each| each.token() == text) {
            return Some(Self::Approach(approach));
        }
        if let Some(edges) = text.strip_prefix("edge-") {
            let (one, other) = match edges.split_once('+') {
                Some((one, other)) => (one, Some(other.parse().ok()?)),
                None => (edges, None),
            };
            let one = one.parse().ok()?;
            return other.is_none_or(|other| one < other).then_some(Self::Edges(one, other));
        }
        if let Some(corner) = text.strip_prefix("corner-") {
            return corner.parse().ok().map(Self::Corner);
        }
        let side = |text: &str| Side::ALL.into_iter().find(|side| side.token() == text);
        let sides = match text.split_once('+') {
            Some((one, other)) => {
                let (one, other) = (side(one)?, side(other)?);
                (one.axis() != other.axis()).then(|| Sides::from(one).with(other))?
            }
            None => side(text)?.into(),
        };
        Some(Self::Sides(sides))
    }
}

/// One token: `left`, `left+top`, `from-left`, `edge-2`, `edge-2+3`, `corner-1`, `inside`, `none`.
impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Approach(approach) => f.write_str(approach.token()),
            Self::Sides(sides) if sides.is_empty() => f.write_str("none"),
            Self::Sides(sides) => sides.fmt(f),
            Self::Edges(one, None) => write!(f, "edge-{one}"),
            Self::Edges(one, Some(other)) => write!(f, "edge-{one}+{other}"),
            Self::Corner(corner) => write!(f, "corner-{corner}"),
            Self::Inside => f.write_str("inside"),
        }
    }
}

/// The first and the last common point, in order along the segment (along the first, if both are
/// segments). They are equal where there is only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Span {
    /// The points, in units.
    pub points: [ExactPoint; 2],
    /// Their parameters along the segment, 0 at P1 and 1 at P2; only for a segment and a region.
    pub t: Option<[Fraction; 2]>,
}

/// How far the first box must move to leave the second through each side. [`least`](Self::least) is
/// zero or negative where the boxes touch or are apart.
#[doc(alias("penetration", "mtv"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Depth {
    /// To the left.
    pub left: Milli,
    /// Upwards.
    pub top: Milli,
    /// To the right.
    pub right: Milli,
    /// Downwards.
    pub bottom: Milli,
}

impl Depth {
    /// How far `a` must move to leave `b` through each side; negative through a side that it
    /// is already beyond.
    ///
    /// ```
    /// use hitscan_geom::{Aabb, Depth, Point, Side, milli};
    /// let point = Point::from_units;
    /// let a = Aabb::from_corners(point(0, 0), point(4, 4))?;
    /// let b = Aabb::from_corners(point(3, 1), point(9, 9))?;
    /// let depth = Depth::of(&a, &b);
    /// assert_eq!((depth.left, depth.top), (milli!(1000), milli!(3000)));
    /// assert_eq!(depth.least(), (Side::Left, milli!(1000)));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    #[must_use]
    pub const fn of(a: &Aabb, b: &Aabb) -> Self {
        Self {
            left: a.right().minus(b.left()),
            top: a.bottom().minus(b.top()),
            right: b.right().minus(a.left()),
            bottom: b.bottom().minus(a.top()),
        }
    }

    /// The distance out through one side.
    #[must_use]
    pub const fn through(self, side: Side) -> Milli {
        match side {
            Side::Left => self.left,
            Side::Top => self.top,
            Side::Right => self.right,
            Side::Bottom => self.bottom,
        }
    }

    /// The shortest way out (the minimum translation); ties go to the first in the order left, top,
    /// right, bottom. Zero where the boxes touch, negative where they are apart.
    #[must_use]
    pub fn least(self) -> (Side, Milli) {
        let [first, rest @ ..] = Side::ALL.map(|side| (side, self.through(side)));
        rest.into_iter().fold(first, |best, next| if next.1 < best.1 { next } else { best })
    }
}

/// The exact answer for two shapes at rest: the result of [`relate`](fn@crate::relate).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Meeting {
    /// How they relate.
    pub relation: Relation,
    /// Where they meet, if they do and at least one is a segment.
    pub span: Option<Span>,
    /// The side from which the segment arrives.
    pub direction: Direction,
    /// The distances out, for two boxes whose interiors meet.
    pub depth: Option<Depth>,
}

impl Meeting {
    /// The answer for shapes that are apart.
    pub const DISJOINT: Self =
        Self { relation: Relation::Disjoint, span: None, direction: Direction::None, depth: None };
}
