//! A program's answer for a pair, parsed from a line of text or of JSON.

use std::fmt;

use crate::methods::Named;
use hitscan_geom::{Fraction, Side, Sides};
use serde_json::Value;

/// The most digits that are parsed; a longer number makes the line invalid.
const MOST_DIGITS: usize = 20;

/// The most decimals of a time that count; further ones are ignored.
const MOST_DECIMALS: usize = 18;

/// The most digits of a decimal that are shown.
const MOST_DIGITS_SHOWN: usize = 9;

/// The greatest time; a greater one makes the line invalid.
const MOST_UNITS: u128 = 1 << 64;

/// A line that a program writes in reply to a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnReply {
    /// Its answer.
    Answer(OwnAnswer),
    /// `?`: the program does not handle such pairs.
    Unknown,
}

/// An answer. Parts that it leaves out are not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnAnswer {
    /// Whether the two meet.
    pub says: Says,
    /// Where the first runs into the second.
    pub sides: Option<ClaimedSides>,
    /// When they first meet: as a share of the laser or of the frame.
    pub t: Option<SaidTime>,
}

/// A time, together with its notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SaidTime {
    /// The time.
    pub value: Fraction,
    /// Whether it is written as a decimal rather than as a fraction.
    is_decimal: bool,
}

/// Whether two shapes meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Says {
    /// They meet.
    Hit,
    /// They do not meet.
    Miss,
    /// They touch, and do no more.
    Touch,
}

/// Where one shape runs into the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimedSides {
    /// On these sides.
    Sides(Sides),
    /// At a corner, without saying which.
    Corner,
    /// Nowhere: it starts inside.
    Inside,
}

impl OwnAnswer {
    /// What it names on the second box of a frame.
    pub(super) fn named(&self) -> Option<Named> {
        let claimed = match self.sides {
            _ if !self.says.is_contact() => return Some(Named::Nothing),
            None => return Some(Named::Meets),
            Some(claimed) => claimed,
        };
        match claimed {
            ClaimedSides::Corner => Some(Named::Corner),
            ClaimedSides::Inside => None,
            ClaimedSides::Sides(sides) => Some(named(sides)),
        }
    }

    /// Whether a side method that names `named` says the same.
    pub(super) fn is_like(&self, named: Named) -> bool {
        let claimed = match (self.says.is_contact(), self.sides) {
            (is_contact, _) if is_contact == (named == Named::Nothing) => return false,
            (false, _) | (true, None) => return true,
            (true, Some(claimed)) => claimed,
        };
        match (named, claimed) {
            (Named::Side(side), ClaimedSides::Sides(sides)) => sides == Sides::from(side),
            (Named::Axis(axis), ClaimedSides::Sides(sides)) => {
                sides.iter().all(|side| side.axis() == axis)
            }
            (Named::Corner, ClaimedSides::Sides(sides)) => sides.len() == 2,
            (Named::Sides(named), ClaimedSides::Sides(sides)) => named == sides,
            (Named::Corner | Named::Sides(_), ClaimedSides::Corner) => true,
            _ => false,
        }
    }
}

/// One side, both sides of an axis, or a corner.
fn named(sides: Sides) -> Named {
    let mut all = sides.iter();
    match (all.next(), all.next(), all.next()) {
        (Some(side), None, _) => Named::Side(side),
        (Some(one), Some(other), None) if one.opposite() == other => Named::Axis(one.axis()),
        _ => Named::Sides(sides),
    }
}

impl Says {
    /// The word: `hit`, `miss`, `touch`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Miss => "miss",
            Self::Touch => "touch",
        }
    }

    /// Whether it claims a common point.
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

/// `hit left 2/3`, as the program would print it.
impl fmt::Display for OwnAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.says.word())?;
        if let Some(sides) = self.sides {
            write!(f, " {sides}")?;
        }
        self.t.map_or(Ok(()), |t| write!(f, " {t}"))
    }
}

impl fmt::Display for OwnReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer(answer) => answer.fmt(f),
            Self::Unknown => f.write_str("?"),
        }
    }
}

impl OwnReply {
    /// Parses a line of text: a word, then sides, then a time, as in `hit left 2/3`, in any case.
    /// `None` for any other line.
    ///
    /// ```
    /// use hitscan_core::methods::{OwnReply, Says};
    /// let Some(OwnReply::Answer(answer)) = OwnReply::from_text("HIT left 0.5") else { panic!() };
    /// assert_eq!(answer.says, Says::Hit);
    /// assert_eq!(answer.t.map(|t| t.to_string()).as_deref(), Some("0.5"));
    /// assert_eq!(OwnReply::from_text("Result: True"), None);
    /// ```
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
            Some(word) => Some(SaidTime::parse(word)?),
            None => None,
        };
        words.next().is_none().then_some(Self::Answer(OwnAnswer { says, sides, t }))
    }

    /// Parses a line of JSON in the format of `hitscan query`: `relation`, or else `hit`;
    /// `direction`, or else `sides`; `t`, or its first element if it is a list. If `frame.swept`
    /// exists, everything is read from there. `None` for any other line, and for a line whose `id`
    /// is not `id`.
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
            Some(Value::String(text)) => Some(SaidTime::parse(text)?),
            Some(Value::Number(value)) => Some(SaidTime::parse(&value.to_string())?),
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

/// The sides in a list; `None` if it is empty or contains anything but sides of a box.
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

    /// Combines the two; `None` for combinations that make no sense.
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

