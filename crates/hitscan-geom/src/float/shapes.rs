//! Points and shapes from floats: exact or an error by `try_from`, to the nearest
//! thousandth by `rounded`.

use super::{OutOfRange, Rounded};
use crate::{Aabb, ExactPoint, Milli, NumberError, Point, Polygon, Segment, ShapeError, Vector};

/// Rounds several lengths, and reports the greatest error among them.
fn rounded<const N: usize>(units: [f64; N]) -> Result<Rounded<[Milli; N]>, OutOfRange> {
    let mut all = Rounded { value: [Milli::ZERO; N], error: 0.0 };
    for (into, units) in all.value.iter_mut().zip(units) {
        let Rounded { value, error } = Milli::rounded(units)?;
        *into = value;
        all.error = error.max(all.error);
    }
    Ok(all)
}

/// Converts several lengths exactly.
fn exact<T, const N: usize>(units: [T; N]) -> Result<[Milli; N], NumberError>
where
    Milli: TryFrom<T, Error = NumberError>,
{
    let mut all = [Milli::ZERO; N];
    for (into, units) in all.iter_mut().zip(units) {
        *into = Milli::try_from(units)?;
    }
    Ok(all)
}

impl<T> Rounded<T> {
    /// Builds something from the value and keeps the rounding error.
    fn then<U, E>(self, make: impl FnOnce(T) -> Result<U, E>) -> Result<Rounded<U>, E> {
        Ok(Rounded { value: make(self.value)?, error: self.error })
    }
}

macro_rules! pairs {
    ($($type:ident),+) => {$(
        impl $type {
            /// The nearest one to these coordinates, in units: see [`Milli::rounded`].
            ///
            /// # Errors
            /// [`OutOfRange`] where a coordinate is not a number or lies beyond ±[`Milli::MAX`].
            ///
            /// ```
            #[doc = concat!("use hitscan_geom::{OutOfRange, ", stringify!($type), ", milli};")]
            #[doc = concat!("let rounded = ", stringify!($type), "::rounded(0.1, -2.0)?;")]
            #[doc = concat!(
                "assert_eq!(rounded.value, ", stringify!($type), "::new(milli!(100), milli!(-2000)));"
            )]
            /// assert!(rounded.error < 1e-17);
            /// # Ok::<(), OutOfRange>(())
            /// ```
            pub fn rounded(
                x: impl Into<f64>,
                y: impl Into<f64>,
            ) -> Result<Rounded<Self>, OutOfRange> {
                rounded([x.into(), y.into()])?.then(|[x, y]| Ok(Self::new(x, y)))
            }
        }

        /// Exact coordinates in units, or an error.
        impl TryFrom<[f64; 2]> for $type {
            type Error = NumberError;
            fn try_from(units: [f64; 2]) -> Result<Self, NumberError> {
                exact(units).map(|[x, y]| Self::new(x, y))
            }
        }

        /// Exact coordinates in units, or an error.
        impl TryFrom<[f32; 2]> for $type {
            type Error = NumberError;
            fn try_from(units: [f32; 2]) -> Result<Self, NumberError> {
                exact(units).map(|[x, y]| Self::new(x, y))
            }
        }

        /// The nearest doubles, in units.
        impl From<$type> for [f64; 2] {
            fn from(of: $type) -> Self {
                [of.x.into(), of.y.into()]
            }
        }

        /// The nearest singles, in units: see `f32::from` of [`Milli`].
        ///
        /// ```
        #[doc = concat!("use hitscan_geom::", stringify!($type), ";")]
        #[doc = concat!("let of = ", stringify!($type), "::try_from([0.5, -2.0])?;")]
        /// assert_eq!(<[f32; 2]>::from(of), [0.5, -2.0]);
        /// # Ok::<(), hitscan_geom::NumberError>(())
        /// ```
        impl From<$type> for [f32; 2] {
            fn from(of: $type) -> Self {
                [of.x.into(), of.y.into()]
            }
        }
    )+};
}

pairs!(Point, Vector);

/// The nearest doubles, in units: see [`Fraction::to_f64`](crate::Fraction::to_f64).
///
/// ```
/// use hitscan_geom::{Fraction, Segment};
/// let segment = Segment::try_from([0.0, 0.0, 1.0, 3.0])?;
/// let third = Fraction::new(1, 3).expect("a denominator other than 0");
/// let [x, y]: [f64; 2] = segment.at(third).expect("a small t").into();
/// assert_eq!((x, y), (1.0 / 3.0, 1.0));
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
impl From<ExactPoint> for [f64; 2] {
    fn from(of: ExactPoint) -> Self {
        [of.x.to_f64(), of.y.to_f64()]
    }
}

