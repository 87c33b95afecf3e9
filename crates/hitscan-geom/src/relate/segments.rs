//! Two segments.

use super::super::{
    Approach, Direction, Meeting, Operand, Point, Relation, Segment, Span, Step, Trace, orient,
};
use super::cut::{Cut, Ground, cut};
use crate::fraction::Ratio;
use crate::{Aabb, Axis, Fraction, Passage, Side, Sides};

/// Decides by the orientations of the four ends. A zero-length segment needs no special case: both
/// orientations about it are zero.
pub(super) fn relate(a: &Segment, b: &Segment, trace: &mut impl Trace) -> Meeting {
    let a_ends = [orient(b.start, b.end, a.start), orient(b.start, b.end, a.end)];
    let b_ends = [orient(a.start, a.end, b.start), orient(a.start, a.end, b.end)];
    let (a_aside, b_aside) = (on_one_side(a_ends), on_one_side(b_ends));
    let in_line = a_ends == [0, 0] && b_ends == [0, 0];
    trace.step(|| Step::Ends {
        of: Operand::A,
        orientations: a_ends,
        one_side: a_aside,
        decides: a_aside || !(b_aside || in_line),
    });
    trace.step(|| Step::Ends {
        of: Operand::B,
        orientations: b_ends,
        one_side: b_aside,
        decides: !(a_aside || in_line),
    });
    if in_line {
        return in_one_line(a, b, trace);
    }
    if a_aside || b_aside {
        return Meeting::DISJOINT;
    }
    let relation = if a_ends.contains(&0) || b_ends.contains(&0) {
        Relation::Touches
    } else {
        Relation::Crosses
    };
    // The lines are not parallel here: parallel lines that are apart have both ends on one side.
    let t = Ratio::new(a_ends[0], a_ends[0] - a_ends[1]);
    trace.step(|| Step::Crossing { orientations: a_ends, t: t.into() });
    let approach = match a_ends[0].signum() {
        1 => Approach::FromRight,
        -1 => Approach::FromLeft,
        _ => Approach::OnLine,
    };
    trace.step(|| Step::Approach { orientation: a_ends[0], approach });
    let point = a.at_ratio(t);
    Meeting {
        relation,
        span: Some(Span { points: [point, point], t: None }),
        direction: Direction::Approach(approach),
        depth: None,
    }
}

fn on_one_side([one, other]: [i64; 2]) -> bool {
    one.signum() * other.signum() > 0
}

/// All four ends are collinear; points on that line are ordered as the pairs (x, y) are.
fn in_one_line(a: &Segment, b: &Segment, trace: &mut impl Trace) -> Meeting {
    let ordered =
        |segment: &Segment| (segment.start.min(segment.end), segment.start.max(segment.end));
    let ((a_low, a_high), (b_low, b_high)) = (ordered(a), ordered(b));
    let (low, high) = (a_low.max(b_low), a_high.min(b_high));
    let relation = match low.cmp(&high) {
        std::cmp::Ordering::Less => Relation::Overlaps,
        std::cmp::Ordering::Equal => Relation::Touches,
        std::cmp::Ordering::Greater => Relation::Disjoint,
    };
    trace.step(|| Step::InLine { low, high, meet: relation.is_hit() });
    if !relation.is_hit() {
        return Meeting::DISJOINT;
    }
    let along = |first: Point, last: Point| [first.into(), last.into()];
    let points = if a.start <= a.end { along(low, high) } else { along(high, low) };
    Meeting {
        relation,
        span: Some(Span { points, t: None }),
        direction: Direction::Approach(Approach::OnLine),
        depth: None,
    }
}

/// How the segment's line runs through the slab between two opposite sides.
enum Slab {
    /// Parallel to the sides, strictly between them.
    Between,
    /// Along one of the sides.
    Along,
    /// Parallel to the sides, outside.
    Outside,
    /// Enters and leaves at these parameters.
    Across { entry: Ratio, exit: Ratio },
}

