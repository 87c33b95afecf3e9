//! Segments, the enums of all shapes, and their errors.

use std::error::Error;
use std::fmt;

use super::fraction::Ratio;
use super::milli::InUnits;
use super::{
    Aabb, Axis, ExactPoint, Fraction, Milli, NumberError, Point, Polygon, PolygonError, Vector,
};

/// A closed segment from `start` to `end`, directed. Zero length is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Segment {
    pub(crate) start: Point,
    pub(crate) end: Point,
}

/// Any shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Shape {
    /// A closed axis-aligned rectangle.
    Box(Aabb),
    /// A closed directed segment.
    #[cfg_attr(feature = "serde", serde(rename = "laser"))]
    Segment(Segment),
    /// A closed simple polygon.
    Polygon(Polygon),
}

/// Any shape, borrowed: the argument type of queries. It converts from a reference to any type of
/// shape, so that a query reads `relate(&region, &segment)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShapeRef<'a> {
    /// A closed axis-aligned rectangle.
    Box(&'a Aabb),
    /// A closed directed segment.
    Segment(&'a Segment),
    /// A closed simple polygon.
    Polygon(&'a Polygon),
}

/// From each type of shape, and from a reference to it.
macro_rules! from_each {
    ($($kind:ident: $type:ident),+) => {$(
        impl From<$type> for Shape {
            fn from(shape: $type) -> Self {
                Self::$kind(shape)
            }
        }

        impl<'a> From<&'a $type> for ShapeRef<'a> {
            fn from(shape: &'a $type) -> Self {
                Self::$kind(shape)
            }
        }
    )+};
}

from_each!(Box: Aabb, Segment: Segment, Polygon: Polygon);

impl<'a> From<&'a Shape> for ShapeRef<'a> {
    fn from(shape: &'a Shape) -> Self {
        match shape {
            Shape::Box(shape) => Self::Box(shape),
            Shape::Segment(shape) => Self::Segment(shape),
            Shape::Polygon(shape) => Self::Polygon(shape),
        }
    }
}

/// For the items of a loop over borrowed shapes.
impl<'a> From<&&'a Shape> for ShapeRef<'a> {
    fn from(shape: &&'a Shape) -> Self {
        Self::from(*shape)
    }
}

/// The kind of a shape, in the fixed order in which the kinds of a pair are named.
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
#[non_exhaustive]
pub enum ShapeError {
    /// Two corners share an x, or the width is 0 or less.
    NoWidth(Milli),
    /// Two corners share a y, or the height is 0 or less.
    NoHeight(Milli),
    /// A centred box whose left and right edges lie between two thousandths.
    HalfWidth(Milli),
    /// A centred box whose top and bottom edges lie between two thousandths.
    HalfHeight(Milli),
    /// A coordinate is beyond the limit.
    OutOfRange {
        /// Which edge, corner, end or vertex it belongs to.
        what: &'static str,
        /// Where it would be, in thousandths.
        at: i64,
        /// The greatest magnitude allowed here.
        limit: Milli,
    },
    /// A motion of more than ±[`Milli::REACH`] in one frame.
    TooFast(Vector),
    /// A segment where a box or a polygon is needed.
    NoRegion,
    /// Vertices that make no simple polygon.
    Polygon(PolygonError),
    /// A number is not a coordinate.
    Number(NumberError),
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
            Self::OutOfRange { what, at, limit } => {
                write!(f, "{what} would be at {}, beyond ±{limit}", InUnits(*at))
            }
            Self::TooFast(Vector { x, y }) => {
                write!(f, "a motion of ({x}, {y}) in one frame is beyond ±{}", Milli::REACH)
            }
            Self::NoRegion => f.write_str("a segment; only boxes and polygons move"),
            Self::Polygon(fault) => fault.fmt(f),
            Self::Number(fault) => fault.fmt(f),
        }
    }
}

impl Error for ShapeError {}

impl From<PolygonError> for ShapeError {
    fn from(fault: PolygonError) -> Self {
        Self::Polygon(fault)
    }
}

impl From<NumberError> for ShapeError {
    fn from(fault: NumberError) -> Self {
        Self::Number(fault)
    }
}

impl Segment {
    /// The segment from `start` to `end`; they may be the same point.
    ///
    /// # Errors
    /// [`ShapeError::OutOfRange`] where an end lies beyond ±[`Milli::REACH`].
    ///
    /// ```
    /// use hitscan_geom::{Milli, Point, Segment, milli};
    /// let segment = Segment::new(Point::default(), Point::new(milli!(3000), milli!(1000)))?;
    /// assert_eq!(segment.direction().x, milli!(3000));
    /// assert!(Segment::new(Point::default(), Point::new(Milli::MAX, Milli::ZERO)).is_err());
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    pub fn new(start: Point, end: Point) -> Result<Self, ShapeError> {
        Ok(Self { start: start.of_shape("an end")?, end: end.of_shape("an end")? })
    }

    /// The segment between two points that already belong to shapes.
    pub(crate) const fn raw(start: Point, end: Point) -> Self {
        Self { start, end }
    }

    /// P1, the start.
    #[must_use]
    pub const fn start(&self) -> Point {
        self.start
    }

    /// P2, the end that a laser points to.
    #[must_use]
    pub const fn end(&self) -> Point {
        self.end
    }

    /// The displacement from start to end.
    #[must_use]
    pub const fn direction(&self) -> Vector {
        self.end.minus(self.start)
    }

