//! The exact facts about a pair that an answer can claim.

use std::fmt;

use hitscan_geom::{
    Direction, Fraction, Meeting, Moving, Relation, Segment, Shape, ShapeKind, Sides, Swept,
    relate, swept,
};

use super::answer::{ClaimedSides, OwnAnswer, SaidTime, Says};

/// A pair that a program is asked about.
#[derive(Clone, Copy, Debug)]
pub enum OwnPair<'a> {
    /// Two shapes.
    Still(&'a Shape, &'a Shape),
    /// A region and a point, which is a laser of no length.
    Point(&'a Shape, &'a Shape),
    /// Two boxes in one frame.
    Frame(&'a Moving, &'a Moving),
}

/// How much of a pair meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meets {
    /// They are apart.
    Apart,
    /// They touch: whether that counts is a matter of choice.
    Touching,
    /// They meet in more than a touch.
    Truly,
    /// The boxes overlap before the frame begins: they meet, but on no side.
    Before,
}

impl OwnTruth {
    /// The exact answer in one word.
    pub const fn says(&self) -> Says {
        match self.meets {
            Meets::Apart => Says::Miss,
            Meets::Touching => Says::Touch,
            Meets::Truly | Meets::Before => Says::Hit,
        }
    }

    /// The exact answer, limited to the parts that `answer` gives.
    pub fn as_said_by(&self, answer: &OwnAnswer) -> OwnAnswer {
        OwnAnswer {
            says: self.says(),
            sides: self.sides.filter(|_| answer.sides.is_some()),
            t: self.t.filter(|_| answer.t.is_some()).map(SaidTime::from),
        }
    }
}

/// The exact facts about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnTruth {
    /// How much of them meets.
    pub meets: Meets,
    /// Where the first runs into the second, for a laser and a box, or for a frame.
    pub sides: Option<ClaimedSides>,
    /// When they first meet, in the same cases.
    pub t: Option<Fraction>,
    /// For a frame, whether `swept` calls it a hit; otherwise whether they meet.
    pub is_hit: bool,
    /// For a frame, what happens in it.
    pub swept: Option<Swept>,
    /// Whether two lasers are collinear and share a piece of their line.
    pub is_parallel: bool,
}

impl OwnPair<'_> {
    /// The kind of pair: `box-laser`, or `frame`.
    pub fn kinds(self) -> String {
        match self {
            Self::Still(a, b) => format!("{}-{}", a.kind().token(), b.kind().token()),
            Self::Point(region, _) => format!("{}-point", region.kind().token()),
            Self::Frame(..) => "frame".to_owned(),
        }
    }

    /// Computes the exact facts.
    pub fn truth(&self) -> OwnTruth {
        match self {
            Self::Still(a, b) => of_meeting(a, b, &relate(a, b)),
            // A point has no beginning, and so no time.
            Self::Point(a, b) => OwnTruth { t: None, ..of_meeting(a, b, &relate(a, b)) },
            Self::Frame(a, b) => of_swept(&swept(a, b)),
        }
    }
}

fn of_meeting(a: &Shape, b: &Shape, meeting: &Meeting) -> OwnTruth {
    let relation = meeting.relation;
    let with_box = [a, b].iter().any(|shape| shape.kind() == ShapeKind::Box);
    let sides = match meeting.direction {
        Direction::Sides(sides) if with_box => Some(ClaimedSides::Sides(sides)),
        Direction::Inside if with_box => Some(ClaimedSides::Inside),
        _ => None,
    };
    OwnTruth {
        meets: match relation {
            Relation::Disjoint => Meets::Apart,
            Relation::Touches => Meets::Touching,
            _ => Meets::Truly,
        },
        sides,
        t: meeting.span.and_then(|span| span.t).map(|[first, _]| first),
        is_hit: relation.is_hit(),
        swept: None,
        is_parallel: [a, b].iter().all(|shape| shape.kind() == ShapeKind::Segment)
            && relation == Relation::Overlaps,
    }
}

