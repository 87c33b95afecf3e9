//! Why a program's answer differs from the exact one: the sentences.

use super::number::apart;
use super::reason::surrounds;
use crate::methods::{Cause, Judgement, KnownAnswer, Likeness, OwnAnswer, OwnPair, Reason};
use hitscan_geom::{Shape, ShapeKind};

/// The names of the two shapes, as examples are saved: boxes A and B, lasers L
/// and M, polygons P and Q.
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
        OwnPair::Still(a, b) => [of(a.kind())[0], of(b.kind())[0]],
    }
}

/// Why an answer for a pair differs, in a sentence; the two are named as in saved
/// examples.
#[must_use]
pub fn own_cause(pair: OwnPair<'_>, cause: Cause) -> String {
    own_cause_of(pair, names(pair), cause)
}

/// The same, with the names of the two.
#[must_use]
pub fn own_cause_of(pair: OwnPair<'_>, [a, b]: [&str; 2], cause: Cause) -> String {
    match cause {
        Cause::Crash => crash_sentence(""),
        Cause::Unsteady => REMEMBERS.to_owned(),
        Cause::Method(reason) => of_reason(pair, [a, b], reason),
        Cause::WrongSide => match pair.truth().sides {
            Some(sides) => format!("{a} comes in by {sides}."),
            None => format!("{a} comes in by no side."),
        },
        Cause::WrongTime => match pair.truth().t {
            Some(t) => format!("the side is right; t is {t}."),
            None => "there is no time.".to_owned(),
        },
        Cause::BoundsOnly => "their bounding boxes meet; they do not.".to_owned(),
        Cause::NoCornerInside => {
            "they cross, yet no end or corner of one lies in the other.".to_owned()
        }
        Cause::Plain => "nothing is special about this pair.".to_owned(),
    }
}

/// What is asked about a program that is not steady.
const REMEMBERS: &str = "does it remember the lines before?";

/// `it crashed: out of range.`, with the last line that it wrote on its standard
/// error, if there is one.
#[must_use]
pub fn crash_sentence(last: &str) -> String {
    match last.trim_end_matches('.') {
        "" => "it crashed.".to_owned(),
        last => format!("it crashed: {last}."),
    }
}

/// `hit first, then miss: does it remember the lines before?`
#[must_use]
pub fn unsteady_sentence(first: &OwnAnswer, then: Option<&OwnAnswer>) -> String {
    let then = then.map_or_else(|| "nothing".to_owned(), OwnAnswer::to_string);
    format!("{first} first, then {then}: {REMEMBERS}")
}

/// `wrong: inside-unseen`.
#[must_use]
pub fn own_judgement(judgement: Judgement) -> String {
    let agreement = judgement.agreement.token();
    let code = judgement.cause.map(|cause| format!(": {}", cause.code()));
    format!("{agreement}{}", code.unwrap_or_default())
}

/// `It answers like edges on all 10027 pairs.`
#[must_use]
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
        (Reason::Rounding, _) => "single precision rounds to this answer.".to_owned(),
        (Reason::CornerTie, _) => "both sides at once; it names one.".to_owned(),
        (Reason::Tunnelled, _) => format!("{a} is past {b} at the end of the frame."),
        (Reason::Flush, _) => format!("{a} slides along {b}; nothing is hit."),
        (reason, _) => super::in_general(reason).replace("{a}", a).replace("{b}", b),
    }
}
