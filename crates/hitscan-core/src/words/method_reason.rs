//! The sentences about whether a method agrees with the exact answer, and why it differs. Those about
//! a program of the user are in `own_reason`.

use super::number::apart;
use super::verdict::{entries, entry_text, other_axis, written_order};
use crate::methods::{Agreement, Arithmetic, BoundaryRule, Cause, Method, Reason, Verdict};
use crate::world::{Participant, TestResult};
use hitscan_geom::{Axis, Moving, Shape, Sides, Swept, relate, swept};

/// The word shown for a yes or no.
pub const fn hit_word(hit: bool) -> &'static str {
    if hit { TestResult::Hit.word() } else { TestResult::Miss.word() }
}

/// `wrong: inside-unseen`, `convention: touching`, `agrees`.
pub fn agreement(found: Agreement, reason: Option<Reason>) -> String {
    match reason {
        Some(reason) => format!("{}: {}", found.token(), reason.code()),
        None => found.token().to_owned(),
    }
}

/// Why an overlap test differs from the relation.
pub fn overlap_reason(a: &Participant, b: &Participant, verdict: &Verdict) -> Option<String> {
    let (x, y) = written_order(a, b);
    Some(match verdict.reason? {
        Reason::CollinearApart if verdict.method == Method::EDGES => in_line_with_an_edge(x, y),
        Reason::ZeroLength if verdict.method == Method::EDGES => {
            let point = if matches!(x.shape, Shape::Segment(_)) { x } else { y };
            let apart = apart(&x.shape, &y.shape);
            format!(
                "{} is a point, in line with an edge, {apart} apart: all products with it are 0.",
                point.name
            )
        }
        Reason::Touching if verdict.method == Method::EVEN_ODD => {
            let point = if matches!(x.shape, Shape::Segment(_)) { x } else { y };
            format!(
                "{} lies on a right or lower edge; this test counts left and upper ones only.",
                point.name
            )
        }
        Reason::CollinearApart => {
            let apart = apart(&x.shape, &y.shape);
            format!("all products are 0; they lie in one line, {apart} apart.")
        }
        Reason::Rounding if verdict.edges.is_some() && exactly_the_same_word(x, y, *verdict) => {
            let rounded = verdict.arithmetic.token();
            format!("{rounded} made {} of other edges.", hit_word(verdict.hit))
        }
        Reason::Rounding => {
            let (says, exact) = (hit_word(verdict.hit), hit_word(!verdict.hit));
            format!("{} made {exact} into {says}.", verdict.arithmetic.token())
        }
        Reason::InsideUnseen => {
            let (inner, outer) = if surrounds(&x.shape, &y.shape) { (y, x) } else { (x, y) };
            let edges = if verdict.edges.is_some() { "the four edges" } else { "the edges" };
            format!(
                "{} lies inside {} and meets no edge; this method tests only {edges}.",
                inner.name, outer.name
            )
        }
        reason => sentence(reason, x, y),
    })
}

/// Whether the exact form of the method gives the same word, possibly for other edges.
fn exactly_the_same_word(x: &Participant, y: &Participant, verdict: Verdict) -> bool {
    let meeting = relate(&x.shape, &y.shape);
    let method = verdict.method;
    let mut all = method.verdicts(&x.shape, &y.shape, &meeting, BoundaryRule::Source);
    all.any(|other| other.arithmetic == Arithmetic::Exact && other.hit == verdict.hit)
}

/// The sentence for a hit by an edge that is merely collinear with something.
fn in_line_with_an_edge(x: &Participant, y: &Participant) -> String {
    let with = if matches!(x.shape, Shape::Segment(_)) { x.name.as_str() } else { "another" };
    // The bounds of polygons may meet although they are apart on that line.
    let polygon = [x, y].iter().any(|party| matches!(party.shape, Shape::Polygon(_)));
    let apart = if polygon { String::new() } else { apart(&x.shape, &y.shape) + " " };
    format!("an edge lies in one line with {with}, {apart}apart: all its products are 0.")
}

/// Whether the bounds of the first contain those of the second.
pub(super) fn surrounds(first: &Shape, second: &Shape) -> bool {
    let ((a_min, a_max), (b_min, b_max)) = (first.bounds(), second.bounds());
    a_min.x <= b_min.x && a_min.y <= b_min.y && a_max.x >= b_max.x && a_max.y >= b_max.y
}

/// What the author of a side method says about motions like this one, if the method is not
/// meant for them.
pub(super) fn outside_its_domain(method: Method, [a, b]: &[Moving; 2]) -> Option<&'static str> {
    let v = a.motion_relative_to(b);
    let is_diagonal = v.x.wide().abs() == v.y.wide().abs();
    (method.as_coded() == Method::PREDICT_CORNER && !is_diagonal)
        .then_some("Its author: it seems to work well only at 45 degrees (っぽいです).")
}

