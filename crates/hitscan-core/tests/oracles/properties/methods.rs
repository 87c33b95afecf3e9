//! Each method differs from the relation exactly where the table of the catalogue says so, and
//! gives the right reason. The expected answers are computed here from the relation and the
//! oracle's geometry, not from the methods' formulas.

use hitscan_core::methods::{
    Agreement, Arithmetic, BoundaryRule, Method, Reason, Verdict, verdicts,
};
use hitscan_geom::{Relation, Shape, Side, Sides, relate};
use proptest::prelude::*;

use crate::properties::generators::{far_lasers, far_region_and_laser, near_pair};
use crate::properties::oracle::{self, P};

/// What the exact form of a method must answer: hit, agreement, reason.
#[derive(Debug, PartialEq, Eq)]
struct Expected {
    hit: bool,
    against: Agreement,
    reason: Option<Reason>,
}

const fn agrees(hit: bool) -> Expected {
    Expected { hit, against: Agreement::Agrees, reason: None }
}

const fn convention(hit: bool, reason: Reason) -> Expected {
    Expected { hit, against: Agreement::Convention, reason: Some(reason) }
}

const fn wrong(hit: bool, reason: Reason) -> Expected {
    Expected { hit, against: Agreement::Wrong, reason: Some(reason) }
}

/// A segment, or each edge of a region.
fn segments(shape: &Shape) -> Vec<[P; 2]> {
    match shape {
        Shape::Segment(laser) => vec![oracle::ends(laser)],
        region => oracle::edges(&oracle::ring(region)),
    }
}

/// Whether any segment of a is collinear with one of b or, for points, on its line.
fn some_in_line(a: &Shape, b: &Shape) -> bool {
    segments(a).iter().any(|a| segments(b).iter().any(|b| oracle::segments_in_line(a, b)))
}

fn some_meet(a: &Shape, b: &Shape) -> bool {
    segments(a).iter().any(|a| segments(b).iter().any(|b| !oracle::lasers(a, b).1.is_empty()))
}

fn is_point(shape: &Shape) -> bool {
    matches!(shape, Shape::Segment(laser) if laser.is_point())
}

/// The table of the catalogue, row by row.
fn expected(
    method: Method,
    a: &Shape,
    b: &Shape,
    relation: Relation,
    contact: BoundaryRule,
) -> Expected {
    let in_line_reason =
        if is_point(a) || is_point(b) { Reason::ZeroLength } else { Reason::CollinearApart };
    let strict = contact == BoundaryRule::Strict
        || (method, contact) == (Method::CENTER_DISTANCE, BoundaryRule::Source);
    match (method.id(), relation) {
        ("straddle" | "edges", Relation::Disjoint) if some_in_line(a, b) => {
            wrong(true, in_line_reason)
        }
        ("edges", Relation::Disjoint) => agrees(false),
        // A lucky hit: something inside is collinear with an edge of a polygon that is not convex.
        ("edges", _) if some_meet(a, b) || some_in_line(a, b) => agrees(true),
        ("edges", _) => wrong(false, Reason::InsideUnseen),
        ("proper", Relation::Touches) => convention(false, Reason::Touching),
        ("proper", Relation::Overlaps) => convention(false, Reason::Parallel),
        ("center-distance" | "edge-relations", Relation::Touches) if strict => {
            convention(false, Reason::Touching)
        }
        (_, relation) => agrees(relation.is_hit()),
    }
}

/// The edges of a box that `edges` must report: met, or collinear.
fn expected_edges(a: &Shape, b: &Shape) -> Option<Sides> {
    let (Shape::Box(region), Shape::Segment(laser)) = (a, b) else { return None };
    let ring = oracle::ring(&Shape::Box(*region));
    let sides = [Side::Top, Side::Right, Side::Bottom, Side::Left];
    let laser = oracle::ends(laser);
    let hit = |edge: &[P; 2]| {
        oracle::segments_in_line(edge, &laser) || !oracle::lasers(edge, &laser).1.is_empty()
    };
    let edges = oracle::edges(&ring);
    Some(
        sides.into_iter().zip(&edges).filter(|(_, edge)| hit(edge)).map(|(side, _)| side).collect(),
    )
}

fn check(a: &Shape, b: &Shape, contact: BoundaryRule) {
    let meeting = relate(a, b);
    let found = verdicts(a, b, &meeting, contact);
    for pair in found.chunks(2) {
        let [exact, single] = pair else { panic!("two arithmetics each") };
        assert_eq!([exact.arithmetic, single.arithmetic,], [Arithmetic::Exact, Arithmetic::F32]);
        assert_eq!(exact.method, single.method);
        let told = Expected { hit: exact.hit, against: exact.agreement, reason: exact.reason };
        let relation = meeting.relation;
        assert_eq!(told, expected(exact.method, a, b, relation, contact), "{:?}", exact.method);
        assert_eq!(exact.edges, expected_edges(a, b).or_else(|| expected_edges(b, a)));
        check_single(*exact, *single, relation);
    }
}

/// The f32 form: judged like any answer, and where it differs the reason must be rounding.
fn check_single(exact: Verdict, single: Verdict, relation: Relation) {
    let same = (exact.hit, exact.edges) == (single.hit, single.edges);
    let reason = if same { exact.reason } else { Some(Reason::Rounding) };
    assert_eq!(single.reason, reason);
    if exact.hit == single.hit {
        assert_eq!(single.agreement, exact.agreement);
    } else if single.hit == relation.is_hit() {
        assert_eq!(single.agreement, Agreement::Agrees);
    } else if relation == Relation::Touches {
        assert_eq!(single.agreement, Agreement::Convention);
    } else {
        assert_eq!(single.agreement, Agreement::Wrong);
    }
}

fn contact() -> impl Strategy<Value = BoundaryRule> {
    prop::sample::select(BoundaryRule::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn on_a_small_grid_methods_differ_exactly_as_the_table_says(
        (a, b) in near_pair(), contact in contact()
    ) {
        check(&a, &b, contact);
    }

    #[test]
    fn over_the_whole_plane_methods_of_two_lasers_differ_exactly_as_the_table_says(
        (a, b) in far_lasers()
    ) {
        check(&Shape::Segment(a), &Shape::Segment(b), BoundaryRule::Source);
    }

    #[test]
    fn over_the_whole_plane_edges_differs_exactly_as_the_table_says(
        (region, laser) in far_region_and_laser()
    ) {
        check(&region, &Shape::Segment(laser), BoundaryRule::Source);
    }

    #[test]
    fn a_pair_has_its_methods_in_the_order_of_the_catalogue((a, b) in near_pair()) {
        let found: Vec<Method> = verdicts(&a, &b, &relate(&a, &b), BoundaryRule::Source)
            .iter()
            .map(|verdict| verdict.method)
            .collect();
        let mut sorted = found.clone();
        sorted.sort();
        prop_assert_eq!(&found, &sorted);
        prop_assert_eq!(found.len(), match (&a, &b) {
            (Shape::Segment(_), Shape::Segment(_)) => 4,
            (Shape::Box(_), Shape::Box(_)) => 6,
            _ => 2,
        });
    }
}

/// Single precision does change answers on grids whose cells it cannot represent; otherwise the
/// tests above would prove nothing about it.
#[test]
fn rounding_occurs() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let strategy = near_pair();
    let differs = (0..20_000).any(|_| {
        let (a, b) = strategy.new_tree(&mut runner).expect("a pair").current();
        let found = verdicts(&a, &b, &relate(&a, &b), BoundaryRule::Source);
        found.iter().any(|verdict| verdict.reason == Some(Reason::Rounding))
    });
    assert!(differs);
}
