//! A segment and a box, by slabs.

use super::super::{
    Aabb, Axis, Direction, Meeting, Passage, Relation, Segment, Side, Sides, Step, Trace,
    ratio::Ratio,
};

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
pub(super) fn relate(segment: &Segment, region: &Aabb, trace: &mut impl Trace) -> Meeting {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Milli, Point};

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
            let Meeting { relation, span, direction, .. } = relate(&segment, &region, &mut ());
            let mut said = relation.token().to_owned();
            if let Some([first, last]) = span.and_then(|span| span.t) {
                said = format!("{said} {first} {last} {direction}");
            }
            assert_eq!(said, expected, "from {from:?} to {to:?}");
        }
    }
}
