//! Two shapes in numbers of any length. Geometry does not change when a pair is moved or scaled, so
//! most such pairs have the same answer as one in thousandths.

use dashu_int::ops::Gcd as _;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::AnyNumber;
use hitscan_geom::{
    Aabb, ExactPoint, Fraction, Milli, Moving, MovingRegion, Point, Polygon, Segment, Shape,
    ShapeError, ShapeKind, Vector,
};

/// The coordinates of a shape, x and y in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyShape {
    /// Two opposite corners of a box.
    Box([AnyNumber; 4]),
    /// The start and the end of a laser.
    Laser([AnyNumber; 4]),
    /// The vertices of a polygon.
    Polygon(Vec<[AnyNumber; 2]>),
}

/// Two shapes, and how far each moves in a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyPair {
    /// The shapes.
    pub shapes: [AnyShape; 2],
    /// The motion of each box or polygon that has one.
    pub motions: [Option<[AnyNumber; 2]>; 2],
    /// Whether the shapes are given at the end of the frame.
    pub at_end: bool,
}

/// A pair in thousandths, and the way back to its own numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InThousandths {
    /// The shapes.
    pub shapes: [Shape; 2],
    /// The two boxes at the start of the frame, if one has a motion.
    pub frame: Option<[Moving; 2]>,
    /// The two regions at the start of the frame, if one is a polygon and one has a motion.
    pub regions: Option<[MovingRegion; 2]>,
    /// The way back, unless the numbers are their own.
    pub scale: Option<Scale>,
}

/// How thousandths stand for numbers of any length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The number of one thousandth.
    step: RBig,
    /// The numbers of x = 0 and of y = 0.
    middle: [RBig; 2],
}

/// The greatest difference of two coordinates of a pair in thousandths.
const WIDEST: i64 = 2 * Milli::LIMIT.wide();

impl Scale {
    /// A length in the pair's own numbers, from thousandths scaled to units.
    pub fn length(&self, units: Fraction) -> AnyNumber {
        AnyNumber(self.own(units))
    }

    /// A point in the pair's own numbers.
    pub fn point(&self, point: ExactPoint) -> [AnyNumber; 2] {
        let [x, y] = &self.middle;
        [AnyNumber(self.own(point.x) + x), AnyNumber(self.own(point.y) + y)]
    }

    fn own(&self, units: Fraction) -> RBig {
        let under = UBig::from(units.denominator().unsigned_abs());
        RBig::from_parts(IBig::from(units.numerator()) * IBig::from(1000), under) * &self.step
    }

    /// Thousandths that stand for themselves.
    pub(super) fn as_given() -> Self {
        let step = RBig::from_parts(IBig::ONE, UBig::from(1000_u16));
        Self { step, middle: [RBig::ZERO, RBig::ZERO] }
    }

    /// The scale of a pair; `None` if its numbers do not fit into thousandths.
    fn of(pair: &AnyPair) -> Option<Self> {
        let points: Vec<[&AnyNumber; 2]> = pair.shapes.iter().flat_map(AnyShape::points).collect();
        let mut step = RBig::ZERO;
        let mut widest = RBig::ZERO;
        let mut bounds = Vec::with_capacity(2);
        for axis in [0, 1] {
            let numbers = points.iter().map(|point| &point[axis].0);
            let (first, last) = (numbers.clone().min()?, numbers.clone().max()?);
            let motions = pair.motions.iter().flatten().map(|motion| motion[axis].0.clone());
            for length in numbers.map(|number| number - first).chain(motions) {
                let length = if length < RBig::ZERO { -length } else { length };
                step = common(&step, &length);
                widest = widest.max(length);
                // Stopping here keeps the numbers short, however many there are.
                if widest > &step * RBig::from(WIDEST) {
                    return None;
                }
            }
            bounds.push((first, last));
        }
        if step == RBig::ZERO {
            // A point upon a point.
            step = RBig::ONE;
        }
        let middle = |&(first, last): &(&RBig, &RBig)| {
            let steps = ((last - first) / &step / RBig::from(2)).floor();
            first + RBig::from(steps) * &step
        };
        let middle = [middle(bounds.first()?), middle(bounds.last()?)];
        Some(Self { step, middle })
    }

    /// A length in thousandths.
    fn thousandths(&self, length: &RBig) -> Option<Milli> {
        let steps = length / &self.step;
        let steps =
            if steps.is_int() { i32::try_from(steps.numerator()).ok()? } else { return None };
        Milli::new(steps).ok().filter(|length| length.in_range())
    }

    /// A motion in thousandths.
    fn motion(&self, by: Option<&[AnyNumber; 2]>) -> Option<Vector> {
        match by {
            Some([x, y]) => Some(Vector::new(self.thousandths(&x.0)?, self.thousandths(&y.0)?)),
            None => Some(Vector::ZERO),
        }
    }

    fn place([x, y]: [&AnyNumber; 2], scale: &Self) -> Option<Point> {
        let [middle_x, middle_y] = &scale.middle;
        let [x, y] = [&x.0 - middle_x, &y.0 - middle_y];
        Some(Point::new(scale.thousandths(&x)?, scale.thousandths(&y)?))
    }
}

/// The greatest number of which both are whole multiples.
fn common(one: &RBig, other: &RBig) -> RBig {
    let (over, under) = (one.numerator(), one.denominator());
    let (other_over, other_under) = (other.numerator(), other.denominator());
    if over == &IBig::ZERO {
        return other.clone();
    }
    if other_over == &IBig::ZERO {
        return one.clone();
    }
    let divisor = (over * other_under).gcd(other_over * under);
    RBig::from_parts(IBig::from(divisor), under * other_under)
}

