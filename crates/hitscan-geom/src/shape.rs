//! The shapes that meet, lasers among them, and why numbers make none.

use std::error::Error;
use std::fmt;

use super::{Aabb, ExactPoint, Fraction, Milli, Point, Polygon, PolygonError, Vector};

/// A closed segment from `start` to `end`, directed. Zero length is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Segment {
    /// P1, where it comes from.
    pub start: Point,
    /// P2, where it points.
    pub end: Point,
}

/// Any shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A closed axis-aligned rectangle.
    Box(Aabb),
    /// A closed directed segment.
    Segment(Segment),
    /// A closed simple polygon.
    Polygon(Polygon),
}

/// What a shape is, in the fixed order in which a pair's kinds are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShapeKind {
    /// A closed axis-aligned rectangle.
    Box,
    /// A closed simple polygon.
    Polygon,
    /// A closed directed segment.
    Segment,
}

/// Why numbers do not make a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// Two corners in one vertical line, or a width of 0 or less.
    NoWidth(Milli),
    /// Two corners in one horizontal line, or a height of 0 or less.
    NoHeight(Milli),
    /// A centred box whose left and right edges lie between two thousandths.
    HalfWidth(Milli),
    /// A centred box whose top and bottom edges lie between two thousandths.
    HalfHeight(Milli),
    /// An edge or a vertex beyond ±16 000 units.
    OutOfRange {
        /// Which edge or vertex, as the field calls it.
        what: &'static str,
        /// Where it would be.
        at: Milli,
    },
    /// Vertices that make no simple polygon.
    Polygon(PolygonError),
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoWidth(width) => write!(f, "the width is {width}; it must be above 0"),
            Self::NoHeight(height) => write!(f, "the height is {height}; it must be above 0"),
            Self::HalfWidth(width) => write!(
                f,
                "a width of {width} about a centre puts the left and right edges between two \
                 thousandths; the third decimal of the width must be even"
            ),
            Self::HalfHeight(height) => write!(
                f,
                "a height of {height} about a centre puts the top and bottom edges between two \
                 thousandths; the third decimal of the height must be even"
            ),
            Self::OutOfRange { what, at } => {
                write!(f, "{what} would be at {at}, beyond ±{}", Milli::LIMIT)
            }
            Self::Polygon(fault) => fault.fmt(f),
        }
    }
}

impl Error for ShapeError {}

impl From<PolygonError> for ShapeError {
    fn from(fault: PolygonError) -> Self {
        Self::Polygon(fault)
    }
}

impl Segment {
    /// The segment from `start` to `end`.
    #[must_use]
    pub const fn new(start: Point, end: Point) -> Self {
        Self { start, end }
    }

    /// From start to end.
    #[must_use]
    pub fn direction(&self) -> Vector {
        self.end - self.start
    }

    /// The point at `t` of the way from start to end, 0 at P1 and 1 at P2.
    #[must_use]
    pub fn at(&self, t: Fraction) -> ExactPoint {
        let (over, under) = (t.numerator(), t.denominator());
        let along = |start: Milli, way: Milli| {
            Fraction::new(
                i128::from(start.wide()) * under + i128::from(way.wide()) * over,
                under * 1000,
            )
        };
        let way = self.direction();
        ExactPoint { x: along(self.start.x, way.x), y: along(self.start.y, way.y) }
    }

    /// Whether start and end are the same point.
    #[must_use]
    pub fn is_point(&self) -> bool {
        self.start == self.end
    }

    /// This laser, moved.
    #[must_use]
    pub fn translated(&self, by: Vector) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }
}

impl Shape {
    /// What it is.
    #[must_use]
    pub const fn kind(&self) -> ShapeKind {
        match self {
            Self::Box(_) => ShapeKind::Box,
            Self::Segment(_) => ShapeKind::Segment,
            Self::Polygon(_) => ShapeKind::Polygon,
        }
    }

    /// The box, if it is one.
    #[must_use]
    pub const fn as_box(&self) -> Option<&Aabb> {
        match self {
            Self::Box(shape) => Some(shape),
            Self::Segment(_) | Self::Polygon(_) => None,
        }
    }

    /// This shape, moved.
    #[must_use]
    pub fn translated(&self, by: Vector) -> Self {
        match self {
            Self::Box(shape) => Self::Box(shape.translated(by)),
            Self::Segment(shape) => Self::Segment(shape.translated(by)),
            Self::Polygon(shape) => Self::Polygon(shape.translated(by)),
        }
    }

    /// The corners that matter: the four of a box, the two ends of a laser, the
    /// vertices of a polygon.
    #[must_use]
    pub fn vertices(&self) -> Vec<Point> {
        match self {
            Self::Box(shape) => shape.vertices().to_vec(),
            Self::Segment(shape) => vec![shape.start, shape.end],
            Self::Polygon(shape) => shape.vertices().to_vec(),
        }
    }

    /// The least and the greatest coordinates: `(min, max)`. They may coincide
    /// in an axis for a laser.
    #[must_use]
    pub fn bounds(&self) -> (Point, Point) {
        let around = |points: &[Point]| {
            points.iter().fold((points[0], points[0]), |(min, max), p| {
                (
                    Point::new(min.x.min(p.x), min.y.min(p.y)),
                    Point::new(max.x.max(p.x), max.y.max(p.y)),
                )
            })
        };
        match self {
            Self::Box(shape) => (shape.min(), shape.max()),
            Self::Segment(shape) => around(&[shape.start, shape.end]),
            Self::Polygon(shape) => around(shape.vertices()),
        }
    }
}

impl ShapeKind {
    /// The token in every format: `box`, `polygon`, `laser`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Box => "box",
            Self::Polygon => "polygon",
            Self::Segment => "laser",
        }
    }
}
