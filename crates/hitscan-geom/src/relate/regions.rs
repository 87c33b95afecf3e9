//! Two regions, at least one of them a polygon.

use super::super::{Direction, Meeting, Operand, Point, Relation, Segment, Step, Trace};
use super::cut::{EdgeTree, Ground, contact, cut, edges, ground_of};
use crate::fraction::Ratio;
use crate::{Aabb, Axis, Depth, Milli, Side};

/// What the boundary of one region runs through in the other.
#[derive(Clone, Copy, Default)]
struct Traversal {
    meets_boundary: bool,
    meets_interior: bool,
    meets_exterior: bool,
}

/// Decides by what each boundary runs through in the other region.
///
/// A simple polygon has no holes, so if a boundary stays in the other closed region, so does the
/// region it bounds; and if neither boundary meets the other's interior, the interiors are either
/// identical or disjoint.
pub(super) fn relate(a: &[Point], b: &[Point], trace: &mut impl Trace) -> Meeting {
    let of_a = traverse(a, &EdgeTree::new(b));
    let of_b = traverse(b, &EdgeTree::new(a));
    let relation = match (of_a.meets_exterior, of_b.meets_exterior) {
        (false, _) if !of_a.meets_interior => Relation::Equals,
        (false, _) => Relation::Within,
        (_, false) => Relation::Contains,
        _ if of_a.meets_interior || of_b.meets_interior => Relation::Overlaps,
        _ if of_a.meets_boundary || of_b.meets_boundary => Relation::Touches,
        _ => Relation::Disjoint,
    };
    for (of, found) in [(Operand::A, of_a), (Operand::B, of_b)] {
        let Traversal { meets_boundary, meets_interior, meets_exterior } = found;
        trace.step(|| Step::Boundary { of, meets_boundary, meets_interior, meets_exterior });
    }
    Meeting { relation, span: None, direction: Direction::None, depth: None }
}

impl Traversal {
    fn add(&mut self, ground: Ground) {
        match ground {
            Ground::Interior => self.meets_interior = true,
            Ground::Boundary => self.meets_boundary = true,
            Ground::Exterior => self.meets_exterior = true,
        }
    }

    /// Whether all three are found.
    const fn is_complete(self) -> bool {
        self.meets_boundary && self.meets_interior && self.meets_exterior
    }
}

fn traverse(boundary: &[Point], region: &EdgeTree<'_>) -> Traversal {
    let mut found = Traversal::default();
    if boundary == region.vertices {
        found.meets_boundary = true;
        return found;
    }
    // The ground where the edge starts, if known.
    let mut ground = None;
    for edge in edges(boundary) {
        match meets(&edge, region) {
            // The edge meets no boundary: its whole length has one ground, which is also that of
            // the next start.
            Meets::Nothing => {
                found.add(*ground.get_or_insert_with(|| ground_of(edge.start, region.vertices)));
            }
            Meets::Throughout => {
                found.meets_boundary = true;
                ground = None;
            }
            Meets::InPlaces => {
                found.meets_boundary = true;
                cut(&edge, region.vertices).pieces.into_iter().for_each(|piece| found.add(piece));
                ground = None;
            }
        }
        if found.is_complete() {
            break;
        }
    }
    found
}

/// How an edge meets the boundary of a region.
#[derive(Clone, Copy)]
enum Meets {
    Nothing,
    InPlaces,
    /// It runs along a single edge.
    Throughout,
}

fn meets(edge: &Segment, region: &EdgeTree<'_>) -> Meets {
    let mut meets = Meets::Nothing;
    region.near(edge, &mut |number, side| {
        if let (Some(contact), false) = (contact(edge, number, &side), is_throughout(meets)) {
            let is_all = contact.first == Ratio::ZERO && contact.last == Ratio::ONE;
            meets = if is_all { Meets::Throughout } else { Meets::InPlaces };
        }
    });
    meets
}

const fn is_throughout(meets: Meets) -> bool {
    matches!(meets, Meets::Throughout)
}

