//! `predict-corner`: the axis along which one box is about to run into another, judged by how deep
//! it would be after the move.
//!
//! Formula: from the **start** of the frame, with b at rest and a moved by v; n = |centre distance|
//! after the move, per axis; s = half the summed sizes; a hit if n ≤ s on both axes; depth p = s −
//! n. If at the start the distance exceeds s on *both* axes (the corner region): `corner` when p.x
//! = p.y, `corner-left-right` when p.x > p.y, `corner-top-bottom` when p.x < p.y. Otherwise
//! `top-bottom` when p.x > p.y, else `left-right`.
//!
//! Source: 矩形同士の当たり判定(角もあるよ!). The labels are the source's own: those of the corner branch are
//! swapped compared with those of the edge branch (p.x > p.y means that x was entered *earlier*, so
//! the face that is hit is in y). The article itself says that it seems to hold only at 45°.
//!
//! Blind spots: `tunnelled`, `flush`, `square-overlap`, `labels-swapped`, and in the edge branch,
//! which takes the shallower axis, `axis-guess`.

use crate::methods::row::{
    AnswerKeys, ArticleSource, Construction, FunctionPair, Hypothesis, ListedWhen, MethodQuestion,
    MethodRow, Reading, ReadingLabel, ResponseTiming, SideTest, Truth, WhyLayout,
};
use crate::methods::scalar::{Exact, Point, Rectangle, Scalar};
use crate::methods::{MethodInput, MethodStep, Named, Reason, SideClaim};
use hitscan_geom::{Axis, Moving, Trace};

pub(super) static ROW: MethodRow = MethodRow {
    id: "predict-corner",
    source: Some(ArticleSource {
        title: "矩形同士の当たり判定(角もあるよ!)",
        functions: &[("Hit()", FunctionPair::Boxes)],
        remarks: &[
            "HIT starts as FALSE and is set to TRUE; the code shown never sets it back. This page takes it as FALSE at each test.",
        ],
        misprints: &[],
    }),
    shown: ListedWhen::Always,
    question: MethodQuestion::FromWhichSide(SideTest {
        claim: predict_corner::<Exact, ()>,
        explained: predict_corner::<Exact, Vec<MethodStep>>,
        normals: None,
        timing: Some(ResponseTiming::BeforeMotion),
        keys: AnswerKeys::Label("label"),
        sentences: &[],
        hypotheses: &[
            Hypothesis {
                about: "corner label, the center passes b's in no axis",
                truth: Truth::AlwaysWrongDiagonally,
                covers: |pair, claim| is_corner_label(claim) && !passes_a_centre(pair),
            },
            Hypothesis {
                about: "corner label, the center passes b's in an axis",
                truth: Truth::Either,
                covers: |pair, claim| is_corner_label(claim) && passes_a_centre(pair),
            },
            Hypothesis {
                about: "edge label, its axis overlaps at the start",
                truth: Truth::AlwaysWrong,
                covers: |pair, claim| edge_label_gap(pair, claim).is_some_and(|gap| gap < 0),
            },
            Hypothesis {
                about: "edge label, its axis touches at the start",
                truth: Truth::Either,
                covers: |pair, claim| edge_label_gap(pair, claim) == Some(0),
            },
            Hypothesis {
                about: "edge label, its axis is apart at the start",
                truth: Truth::NeverWrong,
                covers: |pair, claim| edge_label_gap(pair, claim).is_some_and(|gap| gap > 0),
            },
        ],
    }),
    reasons: &[
        Reason::Touching,
        Reason::Tunnelled,
        Reason::Flush,
        Reason::CornerTie,
        Reason::SquareOverlap,
        Reason::LabelsSwapped,
        Reason::AxisGuess,
    ],
    layout: WhyLayout::Depths,
    construction: Construction::CentrePath,
    reading: None,
};

