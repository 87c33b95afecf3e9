//! Two segments.

use super::super::{
    Approach, Direction, Meeting, Operand, Point, Relation, Segment, Span, Step, Trace, orient,
    ratio::Ratio,
};

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
