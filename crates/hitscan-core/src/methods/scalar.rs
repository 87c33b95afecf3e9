//! The arithmetics: whole numbers, single precision as in the sources, and double precision. A formula is written
//! once, generic over [`Scalar`].

use std::fmt::Debug;
use std::ops::{Add, Sub};

use super::any::AnyNumber;
use super::{Number, SlabTimes};
use hitscan_geom::{self, Axis, Fraction, Milli};

/// The arithmetic that a formula uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arithmetic {
    /// Integers: they show the formula's own blind spots.
    Exact,
    /// Single precision, as in the source.
    F32,
    /// Double precision, as in many programs.
    F64,
}

impl Arithmetic {
    /// The token in every format: `exact`, `f32`, `f64`.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

/// A length, with the types of its products, so that a formula divides and rounds only where
/// its source does.
pub(super) trait Scalar:
    Copy + Debug + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Into<Number>
{
    /// A product of two lengths.
    type Area: Copy + PartialOrd + Sub<Output = Self::Area>;
    /// A product of two areas.
    type AreaProduct: Copy + PartialOrd;
    /// The start of a laser, as a share of its length.
    const WAY_START: Number;
    /// The end of a laser.
    const WAY_END: Number;
    /// A zero area.
    const NO_AREA: Self::Area;
    /// A zero product of areas.
    const NO_PRODUCT: Self::AreaProduct;

    fn length(milli: Milli) -> Self;
    /// The nearest to a number of any length; `None` if whole numbers stand for it.
    fn nearest(number: &AnyNumber) -> Option<Self>;
    /// Half of a sum or difference of lengths, none of which has been halved already.
    fn half(self) -> Self;
    fn distance(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self::Area;
    fn product(one: Self::Area, other: Self::Area) -> Self::AreaProduct;
    fn show_area(area: Self::Area) -> Number;
    fn show_product(product: Self::AreaProduct) -> Number;
    /// When a point with this displacement along an axis passes each of two edges.
    fn slab_times(edges: [Self; 2], origin: Self, way: Self) -> SlabTimes;
    /// The x at which the line from `i` to `j`, which is not level, crosses a level.
    fn crossing(i: Point<Self>, j: Point<Self>, level: Self) -> Number;
}

/// A length in half-thousandths, so that every half that a formula takes is whole. Below 2^27 in
/// magnitude, so a cross product is below 2^56.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Exact(i64);

/// Half-thousandths in a unit.
const PER_UNIT: i128 = 2000;

impl Add for Exact {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Exact {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

/// A product of lengths, at most 2^112, in whole units.
fn quotient(product: i128, per_unit: i128) -> Fraction {
    Fraction::new(product, per_unit).expect("the product is small and the divisor a constant")
}

impl From<Exact> for Number {
    fn from(length: Exact) -> Self {
        Self::Exact(quotient(length.0.into(), PER_UNIT))
    }
}

impl Scalar for Exact {
    type Area = i64;
    type AreaProduct = i128;
    const WAY_START: Number = Number::Exact(Fraction::ZERO);
    const WAY_END: Number = Number::Exact(Fraction::ONE);
    const NO_AREA: i64 = 0;
    const NO_PRODUCT: i128 = 0;

    fn length(milli: Milli) -> Self {
        Self(milli.wide() * 2)
    }

    fn nearest(_: &AnyNumber) -> Option<Self> {
        None
    }

    fn half(self) -> Self {
        debug_assert!(self.0 % 2 == 0, "only whole thousandths are halved");
        Self(self.0 >> 1)
    }

    fn distance(self, other: Self) -> Self {
        Self((self.0 - other.0).abs())
    }

    fn times(self, other: Self) -> i64 {
        self.0 * other.0
    }

    fn product(one: i64, other: i64) -> i128 {
        i128::from(one) * i128::from(other)
    }

    fn show_area(area: i64) -> Number {
        Number::Exact(quotient(area.into(), PER_UNIT.pow(2)))
    }

    fn show_product(product: i128) -> Number {
        Number::Exact(quotient(product, PER_UNIT.pow(4)))
    }

    fn slab_times(edges: [Self; 2], origin: Self, way: Self) -> SlabTimes {
        let time = |edge: Self| Fraction::new((edge - origin).0.into(), way.0.into());
        match edges.map(time) {
            [Some(low), Some(high)] => SlabTimes::Times([low.into(), high.into()]),
            _ if edges[0] <= origin && origin <= edges[1] => SlabTimes::Always,
            _ => SlabTimes::Never,
        }
    }

    fn crossing(i: Point<Self>, j: Point<Self>, level: Self) -> Number {
        let [across, down] = [j.x - i.x, j.y - i.y].map(|length| i128::from(length.0));
        let [from, below] = [i.x, level - i.y].map(|length| i128::from(length.0));
        let x = Fraction::new(across * below + from * down, down * PER_UNIT);
        Number::Exact(x.expect("the line is not level"))
    }
}

/// A floating-point number, in units. Each operation rounds once; `nearest` is the nearest number
/// of its precision.
macro_rules! floating_point {
    ($float:ty, $number:path, $nearest:expr, $of_any:path) => {
        impl Scalar for $float {
            type Area = Self;
            type AreaProduct = Self;
            const WAY_START: Number = $number(0.0);
            const WAY_END: Number = $number(1.0);
            const NO_AREA: Self = 0.0;
            const NO_PRODUCT: Self = 0.0;

            fn length(milli: Milli) -> Self {
                $nearest(f64::from(milli.thousandths()) / 1000.0)
            }

            fn nearest(number: &AnyNumber) -> Option<Self> {
                Some($of_any(number))
            }

            fn half(self) -> Self {
                self / 2.0
            }

            fn distance(self, other: Self) -> Self {
                (self - other).abs()
            }

            fn times(self, other: Self) -> Self {
                self * other
            }

            fn product(one: Self, other: Self) -> Self {
                one * other
            }

            fn show_area(area: Self) -> Number {
                $number(area)
            }

            fn show_product(product: Self) -> Number {
                $number(product)
            }

            fn slab_times(edges: [Self; 2], origin: Self, way: Self) -> SlabTimes {
                SlabTimes::Times(edges.map(|edge| $number((edge - origin) * (1.0 / way))))
            }

            fn crossing(i: Point<Self>, j: Point<Self>, level: Self) -> Number {
                $number((j.x - i.x) * (level - i.y) / (j.y - i.y) + i.x)
            }
        }
    };
}

#[expect(clippy::cast_possible_truncation, reason = "the rounding is what is replicated")]
const fn single(number: f64) -> f32 {
    number as f32
}

// The arithmetic of the articles and of games.
floating_point!(f32, Number::Single, single, AnyNumber::to_f32);
// The arithmetic of most other programs.
floating_point!(f64, Number::Double, std::convert::identity, AnyNumber::to_f64);

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point<S> {
    pub(super) x: S,
    pub(super) y: S,
}

impl<S: Scalar> Point<S> {
    pub(super) const fn along(self, axis: Axis) -> S {
        match axis {
            Axis::X => self.x,
            Axis::Y => self.y,
        }
    }

    /// Both coordinates, for an explanation.
    pub(super) fn show(self) -> [Number; 2] {
        [self.x.into(), self.y.into()]
    }
}

impl Point<Exact> {
    /// Rounded down to whole units.
    pub(super) fn rounded_down(self) -> Self {
        const UNIT: i64 = 2000;
        let round = |length: Exact| Exact(length.0.div_euclid(UNIT) * UNIT);
        Self { x: round(self.x), y: round(self.y) }
    }
}

impl<S: Scalar> From<hitscan_geom::Point> for Point<S> {
    fn from(point: hitscan_geom::Point) -> Self {
        Self { x: S::length(point.x), y: S::length(point.y) }
    }
}

/// A directed segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment<S> {
    pub(super) start: Point<S>,
    pub(super) end: Point<S>,
}

impl<S: Scalar> Segment<S> {
    pub(super) fn new(start: hitscan_geom::Point, end: hitscan_geom::Point) -> Self {
        Self { start: start.into(), end: end.into() }
    }
}

impl<S: Scalar> From<&hitscan_geom::Segment> for Segment<S> {
    fn from(laser: &hitscan_geom::Segment) -> Self {
        Self::new(laser.start(), laser.end())
    }
}

/// `u.x·v.y − u.y·v.x`.
pub(super) fn cross<S: Scalar>(u: Point<S>, v: Point<S>) -> S::Area {
    u.x.times(v.y) - u.y.times(v.x)
}

/// The vector from `from` to `to`.
pub(super) fn between<S: Scalar>(from: Point<S>, to: Point<S>) -> Point<S> {
    Point { x: to.x - from.x, y: to.y - from.y }
}

/// `cross(q − p, r − p)`.
pub(super) fn orient<S: Scalar>(p: Point<S>, q: Point<S>, r: Point<S>) -> S::Area {
    cross(between(p, q), between(p, r))
}

/// A box in the form that the two box methods take: corner and size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangle<S> {
    pub(super) x: S,
    pub(super) y: S,
    pub(super) width: S,
    pub(super) height: S,
}

impl<S: Scalar> Rectangle<S> {
    pub(super) const fn size(&self) -> Point<S> {
        Point { x: self.width, y: self.height }
    }

    pub(super) fn centre(&self) -> Point<S> {
        Point { x: self.x + self.width.half(), y: self.y + self.height.half() }
    }

    /// Half the summed widths, and half the summed heights.
    pub(super) fn half_sizes(&self, other: &Self) -> Point<S> {
        Point { x: (self.width + other.width).half(), y: (self.height + other.height).half() }
    }

    /// The distance between the centres on each axis.
    pub(super) fn distance(&self, other: &Self) -> Point<S> {
        let (one, other) = (self.centre(), other.centre());
        Point { x: one.x.distance(other.x), y: one.y.distance(other.y) }
    }
}
