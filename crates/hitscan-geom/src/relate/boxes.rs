//! Two boxes.

use super::super::{Aabb, Axis, Depth, Direction, Meeting, Milli, Relation, Side, Step, Trace};

/// Decides by the gap on each axis: both negative means that the interiors meet.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;

    fn aabb([left, top, right, bottom]: [i16; 4]) -> Aabb {
        let point = |x, y| Point::new(Milli::from_units(x), Milli::from_units(y));
        Aabb::from_corners(point(left, top), point(right, bottom)).expect("a box")
    }

    #[test]
    fn boxes_that_only_touch_have_no_depth() {
        let of = |edges| relate(&aabb([0, 0, 9, 9]), &aabb(edges), &mut ());
        let touching = of([9, 0, 12, 9]);
        assert_eq!((touching.relation, touching.depth), (Relation::Touches, None));
        assert!(of([8, 0, 12, 9]).depth.is_some());
    }

    #[test]
    fn a_box_contains_another_only_if_it_reaches_as_far_on_all_four_sides() {
        let outer = [0, 0, 9, 9];
        let of = |inner| relate(&aabb(outer), &aabb(inner), &mut ()).relation;
        assert_eq!(of(outer), Relation::Equals);
        for side in 0..4 {
            let (mut within, mut beyond) = (outer, [2, 2, 7, 7]);
            within[side] = if side < 2 { 1 } else { 8 };
            beyond[side] = if side < 2 { -1 } else { 10 };
            assert_eq!(of(within), Relation::Contains, "smaller at side {side}, flush elsewhere");
            assert_eq!(of(beyond), Relation::Overlaps, "beyond side {side}");
            let turned = relate(&aabb(within), &aabb(outer), &mut ()).relation;
            assert_eq!(turned, Relation::Within, "seen from the other, at side {side}");
        }
    }
}
