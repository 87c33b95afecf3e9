//! A pair as the line that is asked, and the same read back.

use std::fmt::Write;

use crate::cli::compare::Case;
use hitscan_core::engine::ndjson::defining_points;
use hitscan_geom::{Aabb, Milli, Moving, Point, Polygon, Segment, Shape, ShapeKind, Vector};

/// The pair as text, without a line feed: `box 0 0 10 5 laser -5 0 15 10`. A box
/// is left, top, right, bottom; a polygon begins with its number of vertices; in
/// a frame, `move` and a velocity follow both boxes.
pub(super) fn text(case: &Case) -> String {
    let mut line = String::new();
    for (index, (shape, motion)) in case.shapes().iter().zip(case.motions()).enumerate() {
        if index > 0 {
            line.push(' ');
        }
        line.push_str(shape.kind().token());
        if let Shape::Polygon(polygon) = shape {
            push(&mut line, polygon.vertices().len());
        }
        for point in defining_points(shape) {
            push(&mut line, point.x);
            push(&mut line, point.y);
        }
        if let Case::Frame(_) = case {
            line.push_str(" move");
            push(&mut line, motion.x);
            push(&mut line, motion.y);
        }
    }
    line
}

fn push(line: &mut String, number: impl std::fmt::Display) {
    // A String takes whatever is written to it.
    let _: std::fmt::Result = write!(line, " {number}");
}

/// Reads a pair as a program is asked it; none for any other line.
#[must_use]
pub fn parse(line: &str) -> Option<Case> {
    let mut words = line.split(' ').peekable();
    let mut sides = Vec::new();
    while words.peek().is_some() {
        let shape = shape(&mut words)?;
        let motion = match words.next_if_eq(&"move") {
            Some(_) => Some(Vector::new(number(words.next()?)?, number(words.next()?)?)),
            None => None,
        };
        sides.push((shape, motion));
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
    let kind = words.next()?;
    let kinds = [ShapeKind::Box, ShapeKind::Segment, ShapeKind::Polygon];
    let kind = kinds.into_iter().find(|known| known.token() == kind)?;
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
