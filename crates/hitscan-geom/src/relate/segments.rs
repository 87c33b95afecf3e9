//! Two segments.

use super::super::{
    Approach, Direction, Meeting, Operand, Point, Relation, Segment, Span, Step, Trace, orient,
    ratio::Ratio,
};

/// Decides by the four orientations of the ends; a zero-length segment needs no
/// case of its own, since both orientations about it are zero.
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
    // The lines are not parallel: parallel ones apart have both ends aside.
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

/// All four ends lie in one line, along which points are ordered as pairs
/// (x, y) are.
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
