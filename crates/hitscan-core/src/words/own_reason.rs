//! The sentences about why a program's answer differs from the exact one.

use super::method_reason::surrounds;
use super::number::{apart, decimal, with_zero};
use crate::methods::{
    Agreement, Cause, ClaimedSides, Judgement, JudgingRules, KnownAnswer, Likeness, Meets,
    OwnAnswer, OwnPair, OwnTruth, Reason, Says,
};
use hitscan_geom::{Aabb, Axis, Fraction, Milli, Relation, Shape, ShapeKind, Side, Swept, relate};

/// The names of the two shapes in saved examples: boxes A and B, lasers L and M, polygons P and Q.
fn names(pair: OwnPair<'_>) -> [&'static str; 2] {
    const fn of(kind: ShapeKind) -> [&'static str; 2] {
        match kind {
            ShapeKind::Box => ["A", "B"],
            ShapeKind::Segment => ["L", "M"],
            ShapeKind::Polygon => ["P", "Q"],
        }
    }
    match pair {
        OwnPair::Frame(..) => ["A", "B"],
        OwnPair::Still(a, b) if a.kind() == b.kind() => of(a.kind()),
        OwnPair::Still(a, b) | OwnPair::Point(a, b) => [of(a.kind())[0], of(b.kind())[0]],
    }
}

/// Why an answer about a pair differs, in a sentence; the two have the names of saved examples.
pub fn own_cause(pair: OwnPair<'_>, cause: Cause) -> String {
    own_cause_of(pair, names(pair), cause)
}

/// [`own_cause`] with the names of the two.
pub fn own_cause_of(pair: OwnPair<'_>, [a, b]: [&str; 2], cause: Cause) -> String {
    match cause {
        Cause::Method(reason) => of_reason(pair, [a, b], reason),
        Cause::Contact(must) => must_be(must),
        cause => in_general_of(cause).to_owned(),
    }
}

/// What there is to say about a pair whose answer is wrong: the side or the time, or how the two
/// lie. It describes the pair, and is no reason.
pub fn own_fact(pair: OwnPair<'_>, answer: &OwnAnswer) -> Option<String> {
    own_fact_of(pair, names(pair), answer)
}

/// [`own_fact`] with the names of the two.
pub fn own_fact_of(pair: OwnPair<'_>, names: [&str; 2], answer: &OwnAnswer) -> Option<String> {
    let truth = pair.truth();
    let meet = matches!(truth.meets, Meets::Truly | Meets::Before | Meets::Touching);
    if !meet || !answer.says.is_contact() {
        return special(pair, names);
    }
    let judged = pair.judge(&OwnAnswer { t: None, ..*answer }, JudgingRules::default());
    if judged.agreement == Agreement::Wrong && answer.sides.is_some() {
        return Some(sides(&truth, answer));
    }
    time(&truth, answer).or_else(|| special(pair, names))
}

/// The general sentence for a cause, for any pair and any answer.
pub const fn in_general_of(cause: Cause) -> &'static str {
    match cause {
        Cause::Crash => "it crashed.",
        Cause::Unsteady => REMEMBERS,
        Cause::StartSide => "they overlap at the start; there is no side to name.",
        Cause::StartEdge => "the laser begins on an edge; it may count as inside.",
        Cause::Contact(_) => "they only touch, and there is a rule for that.",
        Cause::Method(reason) => super::in_general(reason),
    }
}

/// `they only touch: under strict that must be miss.`
fn must_be(must: Says) -> String {
    let rule = if must.is_contact() { "inclusive" } else { "strict" };
    format!("they only touch: under {rule} that must be {}.", must.word())
}

/// `it names top; they meet at left and bottom.`
fn sides(truth: &OwnTruth, answer: &OwnAnswer) -> String {
    let all = |sides: hitscan_geom::Sides| {
        let tokens: Vec<_> = sides.iter().map(Side::token).collect();
        tokens.join(" and ")
    };
    let named = match answer.sides {
        Some(ClaimedSides::Sides(sides)) => format!("it names {}", all(sides)),
        Some(ClaimedSides::Corner) => "it names a corner".to_owned(),
        Some(ClaimedSides::Inside) => "it says inside".to_owned(),
        None => "it names no side".to_owned(),
    };
    match truth.sides {
        Some(ClaimedSides::Sides(sides)) => format!("{named}; they meet at {}.", all(sides)),
        Some(ClaimedSides::Inside) => format!("{named}; the laser starts inside."),
        Some(ClaimedSides::Corner) | None => format!("{named}; they meet elsewhere."),
    }
}

