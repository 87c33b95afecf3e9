//! Judging whether a program's answer agrees with the exact one, and finding the cause if
//! it does not.

use std::str::FromStr;

use super::answer::{ClaimedSides, OwnAnswer, Says};
use super::reasons::Cause;
use super::truth::{Meets, OwnPair, OwnTruth};
use crate::methods::agreement::against_swept;
use crate::methods::{Agreement, Reason, SideClaim};
use hitscan_geom::{Fraction, Swept};

/// The judgement of one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// How it compares with the exact answer.
    pub agreement: Agreement,
    /// Why it differs, if it does by convention, or breaks the rule about touching.
    pub cause: Option<Cause>,
}

impl Judgement {
    const AGREES: Self = Self { agreement: Agreement::Agrees, cause: None };

    /// Wrong. What is wrong with the program cannot be seen in one pair: experiments show it.
    const WRONG: Self = Self { agreement: Agreement::Wrong, cause: None };

    const fn convention(cause: Cause) -> Self {
        Self { agreement: Agreement::Convention, cause: Some(cause) }
    }

    const fn is_wrong(&self) -> bool {
        matches!(self.agreement, Agreement::Wrong)
    }
}

impl OwnPair<'_> {
    /// Judges an answer. Parts that it leaves out are not judged: a side or a time counts only if
    /// the program names one and the pair has one.
    pub fn judge(self, answer: &OwnAnswer, rules: JudgingRules) -> Judgement {
        self.judge_by(&self.truth(), answer, rules)
    }

    /// [`judge`](Self::judge), for a truth that is already known.
    pub fn judge_by(self, truth: &OwnTruth, answer: &OwnAnswer, rules: JudgingRules) -> Judgement {
        let word = of_word(answer.says, truth, rules.contact);
        if word == Agreement::Wrong {
            let must = rules.contact.must_say().filter(|_| truth.meets == Meets::Touching);
            return Judgement { cause: must.map(Cause::Contact), ..Judgement::WRONG };
        }
        let side = of_sides(answer, truth);
        let time = of_time(answer, truth, rules.tolerance);
        if let Some(wrong) = [side, time].into_iter().find(Judgement::is_wrong) {
            return wrong;
        }
        if word == Agreement::Convention {
            return Judgement::convention(Cause::of_convention(truth));
        }
        side
    }
}

/// Judges only the yes or no.
fn of_word(says: Says, truth: &OwnTruth, contact: ContactRule) -> Agreement {
    let wrong_if = |wrong| if wrong { Agreement::Wrong } else { Agreement::Agrees };
    match (truth.meets, says) {
        (Meets::Apart, says) => wrong_if(says.is_contact()),
        (Meets::Touching, Says::Touch) => Agreement::Agrees,
        (Meets::Touching, says) => match contact.must_say() {
            Some(must) => wrong_if(says != must),
            None if truth.is_hit == says.is_contact() => Agreement::Agrees,
            None => Agreement::Convention,
        },
        (Meets::Truly, Says::Miss) if truth.is_parallel && contact == ContactRule::Any => {
            Agreement::Convention
        }
        (Meets::Before | Meets::Truly, says) => wrong_if(says != Says::Hit),
    }
}

/// Judges the sides that an answer names.
fn of_sides(answer: &OwnAnswer, truth: &OwnTruth) -> Judgement {
    let Some(claimed) = answer.sides.filter(|_| answer.says.is_contact()) else {
        return Judgement::AGREES;
    };
    if let Some(swept) = &truth.swept {
        return of_sides_in_frame(answer, swept);
    }
    match truth.sides {
        Some(exact) if is_one_of(exact, claimed) => {
            Judgement::convention(Cause::Method(Reason::CornerTie))
        }
        Some(ClaimedSides::Sides(_))
            if claimed == ClaimedSides::Inside && truth.t == Some(Fraction::ZERO) =>
        {
            Judgement::convention(Cause::StartEdge)
        }
        Some(exact) if !is_same(exact, claimed) => Judgement::WRONG,
        Some(_) | None => Judgement::AGREES,
    }
}

