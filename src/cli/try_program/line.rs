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
