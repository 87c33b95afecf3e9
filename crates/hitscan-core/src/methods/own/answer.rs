//! What a program answers for a pair, read from a line of text or of JSON.

use std::fmt;

use hitscan_geom::{Fraction, Side, Sides};
use serde_json::Value;

/// The longest number that is read; a longer one is no answer.
const MOST_DIGITS: usize = 20;

/// The decimals of a time that count; more decide nothing.
const MOST_DECIMALS: u32 = 18;

/// No time is greater than this; a greater one is no answer.
const MOST_UNITS: u128 = 1 << 64;

/// A line that a program writes for a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Its answer.
    Answer(OwnAnswer),
    /// `?`: it does not know such pairs.
    Unknown,
}

/// An answer. What it does not say is not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnAnswer {
    /// Whether the two meet.
    pub says: Says,
    /// Where the first runs into the second.
    pub sides: Option<ClaimedSides>,
    /// When they first meet: along the laser, or in the frame.
    pub t: Option<Fraction>,
}

/// Whether two shapes meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Says {
    /// They meet.
    Hit,
    /// They do not.
    Miss,
    /// They touch, and no more.
    Touch,
}

/// Where one shape runs into the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimedSides {
    /// On these sides.
    Sides(Sides),
    /// At a corner, whichever.
    Corner,
    /// Nowhere: it starts inside.
    Inside,
}

impl Says {
    /// The word: `hit`, `miss`, `touch`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Miss => "miss",
            Self::Touch => "touch",
        }
    }

    /// Whether it claims that they have a point in common.
    #[must_use]
    pub const fn is_contact(self) -> bool {
        matches!(self, Self::Hit | Self::Touch)
    }

    fn parse(word: &str) -> Option<Self> {
        let is = |words: &[&str]| words.iter().any(|known| word.eq_ignore_ascii_case(known));
        if is(&["hit", "yes", "true", "1"]) {
            Some(Self::Hit)
        } else if is(&["miss", "no", "false", "0"]) {
            Some(Self::Miss)
        } else if is(&["touch"]) {
            Some(Self::Touch)
        } else {
            None
        }
    }
}

/// `hit left 2/3`: what the program would print.
impl fmt::Display for OwnAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.says.word())?;
        if let Some(sides) = self.sides {
            write!(f, " {sides}")?;
        }
        self.t.map_or(Ok(()), |t| write!(f, " {t}"))
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer(answer) => answer.fmt(f),
            Self::Unknown => f.write_str("?"),
        }
    }
}

impl Reply {
    /// Reads a line of text: a word, then sides, then a time, as
    /// `hit left 2/3`, in any case. `None` for any other line.
    ///
    /// ```
    /// use hitscan_core::methods::{Reply, Says};
    /// let Some(Reply::Answer(answer)) = Reply::from_text("HIT left 0.5") else { panic!() };
    /// assert_eq!(answer.says, Says::Hit);
    /// assert_eq!(answer.t.map(|t| t.to_string()).as_deref(), Some("1/2"));
    /// assert_eq!(Reply::from_text("Result: True"), None);
    /// ```
    #[must_use]
    pub fn from_text(line: &str) -> Option<Self> {
        let mut words = line.split_ascii_whitespace().peekable();
        let first = words.next()?;
        if first == "?" {
            return words.next().is_none().then_some(Self::Unknown);
        }
        let says = Says::parse(first)?;
        let mut sides = None;
        while let Some(word) = words.peek() {
            let Some(claimed) = ClaimedSides::parse(word) else { break };
            sides = Some(match sides {
                None => claimed,
                Some(before) => ClaimedSides::and(before, claimed)?,
            });
            words.next();
        }
        let t = match words.next() {
            Some(word) => Some(number(word)?),
            None => None,
        };
        words.next().is_none().then_some(Self::Answer(OwnAnswer { says, sides, t }))
    }

