//! Questions: what is asked, the possible answers, and the right one. hitscan finds the right
//! answer itself; an author cannot write it.

use super::belief::{Belief, NamedBelief};
use super::choices::{SIDES, SIGNS, labels, reasons, same_sides};
use super::condition::{MethodAnswer, answer};
use super::expression::{Expression, NoValue, Scope, Values};
use super::rational::{difference, product, written};
use super::template::Template;
use crate::engine::{Pair, Sandbox, expect};
use crate::methods::{Arithmetic, ListedWhen, Method, Reason};
use crate::scene::relations_of;
use crate::world::{Name, TestResult, World};
use hitscan_geom::{Fraction, Relation, ShapeKind, Sides, Swept};

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonQuestion {
    /// What is asked.
    pub ask: Ask,
    /// Commands that are executed after the answer; the truth is that of the world they lead to.
    pub then: Vec<Template>,
    /// The beliefs that lead to certain answers.
    pub beliefs: Vec<NamedBelief>,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// HIT, TOUCH or MISS.
    Result([Name; 2]),
    /// The exact relation.
    Relation([Name; 2]),
    /// The sides of the second box that are hit.
    Side([Name; 2]),
    /// The answer of a method.
    Says([Name; 2], Method, Arithmetic),
    /// Why a method differs.
    Reason([Name; 2], Method, Arithmetic),
    /// Whether a number is above, at or below zero.
    Sign(Expression),
    /// A number.
    Number(Expression),
}

/// An answer: the right one, or a student's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonAnswer {
    /// One of the choices.
    Word(String),
    /// A number, and the number of decimals it was given with.
    Number(Fraction, usize),
}

/// Why there is no right answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The pair has no such answer.
    #[error("{0} and {1} have no such answer here")]
    Pair(Name, Name),
    /// The expression has no value.
    #[error(transparent)]
    Value(#[from] NoValue),
}

/// The word for a method that does not differ.
pub const AGREES: &str = "agrees";
/// The belief that the method in the question tells the truth.
pub const TRUTH: &str = "truth";

