//! Boxes, and the ways to specify one.

use super::{ExactPoint, Fraction, Milli, Point, ShapeError, Side, Vector};

/// A closed axis-aligned bounding rectangle (AABB) with positive width and height. These docs call
/// it a *box*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aabb {
    min: Point,
    max: Point,
}

/// The point of a box that its position refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Origin {
    /// The corner with the least x and y.
    #[default]
    TopLeft,
    /// The centre.
    Center,
    /// The middle of the bottom side: where a walking character stands.
    BottomCenter,
}

impl Aabb {
    /// The box with these two opposite corners, in any order.
    ///
    /// # Errors
    /// When the corners share an x or a y, or a coordinate lies beyond ±[`Milli::REACH`].
    ///
    /// ```
    /// use hitscan_geom::{Aabb, Point};
    /// let point = Point::from_units;
    /// let made = Aabb::from_corners(point(4, 0), point(1, 2))?;
    /// assert_eq!((made.min(), made.max()), (point(1, 0), point(4, 2)));
    /// assert!(Aabb::from_corners(point(4, 0), point(4, 2)).is_err());
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    pub fn from_corners(one: Point, other: Point) -> Result<Self, ShapeError> {
        let min = Point::new(one.x.min(other.x), one.y.min(other.y)).of_shape("a corner")?;
        let max = Point::new(one.x.max(other.x), one.y.max(other.y)).of_shape("a corner")?;
        if min.x == max.x {
            return Err(ShapeError::NoWidth(Milli::ZERO));
        }
        if min.y == max.y {
            return Err(ShapeError::NoHeight(Milli::ZERO));
        }
        Ok(Self { min, max })
    }

    /// The box of size `size` whose `origin` is at `at`.
    ///
    /// # Errors
    /// When a size is not positive, or an edge would fall between two thousandths or beyond
    /// ±[`Milli::LIMIT`].
    ///
    /// ```
    /// use hitscan_geom::{Aabb, Origin, Point, ShapeError, Vector, milli};
    /// let at = Point::from_units(10, 20);
    /// let made = Aabb::from_size(at, Vector::new(milli!(4000), milli!(2000)), Origin::Center)?;
    /// assert_eq!((made.left(), made.bottom()), (milli!(8000), milli!(21_000)));
    /// let odd = Vector::new(milli!(1), milli!(2));
    /// assert_eq!(Aabb::from_size(at, odd, Origin::Center), Err(ShapeError::HalfWidth(odd.x)));
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn from_size(at: Point, size: Vector, origin: Origin) -> Result<Self, ShapeError> {
        let (width, height) = (size.x, size.y);
        if width <= Milli::ZERO {
            return Err(ShapeError::NoWidth(width));
        }
        if height <= Milli::ZERO {
            return Err(ShapeError::NoHeight(height));
        }
        let before_x = match origin {
            Origin::TopLeft => Milli::ZERO,
            Origin::Center | Origin::BottomCenter => {
                width.half().ok_or(ShapeError::HalfWidth(width))?
            }
        };
        let before_y = match origin {
            Origin::TopLeft => Milli::ZERO,
            Origin::Center => height.half().ok_or(ShapeError::HalfHeight(height))?,
            Origin::BottomCenter => height,
        };
        let (left, top) = (at.x.wide() - before_x.wide(), at.y.wide() - before_y.wide());
        let edge = |what, at: i64| {
            let near = i32::try_from(at).ok().and_then(|at| Milli::new(at).ok());
            let error = ShapeError::OutOfRange { what, at, limit: Milli::LIMIT };
            near.filter(|edge| edge.in_range()).ok_or(error)
        };
        let [left, top, right, bottom] = [
            edge("the left edge", left)?,
            edge("the top edge", top)?,
            edge("the right edge", left + width.wide())?,
            edge("the bottom edge", top + height.wide())?,
        ];
        Ok(Self { min: Point::new(left, top), max: Point::new(right, bottom) })
    }

    /// The bounding box of a shape that has an area.
    pub(crate) const fn around(min: Point, max: Point) -> Self {
        Self { min, max }
    }

