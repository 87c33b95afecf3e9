//! Enums as tokens: `FromStr` parses what `Display` writes.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::broad_phase::BroadPhase;
use super::{Approach, Axis, Direction, Location, Origin, Relation, ShapeKind, Side, Sides, Swept};

/// A text that is not a token of the type.
///
/// ```
/// use hitscan_geom::Side;
/// let error = "front".parse::<Side>().expect_err("no side");
/// assert_eq!(error.to_string(), "not one of left, top, right, bottom");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordError {
    expected: &'static [&'static str],
}

impl fmt::Display for WordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not one of {}", self.expected.join(", "))
    }
}

impl Error for WordError {}

macro_rules! words {
    ($($type:ident),+) => {$(
        /// The type's [`token`](Self::token).
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.token())
            }
        }

        /// Parses the `Display` format.
        impl FromStr for $type {
            type Err = WordError;
            fn from_str(text: &str) -> Result<Self, WordError> {
                const WORDS: [&str; $type::ALL.len()] = {
                    let mut words = [""; $type::ALL.len()];
                    let mut at = 0;
                    while at < words.len() {
                        words[at] = $type::ALL[at].token();
                        at += 1;
                    }
                    words
                };
                let known = Self::ALL.into_iter().find(|each| each.token() == text);
                known.ok_or(WordError { expected: &WORDS })
            }
        }
    )+};
}

words!(Approach, Axis, BroadPhase, Location, Origin, Relation, ShapeKind, Side);

/// Parses the `Display` format: the empty text, a side, or sides joined by `+`.
///
/// ```
/// use hitscan_geom::{Side, Sides};
/// assert_eq!("left+top".parse(), Ok(Sides::from(Side::Top).with(Side::Left)));
/// assert!("left+left".parse::<Sides>().is_err());
/// ```
impl FromStr for Sides {
    type Err = WordError;
    fn from_str(text: &str) -> Result<Self, WordError> {
        if text.is_empty() {
            return Ok(Self::NONE);
        }
        let sides = text.split('+').map(str::parse).collect::<Result<Self, WordError>>()?;
        let expected = &["left", "top", "right", "bottom", "left+top", "..."];
        // The canonical form only: each side once, in their order.
        if sides.to_string() == text { Ok(sides) } else { Err(WordError { expected }) }
    }
}

/// Parses the `Display` format.
///
/// ```
/// use hitscan_geom::Direction;
/// assert_eq!("edge-2+3".parse(), Ok(Direction::Edges(2, Some(3))));
/// assert!("edge-3+2".parse::<Direction>().is_err());
/// ```
impl FromStr for Direction {
    type Err = WordError;
    fn from_str(text: &str) -> Result<Self, WordError> {
        let expected = &["none", "inside", "from-left", "left", "left+top", "edge-2", "..."];
        Self::parse(text).ok_or(WordError { expected })
    }
}

/// Only the token: `miss`, `graze`, `overlap`, `hit`.
impl<T: Copy> fmt::Display for Swept<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.token())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads_back<T: fmt::Display + FromStr<Err = WordError> + PartialEq + fmt::Debug>(
        each: impl IntoIterator<Item = T>,
    ) {
        for one in each {
            assert_eq!(one.to_string().parse(), Ok(one));
        }
        assert!("Left".parse::<T>().is_err());
    }

    #[test]
    fn every_token_reads_back() {
        reads_back(Approach::ALL);
        reads_back(Axis::ALL);
        reads_back(BroadPhase::ALL);
        reads_back(Location::ALL);
        reads_back(Origin::ALL);
        reads_back(Relation::ALL);
        reads_back(ShapeKind::ALL);
        reads_back(Side::ALL);
        let corner = Sides::from(Side::Right).with(Side::Bottom);
        reads_back([Sides::NONE, Side::Top.into(), corner]);
        let edges = [Direction::Edges(0, None), Direction::Edges(2, Some(11))];
        let others = [Direction::Corner(3), Direction::None, Direction::Inside];
        reads_back(edges.into_iter().chain(others));
        reads_back([Direction::Sides(corner), Direction::Approach(Approach::OnLine)]);
    }

    #[test]
    fn an_error_lists_the_words() {
        let error = "top-right".parse::<Origin>().expect_err("no origin");
        assert_eq!(error.to_string(), "not one of top-left, center, bottom-center");
        for text in ["left+right+", "+", "top+left", "left+left", "left + top"] {
            assert!(text.parse::<Sides>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_token_is_padded_to_the_requested_width() {
        assert_eq!(format!("{:>6}|{:<5}", Side::Left, Axis::X), "  left|x    ");
        assert_eq!(Swept::<crate::Fraction>::Miss.to_string(), "miss");
    }
}