impl SaidTime {
    /// Parses a fraction of whole numbers, or a decimal with or without an exponent. Of a decimal,
    /// 18 places count.
    fn parse(text: &str) -> Option<Self> {
        if let Some((over, under)) = text.split_once('/') {
            return Fraction::new(whole(over)?, whole(under)?).map(Self::from);
        }
        let (digits, exponent) = match text.split_once(['e', 'E']) {
            Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let value = decimal(digits, exponent)?;
        Some(Self { value, is_decimal: true })
    }

    /// The decimal truncated to a few digits: it shows what the program wrote, without rounding.
    fn cut_decimal(self) -> String {
        let parts = power(MOST_DECIMALS).unwrap_or(1);
        // Every parsed decimal is a whole number of these parts.
        let scaled = self.value.numerator().abs().saturating_mul(parts / self.value.denominator());
        let (units, rest) = (scaled / parts, scaled % parts);
        let places = format!("{rest:0MOST_DECIMALS$}");
        let zeros = places.len() - places.trim_start_matches('0').len();
        let kept = match units {
            // Show a few digits even of tiny numbers.
            0 if zeros >= MOST_DIGITS_SHOWN => (zeros + 3).min(MOST_DECIMALS),
            0 => MOST_DIGITS_SHOWN,
            units => MOST_DIGITS_SHOWN.saturating_sub(units.to_string().len()),
        };
        let places = places[..kept].trim_end_matches('0');
        let sign = if self.value.numerator() < 0 { "-" } else { "" };
        let point = if places.is_empty() { "" } else { "." };
        format!("{sign}{units}{point}{places}")
    }
}

impl From<Fraction> for SaidTime {
    fn from(value: Fraction) -> Self {
        Self { value, is_decimal: false }
    }
}

/// As the program wrote it: `2/3`, `0.333333343`.
impl fmt::Display for SaidTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_decimal { f.write_str(&self.cut_decimal()) } else { self.value.fmt(f) }
    }
}

fn decimal(digits: &str, exponent: i32) -> Option<Fraction> {
    let (units, places) = digits.split_once('.').unwrap_or((digits, ""));
    if units.len() > MOST_DIGITS || !places.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let places = &places[..places.len().min(MOST_DECIMALS)];
    let value: i128 = format!("{units}{places}").parse().ok()?;
    let decimals = i32::try_from(places.len()).ok()?.checked_sub(exponent)?;
    match usize::try_from(decimals) {
        Ok(decimals @ 0..=MOST_DECIMALS) => Fraction::new(value, power(decimals)?),
        Ok(decimals) => {
            // Digits beyond the last place are dropped.
            let kept = power(decimals - MOST_DECIMALS).map_or(0, |by| value / by);
            Fraction::new(kept, power(MOST_DECIMALS)?)
        }
        Err(_) => {
            let by = power(usize::try_from(decimals.unsigned_abs()).ok()?)?;
            let value = value.checked_mul(by)?;
            (value.unsigned_abs() <= MOST_UNITS).then(|| Fraction::new(value, 1)).flatten()
        }
    }
}

fn power(exponent: usize) -> Option<i128> {
    10_i128.checked_pow(u32::try_from(exponent).ok()?)
}

fn whole(digits: &str) -> Option<i128> {
    (digits.len() <= MOST_DIGITS).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &str) -> Option<(Says, Option<ClaimedSides>, Option<String>)> {
        match OwnReply::from_text(line)? {
            OwnReply::Answer(OwnAnswer { says, sides, t }) => {
                Some((says, sides, t.map(|t| t.to_string())))
            }
            OwnReply::Unknown => None,
        }
    }

    #[test]
    fn words_parse_in_any_case() {
        for word in ["hit", "YES", "True", "1"] {
            assert_eq!(text(word), Some((Says::Hit, None, None)), "{word}");
        }
        for word in ["miss", "No", "FALSE", "0"] {
            assert_eq!(text(word), Some((Says::Miss, None, None)), "{word}");
        }
        assert_eq!(text("touch"), Some((Says::Touch, None, None)));
        assert_eq!(OwnReply::from_text("?"), Some(OwnReply::Unknown));
    }

    #[test]
    fn sides_and_a_time_may_follow() {
        let left_top = Some(ClaimedSides::Sides(Sides::from(Side::Left).with(Side::Top)));
        let half = Some("0.5".to_owned());
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
    fn a_time_is_shown_as_written_in_nine_digits() {
        let times = "1/3 as 1/3; 2/6 as 1/3; 0.3333333432674408 as 0.333333343; \
            0.99999999999 as 0.999999999; 0.50 as 0.5; 1 as 1; -0.25 as -0.25; \
            12345.678901234 as 12345.6789; 1.5e-10 as 0.00000000015; \
            0.33333333333333331482961625624739 as 0.333333333; 12345678901 as 12345678901";
        for (said, shown) in times.split("; ").map(|time| time.split_once(" as ").expect(time)) {
            let (.., t) = text(&format!("hit {said}")).expect("an answer");
            assert_eq!(t.as_deref(), Some(shown), "{said}");
        }
    }

    #[test]
    fn other_lines_are_not_answers() {
        let lines = "; Result: True; hit!; hit left left left x; hit 1/0; hit 0.5 left; ? ?; \
            hit inside left; yes no; hit 1e9999999999; hit 0.5.5; hit 0.-5; 2";
        for line in lines.split("; ") {
            assert_eq!(OwnReply::from_text(line), None, "{line:?}");
        }
    }

    #[test]
    fn json_parses_in_the_format_of_queries() {
        let json = |line| OwnReply::from_json(line, "7");
        let hit = |says, sides, t| Some(OwnReply::Answer(OwnAnswer { says, sides, t }));
        let left = Some(ClaimedSides::Sides(Side::Left.into()));
        let half = Fraction::new(1, 2).map(SaidTime::from);
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