    /// The corner with the least x and y.
    #[must_use]
    pub const fn min(&self) -> Point {
        self.min
    }

    /// The corner with the greatest x and y.
    #[must_use]
    pub const fn max(&self) -> Point {
        self.max
    }

    /// The least x.
    #[must_use]
    pub const fn left(&self) -> Milli {
        self.min.x
    }

    /// The least y.
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

    /// The coordinate of one side, along the axis that the side faces.
    #[must_use]
    pub const fn edge(&self, side: Side) -> Milli {
        match side {
            Side::Left => self.min.x,
            Side::Top => self.min.y,
            Side::Right => self.max.x,
            Side::Bottom => self.max.y,
        }
    }

    /// Right − left; always positive.
    #[must_use]
    pub const fn width(&self) -> Milli {
        self.max.x.minus(self.min.x)
    }

    /// Bottom − top; always positive.
    #[must_use]
    pub const fn height(&self) -> Milli {
        self.max.y.minus(self.min.y)
    }

    /// Width and height, both positive, as [`Aabb::from_size`] takes them.
    ///
    /// ```
    /// use hitscan_geom::{Aabb, Origin, Vector, milli};
    /// let made = Aabb::try_from([1.0, 2.0, 5.5, 3.0])?;
    /// assert_eq!(made.size(), Vector::new(milli!(4500), milli!(1000)));
    /// assert_eq!(Aabb::from_size(made.min(), made.size(), Origin::TopLeft), Ok(made));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    #[must_use]
    pub const fn size(&self) -> Vector {
        self.max.minus(self.min)
    }

    /// The corners in the order left-top, right-top, right-bottom, left-bottom.
    #[must_use]
    pub const fn vertices(&self) -> [Point; 4] {
        [self.min, Point::new(self.max.x, self.min.y), self.max, Point::new(self.min.x, self.max.y)]
    }

    /// The centre, in units.
    ///
    /// ```
    /// use hitscan_geom::Aabb;
    /// let middle = Aabb::try_from([0.0, 0.0, 2.5, 1.0])?.center();
    /// assert_eq!((middle.x.to_string(), middle.y.to_string()), ("5/4".into(), "1/2".into()));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    #[must_use]
    pub fn center(&self) -> ExactPoint {
        let middle =
            |low: Milli, high: Milli| Fraction::reduced((low.wide() + high.wide()).into(), 2000);
        ExactPoint { x: middle(self.min.x, self.max.x), y: middle(self.min.y, self.max.y) }
    }

    /// The smallest box around both.
    ///
    /// ```
    /// use hitscan_geom::Aabb;
    /// let [a, b] = [Aabb::try_from([0.0, 0.0, 2.0, 2.0])?, Aabb::try_from([1.0, 1.0, 5.0, 3.0])?];
    /// assert_eq!(a.merged(&b), Aabb::try_from([0.0, 0.0, 5.0, 3.0])?);
    /// assert_eq!(a.intersection(&b), Some(Aabb::try_from([1.0, 1.0, 2.0, 2.0])?));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    #[must_use]
    pub fn merged(&self, other: &Self) -> Self {
        let min = Point::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y));
        let max = Point::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y));
        Self { min, max }
    }

    /// The region that both boxes cover; `None` where they are disjoint or only touch, since that
    /// region would have no area.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let min = Point::new(self.min.x.max(other.min.x), self.min.y.max(other.min.y));
        let max = Point::new(self.max.x.min(other.max.x), self.max.y.min(other.max.y));
        (min.x < max.x && min.y < max.y).then_some(Self { min, max })
    }

    /// Whether the interiors meet: touching is not enough. To count touching too, use
    /// [`relate`](fn@crate::relate): `relate(a, b).relation.is_hit()`.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.x < other.max.x
            && other.min.x < self.max.x
            && self.min.y < other.max.y
            && other.min.y < self.max.y
    }

    /// This box, moved by `by`.
    ///
    /// # Errors
    /// [`ShapeError::OutOfRange`] where an edge would leave ±[`Milli::REACH`].
    pub fn translated(&self, by: Vector) -> Result<Self, ShapeError> {
        let moved = |corner: Point| corner.moved(by, "a corner");
        Ok(Self { min: moved(self.min)?, max: moved(self.max)? })
    }

    /// This box, moved; the caller guarantees that it stays in range.
    pub(crate) const fn moved_in_range(&self, by: Vector) -> Self {
        const fn moved(corner: Point, by: Vector) -> Point {
            let x = corner.x.thousandths() + by.x.thousandths();
            Point::new(Milli::raw(x), Milli::raw(corner.y.thousandths() + by.y.thousandths()))
        }
        Self { min: moved(self.min, by), max: moved(self.max, by) }
    }

    /// The displacement that takes this box's corner of least x and y to that of `end`.
    #[must_use]
    pub const fn displacement_to(&self, end: &Self) -> Vector {
        end.min.minus(self.min)
    }

    /// This box, moved so that its corner of least x and y is at `min`.
    ///
    /// # Errors
    /// [`ShapeError::OutOfRange`] where an edge would leave ±[`Milli::REACH`].
    pub fn moved_to(&self, min: Point) -> Result<Self, ShapeError> {
        let min = min.of_shape("a corner")?;
        let max = min.moved(self.max.minus(self.min), "a corner")?;
        Ok(Self { min, max })
    }
}

