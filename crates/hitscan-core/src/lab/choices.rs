//! The words that can answer a question, and when two of them mean the same sides.

use crate::methods::{Arithmetic, Method, Reason};
use hitscan_geom::{Axis, Direction, ShapeKind, Sides};

/// No side of a box is hit.
pub(super) const NO_SIDE: &str = "none";

/// The sides of a box that can be hit.
pub(super) const SIDES: [&str; 9] = [
    NO_SIDE,
    "left",
    "top",
    "right",
    "bottom",
    "left+top",
    "left+bottom",
    "top+right",
    "right+bottom",
];

/// Whether a number is above, at or below zero: the word in files, and the displayed word.
pub(super) const SIGNS: [(&str, &str); 3] =
    [("above", "above 0"), ("zero", "0"), ("below", "below 0")];

/// The plain description of a reason as one of several choices: without a story or details
/// of the pair.
pub(super) const fn plainly(reason: Reason) -> &'static str {
    match reason {
        Reason::CollinearApart => "they lie apart, in one line",
        Reason::ZeroLength => "one is a point",
        Reason::Touching => "they only touch",
        Reason::Parallel => "they are parallel",
        Reason::InsideUnseen => "one lies inside the other",
        Reason::Rounding => "a number was rounded",
        Reason::Tunnelled => "they meet between the two moments only",
        Reason::Flush => "one slides along the other",
        Reason::CornerTie => "two sides at once",
        Reason::SquareOverlap => "the depths are equal",
        Reason::LabelsSwapped => "two labels are exchanged",
        Reason::AxisGuess => "the smaller depth decides",
        Reason::NoMotion => "nothing moves",
        Reason::Phantom => "they never meet on their way",
        Reason::NoSide => "it finds no side",
        Reason::FarSide => "it names the opposite side",
        Reason::CornerGuess => "it names a corner",
        Reason::OfMethod(own) => own.sentence,
    }
}

/// The description of "the method does not differ".
pub(super) const IT_IS_RIGHT: &str = "it is right";

/// The words that a method can answer, in the order of its specification.
pub(super) fn labels(method: Method) -> &'static [&'static str] {
    if method.overlap_test().is_some() {
        &["hit", "miss"]
    } else if method == Method::RELATIVE_VELOCITY {
        &["none", "left", "top", "right", "bottom", "impossible"]
    } else if method == Method::PREDICT_CORNER {
        &["corner", "corner-left-right", "corner-top-bottom", "top-bottom", "left-right", "none"]
    } else {
        &SIDES
    }
}

/// Explains those of a method's words that could be confused.
pub(super) fn labels_note(method: Method) -> Option<&'static str> {
    if method == Method::RELATIVE_VELOCITY {
        Some("none: they do not meet at the end. impossible: they meet there, but v is 0.")
    } else if method == Method::PREDICT_CORNER {
        Some("left-right and top-bottom name two sides: it cannot tell which.")
    } else {
        None
    }
}

/// Why a method can differ for such a pair, in the order used by every format.
pub(super) fn reasons(
    method: Method,
    arithmetic: Arithmetic,
    kinds: Option<[ShapeKind; 2]>,
) -> impl Iterator<Item = &'static str> {
    let has_laser = kinds.is_none_or(|kinds| kinds.contains(&ShapeKind::Segment));
    let possible = move |reason: &Reason| match reason {
        Reason::Rounding => arithmetic == Arithmetic::F32,
        Reason::ZeroLength => has_laser && method.row().reasons.contains(reason),
        other => method.row().reasons.contains(other),
    };
    Method::reasons().into_iter().filter(possible).map(Reason::code)
}

/// What a word says about a box: its sides, or as much of them as a label tells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named<'w> {
    Sides(Sides),
    Axis(Axis),
    Corner,
    Other(&'w str),
}

impl<'w> Named<'w> {
    fn by(word: &'w str) -> Self {
        match word {
            "corner" => Self::Corner,
            "left-right" | "corner-left-right" => Self::Axis(Axis::X),
            "top-bottom" | "corner-top-bottom" => Self::Axis(Axis::Y),
            _ => match Direction::parse(word) {
                Some(Direction::Sides(sides)) => Self::Sides(sides),
                _ => Self::Other(word),
            },
        }
    }
}

/// Whether two words can mean the same sides.
pub(super) fn same_sides(one: &str, other: &str) -> bool {
    match (Named::by(one), Named::by(other)) {
        (Named::Sides(sides), Named::Axis(axis)) | (Named::Axis(axis), Named::Sides(sides)) => {
            sides.len() == 1 && sides.iter().all(|side| side.axis() == axis)
        }
        (Named::Sides(sides), Named::Corner) | (Named::Corner, Named::Sides(sides)) => {
            sides.len() == 2
        }
        (one, other) => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_means_the_sides_it_names() {
        for (one, other) in [
            ("left", "corner-left-right"),
            ("top-bottom", "bottom"),
            ("left+top", "corner"),
            ("hit", "hit"),
            ("none", "none"),
        ] {
            assert!(same_sides(one, other) && same_sides(other, one), "{one} {other}");
        }
        for (one, other) in [
            ("left", "top-bottom"),
            ("left", "corner"),
            ("left+top", "left-right"),
            ("left", "right"),
            ("none", "left"),
        ] {
            assert!(!same_sides(one, other) && !same_sides(other, one), "{one} {other}");
        }
    }
}