fn of_swept(swept: &Swept) -> OwnTruth {
    let sides_of = |sides: Sides| (!sides.is_empty()).then_some(ClaimedSides::Sides(sides));
    let (meets, sides, t) = match *swept {
        Swept::Miss => (Meets::Apart, None, None),
        Swept::Graze { t, .. } => (Meets::Touching, None, t),
        Swept::Overlap { .. } => (Meets::Before, Some(ClaimedSides::Inside), Some(Fraction::ZERO)),
        Swept::Hit { t, sides } if t == Fraction::ONE => {
            (Meets::Touching, sides_of(sides), Some(t))
        }
        Swept::Hit { t, sides } => (Meets::Truly, sides_of(sides), Some(t)),
    };
    OwnTruth {
        meets,
        sides,
        t,
        is_hit: matches!(swept, Swept::Hit { .. } | Swept::Overlap { .. }),
        swept: Some(*swept),
        is_parallel: false,
    }
}

// The ways in which two shapes can only touch: a program may count some of them as meeting
// and others not.

/// A way to touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Touch {
    /// Two shapes have only these parts in common.
    Parts(TouchingPart, TouchingPart),
    /// In a frame, one box slides along the other.
    Sliding,
    /// In a frame, one box passes a corner of the other.
    Passing,
    /// In a frame, they meet just as it ends.
    AtTheEnd,
    /// In a frame, they touch as it begins, and separate.
    Leaving,
}

/// The part of a shape that touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TouchingPart {
    /// A point.
    Point,
    /// An end of a laser.
    End,
    /// A corner or a vertex of a region.
    Corner,
    /// A laser, between its ends.
    Line,
    /// An edge of a region.
    Edge,
}

impl Touch {
    /// How a pair touches, if it only touches.
    pub fn of(pair: OwnPair<'_>, truth: &OwnTruth) -> Option<Self> {
        if truth.meets != Meets::Touching {
            return None;
        }
        Some(match (pair, truth.swept) {
            (OwnPair::Still(a, b), _) => of_shapes(a, b),
            (OwnPair::Point(region, point), _) => {
                let (at, _) = point.bounds();
                let is_corner = region.vertices().contains(&at);
                let part = if is_corner { TouchingPart::Corner } else { TouchingPart::Edge };
                Self::Parts(TouchingPart::Point, part)
            }
            (OwnPair::Frame(..), Some(Swept::Hit { .. })) => Self::AtTheEnd,
            (OwnPair::Frame(..), Some(Swept::Graze { flush: Some(_), .. })) => Self::Sliding,
            (OwnPair::Frame(..), Some(Swept::Graze { t: Some(Fraction::ZERO) | None, .. })) => {
                Self::Leaving
            }
            (OwnPair::Frame(..), _) => Self::Passing,
        })
    }
}

fn of_shapes(a: &Shape, b: &Shape) -> Touch {
    let [of_a, of_b] = [a, b].map(edges);
    let share = |one: &Segment, other: &Segment| {
        let meeting = relate(&Shape::Segment(*one), &Shape::Segment(*other));
        meeting.relation == Relation::Overlaps
    };
    if of_a.iter().any(|one| of_b.iter().any(|other| share(one, other))) {
        return Touch::Parts(along(a), along(b)).sorted();
    }
    let lies_on = |shape: &Shape, other: &Shape| {
        shape.vertices().into_iter().any(|vertex| {
            let point = Segment::new(vertex, vertex).map(Shape::Segment);
            point.is_ok_and(|point| relate(&point, other).relation != Relation::Disjoint)
        })
    };
    let part = |shape, other| if lies_on(shape, other) { tip(shape) } else { along(shape) };
    Touch::Parts(part(a, b), part(b, a)).sorted()
}

impl Touch {
    /// With the sharper part first, regardless of the order of the pair.
    fn sorted(self) -> Self {
        match self {
            Self::Parts(one, other) => Self::Parts(one.min(other), one.max(other)),
            other => other,
        }
    }
}

const fn tip(shape: &Shape) -> TouchingPart {
    match shape {
        Shape::Segment(_) => TouchingPart::End,
        Shape::Box(_) | Shape::Polygon(_) => TouchingPart::Corner,
    }
}

fn along(shape: &Shape) -> TouchingPart {
    if shape.kind() == ShapeKind::Segment { TouchingPart::Line } else { TouchingPart::Edge }
}

fn edges(shape: &Shape) -> Vec<Segment> {
    let vertices = shape.vertices();
    let next = vertices.iter().cycle().skip(1);
    let edges = vertices.iter().zip(next).filter_map(|(&from, &to)| Segment::new(from, to).ok());
    edges.collect()
}

impl fmt::Display for TouchingPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Point => "point",
            Self::End => "end",
            Self::Corner => "corner",
            Self::Line => "line",
            Self::Edge => "edge",
        })
    }
}