impl AnyShape {
    /// Its kind.
    pub const fn kind(&self) -> ShapeKind {
        match self {
            Self::Box(_) => ShapeKind::Box,
            Self::Laser(_) => ShapeKind::Segment,
            Self::Polygon(_) => ShapeKind::Polygon,
        }
    }

    /// Its points, in order.
    fn points(&self) -> Vec<[&AnyNumber; 2]> {
        match self {
            Self::Box([x1, y1, x2, y2]) | Self::Laser([x1, y1, x2, y2]) => {
                vec![[x1, y1], [x2, y2]]
            }
            Self::Polygon(vertices) => vertices.iter().map(|[x, y]| [x, y]).collect(),
        }
    }

    fn shape(&self, scale: &Scale) -> Option<Result<Shape, ShapeError>> {
        let points: Vec<Point> =
            self.points().into_iter().map(|at| Scale::place(at, scale)).collect::<Option<_>>()?;
        let ends = || Some((*points.first()?, *points.last()?));
        Some(match self {
            Self::Box(_) => {
                ends().map(|(one, other)| Aabb::from_corners(one, other))?.map(Shape::Box)
            }
            Self::Laser(_) => {
                ends().map(|(start, end)| Segment::new(start, end))?.map(Shape::Segment)
            }
            Self::Polygon(_) => {
                Polygon::new(&points).map(Shape::Polygon).map_err(ShapeError::Polygon)
            }
        })
    }
}

impl AnyPair {
    /// The same pair, moved and scaled so that all its numbers are whole thousandths; `None` if
    /// they are too far apart for that, or too fine.
    ///
    /// # Errors
    /// When the numbers of a shape, the first or the second, make none.
    pub fn in_thousandths(&self) -> Option<Result<InThousandths, (usize, ShapeError)>> {
        let as_given = Scale::as_given();
        if let Some(found) = self.scaled(&as_given, None) {
            return Some(found);
        }
        let scale = Scale::of(self)?;
        self.scaled(&scale.clone(), Some(scale))
    }

    fn scaled(
        &self,
        by: &Scale,
        scale: Option<Scale>,
    ) -> Option<Result<InThousandths, (usize, ShapeError)>> {
        let [a, b] = &self.shapes;
        let (a, b) = (a.shape(by)?, b.shape(by)?);
        let shapes = match (a, b) {
            (Ok(a), Ok(b)) => [a, b],
            (Err(fault), _) => return Some(Err((0, fault))),
            (_, Err(fault)) => return Some(Err((1, fault))),
        };
        let [by_a, by_b] = self.motions.each_ref().map(Option::as_ref);
        let (mut frame, mut regions) = (None, None);
        match &shapes {
            _ if by_a.or(by_b).is_none() => {}
            [Shape::Segment(_), _] | [_, Shape::Segment(_)] => {}
            [Shape::Box(a), Shape::Box(b)] => {
                frame = Some([self.moving(a, by_a, by)?, self.moving(b, by_b, by)?]);
            }
            [a, b] => regions = Some([self.region(a, by_a, by)?, self.region(b, by_b, by)?]),
        }
        Some(Ok(InThousandths { shapes, frame, regions, scale }))
    }

    fn moving(&self, aabb: &Aabb, by: Option<&[AnyNumber; 2]>, scale: &Scale) -> Option<Moving> {
        let motion = scale.motion(by)?;
        let moving =
            if self.at_end { Moving::ending_at(*aabb, motion) } else { Moving::new(*aabb, motion) };
        moving.ok()
    }

    fn region(
        &self,
        shape: &Shape,
        by: Option<&[AnyNumber; 2]>,
        scale: &Scale,
    ) -> Option<MovingRegion> {
        let (shape, motion) = (shape.clone(), scale.motion(by)?);
        let moving = if self.at_end {
            MovingRegion::ending_at(shape, motion)
        } else {
            MovingRegion::new(shape, motion)
        };
        moving.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers<const N: usize>(texts: [&str; N]) -> [AnyNumber; N] {
        texts.map(|text| AnyNumber::parse(text).expect(text))
    }

    fn lasers(a: [&str; 4], b: [&str; 4]) -> AnyPair {
        let shapes = [AnyShape::Laser(numbers(a)), AnyShape::Laser(numbers(b))];
        AnyPair { shapes, motions: [None, None], at_end: false }
    }

    #[test]
    fn a_fine_pair_fits_and_comes_back_exactly() {
        let pair = lasers(
            ["1e30", "0", "1000000000000000000000000000001", "1/3"],
            ["1e30", "0.25", "1e30", "-9.009702"],
        );
        let fits = pair.in_thousandths().expect("few digits").expect("shapes");
        let [Shape::Segment(a), Shape::Segment(b)] = &fits.shapes else { panic!("two lasers") };
        let scale = fits.scale.expect("a scale");
        let back = |point: Point| scale.point(point.into());
        assert_eq!(back(a.end()), numbers(["1000000000000000000000000000001", "1/3"]));
        assert_eq!(back(b.end()), numbers(["1e30", "-9.009702"]));
        assert_eq!(scale.length(Fraction::ZERO), AnyNumber::parse("0").expect("zero"));
    }

    #[test]
    fn a_pair_that_is_fine_and_wide_does_not_fit() {
        let pair = lasers(["0", "0", "1e9", "1"], ["0", "1e-9", "1", "1"]);
        assert_eq!(pair.in_thousandths(), None);
        let point = lasers(["7.00000001"; 4], ["7.00000001"; 4]);
        assert!(point.in_thousandths().is_some_and(|fits| fits.is_ok()));
    }
}
