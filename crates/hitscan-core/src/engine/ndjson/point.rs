//! The keys of the answer about a point and another shape.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::answer::{AnswerContents, Shown, TOO_FINE, VerdictRows, write_direction};
use super::{Escaped, Text};
use crate::methods::{AnyFault, AnyMeeting, AnyPair, AnyShape, Scale};
use crate::words::formula::Formula;
use hitscan_geom::{
    Axis, Direction, Fraction, Location, Meeting, Point, Relation, Segment, Shape, locate,
    relate_traced,
};

/// The answer about a point, which is a laser of no length, and a region, a laser or another point.
#[derive(Serialize)]
pub struct PointAnswerKeys {
    pair: Escaped<'static>,
    relation: Escaped<'static>,
    hit: bool,
    /// Where along a laser.
    #[serde(skip_serializing_if = "Option::is_none")]
    t: Option<Text<Shown>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<DirectionKey>,
    /// Its only key is `steps`: those that led to the exact answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<BTreeMap<&'static str, Vec<Formula>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    methods: Option<PointMethods>,
}

/// What the methods say about a point in a region.
#[derive(Serialize)]
#[serde(untagged)]
enum PointMethods {
    Rows(VerdictRows<'static>),
    /// They say nothing of numbers that fit no thousandths.
    TooFine(&'static str),
}

/// What a point is compared with.
#[derive(Clone, Copy, Debug)]
pub enum BesidePoint<'a> {
    /// Another point.
    Point(&'a Segment),
    /// A laser, a box or a polygon.
    Shape(&'a Shape),
}

/// The edges that a point lies on, or that it lies inside.
struct DirectionKey(Direction);

impl Serialize for DirectionKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_direction(&self.0, serializer)
    }
}

/// What is known about a point and a shape.
struct PointFound {
    pair: &'static str,
    relation: Relation,
    t: Option<Fraction>,
    direction: Option<Direction>,
}

impl PointAnswerKeys {
    /// Judges a point and what stands beside it, whichever comes first.
    pub fn new(beside: BesidePoint<'_>, point: &Segment, contents: &AnswerContents) -> Self {
        Self::behind(None, beside, point, contents)
    }

    /// The answer for a pair whose own numbers are behind this scale, which the floating-point
    /// methods round; without steps, which would name the scaled numbers.
    pub fn scaled(
        scale: &Scale,
        beside: BesidePoint<'_>,
        point: &Segment,
        contents: &AnswerContents,
    ) -> Self {
        let contents = AnswerContents { steps: false, ..contents.clone() };
        Self::behind(Some(scale), beside, point, &contents)
    }

    fn behind(
        scale: Option<&Scale>,
        beside: BesidePoint<'_>,
        point: &Segment,
        contents: &AnswerContents,
    ) -> Self {
        let dot = Shape::Segment(*point);
        let other = match beside {
            BesidePoint::Point(other) => Cow::Owned(Shape::Segment(*other)),
            BesidePoint::Shape(shape) => Cow::Borrowed(shape),
        };
        let mut steps = Vec::new();
        let meeting = relate_traced(&*other, &dot, &mut steps);
        let found = PointFound::of(beside, point.start(), &meeting);
        let steps = contents.steps.then(|| steps.iter().map(Formula::from).collect());
        let methods = found.direction.map(|_| {
            let rows =
                contents.requested.point_verdicts(&other, &dot, &meeting, contents.given(scale));
            PointMethods::Rows(if contents.steps {
                VerdictRows::explained(rows, [&other, &dot])
            } else {
                VerdictRows::of(Cow::Owned(rows))
            })
        });
        Self {
            pair: Escaped::token(found.pair),
            relation: Escaped::token(found.relation.token()),
            hit: found.relation.is_hit(),
            t: found.t.map(|t| Text(Shown::Units(t))),
            direction: found.direction.map(DirectionKey),
            exact: steps.map(|steps| BTreeMap::from([("steps", steps)])),
            methods,
        }
    }
}

impl PointAnswerKeys {
    /// The answer in fractions of any length about a shape and a point, which is a laser of no
    /// length; `is_of_points` if the shape is a point as well.
    ///
    /// # Errors
    /// When the vertices of the shape make no polygon, or are too many.
    pub fn in_fractions(pair: &AnyPair, is_of_points: bool) -> Result<Self, (usize, AnyFault)> {
        let AnyMeeting { relation, direction, .. } = AnyMeeting::of(pair)?;
        let [shape, point] = &pair.shapes;
        let is_hit = relation.is_hit();
        let (name, relation, t) = match (shape, point) {
            (AnyShape::Laser(_), _) if is_of_points => {
                let relation = if is_hit { Relation::Equals } else { Relation::Disjoint };
                ("point-point", relation, None)
            }
            (AnyShape::Laser([x1, y1, x2, y2]), AnyShape::Laser([x, y, ..])) if is_hit => {
                let t = x.share(x1, x2).or_else(|| y.share(y1, y2));
                let is_end = [x, y] == [x1, y1] || [x, y] == [x2, y2];
                let relation = if is_end { Relation::Touches } else { Relation::Within };
                ("laser-point", relation, Some(t.map_or(Shown::Units(Fraction::ZERO), Shown::Own)))
            }
            (AnyShape::Laser(_), _) => ("laser-point", Relation::Disjoint, None),
            (AnyShape::Box(_), _) => ("box-point", relation, None),
            (AnyShape::Polygon(_), _) => ("polygon-point", relation, None),
        };
        let is_region = !matches!(shape, AnyShape::Laser(_));
        Ok(Self {
            pair: Escaped::token(name),
            relation: Escaped::token(relation.token()),
            hit: is_hit,
            t: t.map(Text),
            direction: is_region.then_some(DirectionKey(direction)),
            exact: None,
            methods: is_region.then_some(PointMethods::TooFine(TOO_FINE)),
        })
    }
}

impl PointFound {
    fn of(beside: BesidePoint<'_>, point: Point, meeting: &Meeting) -> Self {
        let of_region = |pair| Self {
            pair,
            relation: meeting.relation,
            t: None,
            direction: Some(meeting.direction),
        };
        match beside {
            BesidePoint::Point(other) => {
                let is_same = other.start() == point;
                let relation = if is_same { Relation::Equals } else { Relation::Disjoint };
                Self { pair: "point-point", relation, t: None, direction: None }
            }
            BesidePoint::Shape(Shape::Segment(laser)) => {
                let relation = match locate(point, laser) {
                    Location::Inside => Relation::Within,
                    Location::Boundary => Relation::Touches,
                    Location::Outside => Relation::Disjoint,
                };
                let t = relation.is_hit().then(|| share_of(laser, point));
                Self { pair: "laser-point", relation, t, direction: None }
            }
            BesidePoint::Shape(Shape::Box(_)) => of_region("box-point"),
            BesidePoint::Shape(Shape::Polygon(_)) => of_region("polygon-point"),
        }
    }
}

/// The share of a laser at which a point on it lies; 0 for a laser of no length.
fn share_of(laser: &Segment, point: Point) -> Fraction {
    let share = |axis| {
        let from = laser.start().along(axis).wide();
        let (way, length) =
            (point.along(axis).wide() - from, laser.end().along(axis).wide() - from);
        Fraction::new(way.into(), length.into())
    };
    Axis::ALL.into_iter().find_map(share).unwrap_or(Fraction::ZERO)
}
