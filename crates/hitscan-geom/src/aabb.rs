//! Boxes, and the ways in which one is given.

use super::{Milli, Point, ShapeError, Side, Vector};

/// A closed axis-aligned rectangle, the field's AABB, with width and height
/// above zero. Called a *box* in every text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aabb {
    min: Point,
    max: Point,
}

/// Which point of a box its position names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Origin {
    /// The corner of least x and y.
    #[default]
    TopLeft,
    /// The middle.
    Center,
    /// The middle of the bottom side: where a walking figure stands.
    BottomCenter,
}

impl Aabb {
    /// The box with two opposite corners, either pair, in any order.
    ///
    /// # Errors
    /// When the corners lie in one line.
    pub fn from_corners(one: Point, other: Point) -> Result<Self, ShapeError> {
        let min = Point::new(one.x.min(other.x), one.y.min(other.y));
        let max = Point::new(one.x.max(other.x), one.y.max(other.y));
        if min.x == max.x {
            return Err(ShapeError::NoWidth(Milli::ZERO));
        }
        if min.y == max.y {
            return Err(ShapeError::NoHeight(Milli::ZERO));
        }
        Ok(Self { min, max })
    }

    /// The box of this size whose `origin` is at `at`.
    ///
    /// # Errors
    /// When a size is not above zero, when an edge would fall between two
    /// thousandths, or beyond ±16 000 units.
    pub fn from_size(at: Point, size: Vector, origin: Origin) -> Result<Self, ShapeError> {
        let (width, height) = (size.x, size.y);
        if width <= Milli::ZERO {
            return Err(ShapeError::NoWidth(width));
        }
        if height <= Milli::ZERO {
            return Err(ShapeError::NoHeight(height));
        }
        let half = |length: Milli| {
            let thousandths = length.thousandths();
            (thousandths % 2 == 0).then(|| Milli::from_thousandths(thousandths / 2))
        };
        let left = match origin {
            Origin::TopLeft => at.x,
            Origin::Center | Origin::BottomCenter => {
                at.x - half(width).ok_or(ShapeError::HalfWidth(width))?
            }
        };
        let top = match origin {
            Origin::TopLeft => at.y,
            Origin::Center => at.y - half(height).ok_or(ShapeError::HalfHeight(height))?,
            Origin::BottomCenter => at.y - height,
        };
        let made = Self { min: Point::new(left, top), max: Point::new(left + width, top + height) };
        made.check_range()?;
        Ok(made)
    }

    fn check_range(&self) -> Result<(), ShapeError> {
        match Side::ALL.into_iter().find(|&side| !self.edge(side).in_range()) {
            Some(side) => {
                let what = match side {
                    Side::Left => "the left edge",
                    Side::Top => "the top edge",
                    Side::Right => "the right edge",
                    Side::Bottom => "the bottom edge",
                };
                Err(ShapeError::OutOfRange { what, at: self.edge(side) })
            }
            None => Ok(()),
        }
    }

    /// The corner of least x and y.
    #[must_use]
    pub const fn min(&self) -> Point {
        self.min
    }

    /// The corner of greatest x and y.
    #[must_use]
    pub const fn max(&self) -> Point {
        self.max
    }

    /// The least x.
    #[must_use]
    pub const fn left(&self) -> Milli {
        self.min.x
    }

    /// The least y, nearest the top of the screen.
    #[must_use]
    pub const fn top(&self) -> Milli {
        self.min.y
    }

    /// The greatest x.
    #[must_use]
    pub const fn right(&self) -> Milli {
        self.max.x
    }

    /// The greatest y.
    #[must_use]
    pub const fn bottom(&self) -> Milli {
        self.max.y
    }

    /// The coordinate of one side, across it.
    #[must_use]
    pub const fn edge(&self, side: Side) -> Milli {
        match side {
            Side::Left => self.min.x,
            Side::Top => self.min.y,
            Side::Right => self.max.x,
            Side::Bottom => self.max.y,
        }
    }

    /// Right − left, above zero.
    #[must_use]
    pub fn width(&self) -> Milli {
        self.max.x - self.min.x
    }

    /// Bottom − top, above zero.
    #[must_use]
    pub fn height(&self) -> Milli {
        self.max.y - self.min.y
    }

    /// The corners in the order left-top, right-top, right-bottom, left-bottom.
    #[must_use]
    pub const fn vertices(&self) -> [Point; 4] {
        [self.min, Point::new(self.max.x, self.min.y), self.max, Point::new(self.min.x, self.max.y)]
    }

    /// Whether the interiors meet: touching is not enough.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.x < other.max.x
            && other.min.x < self.max.x
            && self.min.y < other.max.y
            && other.min.y < self.max.y
    }

    /// This box, moved.
    #[must_use]
    pub fn translated(&self, by: Vector) -> Self {
        Self { min: self.min + by, max: self.max + by }
    }
}

impl Origin {
    /// All of them, the default first.
    pub const ALL: [Self; 3] = [Self::TopLeft, Self::Center, Self::BottomCenter];

    /// The token in every format: `top-left`, `center`, `bottom-center`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::TopLeft => "top-left",
            Self::Center => "center",
            Self::BottomCenter => "bottom-center",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: i16, y: i16) -> Point {
        Point::new(Milli::from_units(x), Milli::from_units(y))
    }

    fn size(x: i16, y: i16) -> Vector {
        point(x, y) - point(0, 0)
    }

    /// From the articles: one position and size, read three ways.
    #[test]
    fn one_position_is_three_boxes_by_its_origin() {
        for (origin, min, max) in [
            (Origin::TopLeft, (100, 30), (180, 70)),
            (Origin::Center, (60, 10), (140, 50)),
            (Origin::BottomCenter, (60, -10), (140, 30)),
        ] {
            let made = Aabb::from_size(point(100, 30), size(80, 40), origin).expect("a box");
            assert_eq!((made.min(), made.max()), (point(min.0, min.1), point(max.0, max.1)));
        }
    }

    #[test]
    fn a_centre_that_splits_a_thousandth_is_refused() {
        let odd = Vector::new(Milli::from_thousandths(1001), Milli::from_units(2));
        assert_eq!(
            Aabb::from_size(point(0, 0), odd, Origin::Center),
            Err(ShapeError::HalfWidth(odd.x))
        );
        assert!(Aabb::from_size(point(0, 0), odd, Origin::TopLeft).is_ok());
    }

    #[test]
    fn an_edge_beyond_the_range_is_named() {
        let far = Aabb::from_size(point(15_999, 0), size(2, 1), Origin::TopLeft);
        assert_eq!(
            far.expect_err("too far").to_string(),
            "the right edge would be at 16001, beyond ±16000"
        );
    }
}
