//! Turning and stretching, always from the original shape, so that rounding never accumulates and
//! 24 × 15° returns exactly to the start.

use super::{ChangeError, ObjectId};
use hitscan_geom::{Milli, Point, Polygon, Segment, Shape, ShapeError};

/// A series of turns and stretches of one object.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TransformSeries {
    id: ObjectId,
    original: Shape,
    /// Clockwise on the screen, in thousandths of a degree, 0 to 359 999.
    degrees: i32,
    /// How much longer than the original, in thousandths.
    longer: i32,
    /// The shape so far; any other change of the shape ends the series.
    result: Shape,
}

/// The next turn or stretch.
#[derive(Clone, Copy, Debug)]
pub(super) enum Transform {
    /// Clockwise on the screen, by degrees.
    Turn(Milli),
    /// Longer, by units.
    Stretch(Milli),
}

const FULL_TURN: i32 = 360_000;

impl TransformSeries {
    /// The object after one more `transform`. Continues `series` if that produced the
    /// current shape.
    pub(super) fn next(
        series: Option<&Self>,
        id: ObjectId,
        shape: &Shape,
        transform: Transform,
    ) -> Result<Self, ChangeError> {
        let mut next = match series {
            Some(series) if series.id == id && series.result == *shape => series.clone(),
            _ => Self { id, original: shape.clone(), degrees: 0, longer: 0, result: shape.clone() },
        };
        match transform {
            Transform::Turn(degrees) => {
                next.degrees = (next.degrees + degrees.thousandths()).rem_euclid(FULL_TURN);
            }
            Transform::Stretch(by) => next.longer += by.thousandths(),
        }
        next.result = next.make()?;
        Ok(next)
    }

    pub(super) fn result(&self) -> &Shape {
        &self.result
    }

    fn make(&mut self) -> Result<Shape, ChangeError> {
        if self.degrees == 0 && self.longer == 0 {
            return Ok(self.original.clone());
        }
        let angle = f64::from(self.degrees) / 1000.0;
        match &self.original {
            Shape::Box(_) => Err(ChangeError::BoxesDoNotTurn),
            Shape::Segment(laser) => {
                let (turned, longer) = turned_laser(laser, angle, self.longer)?;
                self.longer = longer;
                Ok(Shape::Segment(turned))
            }
            Shape::Polygon(polygon) => {
                let (min, max) = self.original.bounds();
                let middle = middle(min, max);
                let turned = polygon.vertices().iter().map(|&p| turned(middle, p, angle, 1.0));
                Ok(Shape::Polygon(Polygon::new(&turned.collect::<Result<Vec<_>, _>>()?)?))
            }
        }
    }
}

/// The laser turned and stretched about its middle, and the stretch that was possible: the length
/// cannot fall below 0.
fn turned_laser(laser: &Segment, angle: f64, longer: i32) -> Result<(Segment, i32), ShapeError> {
    let d = laser.direction();
    let length = libm::hypot(f64::from(d.x.thousandths()), f64::from(d.y.thousandths()));
    let longer = longer.max(-round(libm::ceil(length)));
    let wanted = (length + f64::from(longer)).max(0.0);
    let middle = middle(laser.start(), laser.end());
    if laser.is_point() {
        // A point has no direction: it grows to the right.
        let half = f64::from(round(wanted / 2.0));
        let end = |along: f64| placed(middle, [along, 0.0], angle, 1.0);
        return Ok((Segment::new(end(-half)?, end(half)?)?, longer));
    }
    let scale = wanted / length;
    let turned = |p| turned(middle, p, angle, scale);
    Ok((Segment::new(turned(laser.start())?, turned(laser.end())?)?, longer))
}

/// The middle of two points, in thousandths; halves are exact in an `f64`.
fn middle(p: Point, q: Point) -> [f64; 2] {
    let half = |a: Milli, b: Milli| f64::from(a.thousandths() + b.thousandths()) / 2.0;
    [half(p.x, q.x), half(p.y, q.y)]
}

/// Turns `p` about a centre, clockwise on the screen, and scales its distance by `scale`.
fn turned([x, y]: [f64; 2], p: Point, degrees: f64, scale: f64) -> Result<Point, ShapeError> {
    let offset = [f64::from(p.x.thousandths()) - x, f64::from(p.y.thousandths()) - y];
    placed([x, y], offset, degrees, scale)
}

/// The point at this offset from a centre, turned and scaled, rounded half away from zero.
fn placed(
    centre: [f64; 2],
    [x, y]: [f64; 2],
    degrees: f64,
    scale: f64,
) -> Result<Point, ShapeError> {
    let radians = degrees.to_radians();
    let (sin, cos) = (libm::sin(radians), libm::cos(radians));
    let coordinate = |at: f64| {
        let (at, limit) = (round(at), Milli::MAX);
        let out_of_range = |_| ShapeError::OutOfRange { what: "a point", at: at.into(), limit };
        Milli::new(at).map_err(out_of_range)
    };
    Ok(Point::new(
        coordinate(centre[0] + scale * (x * cos - y * sin))?,
        coordinate(centre[1] + scale * (x * sin + y * cos))?,
    ))
}

/// Rounds half away from zero. All inputs come from points within ±16 000 units and lengths below
/// twice that, well within an `i32`.
#[expect(clippy::cast_possible_truncation, reason = "far inside an i32, see above")]
fn round(value: f64) -> i32 {
    libm::round(value) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laser(x1: i32, y1: i32, x2: i32, y2: i32) -> Shape {
        let point =
            |x, y| Point::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range"));
        Shape::Segment(Segment::new(point(x1, y1), point(x2, y2)).expect("in range"))
    }

    fn twisted(start: &Shape, transforms: &[Transform]) -> Shape {
        let mut series = None;
        let mut shape = start.clone();
        for &transform in transforms {
            let next = TransformSeries::next(series.as_ref(), ObjectId(0), &shape, transform)
                .expect("turns");
            shape = next.result().clone();
            series = Some(next);
        }
        shape
    }

    #[test]
    fn a_full_turn_in_any_number_of_steps_returns_exactly_to_the_start() {
        let start = laser(6_001, 32_000, 40_000, 24_123);
        for (steps, degrees) in [(24, 15_000), (360, 1_000), (240, 1_500), (24, -15_000)] {
            let turn = Transform::Turn(Milli::new(degrees).expect("in range"));
            assert_eq!(twisted(&start, &vec![turn; steps]), start, "{steps} of {degrees}");
        }
    }

    #[test]
    fn a_quarter_turn_is_clockwise_on_the_screen() {
        let quarter = Transform::Turn(Milli::from_units(90));
        assert_eq!(twisted(&laser(-5, 0, 5, 0), &[quarter]), laser(0, -5, 0, 5));
    }

    #[test]
    fn shrinking_to_a_point_and_growing_back_keeps_the_direction() {
        let start = laser(0, 0, 3_000, 4_000);
        let stretch = |units| Transform::Stretch(Milli::from_units(units));
        assert_eq!(twisted(&start, &[stretch(-5)]), laser(1_500, 2_000, 1_500, 2_000));
        assert_eq!(twisted(&start, &[stretch(-9), stretch(5)]), start);
    }
}