impl LessonQuestion {
    /// The choices, in their order; empty if a number is asked for. `world` may be any world that
    /// contains the pair.
    #[must_use]
    pub fn choices(&self, world: &World) -> Vec<&'static str> {
        match &self.ask {
            Ask::Result(_) => {
                [TestResult::Hit, TestResult::Touch, TestResult::Miss].map(TestResult::token).into()
            }
            Ask::Relation(pair) => {
                let kinds = kinds(world, *pair);
                kinds
                    .map(|[a, b]| relations_of(a, b))
                    .unwrap_or_default()
                    .iter()
                    .map(|relation| relation.token())
                    .collect()
            }
            Ask::Side(_) => SIDES.into(),
            Ask::Says(_, method, _) => labels(*method).into(),
            Ask::Reason(pair, method, arithmetic) => {
                reasons(*method, *arithmetic, kinds(world, *pair)).chain([AGREES]).collect()
            }
            Ask::Sign(_) => SIGNS.map(|(word, _)| word).into(),
            Ask::Number(_) => Vec::new(),
        }
    }

    /// The right answer, in the world after the `then` commands.
    ///
    /// # Errors
    /// When there is none.
    pub fn right(&self, values: &Values, after: &Sandbox) -> Result<LessonAnswer, NoAnswer> {
        let scope = Scope { values, sandbox: Some(after) };
        let of_method = |pair: [Name; 2], method, arithmetic| -> Result<MethodAnswer, NoAnswer> {
            answer(after, pair, (method, arithmetic)).ok_or(NoAnswer::Pair(pair[0], pair[1]))
        };
        let word = match &self.ask {
            Ask::Result(pair) => found(after, *pair)?.pair_result.outcome.token().to_owned(),
            Ask::Relation(pair) => {
                found(after, *pair)?.pair_result.meeting.relation.token().to_owned()
            }
            Ask::Side(pair) => side_word(&found(after, *pair)?),
            Ask::Says(pair, method, arithmetic) => {
                of_method(*pair, *method, *arithmetic)?.says.to_owned()
            }
            Ask::Reason(pair, method, arithmetic) => {
                let reason = of_method(*pair, *method, *arithmetic)?.reason;
                reason.map_or(AGREES, Reason::code).to_owned()
            }
            Ask::Sign(of) => {
                let [above, zero, below] = SIGNS.map(|(word, _)| word);
                match of.value(scope)?.cmp(&Fraction::ZERO) {
                    std::cmp::Ordering::Greater => above,
                    std::cmp::Ordering::Equal => zero,
                    std::cmp::Ordering::Less => below,
                }
                .to_owned()
            }
            Ask::Number(of) => return Ok(LessonAnswer::Number(of.value(scope)?, 0)),
        };
        Ok(LessonAnswer::Word(word))
    }

    /// Parses an answer: a choice, as in files or as displayed, its number from 1, or a number.
    /// Case does not matter.
    #[must_use]
    pub fn read(&self, said: &str, world: &World) -> Option<LessonAnswer> {
        if matches!(self.ask, Ask::Number(_)) {
            return number(said);
        }
        let choices = self.choices(world);
        let by_number = said.parse().ok().and_then(|number: usize| number.checked_sub(1));
        let chosen = by_number.and_then(|index| choices.get(index));
        let is_meant = |choice: &&&'static str| {
            choice.eq_ignore_ascii_case(said) || self.label(choice).eq_ignore_ascii_case(said)
        };
        let chosen = chosen.or_else(|| choices.iter().find(is_meant));
        chosen.map(|&word| LessonAnswer::Word(word.to_owned()))
    }

    /// The beliefs behind this wrong answer: those of the question; else the truth, if the question
    /// asks about a method; else every method with this answer.
    #[must_use]
    pub fn beliefs_behind(
        &self,
        said: &LessonAnswer,
        values: &Values,
        after: &Sandbox,
    ) -> Vec<String> {
        let scope = Scope { values, sandbox: Some(after) };
        let leads_to = |belief: &Belief| match belief {
            Belief::Word(word) => LessonAnswer::Word(word.clone()).matches(said),
            Belief::Value(of) => {
                of.value(scope).is_ok_and(|value| said.matches(&LessonAnswer::Number(value, 0)))
            }
        };
        let named = self.beliefs.iter();
        let named = named.filter(|named| named.holds(scope) && leads_to(&named.belief));
        let named: Vec<_> = named.map(|named| named.id.clone()).collect();
        if !named.is_empty() {
            return named;
        }
        let (LessonAnswer::Word(word), Some(pair)) = (said, self.pair()) else { return Vec::new() };
        let Ok(pair_found) = found(after, pair) else { return Vec::new() };
        if let Ask::Says(_, method, _) = &self.ask
            && same_sides(&truth_for(*method, &pair_found), word)
        {
            return vec![TRUTH.to_owned()];
        }
        let says = |method: &Method| {
            answer(after, pair, (*method, Arithmetic::Exact))
                .is_some_and(|it| same_sides(it.says, word))
        };
        if matches!(self.ask, Ask::Reason(..)) {
            return Vec::new();
        }
        let always = Method::all().filter(|method| method.row().shown == ListedWhen::Always);
        always.filter(says).map(|method| method.id().to_owned()).collect()
    }

    /// The pair that it is about.
    #[must_use]
    pub const fn pair(&self) -> Option<[Name; 2]> {
        match &self.ask {
            Ask::Result(pair)
            | Ask::Relation(pair)
            | Ask::Side(pair)
            | Ask::Says(pair, ..)
            | Ask::Reason(pair, ..) => Some(*pair),
            Ask::Sign(_) | Ask::Number(_) => None,
        }
    }
}