/// Why a side method differs from `swept`, for this motion of `a` and `b`.
pub fn side_reason(
    a: &Participant,
    b: &Participant,
    frame: &[Moving; 2],
    method: Method,
    reason: Reason,
) -> String {
    if let Some(own) = own_sentence(method, reason) {
        return with_names(own, a, b);
    }
    let (x, y) = (&a.name, &b.name);
    let sides = match swept(&frame[0], &frame[1]) {
        Swept::Hit { sides, .. } => sides,
        _ => Sides::NONE,
    };
    let side = sides.iter().next();
    let last = side.map_or(Axis::X, hitscan_geom::Side::axis);
    let entered = |axis| entry_text(entries(frame), axis);
    let side = side.map_or("no side", hitscan_geom::Side::token);
    match reason {
        Reason::Tunnelled => {
            format!("{x} was past {y} at the end, and only the end is looked at.")
        }
        Reason::Flush => format!("{x} slides along {y}; nothing was hit."),
        Reason::Touching => format!("{x} only touches {y} in passing; nothing was hit."),
        Reason::SquareOverlap => {
            format!("equal depth is a corner only at 45 degrees from outside; {side} came last.")
        }
        Reason::LabelsSwapped => {
            let first = other_axis(last);
            let (first_t, t) = (entered(first), entered(last));
            let (first, last) = (first.token(), last.token());
            format!(
                "it names {first}, entered first ({first_t}); the face hit is entered last: \
                 {last}, {t}."
            )
        }
        Reason::AxisGuess => {
            let t = entered(last);
            format!("it takes the shallower axis; the last entered was {}, {t}.", last.token())
        }
        reason => sentence(reason, a, b),
    }
}

/// Why an answer about two objects with these names differs, in a row of a narrow panel where the
/// reason allows it. `hit` is the axis of the side that is hit.
pub fn reason_in_a_row(cause: Cause, [x, y]: [&str; 2], hit: Option<Axis>) -> String {
    let brief = match cause {
        Cause::Crash => "The program crashed here.",
        Cause::Unsteady => "Asked again, it says otherwise.",
        Cause::StartSide => "They overlap from the start.",
        Cause::StartEdge => "The laser begins on an edge.",
        Cause::Contact(_) => "They only touch.",
        Cause::Method(reason) => match reason {
            Reason::CollinearApart => "They are in one line, apart.",
            Reason::ZeroLength => "A point has no direction.",
            Reason::Touching => "They only touch.",
            Reason::Parallel => "They are parallel.",
            Reason::InsideUnseen => "One lies inside the other.",
            Reason::Rounding => "Rounding changed the answer.",
            Reason::Tunnelled => "They are apart at the end.",
            Reason::Flush => "One slides along the other.",
            Reason::CornerTie => "It names one of two sides.",
            Reason::SquareOverlap => "Equal depth, but one side hit.",
            Reason::LabelsSwapped => {
                let (named, last) = match hit {
                    Some(axis) => (other_axis(axis).token(), axis.token()),
                    None => return "It names the other axis.".to_owned(),
                };
                return format!("It names {named}; the hit is on {last}.");
            }
            Reason::AxisGuess => "It takes the shallower axis.",
            Reason::NoMotion => "They do not move.",
            Reason::Phantom => "Nothing is hit.",
            Reason::NoSide => "They hit; it finds no side.",
            Reason::FarSide => "It names the opposite side.",
            Reason::CornerGuess => "One side hit; it says corner.",
            Reason::OfMethod(own) => {
                return capitalised(own.sentence.replace("{a}", x).replace("{b}", y));
            }
        },
    };
    brief.to_owned()
}

/// Whether the sentence of a reason starts with a name or with `f32` or `f64`, which are not capitalized.
fn begins_with_name(method: Method, reason: Reason) -> bool {
    if let Some(own) = own_sentence(method, reason) {
        return own.starts_with('{');
    }
    match reason {
        Reason::InsideUnseen | Reason::Rounding | Reason::Tunnelled | Reason::Flush => true,
        // Among the other reasons, only one specific to a method can.
        reason => in_general(reason).starts_with('{'),
    }
}

/// The sentence of a reason on its own: it starts with a capital letter.
pub fn sentence_of_reason(told: String, method: Method, reason: Reason) -> String {
    if begins_with_name(method, reason) { told } else { capitalised(told) }
}

pub(super) fn capitalised(mut sentence: String) -> String {
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

/// A method's own sentence for a reason.
fn own_sentence(method: Method, reason: Reason) -> Option<&'static str> {
    let own = method.side_test()?.sentences.iter().find(|(of, _)| *of == reason)?;
    Some(own.1)
}

/// A sentence with the names of the pair.
fn sentence(reason: Reason, a: &Participant, b: &Participant) -> String {
    with_names(in_general(reason), a, b)
}

fn with_names(template: &str, a: &Participant, b: &Participant) -> String {
    template.replace("{a}", a.name.as_str()).replace("{b}", b.name.as_str())
}

/// The general sentence for a reason, for any pair `{a}` and `{b}`.
pub const fn in_general(reason: Reason) -> &'static str {
    match reason {
        Reason::CollinearApart => "all products are 0, yet the two lie apart in one line.",
        Reason::ZeroLength => {
            "a point has no direction: on the line of another, every product is 0."
        }
        Reason::Touching => "they only touch, and this comparison is strict.",
        Reason::Parallel => "they lie in one line: every product is 0, and it wants less than 0.",
        Reason::InsideUnseen => "one lies inside the other and meets no edge.",
        Reason::Rounding => "f32 or f64 rounds to another answer.",
        Reason::Tunnelled => "they passed each other, and only the end is looked at.",
        Reason::Flush => "one slides along the other and hits nothing.",
        Reason::CornerTie => "both sides at once; it names one.",
        Reason::SquareOverlap => "equal depth is a corner only at 45 degrees from outside.",
        Reason::LabelsSwapped => "it names the axis that was entered first.",
        Reason::AxisGuess => "it takes the axis of the smaller overlap.",
        Reason::NoMotion => "v is 0; there is no side to name.",
        Reason::Phantom => "they never meet; only the path it tries runs into the other.",
        Reason::NoSide => "they hit, but it finds no side.",
        Reason::FarSide => "it names the side opposite to the one that was hit.",
        Reason::CornerGuess => "one side was hit, and it names a corner.",
        Reason::OfMethod(own) => own.sentence,
    }
}