/// Judges the sides that an answer names for a frame, like those of a side method.
fn of_sides_in_frame(answer: &OwnAnswer, swept: &Swept) -> Judgement {
    let Some(named) = answer.named() else {
        // The answer says that they overlap at the start.
        return match swept {
            Swept::Hit { .. } => Judgement::WRONG,
            Swept::Miss | Swept::Graze { .. } | Swept::Overlap { .. } => Judgement::AGREES,
        };
    };
    match swept {
        Swept::Overlap { .. } => Judgement::convention(Cause::StartSide),
        Swept::Graze { flush: Some(axis), .. } if named.axes() != [*axis] => Judgement::WRONG,
        Swept::Miss | Swept::Graze { .. } => Judgement::AGREES,
        Swept::Hit { .. } => match against_swept(SideClaim::of(named, ""), swept) {
            (Agreement::Wrong, _) => Judgement::WRONG,
            (agreement, reason) => Judgement { agreement, cause: reason.map(Cause::Method) },
        },
    }
}

fn of_time(answer: &OwnAnswer, truth: &OwnTruth, tolerance: Tolerance) -> Judgement {
    match (answer.t, truth.t) {
        (Some(said), Some(exact))
            if answer.says.is_contact() && !tolerance.covers(said.value, exact) =>
        {
            Judgement::WRONG
        }
        _ => Judgement::AGREES,
    }
}

pub(super) fn is_same(exact: ClaimedSides, claimed: ClaimedSides) -> bool {
    match (exact, claimed) {
        (ClaimedSides::Sides(sides), ClaimedSides::Corner) => sides.len() == 2,
        _ => exact == claimed,
    }
}

/// Whether it names one of the two sides of a corner.
fn is_one_of(exact: ClaimedSides, claimed: ClaimedSides) -> bool {
    match (exact, claimed) {
        (ClaimedSides::Sides(exact), ClaimedSides::Sides(claimed)) => {
            exact.len() == 2
                && claimed.len() == 1
                && claimed.iter().all(|side| exact.contains(side))
        }
        _ => false,
    }
}

/// The rules for judging answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct JudgingRules {
    /// Whether touching counts as meeting.
    pub contact: ContactRule,
    /// How far a time may be off.
    pub tolerance: Tolerance,
}

/// Whether touching counts as meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ContactRule {
    /// It may or may not: a difference is a convention.
    #[default]
    Any,
    /// It counts.
    Inclusive,
    /// It does not count.
    Strict,
}

impl ContactRule {
    /// The required answer for two shapes that only touch; `None` if either is allowed.
    pub const fn must_say(self) -> Option<Says> {
        match self {
            Self::Any => None,
            Self::Inclusive => Some(Says::Hit),
            Self::Strict => Some(Says::Miss),
        }
    }
}

/// How far a time may be off. The default is larger than the rounding of a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tolerance {
    over: i128,
    under: i128,
}

impl Tolerance {
    /// No tolerance.
    pub const ZERO: Self = Self { over: 0, under: 1 };

    /// What would be valid, in words.
    pub const RIGHT: &str = "a number from 0 to 1, such as 0.00001";

    const MOST_DECIMALS: usize = 12;

    /// Whether `said` is near enough to `exact`. A time before the frame is as good as its start.
    /// Numbers too large to compare are not near.
    pub fn covers(self, said: Fraction, exact: Fraction) -> bool {
        if exact == Fraction::ZERO && said <= exact {
            return true;
        }
        let is_near = || {
            let one = said.numerator().checked_mul(exact.denominator())?;
            let other = exact.numerator().checked_mul(said.denominator())?;
            let apart = one.checked_sub(other)?.checked_abs()?;
            let per = said.denominator().checked_mul(exact.denominator())?;
            Some(apart.checked_mul(self.under)? <= per.checked_mul(self.over)?)
        };
        is_near().unwrap_or(said == exact)
    }
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { over: 1, under: 100_000 }
    }
}