    /// Reads a line of JSON, as `hitscan query` writes them: `relation`, else
    /// `hit`; `direction`, else `sides`; `t`, of a list the first; all of
    /// `frame.swept` instead if that is there. `None` for any other line, and for
    /// one with another `id` than `id`.
    #[must_use]
    pub fn from_json(line: &str, id: &str) -> Option<Self> {
        let answer: Value = serde_json::from_str(line).ok()?;
        if answer.get("id")?.as_str()? != id {
            return None;
        }
        let swept = answer.get("frame").and_then(|frame| frame.get("swept"));
        let of = swept.unwrap_or(&answer);
        let says = match (of.get("outcome"), of.get("relation"), of.get("hit")) {
            (Some(word), ..) | (None, Some(word), _) => says_of_token(word.as_str()?)?,
            (None, None, Some(Value::Bool(true))) => Says::Hit,
            (None, None, Some(Value::Bool(false))) => Says::Miss,
            (None, None, _) => return None,
        };
        let sides = of.get("direction").or_else(|| of.get("sides")).and_then(Value::as_array);
        let t = match of.get("t") {
            Some(Value::Array(both)) => both.first(),
            one => one,
        };
        let t = match t {
            Some(Value::String(text)) => Some(number(text)?),
            Some(Value::Number(value)) => Some(number(&value.to_string())?),
            Some(_) => return None,
            None => None,
        };
        Some(Self::Answer(OwnAnswer { says, sides: sides.and_then(|list| of_list(list)), t }))
    }
}

/// What a relation, or the outcome of a frame, claims.
fn says_of_token(token: &str) -> Option<Says> {
    Some(match token {
        "disjoint" | "miss" => Says::Miss,
        "touches" | "graze" => Says::Touch,
        "crosses" | "overlaps" | "within" | "contains" | "equals" | "hit" | "overlap" => Says::Hit,
        _ => return None,
    })
}

/// The sides in a list; none if it is empty, or names no side of a box.
fn of_list(list: &[Value]) -> Option<ClaimedSides> {
    let mut all = list.iter().map(|side| side.as_str().and_then(ClaimedSides::parse));
    let first = all.next()??;
    all.try_fold(first, |before, side| ClaimedSides::and(before, side?))
}

impl ClaimedSides {
    fn parse(word: &str) -> Option<Self> {
        if word.eq_ignore_ascii_case("corner") {
            return Some(Self::Corner);
        }
        if word.eq_ignore_ascii_case("inside") {
            return Some(Self::Inside);
        }
        let side = Side::ALL.into_iter().find(|side| word.eq_ignore_ascii_case(side.token()))?;
        Some(Self::Sides(side.into()))
    }

    /// Both together; none if that makes no sense.
    fn and(before: Self, more: Self) -> Option<Self> {
        match (before, more) {
            (Self::Sides(sides), Self::Sides(more)) => {
                Some(Self::Sides(more.iter().fold(sides, Sides::with)))
            }
            // `corner left top`, `left top corner`.
            (Self::Corner, Self::Sides(sides)) | (Self::Sides(sides), Self::Corner) => {
                Some(Self::Sides(sides))
            }
            _ => None,
        }
    }
}

/// `left`, `left top`, `corner`, `inside`.
impl fmt::Display for ClaimedSides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sides(sides) => {
                let tokens: Vec<_> = sides.iter().map(Side::token).collect();
                f.write_str(&tokens.join(" "))
            }
            Self::Corner => f.write_str("corner"),
            Self::Inside => f.write_str("inside"),
        }
    }
}