fn segment([x1, y1, x2, y2]: [Milli; 4]) -> Result<Segment, ShapeError> {
    Segment::new(Point::new(x1, y1), Point::new(x2, y2))
}

fn aabb([left, top, right, bottom]: [Milli; 4]) -> Result<Aabb, ShapeError> {
    Aabb::from_corners(Point::new(left, top), Point::new(right, bottom))
}

impl Segment {
    /// The segment nearest to the one from (`x1`, `y1`) to (`x2`, `y2`), in units: see
    /// [`Milli::rounded`].
    ///
    /// # Errors
    /// [`ShapeError`] where a coordinate is not a number or out of range.
    ///
    /// ```
    /// use hitscan_geom::{Segment, ShapeError, milli};
    /// let segment = Segment::rounded(0.0, 0.0, 1.0, 0.333_333)?.value;
    /// assert_eq!(segment.end().y, milli!(333));
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn rounded(
        x1: impl Into<f64>,
        y1: impl Into<f64>,
        x2: impl Into<f64>,
        y2: impl Into<f64>,
    ) -> Result<Rounded<Self>, ShapeError> {
        rounded([x1.into(), y1.into(), x2.into(), y2.into()])?.then(segment)
    }
}

impl Aabb {
    /// The box nearest to the one with these edges, in units: see [`Milli::rounded`].
    /// Like [`Aabb::from_corners`] it takes two opposite corners in any order.
    ///
    /// # Errors
    /// [`ShapeError`] where a coordinate is not a number or out of range, and where the width or
    /// the height rounds to zero.
    ///
    /// ```
    /// use hitscan_geom::{Aabb, Milli, ShapeError, milli};
    /// let rounded = Aabb::rounded(0.0, 0.0, 0.100_4, 2.0)?;
    /// assert_eq!(rounded.value.width(), milli!(100));
    /// assert!(rounded.error > 0.000_39 && rounded.error < 0.000_41);
    /// let flat = Aabb::rounded(0.0, 0.0, 0.000_4, 2.0);
    /// assert_eq!(flat, Err(ShapeError::NoWidth(Milli::ZERO)));
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn rounded(
        left: impl Into<f64>,
        top: impl Into<f64>,
        right: impl Into<f64>,
        bottom: impl Into<f64>,
    ) -> Result<Rounded<Self>, ShapeError> {
        rounded([left.into(), top.into(), right.into(), bottom.into()])?.then(aabb)
    }
}

impl Polygon {
    /// The polygon with the vertices nearest to these, in units: see [`Milli::rounded`].
    ///
    /// # Errors
    /// [`ShapeError`] where a coordinate is not a number or out of range, and where the vertices
    /// make no simple polygon: rounding may make two of them coincide.
    ///
    /// ```
    /// use hitscan_geom::{Polygon, ShapeError, milli};
    /// let rounded = Polygon::rounded(&[[0.0, 0.0], [4.0, 0.0], [0.0, 3.000_1]])?;
    /// assert_eq!(rounded.value.vertices()[2].y, milli!(3000));
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn rounded<T: Into<f64> + Copy>(vertices: &[[T; 2]]) -> Result<Rounded<Self>, ShapeError> {
        let mut all = Rounded { value: Vec::with_capacity(vertices.len()), error: 0.0 };
        for &[x, y] in vertices {
            let Rounded { value, error } = Point::rounded(x, y)?;
            all.value.push(value);
            all.error = error.max(all.error);
        }
        all.then(|vertices| Self::new(&vertices).map_err(Into::into))
    }
}

macro_rules! from_four {
    ($($type:ident by $make:ident from $floats:ty),+) => {$(
        /// Exact coordinates in units, or an error.
        impl TryFrom<$floats> for $type {
            type Error = ShapeError;
            fn try_from(units: $floats) -> Result<Self, ShapeError> {
                exact(units).map_err(ShapeError::from).and_then($make)
            }
        }
    )+};
}

from_four!(
    Segment by segment from [f64; 4], Segment by segment from [f32; 4],
    Aabb by aabb from [f64; 4], Aabb by aabb from [f32; 4]
);