impl FromStr for Tolerance {
    /// What would be valid.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let why = || format!("expected {}", Self::RIGHT);
        let (units, places) = text.split_once('.').unwrap_or((text, ""));
        let mut digits = units.bytes().chain(places.bytes());
        if places.len() > Self::MOST_DECIMALS || !digits.all(|byte| byte.is_ascii_digit()) {
            return Err(why());
        }
        let over = format!("{units}{places}").parse().map_err(|_| why())?;
        let decimals = u32::try_from(places.len()).map_err(|_| why())?;
        let under = 10_i128.pow(decimals);
        if over > under { Err(why()) } else { Ok(Self { over, under }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::OwnReply;
    use hitscan_geom::{Aabb, Milli, Moving, Point, Segment, Shape, Vector};

    fn point(x: i16, y: i16) -> Point {
        Point::new(Milli::from_units(x), Milli::from_units(y))
    }

    fn aabb([left, top, right, bottom]: [i16; 4]) -> Aabb {
        Aabb::from_corners(point(left, top), point(right, bottom)).expect("a box")
    }

    fn moving(at: [i16; 4], x: i16, y: i16) -> Moving {
        let motion = Vector::new(Milli::from_units(x), Milli::from_units(y));
        Moving::new(aabb(at), motion).expect("in range")
    }

    fn judged(pair: OwnPair<'_>, says: &str, contact: ContactRule) -> String {
        let Some(OwnReply::Answer(answer)) = OwnReply::from_text(says) else { panic!("{says}") };
        let rules = JudgingRules { contact, ..JudgingRules::default() };
        let Judgement { agreement, cause } = pair.judge(&answer, rules);
        let cause = cause.map_or_else(String::new, |cause| format!(" {}", cause.code()));
        format!("{}{cause}", agreement.token())
    }

    #[track_caller]
    fn assert_frame([a, b]: [Moving; 2], expected: &[(&str, &str)]) {
        for (says, worth) in expected {
            for says in says.split("; ") {
                let found = judged(OwnPair::Frame(&a, &b), says, ContactRule::Any);
                assert_eq!(found, *worth, "{says}");
            }
        }
    }

    #[test]
    fn for_boxes_that_overlap_at_the_start_a_hit_is_right_and_a_miss_is_wrong() {
        let frame = [moving([0, 0, 4, 4], 2, 1), moving([2, 2, 6, 6], 0, 0)];
        assert_frame(
            frame,
            &[
                ("hit; hit inside; hit inside 0; hit 0; hit -1/2", "agrees"),
                ("hit left; hit corner 0; hit left right", "convention start-side"),
                ("hit 0.5; hit left 0.5", "wrong"),
                ("miss; touch", "wrong"),
            ],
        );
    }

    #[test]
    fn a_hit_on_boxes_that_stay_apart_along_an_axis_is_wrong() {
        let frame = [moving([0, 0, 2, 2], 9, 0), moving([4, 5, 6, 7], 0, 0)];
        let worth = "wrong";
        assert_frame(frame, &[("miss", "agrees"), ("hit", worth), ("hit left 2/9", worth)]);
        // Both move, but not towards each other in y.
        let together = [moving([0, 0, 2, 2], 9, 3), moving([4, 5, 6, 7], 0, 3)];
        assert_frame(together, &[("hit", worth)]);
        let apart = [moving([0, 0, 2, 2], 9, 1), moving([4, 5, 6, 7], 0, 0)];
        assert_frame(apart, &[("hit", "wrong")]);
    }

    #[test]
    fn a_side_is_judged_if_the_answer_names_one() {
        let corner = [moving([0, 0, 2, 2], 3, 3), moving([4, 4, 6, 6], 0, 0)];
        assert_frame(
            corner,
            &[
                ("hit; hit 2/3; hit corner; hit left top", "agrees"),
                ("hit left; hit top 2/3", "convention corner-tie"),
                ("hit top 0.5", "wrong"),
                ("hit right; hit right bottom", "wrong"),
                ("hit inside", "wrong"),
            ],
        );
        let left = [moving([0, 0, 2, 2], 4, 0), moving([4, 0, 6, 2], 0, 0)];
        assert_frame(
            left,
            &[("hit right", "wrong"), ("hit left top; hit corner", "wrong"), ("hit top", "wrong")],
        );
    }

    #[test]
    fn flush_applies_only_to_a_named_side() {
        let floor = [moving([0, 0, 2, 2], 4, 0), moving([1, 2, 9, 4], 0, 0)];
        assert_frame(
            floor,
            &[
                ("miss; touch", "agrees"),
                ("hit; hit top", "convention touching"),
                ("hit left; touch left", "wrong"),
            ],
        );
    }

    #[test]
    fn missing_a_touch_at_the_end_of_the_frame_is_a_convention() {
        let at_the_end = [moving([0, 0, 2, 2], 2, 0), moving([4, 0, 6, 2], 0, 0)];
        assert_frame(
            at_the_end,
            &[
                ("hit left 1; touch", "agrees"),
                ("miss", "convention touching"),
                ("hit left 0.99998", "wrong"),
                ("hit left 0.99999", "agrees"),
            ],
        );
    }

    #[test]
    fn a_side_hit_by_a_laser_is_wrong_or_one_of_two() {
        let laser = Segment::new(point(-2, 8), point(2, 4)).expect("in range");
        let [a, b] = [Shape::Box(aabb([0, 0, 6, 6])), Shape::Segment(laser)];
        let pair = OwnPair::Still(&a, &b);
        for (says, worth) in [
            ("hit", "agrees"),
            ("hit left bottom 1/2", "agrees"),
            ("hit left", "convention corner-tie"),
            ("hit top", "wrong"),
            ("hit left top", "wrong"),
            ("hit left 0.4", "wrong"),
        ] {
            assert_eq!(judged(pair, says, ContactRule::Any), worth, "{says}");
        }
    }

    #[test]
    fn the_contact_rule_decides_which_answer_to_touching_is_right() {
        let [a, b] = [[0, 0, 2, 2], [2, 0, 4, 2]].map(|at| Shape::Box(aabb(at)));
        let pair = OwnPair::Still(&a, &b);
        for (contact, worth) in [
            (ContactRule::Any, ["agrees", "convention touching", "agrees"]),
            (ContactRule::Inclusive, ["agrees", "wrong touching", "agrees"]),
            (ContactRule::Strict, ["wrong touching", "agrees", "agrees"]),
        ] {
            let found = ["hit", "miss", "touch"].map(|says| judged(pair, says, contact));
            assert_eq!(found, worth, "{contact:?}");
        }
        let floor = [moving([0, 0, 2, 2], 4, 0), moving([1, 2, 9, 4], 0, 0)];
        let pair = OwnPair::Frame(&floor[0], &floor[1]);
        assert_eq!(judged(pair, "hit top", ContactRule::Strict), "wrong touching");
        assert_eq!(judged(pair, "miss", ContactRule::Inclusive), "wrong touching");
        assert_eq!(judged(pair, "hit top", ContactRule::Inclusive), "agrees");
    }
}

#[cfg(test)]
mod rules_tests {
    use super::*;

    fn fraction(over: i128, under: i128) -> Fraction {
        Fraction::new(over, under).expect("a denominator other than 0")
    }

    #[test]
    fn a_double_is_near_and_a_hundredth_is_not() {
        let third = fraction(1, 3);
        let said = fraction(333_333_333_333_333, 1_000_000_000_000_000);
        let usual = Tolerance::default();
        assert!(usual.covers(said, third));
        assert!(usual.covers(fraction(33_334, 100_000), third));
        assert!(!usual.covers(fraction(33_335, 100_000), third));
        assert!(!Tolerance::ZERO.covers(said, third));
        assert!(Tolerance::ZERO.covers(third, third));
    }

    #[test]
    fn a_time_before_the_frame_counts_as_its_start() {
        assert!(Tolerance::ZERO.covers(fraction(-3, 2), Fraction::ZERO));
        assert!(!Tolerance::default().covers(fraction(1, 100), Fraction::ZERO));
        assert!(!Tolerance::default().covers(fraction(-1, 2), fraction(1, 2)));
    }

    #[test]
    fn a_tolerance_is_parsed_as_typed() {
        assert_eq!("0.00001".parse(), Ok(Tolerance::default()));
        assert_eq!("0".parse(), Ok(Tolerance::ZERO));
        for text in ["", "2", "-1", "1e-5", "0.0000000000001", "x"] {
            assert!(text.parse::<Tolerance>().is_err(), "{text:?}");
        }
    }
}
