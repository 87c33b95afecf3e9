//! Why a program's answer differs from the exact one: the sentences.

use super::number::diagonal;
use crate::methods::{Cause, OwnPair, Reason};
use hitscan_geom::{Milli, Shape, ShapeKind};

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

/// Why an answer for a pair differs, in a sentence.
#[must_use]
pub fn own_cause(pair: OwnPair<'_>, cause: Cause) -> String {
    let [a, b] = names(pair);
    match cause {
        Cause::Crash => "it crashed.".to_owned(),
        Cause::Unsteady => "does it remember the lines before?".to_owned(),
        Cause::Method(reason) => of_reason(pair, reason),
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
    .replace("{b}", b)
}

fn of_reason(pair: OwnPair<'_>, reason: Reason) -> String {
    let [a, b] = names(pair);
    match (reason, pair) {
        (Reason::CollinearApart, OwnPair::Still(first, second)) => {
            let gap = first.gap_to(second);
            let positive = |length: Milli| length.max(Milli::ZERO);
            let apart = diagonal(positive(gap.x), positive(gap.y));
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
            let ((a_min, a_max), (b_min, b_max)) = (first.bounds(), second.bounds());
            let holds = a_min.x <= b_min.x
                && a_min.y <= b_min.y
                && a_max.x >= b_max.x
                && a_max.y >= b_max.y;
            let [inner, outer] = if holds { [b, a] } else { [a, b] };
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
