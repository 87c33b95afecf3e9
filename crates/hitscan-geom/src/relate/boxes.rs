//! Two boxes.

use super::super::{Aabb, Axis, Depth, Direction, Meeting, Milli, Relation, Side, Step, Trace};

/// Decides by the gap in each axis: below zero in both the interiors meet.
pub(super) fn relate(a: &Aabb, b: &Aabb, trace: &mut impl Trace) -> Meeting {
    let depth = Depth {
        left: a.right() - b.left(),
        top: a.bottom() - b.top(),
        right: b.right() - a.left(),
        bottom: b.bottom() - a.top(),
    };
    let gap = |[low, high]: [Side; 2]| (-depth.through(low)).max(-depth.through(high));
    let [x, y] = Axis::ALL.map(|axis| gap(axis.sides()));
    let gap_step = |formula, gap: Milli, a: [Milli; 2], b: [Milli; 2]| {
        Step::new(formula, gap)
            .with("a from", a[0])
            .with("a to", a[1])
            .with("b from", b[0])
            .with("b to", b[1])
    };
    trace.step(|| {
        let formula = "gap in x = max(b.left - a.right, a.left - b.right)";
        gap_step(formula, x, [a.left(), a.right()], [b.left(), b.right()]).deciding(x >= y)
    });
    trace.step(|| {
        let formula = "gap in y = max(b.top - a.bottom, a.top - b.bottom)";
        gap_step(formula, y, [a.top(), a.bottom()], [b.top(), b.bottom()]).deciding(y >= x)
    });
    let relation = match x.max(y).cmp(&Milli::ZERO) {
        std::cmp::Ordering::Greater => Relation::Disjoint,
        std::cmp::Ordering::Equal => Relation::Touches,
        std::cmp::Ordering::Less if a == b => Relation::Equals,
        std::cmp::Ordering::Less if holds(b, a) => Relation::Within,
        std::cmp::Ordering::Less if holds(a, b) => Relation::Contains,
        std::cmp::Ordering::Less => Relation::Overlaps,
    };
    let interiors_meet = x.max(y) < Milli::ZERO;
    Meeting {
        relation,
        span: None,
        direction: Direction::None,
        depth: interiors_meet.then_some(depth),
    }
}

fn holds(outer: &Aabb, inner: &Aabb) -> bool {
    outer.left() <= inner.left()
        && inner.right() <= outer.right()
        && outer.top() <= inner.top()
        && inner.bottom() <= outer.bottom()
}
