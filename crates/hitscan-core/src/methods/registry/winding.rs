//! `winding`: a point lies in a region if the outline winds around it, or it lies on the outline.
//!
//! Formula: add 1 for each edge a→b that goes down across the level of the point, `a.y ≤ y < b.y`,
//! with `cross(b − a, p − a) > 0`, and −1 for each that goes up, `b.y ≤ y < a.y`, with `cross < 0`;
//! a hit if the sum is not 0. A point with `cross = 0` between the ends of an edge lies on it, and
//! is a hit.
//!
//! Source: none; libraries of geometry use it (Sunday 2001 without the division).
//!
//! Blind spot: none in exact arithmetic.

use super::even_odd::{PAIRS, outline_and_point};
use crate::methods::row::{
    Construction, ListedWhen, MethodQuestion, MethodRow, OverlapAnswer, OverlapTest, WhyLayout,
    overlap,
};
use crate::methods::scalar::{Exact, Point, Scalar, orient};
use crate::methods::{EdgeAtLevel, MethodInput, MethodStep, PointEdge, PointSum, Reason};
use hitscan_geom::{Shape, Trace};

pub(super) static ROW: MethodRow = MethodRow {
    id: "winding",
    source: None,
    shown: ListedWhen::Always,
    question: MethodQuestion::IsPointIn(OverlapTest {
        pairs: PAIRS,
        exact: overlap!(shapes winding, Exact),
        f32: Some(overlap!(shapes winding, f32)),
        f64: overlap!(shapes winding, f64),
        misses: &[],
        false_hit: None,
    }),
    reasons: &[Reason::Rounding],
    layout: WhyLayout::Steps,
    construction: Construction::Nothing,
    reading: None,
};

fn winding<S: Scalar, T: Trace<MethodStep>>(
    region: &Shape,
    point: &Shape,
    given: MethodInput<'_>,
    trace: &mut T,
) -> Option<OverlapAnswer> {
    let (edges, point) = outline_and_point::<S>(region, point, given)?;
    let mut sum = 0;
    for (edge, [a, b]) in edges {
        let turn = orient(a, b, point);
        let is_on_edge = turn == S::NO_AREA && is_between(a, b, point);
        let (down, up) = (a.y <= point.y && point.y < b.y, b.y <= point.y && point.y < a.y);
        let adds = i32::from(down && turn > S::NO_AREA) - i32::from(up && turn < S::NO_AREA);
        sum += adds;
        trace.step(|| {
            let turn = S::show_area(turn);
            let found = match (is_on_edge, down, up) {
                (true, ..) => EdgeAtLevel::On,
                (_, true, _) => EdgeAtLevel::Down(turn),
                (_, _, true) => EdgeAtLevel::Up(turn),
                _ => EdgeAtLevel::Beside,
            };
            MethodStep::PointEdge(PointEdge { edge, point: point.show(), found, adds })
        });
        if is_on_edge {
            return Some(true.into());
        }
    }
    let hit = sum != 0;
    trace.step(|| MethodStep::PointSum(PointSum::Turns { sum, hit }));
    Some(hit.into())
}

/// Whether a point lies in the smallest box around two others.
fn is_between<S: Scalar>(a: Point<S>, b: Point<S>, point: Point<S>) -> bool {
    let within = |one: S, other: S, at: S| {
        let (low, high) = if one < other { (one, other) } else { (other, one) };
        low <= at && at <= high
    };
    within(a.x, b.x, point.x) && within(a.y, b.y, point.y)
}

#[cfg(test)]
mod tests {
    use crate::methods::{Agreement, Arithmetic, BoundaryRule, Requested, Verdict};
    use hitscan_geom::{Milli, Point, Polygon, Segment, Shape, relate};

    fn point([x, y]: [i32; 2]) -> Point {
        Point::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range"))
    }

    fn polygon<const N: usize>(vertices: [[i32; 2]; N]) -> Shape {
        Shape::Polygon(Polygon::new(&vertices.map(point)).expect("simple"))
    }

    /// The answers about a point in thousandths.
    fn rows(region: &Shape, at: [i32; 2]) -> Vec<Verdict> {
        let dot = Shape::Segment(Segment::new(point(at), point(at)).expect("in range"));
        Requested::Nothing.point_verdicts(region, &dot, &relate(region, &dot), BoundaryRule::Source)
    }

    /// `even-odd` and `winding`, in exact arithmetic.
    fn exact(region: &Shape, at: [i32; 2]) -> [bool; 2] {
        let rows = rows(region, at);
        let mut hits = rows.iter().filter(|row| row.arithmetic == Arithmetic::Exact);
        [(); 2].map(|()| hits.next().expect("two methods").hit)
    }

    #[test]
    fn even_odd_counts_left_and_upper_edges_and_winding_all() {
        for vertices in [[[0, 0], [2, 0], [2, 2], [0, 2]], [[2, 0], [0, 0], [0, 2], [2, 2]]] {
            let square = polygon(vertices);
            for (at, even_odd) in [
                ([0, 1], true),
                ([1, 0], true),
                ([0, 0], true),
                ([2, 1], false),
                ([1, 2], false),
                ([2, 0], false),
                ([0, 2], false),
                ([2, 2], false),
            ] {
                assert_eq!(exact(&square, at), [even_odd, true], "{at:?}");
            }
            for at in [[-1, 0], [3, 0], [-1, 2], [3, 2], [-1, 1], [3, 1], [1, -1], [1, 3]] {
                assert_eq!(exact(&square, at), [false; 2], "{at:?}");
            }
            assert_eq!(exact(&square, [1, 1]), [true; 2]);
        }
    }

    #[test]
    fn a_vertex_on_the_level_is_counted_once_where_the_outline_passes_and_never_where_it_turns() {
        let diamond = polygon([[3, 0], [6, 3], [3, 6], [0, 3]]);
        assert_eq!(exact(&diamond, [1, 3]), [true; 2]);
        assert_eq!(exact(&diamond, [-1, 3]), [false; 2]);
        assert_eq!(exact(&diamond, [0, 0]), [false; 2]);
        let notched = polygon([[0, 0], [8, 0], [8, 8], [4, 4], [0, 8]]);
        assert_eq!(exact(&notched, [1, 4]), [true; 2]);
        assert_eq!(exact(&notched, [-1, 4]), [false; 2]);
    }

    #[test]
    fn single_precision_can_lose_a_point_on_an_edge() {
        let triangle = polygon([[0, 0], [0, 6000], [3000, 600]]);
        let all = rows(&triangle, [2000, 2400]).into_iter();
        let rounded: Vec<_> = all
            .filter(|row| row.reason == Some(crate::methods::Reason::Rounding))
            .map(|row| (row.method.id(), row.arithmetic, row.agreement))
            .collect();
        assert_eq!(rounded, [("winding", Arithmetic::F32, Agreement::Convention)]);
    }
}