/// `the side is right; it says 0.5, t is 1/3 ~0.33333.`
fn time(truth: &OwnTruth, answer: &OwnAnswer) -> Option<String> {
    let right = if answer.sides.is_some() { "the side is right; " } else { "" };
    let (said, t) = (answer.t?, truth.t?);
    Some(format!("{right}it says {said}, t is {}.", with_decimals(t)))
}

/// `1/3 ~0.33333`, `1`.
fn with_decimals(t: Fraction) -> String {
    if t.denominator() == 1 {
        return t.to_string();
    }
    format!("{t} ~{}", with_zero(&decimal(t, 5)))
}

/// The exact answer about a pair, limited to the parts that a program gives: `hit left
/// 1/3 ~0.33333`.
pub fn truth_as_said(truth: &OwnTruth, answer: &OwnAnswer) -> String {
    let exact = truth.as_said_by(answer);
    let word = OwnAnswer { t: None, ..exact }.to_string();
    match exact.t {
        Some(t) => format!("{word} {}", with_decimals(t.value)),
        None => word,
    }
}

/// The question about a program whose answers vary.
const REMEMBERS: &str = "does it remember the lines before?";

/// `it crashed: out of range.`, with the last line that it wrote to standard error, if any.
pub fn crash_sentence(last: &str) -> String {
    match last.trim_end_matches('.') {
        "" => in_general_of(Cause::Crash).to_owned(),
        last => format!("it crashed: {last}."),
    }
}

/// `hit first, then miss: does it remember the lines before?`
pub fn unsteady_sentence(first: &OwnAnswer, then: Option<&OwnAnswer>) -> String {
    let then = then.map_or_else(|| "nothing".to_owned(), OwnAnswer::to_string);
    format!("{first} first, then {then}: {REMEMBERS}")
}

/// `wrong: inside-unseen`.
pub fn own_judgement(judgement: Judgement) -> String {
    let agreement = judgement.agreement.token();
    let code = judgement.cause.map(|cause| format!(": {}", cause.code()));
    format!("{agreement}{}", code.unwrap_or_default())
}

/// `It answers like edges on all 10027 pairs.`
pub fn likeness_sentence(likeness: &Likeness) -> String {
    let Likeness { known, alike, like_the_truth, pairs } = likeness;
    let name = known.name();
    match known {
        KnownAnswer::Truth if alike == pairs => format!("It is right on all {pairs} pairs."),
        KnownAnswer::Truth => format!("It is right on {alike} of {pairs} pairs."),
        _ if alike == pairs => format!("It answers like {name} on all {pairs} pairs."),
        _ => format!(
            "It answers like {name} on {alike} of {pairs} pairs, like the truth on {like_the_truth}."
        ),
    }
}

/// The classical mistakes that a program's answers are compared with, and what they look at.
pub(super) const LIKENESSES: [(&str, &str); 11] = [
    ("half-a", "only A's ends are compared with B's line"),
    ("half-b", "only B's ends are compared with A's line"),
    (
        "parametric",
        "both places on the two lines must lie between 0 and 1; parallel lasers never meet",
    ),
    ("edges-or-inside", "an edge must cross the other, or a vertex must lie in it"),
    ("ends-in", "an end or a vertex of one must lie in the other"),
    ("corners-b-in", "only B's corners are looked for in A"),
    ("corners-a-in", "only A's corners are looked for in B"),
    ("x-only", "only x is compared"),
    ("y-only", "only y is compared"),
    ("in-line", "a laser in one line with an edge is a hit, wherever on it"),
    ("swept-bounds", "the boxes around the two ways are compared"),
];

/// `parametric: both places on the two lines must lie between 0 and 1; parallel lasers never meet.`
pub fn likeness_meaning(likeness: &Likeness) -> Option<String> {
    let KnownAnswer::Mistake(mistake, _) = likeness.known else { return None };
    let (name, text) = LIKENESSES.into_iter().find(|(name, _)| *name == mistake.name())?;
    Some(format!("{name}: {text}."))
}