/// Decides by the last entry and the first exit. A start in the open interior is
/// [`Direction::Inside`]; at a corner both sides are named.
pub(super) fn relate_box(segment: &Segment, region: &Aabb, trace: &mut impl Trace) -> Meeting {
    let (mut entry, mut exit) = (None::<Ratio>, None::<Ratio>);
    let mut meets_interior = true;
    for axis in Axis::ALL {
        match slab(segment, region, axis, trace) {
            Slab::Outside => return Meeting::DISJOINT,
            Slab::Between => {}
            Slab::Along => meets_interior = false,
            Slab::Across { entry: enters, exit: leaves } => {
                entry = Some(entry.map_or(enters, |known| known.max(enters)));
                exit = Some(exit.map_or(leaves, |known| known.min(leaves)));
            }
        }
    }
    // A point has no entry and no exit: its one place is at t = 0.
    let first = entry.map_or(Ratio::ZERO, |t| t.max(Ratio::ZERO));
    let last = exit.map_or(Ratio::ZERO, |t| t.min(Ratio::ONE));
    trace.step(|| Step::Clip { passage: Passage::Entry, t: first.into() });
    trace.step(|| Step::Clip { passage: Passage::Exit, t: last.into() });
    trace.step(|| Step::ClipOrder { ordered: first <= last });
    if first > last {
        return Meeting::DISJOINT;
    }
    let starts_before = |t: Option<Ratio>| t.is_none_or(|t| t < Ratio::ONE);
    let ends_after = |t: Option<Ratio>| t.is_none_or(|t| t > Ratio::ZERO);
    meets_interior &= entry.is_none() || entry < exit;
    meets_interior &= starts_before(entry) && ends_after(exit);
    let relation = if !meets_interior {
        Relation::Touches
    } else if entry.is_none_or(|t| t <= Ratio::ZERO) && exit.is_none_or(|t| t >= Ratio::ONE) {
        Relation::Within
    } else {
        Relation::Crosses
    };
    let within = relation == Relation::Within;
    trace.step(|| Step::Interior { met: meets_interior, within, edges_met: None });
    let starts_inside = meets_interior && entry.is_none_or(|t| t < Ratio::ZERO);
    let direction = if starts_inside {
        Direction::Inside
    } else {
        Direction::Sides(sides_at(segment, region, first))
    };
    super::segment_meets(segment, relation, [first, last], direction)
}

fn slab(segment: &Segment, region: &Aabb, axis: Axis, trace: &mut impl Trace) -> Slab {
    let start = segment.start.along(axis);
    let way = segment.direction().along(axis).wide();
    let [low, high] = axis.sides().map(|side| region.edge(side));
    if way == 0 {
        let inside = low <= start && start <= high;
        trace.step(|| Step::AlongSlab { axis, low, start, high, inside });
        return match (inside, start == low || start == high) {
            (false, _) => Slab::Outside,
            (true, true) => Slab::Along,
            (true, false) => Slab::Between,
        };
    }
    let (near, far) = if way > 0 { (low, high) } else { (high, low) };
    let entry = Ratio::new(near.minus(start).wide(), way);
    let exit = Ratio::new(far.minus(start).wide(), way);
    for (passage, edge, t) in [(Passage::Entry, near, entry), (Passage::Exit, far, exit)] {
        trace.step(|| {
            let way = segment.direction().along(axis);
            Step::Slab { axis, passage, edge, start, way, t: t.into() }
        });
    }
    Slab::Across { entry, exit }
}

/// The sides that contain the point at `t`.
pub(super) fn sides_at(segment: &Segment, region: &Aabb, t: Ratio) -> Sides {
    Side::ALL
        .into_iter()
        .filter(|&side| {
            let axis = side.axis();
            let reach = region.edge(side).minus(segment.start.along(axis));
            t.is_part(reach.wide(), segment.direction().along(axis).wide())
        })
        .collect()
}

/// Decides by the pieces that the boundary cuts the segment into. Some pieces between the first and
/// the last common point may lie outside.
pub(super) fn relate_polygon(
    segment: &Segment,
    vertices: &[Point],
    trace: &mut impl Trace,
) -> Meeting {
    let cut = cut(segment, vertices);
    let relation = if cut.meets(Ground::Interior) {
        if cut.meets(Ground::Exterior) { Relation::Crosses } else { Relation::Within }
    } else if cut.contacts.is_empty() {
        Relation::Disjoint
    } else {
        Relation::Touches
    };
    explain(&cut, relation, trace);
    if !relation.is_hit() {
        return Meeting::DISJOINT;
    }
    let first = cut.contacts.iter().map(|contact| contact.first).min();
    let last = cut.contacts.iter().map(|contact| contact.last).max();
    // An end lies in the region if the piece next to it does not lie outside.
    let first = match (cut.pieces.first(), first) {
        (Some(Ground::Exterior), Some(first)) => first,
        _ => Ratio::ZERO,
    };
    let last = match (cut.pieces.last(), last) {
        (Some(Ground::Exterior), Some(last)) => last,
        _ if segment.is_point() => Ratio::ZERO,
        _ => Ratio::ONE,
    };
    super::segment_meets(segment, relation, [first, last], edges_at(&cut, first))
}

/// The edges through the point at `t`, or `Inside` if there are none.
pub(super) fn edges_at(cut: &Cut, t: Ratio) -> Direction {
    let mut through = cut
        .contacts
        .iter()
        .filter(|contact| contact.first <= t && t <= contact.last)
        .map(|contact| contact.edge);
    match through.next() {
        Some(edge) => Direction::Edges(edge, through.next()),
        None => Direction::Inside,
    }
}

