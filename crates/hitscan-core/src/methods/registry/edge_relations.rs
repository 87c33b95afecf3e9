//! `edge-relations`: two boxes meet if four relations of their edges hold.
//!
//! Formula: `a.left ≤ b.right`, `a.right ≥ b.left`, `a.top ≤ b.bottom`, `a.bottom ≥ b.top`;
//! inclusive, with a switch that makes it strict. `right` is `x + width`.
//!
//! Source: 矩形と矩形の当たり, whose table is strict although its code is not. The static test of 動的当たり判定
//! also consists of these four relations, derived from one dimension by De Morgan.
//!
//! Blind spot: none in the source's form.

use crate::methods::row::{
    ArticleSource, Construction, FunctionPair, ListedWhen, MethodQuestion, MethodRow, OverlapTest,
    Reading, ReadingLabel, WhyLayout, overlap,
};
use crate::methods::scalar::{Exact, Point, Rectangle, Scalar};
use crate::methods::{Agreement, BoxEdge, CompareEdges, MethodInput, MethodStep, Operator, Reason};
use hitscan_geom::{Aabb, Relation, ShapeKind, Side, Trace};

pub(super) static ROW: MethodRow = MethodRow {
    id: "edge-relations",
    source: Some(ArticleSource {
        title: "矩形と矩形の当たり",
        functions: &[("is_left_less_right", FunctionPair::Boxes)],
        remarks: &["The article's axes are the screen's: y grows down."],
        misprints: &[
            "The last row of its table prints 下辺のY座標\u{a0}>\u{a0}下辺のY座標, bottom\u{a0}>\u{a0}bottom; meant is bottom\u{a0}>\u{a0}top, as in its code.",
        ],
    }),
    shown: ListedWhen::Always,
    question: MethodQuestion::DoTheyMeet(OverlapTest {
        pairs: &[[ShapeKind::Box; 2]],
        exact: overlap!(boxes relations, Exact),
        f32: Some(overlap!(boxes relations, f32)),
        f64: overlap!(boxes relations, f64),
        misses: &[(Relation::Touches, Agreement::Convention, Reason::Touching)],
        false_hit: None,
    }),
    reasons: &[Reason::Touching, Reason::Rounding],
    layout: WhyLayout::EdgeRelations,
    construction: Construction::Ranges,
    reading: None,
};

/// All four strict, as in the table of the article.
pub(super) static TABLE: MethodRow = MethodRow {
    id: "edge-relations-table",
    source: ROW.source,
    shown: ListedWhen::AsPrinted,
    question: MethodQuestion::DoTheyMeet(OverlapTest {
        pairs: &[[ShapeKind::Box; 2]],
        exact: overlap!(boxes relations_of_the_table, Exact),
        f32: None,
        f64: overlap!(boxes relations_of_the_table, f64),
        misses: &[(Relation::Touches, Agreement::Convention, Reason::Touching)],
        false_hit: None,
    }),
    reasons: &[Reason::Touching],
    layout: WhyLayout::EdgeRelations,
    construction: Construction::Ranges,
    reading: Some(Reading {
        of: "edge-relations",
        name: "table",
        label: ReadingLabel::Printed,
        about: &[
            "printed: a table with all four relations strict (<).",
            "its code: <= in all four.",
        ],
        teaches: "whether touching counts is a choice. Make it once, and keep to it.",
        covers: |_, _| true,
    }),
};

fn relations_of_the_table<S: Scalar, T: Trace<MethodStep>>(
    a: &Aabb,
    b: &Aabb,
    given: MethodInput<'_>,
    trace: &mut T,
) -> bool {
    let corners = [a, b].map(|it| corners(&given.rectangle(it)));
    relations_hold::<S, T>(corners, Operator::Less, trace)
}

fn relations<S: Scalar, T: Trace<MethodStep>>(
    a: &Aabb,
    b: &Aabb,
    given: MethodInput<'_>,
    trace: &mut T,
) -> bool {
    let operator = given.boundary_rule.operator(Operator::LessOrEqual);
    let corners = [a, b].map(|it| corners(&given.rectangle(it)));
    relations_hold::<S, T>(corners, operator, trace)
}

/// The corner with the least coordinates, and the one with the greatest.
fn corners<S: Scalar>(&Rectangle { x, y, width, height }: &Rectangle<S>) -> [Point<S>; 2] {
    [Point { x, y }, Point { x: x + width, y: y + height }]
}

/// Whether each side of `a` lies below or above the opposite side of `b`; both are given by their
/// least and greatest corner.
pub(super) fn relations_hold<S: Scalar, T: Trace<MethodStep>>(
    [[a_low, a_high], [b_low, b_high]]: [[Point<S>; 2]; 2],
    operator: Operator,
    trace: &mut T,
) -> bool {
    let relations = [
        (Side::Left, a_low.x, operator, b_high.x),
        (Side::Right, a_high.x, operator.reversed(), b_low.x),
        (Side::Top, a_low.y, operator, b_high.y),
        (Side::Bottom, a_high.y, operator.reversed(), b_low.y),
    ];
    let holds = relations.map(|(_, a, operator, b)| operator.holds(a, b));
    let first_failing = holds.iter().position(|&holds| !holds);
    for (index, (side, a, operator, b)) in relations.into_iter().enumerate() {
        trace.step(|| {
            let decides = first_failing.is_none_or(|failing| failing == index);
            let a = BoxEdge { side, at: a.into() };
            let b = BoxEdge { side: side.opposite(), at: b.into() };
            MethodStep::CompareEdges(CompareEdges { a, operator, b, holds: holds[index], decides })
        });
    }
    first_failing.is_none()
}