impl LessonAnswer {
    /// Whether this answer, as given, equals the right one. A number with two or more decimals is
    /// right if the right one rounds to it.
    #[must_use]
    pub fn matches(&self, right: &Self) -> bool {
        match (self, right) {
            (Self::Word(said), Self::Word(right)) => said == right,
            (Self::Number(said, decimals), Self::Number(right, _)) => {
                said == right || (*decimals >= 2 && rounds_to(*right, *said, *decimals))
            }
            _ => false,
        }
    }
}

/// As it is written in files.
impl std::fmt::Display for LessonAnswer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Number(number, _) => f.write_str(&written(*number)),
        }
    }
}

fn kinds(world: &World, pair: [Name; 2]) -> Option<[ShapeKind; 2]> {
    let kind = |name| world.object(world.find(&name)?).map(|object| object.shape.kind());
    Some([kind(pair[0])?, kind(pair[1])?])
}

/// The truth about a pair; sides are those of the second.
pub(super) fn found(world: &Sandbox, pair: [Name; 2]) -> Result<Pair, NoAnswer> {
    let [a, b] = pair.map(|name| world.world().find(&name));
    let examined = a.zip(b).and_then(|(a, b)| expect::examine(world, a, b));
    examined.map(|it| it.pair).ok_or(NoAnswer::Pair(pair[0], pair[1]))
}

fn side_word(pair: &Pair) -> String {
    let sides: Sides = pair.pair_result.sides();
    if sides.is_empty() { "none".to_owned() } else { sides.to_string() }
}

/// The truth in the terms of this method.
fn truth_for(method: Method, pair: &Pair) -> String {
    if method.overlap_test().is_some() {
        let meets = pair.pair_result.meeting.relation != Relation::Disjoint;
        return if meets { "hit" } else { "miss" }.to_owned();
    }
    match pair.pair_result.swept {
        Some(Swept::Hit { .. }) => side_word(pair),
        _ => "none".to_owned(),
    }
}

/// A decimal or a fraction.
fn number(said: &str) -> Option<LessonAnswer> {
    const MOST_CHARACTERS: usize = 40;
    let (negative, size) = said.strip_prefix('-').map_or((false, said), |size| (true, size));
    if said.len() > MOST_CHARACTERS || size.starts_with(['-', '+']) {
        return None;
    }
    let scope = Scope { values: &Values::new(), sandbox: None };
    let is_plain = size.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'/');
    let whole = if size.starts_with('.') { "0" } else { "" };
    let value = Expression::parse(&format!("{whole}{size}"))
        .ok()
        .filter(|_| is_plain)?
        .value(scope)
        .ok()?;
    let decimals = size.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    Some(LessonAnswer::Number(if negative { -value } else { value }, decimals))
}

/// Whether a value, rounded to `decimals` places, is the given number; a value halfway between two
/// numbers rounds to both.
fn rounds_to(value: Fraction, said: Fraction, decimals: usize) -> bool {
    let steps = u32::try_from(decimals).ok().and_then(|places| 10_i128.checked_pow(places));
    let off = difference(value, said).zip(steps.and_then(|steps| Fraction::new(2 * steps, 1)));
    let off = off.and_then(|(off, steps)| product(off, steps));
    off.is_some_and(|off| -Fraction::ONE <= off && off <= Fraction::ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_two_decimals_is_right_if_the_value_rounds_to_it() {
        let third = LessonAnswer::Number(Fraction::new(1, 3).expect("a third"), 0);
        let is_right = |said| number(said).expect("a number").matches(&third);
        for right in ["1/3", "2/6", "0.33", ".33", "0.3333"] {
            assert!(is_right(right), "{right}");
        }
        for wrong in ["0.3", "0.34", "0.332", "-1/3", "0"] {
            assert!(!is_right(wrong), "{wrong}");
        }
        for none in ["", "one", "1/", "1+1", "--1", "1//3", "1/0", "1.", "\u{661}"] {
            assert_eq!(number(none), None, "{none}");
        }
    }
}