const NOTHING: SideClaim = label("none", Named::Nothing, Reason::Tunnelled);
const CORNER: SideClaim = label("corner", Named::Corner, Reason::SquareOverlap);
const CORNER_LEFT_RIGHT: SideClaim =
    label("corner-left-right", Named::Axis(Axis::X), Reason::LabelsSwapped);
const CORNER_TOP_BOTTOM: SideClaim =
    label("corner-top-bottom", Named::Axis(Axis::Y), Reason::LabelsSwapped);
const LEFT_RIGHT: SideClaim = label("left-right", Named::Axis(Axis::X), Reason::AxisGuess);
const TOP_BOTTOM: SideClaim = label("top-bottom", Named::Axis(Axis::Y), Reason::AxisGuess);

const fn label(label: &'static str, named: Named, if_wrong: Reason) -> SideClaim {
    SideClaim { named, label, code: None, if_wrong }
}

fn predict_corner<S: Scalar, T: Trace<MethodStep>>(
    a: &Moving,
    b: &Moving,
    trace: &mut T,
) -> SideClaim {
    with::<S, T>(a, b, Rectangle::half_sizes, Flag::Reset, trace)
}

/// The value of the flag `HIT` before the test.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flag {
    Reset,
    Set,
}

fn with<S: Scalar, T: Trace<MethodStep>>(
    a: &Moving,
    b: &Moving,
    half_sizes: fn(&Rectangle<S>, &Rectangle<S>) -> Point<S>,
    flag: Flag,
    trace: &mut T,
) -> SideClaim {
    let motion = a.motion_relative_to(b);
    let v = Point { x: S::length(motion.x), y: S::length(motion.y) };
    let before = MethodInput::default().rectangle::<S>(&a.start());
    // If the moved box is out of range, it is past everything.
    if flag == Flag::Reset && a.start().min().checked_add(motion).is_none() {
        return NOTHING;
    }
    let after = Rectangle { x: before.x + v.x, y: before.y + v.y, ..before };
    let still = MethodInput::default().rectangle::<S>(&b.start());
    let s = half_sizes(&before, &still);
    let (start, n) = (before.distance(&still), after.distance(&still));
    let corner_region = start.x > s.x && start.y > s.y;
    let hit = n.x <= s.x && n.y <= s.y;
    trace.step(|| MethodStep::CornerRegion {
        distance: start.show(),
        half_sizes: s.show(),
        inside: corner_region,
    });
    trace.step(|| MethodStep::AfterMove {
        velocity: v.show(),
        distance: n.show(),
        half_sizes: s.show(),
        meet: hit,
    });
    if !hit && flag == Flag::Reset {
        return NOTHING;
    }
    let p = Point { x: s.x - n.x, y: s.y - n.y };
    let claim = match (corner_region, p.x > p.y) {
        (true, _) if p.x == p.y => CORNER,
        (true, true) => CORNER_LEFT_RIGHT,
        (true, false) => CORNER_TOP_BOTTOM,
        (false, true) => TOP_BOTTOM,
        (false, false) => LEFT_RIGHT,
    };
    trace.step(|| MethodStep::Depths { depth: p.show(), claim });
    claim
}

/// With `int` as the type of every number; the article does not state a type.
pub(super) static INT: MethodRow = MethodRow {
    id: "predict-corner-int",
    source: ROW.source,
    shown: ListedWhen::AsPrinted,
    question: MethodQuestion::FromWhichSide(SideTest {
        claim: in_whole_units::<()>,
        explained: in_whole_units::<Vec<MethodStep>>,
        normals: None,
        timing: None,
        keys: AnswerKeys::Label("label"),
        sentences: &[],
        hypotheses: &[],
    }),
    reasons: ROW.reasons,
    layout: WhyLayout::Depths,
    construction: Construction::CentrePath,
    reading: Some(Reading {
        of: "predict-corner",
        name: "int",
        label: ReadingLabel::Ours,
        about: &[
            "The article gives no types. This reading: int, as abs() and / 2 of C have it. Page {code}: exact halves.",
        ],
        teaches: "half a unit lost makes depths equal that are not: a corner where there is none.",
        covers: are_whole,
    }),
};

