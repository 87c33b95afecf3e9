//! The exact relation of two shapes where they stand: which pair goes where.
//!
//! Each file decides one kind of pair, first the relation by signs, then the
//! points. Motion is not looked at here; that is [`swept`](super::swept).

mod boxes;
mod cut;
mod laser_box;
mod laser_polygon;
mod lasers;
mod regions;

use super::{
    Direction, Fraction, Meeting, Relation, Segment, Shape, Span, Step, Trace, ratio::Ratio,
};

/// The exact answer for the pair `a`, `b` where it stands. Sets are closed, so
/// touching is meeting; [`Relation`] says which of the two it is.
///
/// Points and parameters follow the laser (the first of two); sides and edges
/// are the region's. `Within` and `Contains` are read from `a` to `b`.
#[must_use]
pub fn relate(a: &Shape, b: &Shape) -> Meeting {
    relate_traced(a, b, &mut ())
}

/// The same, saying how it decides.
pub fn relate_traced(a: &Shape, b: &Shape, trace: &mut impl Trace) -> Meeting {
    let meeting = match (a, b) {
        (Shape::Segment(a), Shape::Segment(b)) => lasers::relate(a, b, trace),
        (Shape::Box(region), Shape::Segment(laser))
        | (Shape::Segment(laser), Shape::Box(region)) => laser_box::relate(laser, region, trace),
        (Shape::Polygon(region), Shape::Segment(laser))
        | (Shape::Segment(laser), Shape::Polygon(region)) => {
            laser_polygon::relate(laser, region.vertices(), trace)
        }
        (Shape::Box(a), Shape::Box(b)) => boxes::relate(a, b, trace),
        (Shape::Box(a), Shape::Polygon(b)) => regions::relate(&a.vertices(), b.vertices(), trace),
        (Shape::Polygon(a), Shape::Box(b)) => regions::relate(a.vertices(), &b.vertices(), trace),
        (Shape::Polygon(a), Shape::Polygon(b)) => {
            regions::relate(a.vertices(), b.vertices(), trace)
        }
    };
    trace.step(|| Step::Relation(meeting.relation));
    meeting
}

/// The answer for a laser that meets a region from `first` to `last`.
fn laser_meets(
    laser: &Segment,
    relation: Relation,
    [first, last]: [Ratio; 2],
    direction: Direction,
) -> Meeting {
    let first_t = Fraction::from(first);
    let first_point = laser.at_ratio(first);
    let (last_t, last_point) = if first == last {
        (first_t, first_point)
    } else {
        let t = Fraction::from(last);
        (t, laser.at_ratio(last))
    };
    let span = Span { points: [first_point, last_point], t: Some([first_t, last_t]) };
    Meeting { relation, span: Some(span), direction, depth: None }
}
