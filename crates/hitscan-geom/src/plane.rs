//! Points, vectors, and the two predicates that decide everything else.

use std::ops::Neg;

use super::{Axis, Milli, ShapeError};

/// A position in the plane: any two [`Milli`]s.
///
/// ```
/// use hitscan_geom::{Milli, Point, Vector, milli};
///
/// let (from, to) = (Point::new(milli!(0), milli!(0)), Point::new(milli!(1000), milli!(2500)));
/// let way = Vector::new(milli!(1000), milli!(2500));
/// assert_eq!(from.to(to), Some(way));
/// assert_eq!(from.checked_add(way), Some(to));
/// assert_eq!(Point::new(Milli::MAX, Milli::ZERO).checked_add(way), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Point {
    /// Grows to the right.
    pub x: Milli,
    /// Grows downwards.
    pub y: Milli,
}

/// A displacement: any two [`Milli`]s. For a moving object, its motion in one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Vector {
    /// Positive to the right.
    pub x: Milli,
    /// Positive downwards.
    pub y: Milli,
}

/// What points and vectors have in common: two coordinates.
macro_rules! coordinates {
    ($type:ident) => {
        impl $type {
            /// The one with these coordinates.
            #[must_use]
            pub const fn new(x: Milli, y: Milli) -> Self {
                Self { x, y }
            }

            /// The one with coordinates of this many whole units; every `i16` is in range.
            ///
            /// ```
            #[doc = concat!("use hitscan_geom::{", stringify!($type), ", milli};")]
            #[doc = concat!("let at = ", stringify!($type), "::from_units(4, -1);")]
            /// assert_eq!((at.x, at.y), (milli!(4000), milli!(-1000)));
            /// ```
            #[must_use]
            pub const fn from_units(x: i16, y: i16) -> Self {
                Self::new(Milli::from_units(x), Milli::from_units(y))
            }

            /// The coordinate along `axis`.
            #[must_use]
            pub const fn along(self, axis: Axis) -> Milli {
                match axis {
                    Axis::X => self.x,
                    Axis::Y => self.y,
                }
            }

            /// A copy with another coordinate along `axis`.
            #[must_use]
            pub const fn with(self, axis: Axis, value: Milli) -> Self {
                match axis {
                    Axis::X => Self { x: value, ..self },
                    Axis::Y => Self { y: value, ..self },
                }
            }

            /// Whether both coordinates lie within ±[`Milli::LIMIT`].
            #[must_use]
            pub const fn in_range(self) -> bool {
                self.x.in_range() && self.y.in_range()
            }

            /// The sum; `None` where a coordinate would leave ±[`Milli::MAX`].
            #[must_use]
            pub fn checked_add(self, by: Vector) -> Option<Self> {
                Some(Self::new(self.x.checked_add(by.x)?, self.y.checked_add(by.y)?))
            }
        }
    };
}

coordinates!(Point);
coordinates!(Vector);

impl Point {
    /// The least and the greatest coordinates of one or more points.
    pub(crate) fn bounds(points: &[Self]) -> (Self, Self) {
        points.iter().fold((points[0], points[0]), |(min, max), p| {
            (Self::new(min.x.min(p.x), min.y.min(p.y)), Self::new(max.x.max(p.x), max.y.max(p.y)))
        })
    }

    /// The displacement from here to `end`; `None` where a component would leave ±[`Milli::MAX`].
    #[must_use]
    pub fn to(self, end: Self) -> Option<Vector> {
        Some(Vector::new(end.x.checked_sub(self.x)?, end.y.checked_sub(self.y)?))
    }

    /// The displacement from `start`; for points of shapes it is always in range.
    pub(crate) const fn minus(self, start: Self) -> Vector {
        Vector::new(self.x.minus(start.x), self.y.minus(start.y))
    }

    /// This point, moved and still within the range of shapes, ±[`Milli::REACH`].
    pub(crate) fn moved(self, by: Vector, what: &'static str) -> Result<Self, ShapeError> {
        let x = within_reach(self.x.wide() + by.x.wide(), what)?;
        Ok(Self::new(x, within_reach(self.y.wide() + by.y.wide(), what)?))
    }

    /// This point, if it is within the range of shapes.
    pub(crate) fn of_shape(self, what: &'static str) -> Result<Self, ShapeError> {
        self.moved(Vector::ZERO, what)
    }
}

/// A coordinate, if it is within the range of shapes.
fn within_reach(thousandths: i64, what: &'static str) -> Result<Milli, ShapeError> {
    i32::try_from(thousandths)
        .ok()
        .filter(|thousandths| thousandths.abs() <= Milli::REACH.thousandths())
        .map(Milli::raw)
        .ok_or(ShapeError::OutOfRange { what, at: thousandths, limit: Milli::REACH })
}

impl Vector {
    /// No displacement.
    pub const ZERO: Self = Self::new(Milli::ZERO, Milli::ZERO);

    /// The difference; `None` where a component would leave ±[`Milli::MAX`].
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.checked_add(-other)
    }
}

impl Neg for Vector {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

/// `u.x·v.y − u.y·v.x`, in square thousandths: positive when `v` points to the
/// right of `u` (y grows down), zero when they are parallel. Exact for all
/// vectors: products stay below 2^52.
///
/// ```
/// use hitscan_geom::{Vector, cross, milli};
/// let (right, down) = (Vector::new(milli!(2), milli!(0)), Vector::new(milli!(0), milli!(3)));
/// assert_eq!((cross(right, down), cross(down, right), cross(right, right)), (6, -6, 0));
/// ```
#[must_use]
pub const fn cross(u: Vector, v: Vector) -> i64 {
    u.x.wide() * v.y.wide() - u.y.wide() * v.x.wide()
}

/// `cross(q − p, r − p)`: positive when `r` lies to the right of the direction
/// p→q (y grows down), negative to the left, zero on its line. Exact for all
/// points: differences stay below 2^27 and products below 2^54.
///
/// Sources that draw y upwards call the same sign "left".
///
/// ```
/// use hitscan_geom::{Point, orient};
/// let point = Point::from_units;
/// let [p, q, r] = [point(0, 0), point(4, 0), point(1, 2)];
/// assert!(orient(p, q, r) > 0 && orient(q, p, r) < 0);
/// assert_eq!(orient(p, q, q), 0);
/// ```
#[must_use]
pub const fn orient(p: Point, q: Point, r: Point) -> i64 {
    let (x, y) = (q.x.wide() - p.x.wide(), q.y.wide() - p.y.wide());
    x * (r.y.wide() - p.y.wide()) - y * (r.x.wide() - p.x.wide())
}