    /// The squared length, in square units; 0 if start and end are the same point. The length
    /// itself is seldom a fraction: it is the root of [`Fraction::to_f64`] of this.
    ///
    /// ```
    /// use hitscan_geom::{Fraction, Segment};
    /// let segment = Segment::try_from([1.0, 1.0, 4.0, 5.0])?;
    /// assert_eq!(segment.length_squared(), Fraction::from(25));
    /// assert_eq!(segment.length_squared().to_f64().sqrt(), 5.0);
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    #[must_use]
    pub fn length_squared(&self) -> Fraction {
        let Vector { x, y } = self.direction();
        // Each square is below 2^52.
        Fraction::area(x.wide() * x.wide() + y.wide() * y.wide())
    }

    /// The point at share `t` of the way from start to end, 0 at P1 and 1 at P2; `None` where it
    /// does not fit an `i128` fraction, which takes a `t` of more than 80 bits.
    ///
    /// ```
    /// use hitscan_geom::{Fraction, Point, Segment, milli};
    /// let segment = Segment::new(Point::default(), Point::new(milli!(3000), milli!(1000)))?;
    /// let half = Fraction::new(1, 2).expect("a denominator other than 0");
    /// let point = segment.at(half).expect("a small t");
    /// assert_eq!(point.x.to_string(), "3/2");
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    #[doc(alias = "point_at")]
    #[must_use]
    pub fn at(&self, t: Fraction) -> Option<ExactPoint> {
        let (over, under) = (t.numerator(), t.denominator());
        let along = |start: Milli, way: Milli| {
            let from = i128::from(start.wide()).checked_mul(under)?;
            let by = i128::from(way.wide()).checked_mul(over)?;
            Fraction::new(from.checked_add(by)?, under.checked_mul(1000)?)
        };
        let way = self.direction();
        Some(ExactPoint { x: along(self.start.x, way.x)?, y: along(self.start.y, way.y)? })
    }

    /// The point at a quotient computed from coordinates, where nothing can overflow.
    pub(crate) fn at_ratio(&self, t: Ratio) -> ExactPoint {
        let [over, under] = t.parts().map(i128::from);
        let along = |start: Milli, way: Milli| {
            let scaled = i128::from(start.wide()) * under + i128::from(way.wide()) * over;
            Fraction::reduced(scaled, under * 1000)
        };
        let way = self.direction();
        ExactPoint { x: along(self.start.x, way.x), y: along(self.start.y, way.y) }
    }

    /// Whether start and end are the same point.
    #[must_use]
    pub fn is_point(&self) -> bool {
        self.start == self.end
    }

    /// This segment, moved by `by`.
    ///
    /// # Errors
    /// [`ShapeError::OutOfRange`] where an end would leave ±[`Milli::REACH`].
    pub fn translated(&self, by: Vector) -> Result<Self, ShapeError> {
        let moved = |end: Point| end.moved(by, "an end");
        Ok(Self { start: moved(self.start)?, end: moved(self.end)? })
    }
}

impl Shape {
    /// Which kind of shape this is.
    #[must_use]
    pub const fn kind(&self) -> ShapeKind {
        match self {
            Self::Box(_) => ShapeKind::Box,
            Self::Segment(_) => ShapeKind::Segment,
            Self::Polygon(_) => ShapeKind::Polygon,
        }
    }

    /// The box, if this shape is one.
    #[must_use]
    pub const fn as_box(&self) -> Option<&Aabb> {
        match self {
            Self::Box(shape) => Some(shape),
            Self::Segment(_) | Self::Polygon(_) => None,
        }
    }

    /// This shape, moved by `by`.
    ///
    /// # Errors
    /// [`ShapeError::OutOfRange`] where a coordinate would leave ±[`Milli::REACH`].
    pub fn translated(&self, by: Vector) -> Result<Self, ShapeError> {
        match self {
            Self::Box(shape) => shape.translated(by).map(Self::Box),
            Self::Segment(shape) => shape.translated(by).map(Self::Segment),
            Self::Polygon(shape) => shape.translated(by).map(Self::Polygon),
        }
    }

    /// The four corners of a box, the two ends of a segment, the vertices of a
    /// polygon.
    #[must_use]
    pub fn vertices(&self) -> Vec<Point> {
        match self {
            Self::Box(shape) => shape.vertices().to_vec(),
            Self::Segment(shape) => vec![shape.start, shape.end],
            Self::Polygon(shape) => shape.vertices().to_vec(),
        }
    }

    /// The gap between the bounds of the two shapes along each axis; negative where they overlap.
    ///
    /// ```
    /// use hitscan_geom::{Point, Segment, Shape, Vector, milli};
    /// let point = |x, y| {
    ///     Segment::new(Point::new(x, y), Point::new(x, y)).map(Shape::Segment)
    /// };
    /// let (a, b) = (point(milli!(0), milli!(0))?, point(milli!(5), milli!(0))?);
    /// assert_eq!(a.gap_to(&b), Vector::new(milli!(5), milli!(0)));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    #[must_use]
    pub fn gap_to(&self, other: &Self) -> Vector {
        let ((min, max), (other_min, other_max)) = (self.bounds(), other.bounds());
        let gap = |axis| {
            let before = other_min.along(axis).minus(max.along(axis));
            before.max(min.along(axis).minus(other_max.along(axis)))
        };
        Vector::new(gap(Axis::X), gap(Axis::Y))
    }

    /// The least and the greatest coordinates: `(min, max)`. For a segment the two may be equal
    /// along an axis.
    #[must_use]
    pub fn bounds(&self) -> (Point, Point) {
        match self {
            Self::Box(shape) => (shape.min(), shape.max()),
            Self::Segment(shape) => Point::bounds(&[shape.start, shape.end]),
            Self::Polygon(shape) => shape.bounds(),
        }
    }
}

impl ShapeKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Box, Self::Polygon, Self::Segment];

    /// Its token, as `Display` writes it: `box`, `polygon`, `laser`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Box => "box",
            Self::Polygon => "polygon",
            Self::Segment => "laser",
        }
    }
}