impl Origin {
    /// All origins, the default first.
    pub const ALL: [Self; 3] = [Self::TopLeft, Self::Center, Self::BottomCenter];

    /// Its token, as `Display` writes it: `top-left`, `center`, `bottom-center`.
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
        Vector::new(Milli::from_units(x), Milli::from_units(y))
    }

    /// One position and one size make three different boxes, depending on the origin.
    #[test]
    fn one_position_gives_three_boxes_by_origin() {
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
        let odd = Vector::new(crate::milli!(1001), Milli::from_units(2));
        assert_eq!(
            Aabb::from_size(point(0, 0), odd, Origin::Center),
            Err(ShapeError::HalfWidth(odd.x))
        );
        assert!(Aabb::from_size(point(0, 0), odd, Origin::TopLeft).is_ok());
    }

    #[test]
    fn a_box_without_width_or_height_is_refused() {
        for (x, y) in [(0, 1), (-1, 1)] {
            let flat = Aabb::from_size(point(0, 0), size(x, y), Origin::TopLeft);
            assert_eq!(flat, Err(ShapeError::NoWidth(Milli::from_units(x))));
            let low = Aabb::from_size(point(0, 0), size(y, x), Origin::TopLeft);
            assert_eq!(low, Err(ShapeError::NoHeight(Milli::from_units(x))));
        }
        let line = Aabb::from_corners(point(3, 0), point(3, 4));
        assert_eq!(line, Err(ShapeError::NoWidth(Milli::ZERO)));
    }

    #[test]
    fn boxes_that_touch_do_not_overlap() {
        let of = |from, to| Aabb::from_corners(from, to).expect("a box");
        let middle = of(point(0, 0), point(2, 2));
        for (x, y) in [(-2, 0), (2, 0), (0, -2), (0, 2), (2, 2), (-2, -2), (0, 5)] {
            let beside = middle.translated(size(x, y)).expect("in range");
            assert!(!middle.overlaps(&beside) && !beside.overlaps(&middle), "{x}, {y}");
        }
        for (x, y) in [(-1, 0), (1, 0), (0, -1), (0, 1), (0, 0)] {
            let over = middle.translated(size(x, y)).expect("in range");
            assert!(middle.overlaps(&over) && over.overlaps(&middle), "{x}, {y}");
        }
    }

    #[test]
    fn an_error_names_the_edge_out_of_range() {
        let far = Aabb::from_size(point(15_999, 0), size(2, 1), Origin::TopLeft);
        assert_eq!(
            far.expect_err("too far").to_string(),
            "the right edge would be at 16001, beyond ±16000"
        );
    }
}
