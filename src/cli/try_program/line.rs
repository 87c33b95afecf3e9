//! Formats a pair as a line for a program, and parses such a line.

use super::args::TryArgs;
use crate::host::program::Protocol;
use hitscan_core::diagnosis::ScaledPair;
use hitscan_core::methods::{Case, question_line};
use hitscan_geom::{Aabb, Milli, Moving, Point, Polygon, Segment, Shape, ShapeKind, Vector};

/// The line for a pair.
pub(super) fn text(case: &Case) -> String {
    question_line(case.pair())
}

/// The line for a pair in a protocol; its id counts from 1 in each round.
pub(super) fn by_protocol(protocol: Protocol, case: &Case, number: usize) -> String {
    match protocol {
        Protocol::Text => text(case),
        Protocol::Ndjson => case.query(&number.to_string()),
    }
}

/// The line for a pair at a scale.
pub(super) fn scaled(protocol: Protocol, scaled: &ScaledPair, number: usize) -> String {
    match protocol {
        Protocol::Text => scaled.pair.line(scaled.scale),
        Protocol::Ndjson => scaled.pair.query(&number.to_string(), scaled.scale),
    }
}

impl TryArgs {
    /// The line for a case in the protocol of the options; its id counts from 1 in each round.
    pub(super) fn line(&self, case: &Case, number: usize) -> String {
        by_protocol(self.protocol, case, number)
    }
}

/// Parses a pair from a line for a program; `None` for any other line.
pub fn parse(line: &str) -> Option<Case> {
    let mut words = line.split(' ').peekable();
    let (mut sides, mut point) = (Vec::new(), None);
    while words.peek().is_some() {
        if words.next_if_eq(&"point").is_some() {
            let at = Point::new(number(words.next()?)?, number(words.next()?)?);
            if point.replace(at).is_some() {
                return None;
            }
            continue;
        }
        let shape = shape(&mut words)?;
        let motion = match words.next_if_eq(&"move") {
            Some(_) => Some(Vector::new(number(words.next()?)?, number(words.next()?)?)),
            None => None,
        };
        sides.push((shape, motion));
    }
    if let Some(point) = point {
        let [(region, motion)] = <[_; 1]>::try_from(sides).ok()?;
        return if motion.is_none() { Case::point(region, point) } else { None };
    }
    let [a, b] = <[_; 2]>::try_from(sides).ok()?;
    match (a, b) {
        ((a, None), (b, None)) => Some(Case::Still([a, b])),
        ((Shape::Box(a), Some(by_a)), (Shape::Box(b), Some(by_b))) => {
            Some(Case::Frame([Moving::new(a, by_a).ok()?, Moving::new(b, by_b).ok()?]))
        }
        _ => None,
    }
}

fn number(word: &str) -> Option<Milli> {
    Milli::parse(word).ok()
}

fn shape<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Shape> {
    let kind: ShapeKind = words.next()?.parse().ok()?;
    let points = match kind {
        ShapeKind::Box | ShapeKind::Segment => 2,
        ShapeKind::Polygon => words.next()?.parse().ok()?,
    };
    let mut point = || Some(Point::new(number(words.next()?)?, number(words.next()?)?));
    let points: Vec<Point> = (0..points).map(|_| point()).collect::<Option<_>>()?;
    match (kind, &points[..]) {
        (ShapeKind::Box, &[one, other]) => Aabb::from_corners(one, other).ok().map(Shape::Box),
        (ShapeKind::Segment, &[start, end]) => Segment::new(start, end).ok().map(Shape::Segment),
        _ => Polygon::new(&points).ok().map(Shape::Polygon),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_stands_beside_one_region_in_either_order() {
        let line = "polygon 3 0 0 6 0 0 6 point 1 -0.5";
        let case = parse(line).expect("a polygon and a point");
        assert_eq!(text(&case), line);
        assert_eq!(parse("point 1 -0.5 polygon 3 0 0 6 0 0 6"), Some(case));
        for line in [
            "point 1 1 point 1 1",
            "laser 0 0 4 4 point 1 1",
            "point 1 1",
            "box 0 0 2 2 point 1",
            "box 0 0 2 2 point 1 1 1",
            "box 0 0 2 2 point 1 1 point 1 1",
            "box 0 0 2 2 box 0 0 2 2 point 1 1",
            "box 0 0 2 2 move 1 0 point 1 1",
            "box 0 0 2 2 point 1 1 move 1 0",
        ] {
            assert_eq!(parse(line), None, "{line}");
        }
    }

    #[test]
    fn a_point_and_a_laser_of_no_length_are_written_as_they_are() {
        for (line, query) in [
            (
                "box 0 0 2 2 point 1 0.5",
                r#"{"id":"1","a":{"box":[0,0,2,2]},"b":{"point":[1,0.5]}}"#,
            ),
            (
                "box 0 0 2 2 laser 1 1 1 1",
                r#"{"id":"1","a":{"box":[0,0,2,2]},"b":{"laser":[1,1,1,1]}}"#,
            ),
        ] {
            let case = parse(line).expect("a pair");
            assert_eq!(text(&case), line);
            assert_eq!(by_protocol(Protocol::Ndjson, &case, 1), query);
        }
    }
}