fn of_reason(pair: OwnPair<'_>, [a, b]: [&str; 2], reason: Reason) -> String {
    match (reason, pair) {
        (Reason::CollinearApart, OwnPair::Still(first, second)) => {
            let apart = apart(first, second);
            let is_polygon = |shape: &Shape| shape.kind() == ShapeKind::Polygon;
            match (first.kind(), second.kind()) {
                (ShapeKind::Segment, ShapeKind::Segment) => {
                    format!("they lie in one line, {apart} apart.")
                }
                _ if is_polygon(first) || is_polygon(second) => {
                    format!("an edge lies in one line with {b}.")
                }
                (ShapeKind::Segment, _) => {
                    format!("an edge lies in one line with {a}, {apart} apart.")
                }
                _ => format!("an edge lies in one line with {b}, {apart} apart."),
            }
        }
        (Reason::InsideUnseen, OwnPair::Still(first, second)) => {
            let [inner, outer] = if surrounds(first, second) { [b, a] } else { [a, b] };
            format!("{inner} lies inside {outer} and meets no edge.")
        }
        (Reason::ZeroLength, _) => "a point has no direction.".to_owned(),
        (Reason::Touching, _) => "they only touch.".to_owned(),
        (Reason::Parallel, _) => "they lie in one line and overlap.".to_owned(),
        (Reason::CornerTie, _) => "both sides at once; it names one.".to_owned(),
        (Reason::Tunnelled, OwnPair::Frame(first, second)) => {
            if meet(&first.end(), &second.end()) {
                "they meet on the way, and at the end they only touch.".to_owned()
            } else {
                format!("{a} is past {b} at the end of the frame.")
            }
        }
        (Reason::Flush, _) => format!("{a} slides along {b}; nothing is hit."),
        (reason, _) => super::in_general(reason).replace("{a}", a).replace("{b}", b),
    }
}

fn meet(a: &Aabb, b: &Aabb) -> bool {
    a.left() <= b.right() && b.left() <= a.right() && a.top() <= b.bottom() && b.top() <= a.bottom()
}

/// A sentence about the pair, if there is anything special about it.
pub(super) fn special(pair: OwnPair<'_>, names: [&str; 2]) -> Option<String> {
    let truth = pair.truth();
    match (pair, truth.meets) {
        (OwnPair::Point(region, point), Meets::Apart) if is_level(region, point) => {
            Some(format!("{} is level with a vertex.", names[1]))
        }
        (_, Meets::Apart) => one_range_is_shared(pair),
        (OwnPair::Point(region, point), _) if is_level(region, point) => {
            Some(format!("{} is level with a vertex.", names[1]))
        }
        (OwnPair::Point(..), _) => Some(format!("{} lies inside {}.", names[1], names[0])),
        (OwnPair::Still(a, b), _) => how_they_lie([a, b], names),
        (OwnPair::Frame(..), _) => match truth.swept? {
            Swept::Hit { t: Fraction::ZERO, .. } => {
                Some("they touch as the frame begins, and go on into each other.".to_owned())
            }
            Swept::Hit { sides, .. } if sides.len() == 2 => {
                Some("they meet at a corner.".to_owned())
            }
            _ => None,
        },
    }
}

/// Whether a vertex of a polygon lies on the horizontal line through a point.
fn is_level(region: &Shape, point: &Shape) -> bool {
    let (at, _) = point.bounds();
    region.kind() == ShapeKind::Polygon && region.vertices().iter().any(|v| v.y == at.y)
}

/// `the range in x is shared, in y apart by 1.`
fn one_range_is_shared(pair: OwnPair<'_>) -> Option<String> {
    let gap = pair.gap()?;
    let gaps = Axis::ALL.map(|axis| gap.along(axis));
    let (shared, apart) = match gaps.map(|gap| gap > Milli::ZERO) {
        [false, true] => (Axis::X, Axis::Y),
        [true, false] => (Axis::Y, Axis::X),
        [true, true] | [false, false] => return None,
    };
    let by = if apart == Axis::X { gaps[0] } else { gaps[1] };
    let (shared, apart) = (shared.token(), apart.token());
    Some(format!("the range in {shared} is shared, in {apart} apart by {by}."))
}

fn how_they_lie([a, b]: [&Shape; 2], names: [&str; 2]) -> Option<String> {
    let point = [a, b]
        .into_iter()
        .zip(names)
        .find(|(shape, _)| matches!(shape, Shape::Segment(laser) if laser.is_point()));
    if let Some((_, name)) = point {
        return Some(format!("{name} is a point."));
    }
    let inside = |[inner, outer]: [&str; 2]| format!("{inner} lies inside {outer}.");
    let is_laser = |shape: &Shape| matches!(shape, Shape::Segment(_));
    match relate(a, b).relation {
        Relation::Equals => Some("the two are equal.".to_owned()),
        // `Within` refers to the laser, whichever comes first in the pair.
        Relation::Within if is_laser(b) => Some(inside([names[1], names[0]])),
        Relation::Within => Some(inside(names)),
        Relation::Contains => Some(inside([names[1], names[0]])),
        Relation::Disjoint | Relation::Touches | Relation::Crosses | Relation::Overlaps => None,
    }
}