fn explain(cut: &Cut, relation: Relation, trace: &mut impl Trace) {
    for contact in &cut.contacts {
        trace.step(|| {
            let [first, last] = [contact.first, contact.last].map(Fraction::from);
            Step::EdgeContact { edge: contact.edge, first, last }
        });
    }
    trace.step(|| Step::Interior {
        met: cut.meets(Ground::Interior),
        within: relation == Relation::Within,
        edges_met: Some(cut.contacts.len()),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Milli;

    type Ends = [(i16, i16); 2];

    fn text_of(a: Ends, b: Ends) -> String {
        let point = |(x, y)| Point::new(Milli::from_units(x), Milli::from_units(y));
        let [a, b] =
            [a, b].map(|[from, to]| Segment::new(point(from), point(to)).expect("in range"));
        let Meeting { relation, span, direction, .. } = relate(&a, &b, &mut ());
        let mut text = format!("{} {direction}", relation.token());
        for at in span.iter().flat_map(|span| span.points) {
            text = format!("{text} ({}, {})", at.x, at.y);
        }
        text
    }

    #[test]
    fn the_common_part_of_two_segments_is_ordered_along_the_first() {
        let across = [(0, 0), (4, 0)];
        let back = [(4, 0), (0, 0)];
        for (a, b, expected) in [
            (across, [(1, -1), (1, 3)], "crosses from-right (1, 0) (1, 0)"),
            (across, [(1, 3), (1, -1)], "crosses from-left (1, 0) (1, 0)"),
            // One end on the other segment, or both.
            (across, [(1, 0), (1, 3)], "touches from-right (1, 0) (1, 0)"),
            ([(1, 0), (1, 3)], across, "touches on-line (1, 0) (1, 0)"),
            (across, [(4, 0), (4, 3)], "touches from-right (4, 0) (4, 0)"),
            (across, [(2, 0), (2, 0)], "touches on-line (2, 0) (2, 0)"),
            // Collinear.
            (across, [(3, 0), (9, 0)], "overlaps on-line (3, 0) (4, 0)"),
            (back, [(3, 0), (9, 0)], "overlaps on-line (4, 0) (3, 0)"),
            (back, [(3, 0), (1, 0)], "overlaps on-line (3, 0) (1, 0)"),
            (across, back, "overlaps on-line (0, 0) (4, 0)"),
            (across, [(4, 0), (9, 0)], "touches on-line (4, 0) (4, 0)"),
            (across, [(5, 0), (9, 0)], "disjoint none"),
            // Side by side, and past an end.
            (across, [(0, 1), (4, 1)], "disjoint none"),
            (across, [(5, -1), (5, 1)], "disjoint none"),
            (across, [(2, 1), (2, 3)], "disjoint none"),
        ] {
            assert_eq!(text_of(a, b), expected, "{a:?} and {b:?}");
        }
    }
}

#[cfg(test)]
mod segment_box_tests {
    use super::*;
    use crate::Milli;
    use crate::Point;

    fn point((x, y): (i16, i16)) -> Point {
        Point::new(Milli::from_units(x), Milli::from_units(y))
    }

    #[test]
    fn a_segment_is_within_even_on_the_boundary_and_touches_if_no_part_is_inside() {
        let region = Aabb::from_corners(point((0, 0)), point((4, 4))).expect("a box");
        for (from, to, expected) in [
            ((-4, 1), (8, 1), "crosses 1/3 2/3 left"),
            ((2, 2), (2, 6), "crosses 0 1/2 inside"),
            ((1, 1), (3, 2), "within 0 1 inside"),
            // From the boundary, up to it, and from side to side.
            ((0, 1), (3, 1), "within 0 1 left"),
            ((3, 1), (4, 1), "within 0 1 inside"),
            ((4, 4), (0, 0), "within 0 1 right+bottom"),
            ((0, 1), (8, 1), "crosses 0 1/2 left"),
            ((2, 2), (2, 2), "within 0 0 inside"),
            // Up to a side, away from it, along it, past a corner, and points on the boundary.
            ((-2, 1), (0, 1), "touches 1 1 left"),
            ((4, 1), (6, 1), "touches 0 0 right"),
            ((-2, 4), (2, 4), "touches 1/2 1 left+bottom"),
            ((3, 0), (1, 0), "touches 0 1 top"),
            ((-1, 1), (1, -1), "touches 1/2 1/2 left+top"),
            ((0, 2), (0, 2), "touches 0 0 left"),
            ((-2, 1), (-1, 1), "disjoint"),
            ((5, 1), (9, 1), "disjoint"),
            ((-1, 4), (2, 7), "disjoint"),
            ((-1, 3), (2, 6), "touches 1/3 1/3 left+bottom"),
            ((9, 9), (9, 9), "disjoint"),
        ] {
            let segment = Segment::new(point(from), point(to)).expect("in range");
            let Meeting { relation, span, direction, .. } = relate_box(&segment, &region, &mut ());
            let mut said = relation.token().to_owned();
            if let Some([first, last]) = span.and_then(|span| span.t) {
                said = format!("{said} {first} {last} {direction}");
            }
            assert_eq!(said, expected, "from {from:?} to {to:?}");
        }
    }
}