/// A fraction of whole numbers, or a decimal with or without an exponent. Of a
/// decimal, 18 places count.
fn number(text: &str) -> Option<Fraction> {
    if let Some((over, under)) = text.split_once('/') {
        return Fraction::new(whole(over)?, whole(under)?);
    }
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (units, places) = digits.split_once('.').unwrap_or((digits, ""));
    let value = whole(&format!("{units}{places}"))?;
    let decimals = i32::try_from(places.len()).ok()?.checked_sub(exponent)?;
    let power = |by: u32| 10_i128.checked_pow(by);
    match u32::try_from(decimals) {
        Ok(decimals @ 0..=MOST_DECIMALS) => Fraction::new(value, power(decimals)?),
        Ok(decimals) => {
            // What is smaller than the last place is 0.
            let kept = power(decimals - MOST_DECIMALS).map_or(0, |by| value / by);
            Fraction::new(kept, power(MOST_DECIMALS)?)
        }
        Err(_) => {
            let value = value.checked_mul(power(decimals.unsigned_abs())?)?;
            (value.unsigned_abs() <= MOST_UNITS).then(|| Fraction::new(value, 1)).flatten()
        }
    }
}

fn whole(digits: &str) -> Option<i128> {
    (digits.len() <= MOST_DIGITS).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &str) -> Option<(Says, Option<ClaimedSides>, Option<String>)> {
        match Reply::from_text(line)? {
            Reply::Answer(OwnAnswer { says, sides, t }) => {
                Some((says, sides, t.map(|t| t.to_string())))
            }
            Reply::Unknown => None,
        }
    }

    #[test]
    fn words_are_read_in_any_case() {
        for word in ["hit", "YES", "True", "1"] {
            assert_eq!(text(word), Some((Says::Hit, None, None)), "{word}");
        }
        for word in ["miss", "No", "FALSE", "0"] {
            assert_eq!(text(word), Some((Says::Miss, None, None)), "{word}");
        }
        assert_eq!(text("touch"), Some((Says::Touch, None, None)));
        assert_eq!(Reply::from_text("?"), Some(Reply::Unknown));
    }

    #[test]
    fn sides_and_a_time_may_follow() {
        let left_top = Some(ClaimedSides::Sides(Sides::from(Side::Left).with(Side::Top)));
        let half = Some("1/2".to_owned());
        assert_eq!(text("hit left top 0.5"), Some((Says::Hit, left_top, half.clone())));
        assert_eq!(text("hit top left"), Some((Says::Hit, left_top, None)));
        assert_eq!(text("hit corner left top 5e-1"), Some((Says::Hit, left_top, half)));
        assert_eq!(
            text("hit inside 0"),
            Some((Says::Hit, Some(ClaimedSides::Inside), Some("0".to_owned())))
        );
        assert_eq!(text("hit 2/3"), Some((Says::Hit, None, Some("2/3".to_owned()))));
    }

    #[test]
    fn other_lines_are_no_answers() {
        for line in [
            "",
            "Result: True",
            "hit!",
            "hit left left left x",
            "hit 1/0",
            "hit 0.5 left",
            "? ?",
            "hit inside left",
            "yes no",
            "hit 1e9999999999",
            "2",
        ] {
            assert_eq!(Reply::from_text(line), None, "{line:?}");
        }
    }

    #[test]
    fn json_is_read_as_queries_answer() {
        let json = |line| Reply::from_json(line, "7");
        let hit = |says, sides, t| Some(Reply::Answer(OwnAnswer { says, sides, t }));
        let left = Some(ClaimedSides::Sides(Side::Left.into()));
        let half = Fraction::new(1, 2);
        assert_eq!(json(r#"{"id":"7","hit":true}"#), hit(Says::Hit, None, None));
        assert_eq!(
            json(
                r#"{"id":"7","relation":"touches","hit":true,"direction":["left"],"t":["1/2","1"]}"#
            ),
            hit(Says::Touch, left, half)
        );
        let frame = r#"{"id":"7","relation":"disjoint","frame":{"swept":{"outcome":"hit","sides":["left"],"t":"1/2"}}}"#;
        assert_eq!(json(frame), hit(Says::Hit, left, half));
        for line in [r#"{"id":"8","hit":true}"#, r#"{"hit":true}"#, r#"{"id":"7"}"#, "hit", "7"] {
            assert_eq!(json(line), None, "{line}");
        }
    }
}