/// `end on line`, `sliding along`.
impl fmt::Display for Touch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parts(one, other) => write!(f, "{one} on {other}"),
            Self::Sliding => f.write_str("sliding along"),
            Self::Passing => f.write_str("passing a corner"),
            Self::AtTheEnd => f.write_str("at the end of the frame"),
            Self::Leaving => f.write_str("as they part"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitscan_geom::Aabb;
    use hitscan_geom::Milli;
    use hitscan_geom::Moving;
    use hitscan_geom::Point;
    use hitscan_geom::Vector;

    fn point(x: i16, y: i16) -> Point {
        Point::new(Milli::from_units(x), Milli::from_units(y))
    }

    fn aabb([left, top, right, bottom]: [i16; 4]) -> Aabb {
        Aabb::from_corners(point(left, top), point(right, bottom)).expect("a box")
    }

    fn laser([x1, y1, x2, y2]: [i16; 4]) -> Shape {
        Shape::Segment(Segment::new(point(x1, y1), point(x2, y2)).expect("in range"))
    }

    fn still(a: &Shape, b: &Shape) -> String {
        let pair = OwnPair::Still(a, b);
        Touch::of(pair, &pair.truth()).map_or_else(|| "-".to_owned(), |touch| touch.to_string())
    }

    #[test]
    fn touches_are_distinguished_by_the_parts_that_touch() {
        let square = Shape::Box(aabb([0, 0, 2, 2]));
        for (other, way) in [
            (Shape::Box(aabb([2, 1, 4, 3])), "edge on edge"),
            (Shape::Box(aabb([2, 2, 4, 4])), "corner on corner"),
            (Shape::Box(aabb([1, 1, 4, 4])), "-"),
            (laser([2, 1, 4, 1]), "end on edge"),
            (laser([2, 2, 4, 4]), "end on corner"),
            (laser([1, 3, 3, 1]), "corner on line"),
            (laser([2, -1, 2, 1]), "line on edge"),
        ] {
            assert_eq!(still(&square, &other), way, "{other:?}");
            assert_eq!(still(&other, &square), way, "{other:?}");
        }
        let line = laser([0, 0, 4, 0]);
        assert_eq!(still(&line, &laser([2, 0, 2, 3])), "end on line");
        assert_eq!(still(&line, &laser([4, 0, 4, 3])), "end on end");
        assert_eq!(still(&line, &laser([4, 0, 9, 0])), "end on end");
        assert_eq!(still(&line, &laser([2, 0, 9, 0])), "-");
    }

    #[test]
    fn a_point_touches_an_edge_or_a_corner() {
        let square = Shape::Box(aabb([0, 0, 2, 2]));
        for (at, way) in
            [([2, 1], "point on edge"), ([2, 2], "point on corner"), ([1, 1], "-"), ([4, 2], "-")]
        {
            let dot = laser([at[0], at[1], at[0], at[1]]);
            let pair = OwnPair::Point(&square, &dot);
            let truth = pair.truth();
            let found = Touch::of(pair, &truth).map(|touch| touch.to_string());
            assert_eq!(found.as_deref().unwrap_or("-"), way, "{at:?}");
            assert_eq!(truth.t, None);
        }
    }

    #[test]
    fn frames_touch_in_four_ways() {
        let way = |at, [x, y]: [i16; 2], other| {
            let motion = Vector::new(Milli::from_units(x), Milli::from_units(y));
            let a = Moving::new(aabb(at), motion).expect("in range");
            let b = Moving::at_rest(aabb(other));
            let pair = OwnPair::Frame(&a, &b);
            Touch::of(pair, &pair.truth()).map(|touch| touch.to_string())
        };
        let is = |text: &str| Some(text.to_owned());
        assert_eq!(way([0, 0, 2, 2], [2, 0], [4, 0, 6, 2]), is("at the end of the frame"));
        assert_eq!(way([0, 0, 2, 2], [4, 0], [1, 2, 9, 4]), is("sliding along"));
        assert_eq!(way([0, 0, 1, 1], [2, 2], [0, 2, 1, 3]), is("passing a corner"));
        assert_eq!(way([0, 0, 2, 2], [-1, 0], [2, 0, 4, 2]), is("as they part"));
        assert_eq!(way([0, 0, 2, 2], [4, 0], [4, 0, 6, 2]), None);
    }
}