/// From a shape by value and by reference.
macro_rules! to_four {
    ($($type:ident by $a:ident, $b:ident, $list:literal in $float:ident: $what:literal);+) => {$(
        #[doc = concat!("The nearest ", $what, ", `", $list, "`, in units.")]
        ///
        /// ```
        #[doc = concat!("use hitscan_geom::", stringify!($type), ";")]
        #[doc = concat!("let shape = ", stringify!($type), "::try_from([0.0, 0.5, 2.0, 1.25])?;")]
        #[doc = concat!("let floats: [", stringify!($float), "; 4] = (&shape).into();")]
        /// assert_eq!(floats, [0.0, 0.5, 2.0, 1.25]);
        /// # Ok::<(), hitscan_geom::ShapeError>(())
        /// ```
        impl From<&$type> for [$float; 4] {
            fn from(shape: &$type) -> Self {
                let ([x1, y1], [x2, y2]) = (shape.$a().into(), shape.$b().into());
                [x1, y1, x2, y2]
            }
        }

        #[doc = concat!("The nearest ", $what, ", `", $list, "`, in units.")]
        impl From<$type> for [$float; 4] {
            fn from(shape: $type) -> Self {
                (&shape).into()
            }
        }
    )+};
}

to_four!(
    Segment by start, end, "[x1, y1, x2, y2]" in f64: "doubles";
    Segment by start, end, "[x1, y1, x2, y2]" in f32: "singles";
    Aabb by min, max, "[left, top, right, bottom]" in f64: "doubles";
    Aabb by min, max, "[left, top, right, bottom]" in f32: "singles"
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::milli;

    #[test]
    fn rounding_reports_the_greatest_error_of_all_coordinates() {
        let rounded = Aabb::rounded(0.0, 0.000_25, 1.0, 2.000_125).expect("a box");
        let edges: [f64; 4] = (&rounded.value).into();
        assert_eq!(edges.map(f64::to_bits), [0.0, 0.0, 1.0, 2.0].map(f64::to_bits));
        assert!((rounded.error - 0.000_25).abs() < 1e-18, "{rounded:?}");
        let exact = Segment::rounded(0.5, 1, 2_u8, -0.25_f32).expect("a segment");
        assert_eq!(exact.error.to_bits(), 0);
        let ends: [f64; 4] = (&exact.value).into();
        assert_eq!(ends.map(f64::to_bits), [0.5, 1.0, 2.0, -0.25].map(f64::to_bits));
    }

    #[test]
    fn exact_floats_make_shapes_and_others_are_refused() {
        let made = Aabb::try_from([0.5, 0.0, 2.0, 1.25]).expect("a box");
        assert_eq!((made.left(), made.bottom()), (milli!(500), milli!(1250)));
        let rounded = milli!(100);
        let too_fine = NumberError::TooFine { rounded };
        assert_eq!(Aabb::try_from([0.1, 0.0, 2.0, 1.0]), Err(too_fine.into()));
        assert_eq!(Point::try_from([0.0, 0.1]), Err(too_fine));
        assert_eq!(Vector::try_from([1.0_f32, 0.5]), Ok(Vector::new(milli!(1000), milli!(500))));
        let beyond = Segment::try_from([40_000.0, 0.0, 0.0, 0.0]);
        assert!(matches!(beyond, Err(ShapeError::OutOfRange { .. })), "{beyond:?}");
        let beyond = Segment::rounded(0.0, f64::NAN, 0.0, 0.0).map(|rounded| rounded.value);
        assert_eq!(beyond, Err(OutOfRange.into()));
    }

    #[test]
    fn each_coordinate_becomes_its_nearest_float() {
        let made = Aabb::rounded(0.1, -0.3, 16_384.001, 2.5).expect("a box").value;
        let doubles: [f64; 4] = made.into();
        assert_eq!(doubles.map(f64::to_bits), [0.1, -0.3, 16_384.001, 2.5].map(f64::to_bits));
        let singles: [f32; 4] = made.into();
        assert_eq!(singles.map(f32::to_bits), [0.1, -0.3, 16_384.002, 2.5].map(f32::to_bits));
        let segment = Segment::new(made.max(), made.min()).expect("in range");
        let turned: [f32; 4] = (&segment).into();
        assert_eq!(turned.map(f32::to_bits), [16_384.002, 2.5, 0.1, -0.3].map(f32::to_bits));
        let middle: [f64; 2] = made.center().into();
        assert_eq!(middle.map(f64::to_bits), [8_192.050_5, 1.1].map(f64::to_bits));
    }

    #[test]
    fn a_polygon_that_rounding_spoils_is_refused() {
        let thin = [[0.0, 0.0], [1.0, 0.0], [1.0, 0.000_4]];
        assert!(matches!(Polygon::rounded(&thin), Err(ShapeError::Polygon(_))));
        assert!(Polygon::rounded(&[[0.0_f32, 0.0], [1.0, 0.0], [1.0, 1.0]]).is_ok());
    }
}
