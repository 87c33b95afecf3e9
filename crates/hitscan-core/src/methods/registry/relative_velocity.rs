//! `relative-velocity`: the side from which one box ran into another, judged by where they are at
//! the **end** of the frame.
//!
//! Formula: `none` unless the four inclusive edge relations hold. If `v.x` or `v.y` is 0, the
//! side follows from the sign of the other. Otherwise `r` is how far a's leading corner has
//! passed the corner of b that it would have met first, and the sign of `z = cross(r, v)` selects
//! the axis entered last.
//!
//! Source: 動的当たり判定 (`DynamicJudge`). The article's y grows upwards, and it takes the `else` branch
//! when z = 0. On the screen that means: moving right and up → left; right and down → top; left and
//! up → bottom; left and down → right.
//!
//! Blind spots: boxes that have passed through each other at the end (`tunnelled`), and a box that
//! slides along another (`flush`). It never names a wrong side.

use crate::methods::placement::{Placement, area_with_thousandths, length, side_against};
use crate::methods::row::{
    AnswerKeys, ArticleSource, Construction, FunctionPair, Hypothesis, ListedWhen, MethodQuestion,
    MethodRow, Reading, ReadingLabel, ResponseTiming, SideTest, Truth, WhyLayout,
};
use crate::methods::{MethodStep, Named, Operator, Reason, SideClaim};
use hitscan_geom::{Axis, Milli, Moving, Side, Trace, Vector};

