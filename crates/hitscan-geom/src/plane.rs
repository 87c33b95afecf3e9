//! Points, vectors, and the two predicates everything else is decided by.

use std::ops::{Add, Neg, Sub};

use super::{Axis, Milli};

/// A position in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Point {
    /// Grows to the right.
    pub x: Milli,
    /// Grows down the screen.
    pub y: Milli,
}

/// A displacement; of a moving object, its motion in one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Vector {
    /// To the right.
    pub x: Milli,
    /// Down the screen.
    pub y: Milli,
}

impl Point {
    /// The same with another coordinate along `axis`.
    #[must_use]
    pub const fn with(self, axis: Axis, value: Milli) -> Self {
        match axis {
            Axis::X => Self { x: value, ..self },
            Axis::Y => Self { y: value, ..self },
        }
    }

    /// The point at these coordinates.
    #[must_use]
    pub const fn new(x: Milli, y: Milli) -> Self {
        Self { x, y }
    }

    /// The coordinate along `axis`.
    #[must_use]
    pub const fn along(self, axis: Axis) -> Milli {
        match axis {
            Axis::X => self.x,
            Axis::Y => self.y,
        }
    }

    /// Whether both coordinates lie within ±16 000 units.
    #[must_use]
    pub const fn in_range(self) -> bool {
        self.x.in_range() && self.y.in_range()
    }
}

impl Vector {
    /// The same with another component along `axis`.
    #[must_use]
    pub const fn with(self, axis: Axis, value: Milli) -> Self {
        match axis {
            Axis::X => Self { x: value, ..self },
            Axis::Y => Self { y: value, ..self },
        }
    }

    /// No displacement.
    pub const ZERO: Self = Self::new(Milli::ZERO, Milli::ZERO);

    /// The displacement by these components.
    #[must_use]
    pub const fn new(x: Milli, y: Milli) -> Self {
        Self { x, y }
    }

    /// The component along `axis`.
    #[must_use]
    pub const fn along(self, axis: Axis) -> Milli {
        match axis {
            Axis::X => self.x,
            Axis::Y => self.y,
        }
    }

    /// Whether both components lie within ±16 000 units.
    #[must_use]
    pub const fn in_range(self) -> bool {
        self.x.in_range() && self.y.in_range()
    }
}

impl Sub for Point {
    type Output = Vector;
    fn sub(self, from: Self) -> Vector {
        Vector::new(self.x - from.x, self.y - from.y)
    }
}

impl Add<Vector> for Point {
    type Output = Self;
    fn add(self, by: Vector) -> Self {
        Self::new(self.x + by.x, self.y + by.y)
    }
}

impl Sub<Vector> for Point {
    type Output = Self;
    fn sub(self, by: Vector) -> Self {
        Self::new(self.x - by.x, self.y - by.y)
    }
}

impl Add for Vector {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vector {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Neg for Vector {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

/// `u.x·v.y − u.y·v.x`, in square thousandths: positive when `v` points to the
/// right of `u` on the screen (y grows down), zero when they are parallel.
#[must_use]
pub const fn cross(u: Vector, v: Vector) -> i64 {
    u.x.wide() * v.y.wide() - u.y.wide() * v.x.wide()
}

/// `cross(q − p, r − p)`: positive when `r` lies to the right of the direction
/// p→q on the screen, negative to the left, zero on its line.
///
/// Sources written y-up call the same sign "left"; students trip over it.
#[must_use]
pub fn orient(p: Point, q: Point, r: Point) -> i64 {
    cross(q - p, r - p)
}
