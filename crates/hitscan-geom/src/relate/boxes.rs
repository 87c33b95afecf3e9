//! Two boxes.

use super::super::{Aabb, Axis, Depth, Direction, Meeting, Milli, Relation, Side, Step, Trace};

/// Decides by the gap in each axis: below zero in both the interiors meet.
pub(super) fn relate(a: &Aabb, b: &Aabb, trace: &mut impl Trace) -> Meeting {
    let depth = Depth::of(a, b);
    let gap = |[low, high]: [Side; 2]| (-depth.through(low)).max(-depth.through(high));
    let [x, y] = Axis::ALL.map(|axis| gap(axis.sides()));
    for (axis, gap) in Axis::ALL.into_iter().zip([x, y]) {
        trace.step(|| {
            let range = |shape: &Aabb| axis.sides().map(|side| shape.edge(side));
            Step::Gap { axis, a: range(a), b: range(b), gap, decides: gap == x.max(y) }
        });
    }
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