pub(super) static ROW: MethodRow = MethodRow {
    id: "relative-velocity",
    source: Some(ArticleSource {
        title: "動的当たり判定",
        functions: &[("DynamicJudge", FunctionPair::Boxes)],
        remarks: &[
            "Its test needs top > bottom, y up. With the RECTs of a Windows screen, top < bottom, it can never hold.",
        ],
        misprints: &["It prints => for >=."],
    }),
    shown: ListedWhen::Always,
    question: MethodQuestion::FromWhichSide(SideTest {
        claim: relative_velocity::<()>,
        explained: relative_velocity::<Vec<MethodStep>>,
        normals: None,
        timing: Some(ResponseTiming::AfterMotion),
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
    layout: WhyLayout::CornerPassed,
    construction: Construction::CornerPassed,
    reading: None,
};

const NOTHING: SideClaim =
    SideClaim { named: Named::Nothing, label: "none", code: Some(0), if_wrong: Reason::AxisGuess };
/// Both sides facing the motion; the code has no number for this.
const CORNER: SideClaim =
    SideClaim { named: Named::Corner, label: "corner", code: None, ..NOTHING };
const IMPOSSIBLE: SideClaim =
    SideClaim { named: Named::NoMotion, label: "impossible", code: Some(5), ..NOTHING };

fn claim(side: Side) -> SideClaim {
    let code = match side {
        Side::Left => 1,
        Side::Top => 2,
        Side::Right => 3,
        Side::Bottom => 4,
    };
    SideClaim { named: Named::Side(side), label: side.token(), code: Some(code), ..NOTHING }
}

fn relative_velocity<T: Trace<MethodStep>>(a: &Moving, b: &Moving, trace: &mut T) -> SideClaim {
    decided(a, b, Product::Cross, trace)
}

/// The product of overshoot and motion whose sign decides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Product {
    /// As in the source's code: `cross(r, v)`.
    Cross,
    /// As printed in its prose.
    Printed,
}

fn decided<T: Trace<MethodStep>>(
    a: &Moving,
    b: &Moving,
    product: Product,
    trace: &mut T,
) -> SideClaim {
    let v = a.motion_relative_to(b);
    let Some([end_a, end_b]) = Placement::if_they_meet(a, b, trace) else { return NOTHING };
    by(product, &end_a, &end_b, v, trace)
}

/// What the source names for boxes that meet, with this relative motion.
pub(super) fn judged<T: Trace<MethodStep>>(
    a: &Placement,
    b: &Placement,
    v: Vector,
    trace: &mut T,
) -> SideClaim {
    by(Product::Cross, a, b, v, trace)
}

fn by<T: Trace<MethodStep>>(
    product: Product,
    a: &Placement,
    b: &Placement,
    v: Vector,
    trace: &mut T,
) -> SideClaim {
    let named = match Axis::ALL.map(|axis| side_against(v, axis)) {
        [None, None] => IMPOSSIBLE,
        [Some(side), None] | [None, Some(side)] => claim(side),
        [Some(x), Some(y)] => return claim(entered_last(product, [a, b], v, [x, y], trace)),
    };
    trace.step(|| MethodStep::OneAxis { velocity: v, claim: named });
    named
}

/// How far a's leading corner has passed the corner of b, and its product with the motion.
fn overshoot(
    product: Product,
    [a, b]: [&Placement; 2],
    v: Vector,
    sides: [Side; 2],
) -> ([i64; 2], i64) {
    let r = sides.map(|side| match side {
        Side::Left | Side::Top => a.depth(b, side),
        Side::Right | Side::Bottom => -a.depth(b, side),
    });
    let [vx, vy] = [v.x.wide(), v.y.wide()];
    let z = match product {
        Product::Cross => r[0] * vy - r[1] * vx,
        Product::Printed => r[0] * vx - r[1] * vy,
    };
    (r, z)
}

fn entered_last(
    product: Product,
    boxes: [&Placement; 2],
    v: Vector,
    sides: [Side; 2],
    trace: &mut impl Trace<MethodStep>,
) -> Side {
    let (r, z) = overshoot(product, boxes, v, sides);
    // The axes were entered r.x/v.x and r.y/v.y of a frame ago; the smaller one was entered last.
    // Multiplying out reverses the comparison if v.x·v.y is negative, and the source's `else` then
    // takes x at z = 0.
    let one_sign = (v.x > Milli::ZERO) == (v.y > Milli::ZERO);
    let operator = if one_sign { Operator::Less } else { Operator::GreaterOrEqual };
    let x_last = operator.holds(z, 0);
    let side = if x_last { sides[0] } else { sides[1] };
    trace.step(|| {
        let (overshoot, z) = (r.map(length), area_with_thousandths(z));
        match product {
            Product::Cross => MethodStep::Overshoot { overshoot, velocity: v, cross: z },
            Product::Printed => MethodStep::PrintedProduct { overshoot, velocity: v, product: z },
        }
    });
    trace.step(|| MethodStep::LastEntered { operator, x_last, side });
    side
}

/// A reading of the code that differs from it only in its claim.
const fn reading(
    id: &'static str,
    claim: fn(&Moving, &Moving, &mut ()) -> SideClaim,
    explained: fn(&Moving, &Moving, &mut Vec<MethodStep>) -> SideClaim,
    reasons: &'static [Reason],
    reading: Reading,
) -> MethodRow {
    MethodRow {
        id,
        source: ROW.source,
        shown: ListedWhen::AsPrinted,
        question: MethodQuestion::FromWhichSide(SideTest {
            claim,
            explained,
            normals: None,
            timing: None,
            keys: AnswerKeys::Label("side"),
            sentences: &[],
            hypotheses: &[],
        }),
        reasons,
        layout: WhyLayout::CornerPassed,
        construction: Construction::CornerPassed,
        reading: Some(reading),
    }
}

/// With r and v both written y first. This flips the sign of every product, and the article's turn
/// directions with it; the only answer that changes is that for z = 0.
pub(super) static PROSE: MethodRow = reading(
    "relative-velocity-prose",
    prose::<()>,
    prose::<Vec<MethodStep>>,
    &[Reason::Touching, Reason::Tunnelled, Reason::Flush, Reason::NoMotion],
    Reading {
        of: "relative-velocity",
        name: "prose",
        label: ReadingLabel::Prose,
        about: &[
            "its prose: r is (top1\u{a0}-\u{a0}bottom2, right1\u{a0}-\u{a0}left2), y first. With v y first, too, its turns are right.",
            "its prose: ちょうど角にぶつかった事になる, it hit exactly the corner, where v has the direction of r.",
            "its code: both x first; its else answers there.",
        ],
        teaches: "the code agrees with its prose everywhere but at the corner.",
        covers: |_, _| true,
    },
);

fn prose<T: Trace<MethodStep>>(a: &Moving, b: &Moving, trace: &mut T) -> SideClaim {
    let v = a.motion_relative_to(b);
    let of_code = decided(a, b, Product::Cross, trace);
    let [end_a, end_b] = [a, b].map(Placement::at_end);
    match Axis::ALL.map(|axis| side_against(v, axis)) {
        [Some(x), Some(y)]
            if end_a.meets(&end_b)
                && overshoot(Product::Cross, [&end_a, &end_b], v, [x, y]).1 == 0 =>
        {
            CORNER
        }
        _ => of_code,
    }
}

/// With the boxes in screen coordinates, where top is less than bottom: the article's overlap test,
/// written for y upwards, then never holds.
pub(super) static RECT: MethodRow = reading(
    "relative-velocity-rect",
    rect::<()>,
    rect::<Vec<MethodStep>>,
    &[Reason::AS_PRINTED],
    Reading {
        of: "relative-velocity",
        name: "rect",
        label: ReadingLabel::Ours,
        about: &[
            "its code: rect1.top => rect2.bottom, with RECT, a type of Windows.",
            "Its test needs top > bottom, y up. With the RECTs of a Windows screen, top < bottom, it can never hold.",
        ],
        teaches: "know which way y grows before you copy a test.",
        covers: |_, _| true,
    },
);

fn rect<T: Trace<MethodStep>>(_: &Moving, _: &Moving, _: &mut T) -> SideClaim {
    SideClaim { if_wrong: Reason::AS_PRINTED, ..NOTHING }
}

/// With the vector as the prose prints it, in its y-up plane, with the two components of r
/// exchanged: on the screen the product is `r.x·v.x − r.y·v.y`.
pub(super) static PRINTED: MethodRow = reading(
    "relative-velocity-printed",
    printed::<()>,
    printed::<Vec<MethodStep>>,
    ROW.reasons,
    Reading {
        of: "relative-velocity",
        name: "printed",
        label: ReadingLabel::Ours,
        about: &[
            "r as printed, (top1\u{a0}-\u{a0}bottom2, right1\u{a0}-\u{a0}left2), with v as in the code: our mixture.",
            "its code: both x first. its prose: both y first, page {prose}.",
        ],
        teaches: "two vectors are compared in one order of components.",
        covers: |_, _| true,
    },
);

fn printed<T: Trace<MethodStep>>(a: &Moving, b: &Moving, trace: &mut T) -> SideClaim {
    decided(a, b, Product::Printed, trace)
}
