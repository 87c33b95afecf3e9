//! `relative-velocity`: from which side one box ran into another, judged by
//! where they are at the **end** of the frame.
//!
//! Formula: `none` unless the four inclusive edge relations hold. If `v.x` or
//! `v.y` is 0 the side follows from the sign of the other. Otherwise `r` is how
//! far a's leading corner has got past the corner of b that it would have met
//! first, and the sign of `z = cross(r, v)` picks the axis entered last.
//!
//! Source: 動的当たり判定 (`DynamicJudge`). It is written y-up and takes its `else`
//! when z = 0; on the screen that means: moving right and up → left; right and
//! down → top; left and up → bottom; left and down → right.
//!
//! Blind spots: boxes that are past each other at the end (`tunnelled`), and a
//! box that slides along another (`flush`). It never names a wrong side.

use crate::methods::placement::{Placement, area_with_thousandths, length, side_against};
use crate::methods::row::{
    AnswerKeys, Construction, Hypothesis, Layout, Names, Question, Reading, Row, Shown, SideTest,
    Source, Timing, Truth,
};
use crate::methods::{Claim, Named, Operator, Reason, Step};
use hitscan_geom::{Axis, Milli, Moving, Side, Trace, Vector};

pub(super) static ROW: Row = Row {
    id: "relative-velocity",
    source: Some(Source {
        title: "動的当たり判定",
        function: Some("DynamicJudge"),
        misprints: &[],
    }),
    shown: Shown::Always,
    question: Question::FromWhichSide(SideTest {
        claim: relative_velocity::<()>,
        explained: relative_velocity::<Vec<Step>>,
        timing: Some(Timing::AfterMotion(Names::AtTheEnd)),
        keys: AnswerKeys::Label("side"),
        sentences: &[],
        hypotheses: &[Hypothesis {
            about: "the boxes still meet at the end",
            truth: Truth::NeverWrong,
            covers: |[a, b], claim| {
                matches!(claim.named, Named::Side(_))
                    && Placement::at_end(a).meets(&Placement::at_end(b))
            },
        }],
    }),
    reasons: &[
        Reason::Touching,
        Reason::Tunnelled,
        Reason::Flush,
        Reason::CornerTie,
        Reason::NoMotion,
    ],
    layout: Layout::CornerPassed,
    construction: Construction::CornerPassed,
    reading: None,
};

const NOTHING: Claim =
    Claim { named: Named::Nothing, label: "none", code: Some(0), if_wrong: Reason::AxisGuess };
const IMPOSSIBLE: Claim =
    Claim { named: Named::NoMotion, label: "impossible", code: Some(5), ..NOTHING };

fn claim(side: Side) -> Claim {
    let code = match side {
        Side::Left => 1,
        Side::Top => 2,
        Side::Right => 3,
        Side::Bottom => 4,
    };
    Claim { named: Named::Side(side), label: side.token(), code: Some(code), ..NOTHING }
}

fn relative_velocity<T: Trace<Step>>(a: &Moving, b: &Moving, trace: &mut T) -> Claim {
    decided(a, b, Product::Cross, trace)
}

/// The product of overshoot and motion whose sign decides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Product {
    /// As the source's code has it: `cross(r, v)`.
    Cross,
    /// As its prose prints it.
    Printed,
}

fn decided<T: Trace<Step>>(a: &Moving, b: &Moving, product: Product, trace: &mut T) -> Claim {
    let v = a.motion_relative_to(b);
    let (end_a, end_b) = (Placement::at_end(a), Placement::at_end(b));
    let meet = end_a.meets(&end_b);
    trace.step(|| Step::FrameEnd { a: a.end(), b: b.end(), meet });
    if !meet {
        return NOTHING;
    }
    by(product, &end_a, &end_b, v, trace)
}

/// What the source names for boxes that meet, with this relative motion.
pub(super) fn judged<T: Trace<Step>>(
    a: &Placement,
    b: &Placement,
    v: Vector,
    trace: &mut T,
) -> Claim {
    by(Product::Cross, a, b, v, trace)
}

fn by<T: Trace<Step>>(
    product: Product,
    a: &Placement,
    b: &Placement,
    v: Vector,
    trace: &mut T,
) -> Claim {
    let named = match Axis::ALL.map(|axis| side_against(v, axis)) {
        [None, None] => IMPOSSIBLE,
        [Some(side), None] | [None, Some(side)] => claim(side),
        [Some(x), Some(y)] => return claim(entered_last(product, [a, b], v, [x, y], trace)),
    };
    trace.step(|| Step::OneAxis { velocity: v, claim: named });
    named
}

fn entered_last(
    product: Product,
    [a, b]: [&Placement; 2],
    v: Vector,
    sides: [Side; 2],
    trace: &mut impl Trace<Step>,
) -> Side {
    let r = sides.map(|side| match side {
        Side::Left | Side::Top => a.depth(b, side),
        Side::Right | Side::Bottom => -a.depth(b, side),
    });
    let [vx, vy] = [v.x.wide(), v.y.wide()];
    let z = match product {
        Product::Cross => r[0] * vy - r[1] * vx,
        Product::Printed => r[0] * vx - r[1] * vy,
    };
    // Entered for r.x/v.x and r.y/v.y of a frame: the lesser was entered last.
    // Multiplying out turns the comparison round where v.x·v.y is negative,
    // and the source's `else` takes x there at z = 0.
    let one_sign = (v.x > Milli::ZERO) == (v.y > Milli::ZERO);
    let operator = if one_sign { Operator::Less } else { Operator::GreaterOrEqual };
    let x_last = operator.holds(z, 0);
    let side = if x_last { sides[0] } else { sides[1] };
    trace.step(|| {
        let (overshoot, z) = (r.map(length), area_with_thousandths(z));
        match product {
            Product::Cross => Step::Overshoot { overshoot, velocity: v, cross: z },
            Product::Printed => Step::PrintedProduct { overshoot, velocity: v, product: z },
        }
    });
    trace.step(|| Step::LastEntered { operator, x_last, side });
    side
}

/// As the prose prints the vector, in its y-up plane, with the two components of r
/// exchanged: on the screen the product is `r.x·v.x − r.y·v.y`.
pub(super) static PRINTED: Row = Row {
    id: "relative-velocity-printed",
    source: ROW.source,
    shown: Shown::AsPrinted,
    question: Question::FromWhichSide(SideTest {
        claim: printed::<()>,
        explained: printed::<Vec<Step>>,
        timing: None,
        keys: AnswerKeys::Label("side"),
        sentences: &[],
        hypotheses: &[],
    }),
    reasons: ROW.reasons,
    layout: Layout::Steps,
    construction: Construction::CornerPassed,
    reading: Some(Reading {
        of: "relative-velocity",
        name: "printed",
        prints: "the vector r as (top1\u{a0}-\u{a0}bottom2, right1\u{a0}-\u{a0}left2), its components swapped.",
        does: "x first, then y.",
        teaches: "a vector with swapped components has another cross product.",
        covers: |_, _| true,
    }),
};

fn printed<T: Trace<Step>>(a: &Moving, b: &Moving, trace: &mut T) -> Claim {
    decided(a, b, Product::Printed, trace)
}