/// Decides by the gap on each axis: both negative means that the interiors meet.
pub(super) fn relate_boxes(a: &Aabb, b: &Aabb, trace: &mut impl Trace) -> Meeting {
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
    use crate::Milli;
    use Relation::{Contains, Disjoint, Equals, Overlaps, Touches, Within};

    fn relation(a: &[(i16, i16)], b: &[(i16, i16)]) -> Relation {
        let point = |&(x, y): &(i16, i16)| Point::new(Milli::from_units(x), Milli::from_units(y));
        let [a, b] = [a, b].map(|shape| shape.iter().map(point).collect::<Vec<_>>());
        relate(&a, &b, &mut ()).relation
    }

    /// A U three squares wide, open at the top.
    const CHANNEL: &[(i16, i16)] =
        &[(0, 0), (1, 0), (1, 2), (2, 2), (2, 0), (3, 0), (3, 3), (0, 3)];

    #[test]
    fn polygons_relate_by_what_their_boundaries_run_through() {
        for (other, expected, why) in [
            (&[(0, 0), (3, 0), (3, 3), (0, 3)][..], Within, "only over the gap does it go beyond"),
            (&[(1, 0), (2, 0), (2, 2), (1, 2)], Touches, "it fills the gap"),
            (&[(1, -1), (2, -1), (2, 0), (1, 0)], Touches, "it closes the gap"),
            (&[(0, 2), (3, 2), (3, 3), (0, 3)], Contains, "the floor"),
            (&[(0, 1), (1, 1), (1, 2), (3, 3), (0, 3)], Contains, "all edges but one are shared"),
            (&[(-1, 1), (4, 1), (4, 2)], Overlaps, "through both walls"),
            (&[(0, 1), (3, 1), (3, 3), (0, 3)], Overlaps, "inside, but for the gap"),
            (&[(1, 2), (2, 2), (2, 1), (3, 1), (3, 3), (1, 3)], Contains, "a step"),
            (&[(1, 3), (1, 2), (2, 2), (4, 3)], Overlaps, "inside at first, then out"),
            (&[(1, -3), (2, -3), (2, -1)], Disjoint, "above"),
            (&[(-5, -5), (9, -5), (9, 9), (-5, 9)], Within, "around it"),
        ] {
            assert_eq!(relation(CHANNEL, other), expected, "{why}");
            let turned = match expected {
                Within => Contains,
                Contains => Within,
                same => same,
            };
            assert_eq!(relation(other, CHANNEL), turned, "{why}, seen from the other");
        }
        let from_another: Vec<_> = CHANNEL.iter().copied().cycle().skip(3).take(8).collect();
        assert_eq!(relation(CHANNEL, CHANNEL), Equals);
        assert_eq!(relation(CHANNEL, &from_another), Equals, "it begins at another vertex");
    }
}

#[cfg(test)]
mod boxes_tests {
    use super::*;
    use crate::Point;

    fn aabb([left, top, right, bottom]: [i16; 4]) -> Aabb {
        let point = |x, y| Point::new(Milli::from_units(x), Milli::from_units(y));
        Aabb::from_corners(point(left, top), point(right, bottom)).expect("a box")
    }

    #[test]
    fn boxes_that_only_touch_have_no_depth() {
        let of = |edges| relate_boxes(&aabb([0, 0, 9, 9]), &aabb(edges), &mut ());
        let touching = of([9, 0, 12, 9]);
        assert_eq!((touching.relation, touching.depth), (Relation::Touches, None));
        assert!(of([8, 0, 12, 9]).depth.is_some());
    }

    #[test]
    fn a_box_contains_another_only_if_it_reaches_as_far_on_all_four_sides() {
        let outer = [0, 0, 9, 9];
        let of = |inner| relate_boxes(&aabb(outer), &aabb(inner), &mut ()).relation;
        assert_eq!(of(outer), Relation::Equals);
        for side in 0..4 {
            let (mut within, mut beyond) = (outer, [2, 2, 7, 7]);
            within[side] = if side < 2 { 1 } else { 8 };
            beyond[side] = if side < 2 { -1 } else { 10 };
            assert_eq!(of(within), Relation::Contains, "smaller at side {side}, flush elsewhere");
            assert_eq!(of(beyond), Relation::Overlaps, "beyond side {side}");
            let turned = relate_boxes(&aabb(within), &aabb(outer), &mut ()).relation;
            assert_eq!(turned, Relation::Within, "seen from the other, at side {side}");
        }
    }
}