/// With the flag `HIT` left TRUE by an earlier test.
pub(super) static FLAG: MethodRow = MethodRow {
    id: "predict-corner-flag",
    source: ROW.source,
    shown: ListedWhen::AsPrinted,
    question: MethodQuestion::FromWhichSide(SideTest {
        claim: with_flag_set::<()>,
        explained: with_flag_set::<Vec<MethodStep>>,
        normals: None,
        timing: None,
        keys: AnswerKeys::Label("label"),
        sentences: &[],
        hypotheses: &[],
    }),
    reasons: &[
        Reason::Touching,
        Reason::Phantom,
        Reason::Flush,
        Reason::CornerTie,
        Reason::SquareOverlap,
        Reason::LabelsSwapped,
        Reason::AxisGuess,
    ],
    layout: WhyLayout::Depths,
    construction: Construction::CentrePath,
    reading: Some(Reading {
        of: "predict-corner",
        name: "flag",
        label: ReadingLabel::Ours,
        about: &[
            "HIT starts as FALSE and is set to TRUE; the code shown never sets it back. This reading: it is TRUE already.",
        ],
        teaches: "set a flag back before you ask again.",
        covers: |_, _| true,
    }),
};

fn with_flag_set<T: Trace<MethodStep>>(a: &Moving, b: &Moving, trace: &mut T) -> SideClaim {
    with::<Exact, T>(a, b, Rectangle::half_sizes, Flag::Set, trace)
}

fn in_whole_units<T: Trace<MethodStep>>(a: &Moving, b: &Moving, trace: &mut T) -> SideClaim {
    with::<Exact, T>(a, b, |a, b| a.half_sizes(b).rounded_down(), Flag::Reset, trace)
}

/// Whether the centres, the sizes and the motion are whole numbers of units.
fn are_whole(a: &Moving, b: &Moving) -> bool {
    const UNIT: i64 = 1000;
    let motion = a.motion_relative_to(b);
    Axis::ALL.into_iter().all(|axis| {
        let [low, high] = axis.sides();
        let is_whole = |moving: &Moving| {
            let [low, high] = [low, high].map(|side| moving.start().edge(side).wide());
            (high - low) % UNIT == 0 && (low + high) % (2 * UNIT) == 0
        };
        is_whole(a) && is_whole(b) && motion.along(axis).wide() % UNIT == 0
    })
}

fn is_corner_label(claim: SideClaim) -> bool {
    [CORNER_LEFT_RIGHT, CORNER_TOP_BOTTOM].contains(&claim)
}

/// The gap between the boxes at the start along the axis that an edge label names; negative where
/// their interiors meet.
fn edge_label_gap([a, b]: &[Moving; 2], claim: SideClaim) -> Option<i64> {
    let Named::Axis(axis) = claim.named else { return None };
    let [low, high] = axis.sides();
    let (a, b) = (&a.start(), &b.start());
    let gap =
        (b.edge(low).wide() - a.edge(high).wide()).max(a.edge(low).wide() - b.edge(high).wide());
    (!is_corner_label(claim)).then_some(gap)
}

/// Whether on some axis a's centre passes b's centre during the frame. Ending level with it
/// does not count.
fn passes_a_centre([a, b]: &[Moving; 2]) -> bool {
    Axis::ALL.iter().any(|&axis| {
        let [low, high] = axis.sides();
        let twice_the_centre =
            |moving: &Moving| moving.start().edge(low).wide() + moving.start().edge(high).wide();
        let before = twice_the_centre(a) - twice_the_centre(b);
        let after = before + 2 * a.motion_relative_to(b).along(axis).wide();
        before.signum() * after.signum() < 0
    })
}
