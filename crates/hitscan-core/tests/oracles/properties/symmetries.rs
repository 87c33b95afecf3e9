//! What stays the same, or changes in a known way, when the plane is moved, mirrored or reversed.

use hitscan_geom::{
    Aabb, Approach, Direction, ExactPoint, Fraction, Meeting, Milli, Point, Polygon, Relation,
    Segment, Shape, Side, Vector, relate,
};
use proptest::prelude::*;

use crate::properties::generators::{far_lasers, far_region_and_laser, near_pair};

fn pairs() -> impl Strategy<Value = (Shape, Shape)> {
    prop_oneof![
        3 => near_pair(),
        1 => far_lasers().prop_map(|(a, b)| (Shape::Segment(a), Shape::Segment(b))),
        1 => far_region_and_laser().prop_map(|(region, laser)| (region, Shape::Segment(laser))),
    ]
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Mirror {
    X,
    Y,
}

impl Mirror {
    fn point(self, p: Point) -> Point {
        match self {
            Self::X => Point::new(-p.x, p.y),
            Self::Y => Point::new(p.x, -p.y),
        }
    }

    pub(super) fn shape(self, shape: &Shape) -> Shape {
        match shape {
            Shape::Segment(laser) => Shape::Segment(
                Segment::new(self.point(laser.start()), self.point(laser.end())).expect("in range"),
            ),
            Shape::Box(aabb) => {
                let corners = [aabb.min(), aabb.max()].map(|corner| self.point(corner));
                Shape::Box(Aabb::from_corners(corners[0], corners[1]).expect("as wide as before"))
            }
            Shape::Polygon(polygon) => {
                let vertices: Vec<Point> =
                    polygon.vertices().iter().map(|&vertex| self.point(vertex)).collect();
                Shape::Polygon(Polygon::new(&vertices).expect("as simple as before"))
            }
        }
    }

    fn exact(self, p: ExactPoint) -> ExactPoint {
        let negated = |f: Fraction| -f;
        match self {
            Self::X => ExactPoint { x: negated(p.x), ..p },
            Self::Y => ExactPoint { y: negated(p.y), ..p },
        }
    }

    fn side(self, side: Side) -> Side {
        match (self, side) {
            (Self::X, Side::Left | Side::Right) | (Self::Y, Side::Top | Side::Bottom) => {
                side.opposite()
            }
            _ => side,
        }
    }

    fn meeting(self, mut meeting: Meeting) -> Meeting {
        if let Some(span) = &mut meeting.span {
            span.points = span.points.map(|point| self.exact(point));
        }
        meeting.direction = match meeting.direction {
            Direction::Approach(approach) => Direction::Approach(other_hand(approach)),
            Direction::Sides(sides) => {
                Direction::Sides(sides.iter().map(|side| self.side(side)).collect())
            }
            same => same,
        };
        if let Some(depth) = &mut meeting.depth {
            match self {
                Self::X => std::mem::swap(&mut depth.left, &mut depth.right),
                Self::Y => std::mem::swap(&mut depth.top, &mut depth.bottom),
            }
        }
        meeting
    }
}

fn other_hand(approach: Approach) -> Approach {
    match approach {
        Approach::FromLeft => Approach::FromRight,
        Approach::FromRight => Approach::FromLeft,
        Approach::OnLine => Approach::OnLine,
    }
}

fn turned_round(laser: &Segment) -> Segment {
    Segment::new(laser.end(), laser.start()).expect("in range")
}

fn from_the_other_end(t: Fraction) -> Fraction {
    Fraction::new(t.denominator() - t.numerator(), t.denominator()).expect("in range")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_mirrored_pair_has_the_mirrored_answer(
        (a, b) in pairs(), mirror in prop::sample::select(vec![Mirror::X, Mirror::Y])
    ) {
        let mirrored = relate(&mirror.shape(&a), &mirror.shape(&b));
        prop_assert_eq!(mirrored, mirror.meeting(relate(&a, &b)));
    }

    #[test]
    fn a_moved_pair_has_the_moved_answer(
        (a, b) in pairs(), x in -16_000_000..=16_000_000, y in -16_000_000..=16_000_000
    ) {
        let by = Vector::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range"));
        let moved = relate(&a.translated(by).expect("in range"), &b.translated(by).expect("in range"));
        let mut expected = relate(&a, &b);
        if let Some(span) = &mut expected.span {
            let plus = |f: Fraction, by: Milli| {
                let thousandths = i128::from(by.thousandths()) * f.denominator();
                Fraction::new(f.numerator() * 1000 + thousandths, f.denominator() * 1000).expect("in range")
            };
            span.points = span.points.map(|p| ExactPoint { x: plus(p.x, by.x), y: plus(p.y, by.y) });
        }
        prop_assert_eq!(moved, expected);
    }

    #[test]
    fn the_order_of_the_pair_is_only_a_reading((a, b) in pairs()) {
        let (there, back) = (relate(&a, &b), relate(&b, &a));
        let turned = match there.relation {
            Relation::Within if a.vertices().len() > 2 && b.vertices().len() > 2 => {
                Relation::Contains
            }
            Relation::Contains => Relation::Within,
            same => same,
        };
        prop_assert_eq!(back.relation, turned);
        let set = |meeting: &Meeting| {
            let mut points = meeting.span.map_or(vec![], |span| span.points.to_vec());
            points.sort_by_key(|point| (point.x, point.y));
            points
        };
        prop_assert_eq!(set(&there), set(&back));
        if let (Some(there), Some(back)) = (there.depth, back.depth) {
            for side in Side::ALL {
                prop_assert_eq!(there.through(side), back.through(side.opposite()));
            }
        }
    }

    #[test]
    fn a_laser_turned_round_meets_the_same_from_the_other_end((a, b) in pairs()) {
        let Shape::Segment(laser) = &b else { return Ok(()) };
        let (there, back) = (relate(&a, &b), relate(&a, &Shape::Segment(turned_round(laser))));
        prop_assert_eq!(there.relation, back.relation);
        let (Some(there_span), Some(back_span)) = (there.span, back.span) else { return Ok(()) };
        if let Shape::Segment(_) = a {
            // a points the other way, but still comes from the same side.
            prop_assert_eq!(there_span, back_span);
            let Direction::Approach(approach) = there.direction else { panic!("of two lasers") };
            prop_assert_eq!(back.direction, Direction::Approach(other_hand(approach)));
        } else {
            let [first, last] = back_span.points;
            prop_assert_eq!(there_span.points, [last, first]);
            let [first, last] = back_span.t.expect("with a region").map(from_the_other_end);
            let t = if laser.is_point() { [Fraction::ZERO; 2] } else { [last, first] };
            prop_assert_eq!(there_span.t, Some(t));
        }
    }
}
