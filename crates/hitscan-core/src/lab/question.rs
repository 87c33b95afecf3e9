//! Questions: what is asked, the possible answers, and the right one. hitscan finds the right
//! answer itself; an author cannot write it.

use super::condition::{MethodAnswer, answer};
use super::expression::{Expression, NoValue, Scope, Values, difference, product, written};
use super::pack::{FilePlace, Lesson};
use super::text::Template;
use crate::engine::{Pair, Sandbox, expect};
use crate::methods::{Arithmetic, ListedWhen, Method, Reason};
use crate::scene::relations_of;
use crate::world::{Name, TestResult, World};
use hitscan_geom::{Axis, Direction, Fraction, Relation, ShapeKind, Sides, Swept};

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

/// The word for a method that does not differ.
pub const AGREES: &str = "agrees";
/// The belief that the method in the question tells the truth.
pub const TRUTH: &str = "truth";

impl LessonQuestion {
    /// The choices, in their order; empty if a number is asked for. `world` may be any world that
    /// contains the pair.
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
    pub fn right(&self, values: &Values, after: &Sandbox) -> Result<LessonAnswer, NoValue> {
        let scope = Scope { values, sandbox: Some(after) };
        let of_method = |pair: [Name; 2], method, arithmetic| -> Result<MethodAnswer, NoValue> {
            answer(after, pair, method, arithmetic).ok_or(NoValue::NoAnswer(pair[0], pair[1]))
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
            answer(after, pair, *method, Arithmetic::Exact)
                .is_some_and(|it| same_sides(it.says, word))
        };
        if matches!(self.ask, Ask::Reason(..)) {
            return Vec::new();
        }
        let always = Method::all().filter(|method| method.row().shown == ListedWhen::Always);
        always.filter(says).map(|method| method.id().to_owned()).collect()
    }

    /// The pair that it is about.
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
pub(super) fn found(world: &Sandbox, pair: [Name; 2]) -> Result<Pair, NoValue> {
    let [a, b] = pair.map(|name| world.world().find(&name));
    let examined = a.zip(b).and_then(|(a, b)| expect::examine(world, a, b));
    examined.map(|it| it.pair).ok_or(NoValue::NoAnswer(pair[0], pair[1]))
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

/// A belief that leads to an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedBelief {
    /// Its id.
    pub id: String,
    /// Its position in the file.
    pub place: FilePlace,
    /// The answer that it leads to.
    pub belief: Belief,
    /// It applies only if this is not 0; `None` if it always applies.
    pub when: Option<Expression>,
}

/// The answer that a belief leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Belief {
    /// A word.
    Word(String),
    /// A number.
    Value(Expression),
}

impl NamedBelief {
    /// Whether it applies here.
    pub(super) fn holds(&self, scope: Scope<'_>) -> bool {
        let is_not_0 = |when: &Expression| when.value(scope).is_ok_and(|it| it != 0.into());
        self.when.as_ref().is_none_or(is_not_0)
    }

    /// Whether it is a word for every seed; where that word is right, the belief is ignored.
    pub(super) const fn is_bare_word(&self) -> bool {
        matches!(self.belief, Belief::Word(_)) && self.when.is_none()
    }

    /// Whether it is this bare word.
    pub(super) fn is_bare_word_of(&self, right: &str) -> bool {
        self.is_bare_word() && matches!(&self.belief, Belief::Word(word) if word == right)
    }
}

/// Whether a belief can lead to a wrong answer to a question of the lesson: the author named it, or
/// it is that a method tells the truth, or it is the answer of another method.
pub(super) fn can_come_of(belief: &str, lesson: &Lesson) -> bool {
    let mut questions = lesson.steps.iter().filter_map(|step| step.question());
    let is_named = |question: &LessonQuestion| question.beliefs.iter().any(|own| own.id == belief);
    let leads_to = |question: &LessonQuestion| match belief {
        TRUTH => matches!(question.ask, Ask::Says(..)),
        _ => Method::find(belief).is_some_and(|method| can_mean(lesson, question, method)),
    };
    questions.any(|question| is_named(question) || leads_to(question))
}

/// Whether the answer of a method about the pair of a question can be a wrong answer to
/// that question.
fn can_mean(lesson: &Lesson, question: &LessonQuestion, method: Method) -> bool {
    let words: &[&str] = match &question.ask {
        Ask::Result(_) => &[TestResult::Hit.token(), TestResult::Miss.token()],
        Ask::Side(_) => labels(Method::SWEPT),
        // Its answer is right, but may be given for another arithmetic.
        Ask::Says(_, asked, Arithmetic::Exact) if *asked == method => return false,
        Ask::Says(_, asked, _) => labels(*asked),
        Ask::Relation(_) | Ask::Reason(..) | Ask::Sign(_) | Ask::Number(_) => return false,
    };
    let is_asked = |label: &&str| words.iter().any(|word| same_sides(word, label));
    let kinds = question.pair().and_then(|pair| kinds_of(lesson, pair));
    method.row().shown == ListedWhen::Always
        && kinds.is_none_or(|[a, b]| method.applies_to(a, b))
        && labels(method).iter().any(is_asked)
}

/// The kinds of two objects in the scene of a lesson, if both belong to it.
fn kinds_of(lesson: &Lesson, pair: [Name; 2]) -> Option<[ShapeKind; 2]> {
    let scene = &lesson.with(lesson.example.clone()).ok()?.scene;
    let kind = |name: Name| {
        let object = scene.objects.iter().find(|object| object.name == name);
        object.map(|object| object.shape.kind())
    };
    let [a, b] = pair.map(kind);
    Some([a?, b?])
}

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
        Reason::Rounding => arithmetic != Arithmetic::Exact,
        Reason::ZeroLength => has_laser && method.row().reasons.contains(reason),
        other => method.row().reasons.contains(other),
    };
    Method::reasons().into_iter().filter(possible).map(Reason::code)
}

/// What a word says about a box: its sides, or as much of them as a label tells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SidesTold<'w> {
    Sides(Sides),
    Axis(Axis),
    Corner,
    Other(&'w str),
}

impl<'w> SidesTold<'w> {
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
    match (SidesTold::by(one), SidesTold::by(other)) {
        (SidesTold::Sides(sides), SidesTold::Axis(axis))
        | (SidesTold::Axis(axis), SidesTold::Sides(sides)) => {
            sides.len() == 1 && sides.iter().all(|side| side.axis() == axis)
        }
        (SidesTold::Sides(sides), SidesTold::Corner)
        | (SidesTold::Corner, SidesTold::Sides(sides)) => sides.len() == 2,
        (one, other) => one == other,
    }
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

#[cfg(test)]
mod belief_tests {
    use super::super::expression::Values;
    use super::*;

    #[test]
    fn a_belief_applies_if_its_condition_is_not_0() {
        let belief = |when: Option<&str>| NamedBelief {
            id: "either".to_owned(),
            place: FilePlace { line: 1, column: 1 },
            belief: Belief::Word("hit".to_owned()),
            when: when.map(|when| Expression::parse(when).expect("an expression")),
        };
        let values = Values::from([("v".to_owned(), 2.into())]);
        let scope = Scope { values: &values, sandbox: None };
        for (when, holds) in
            [(None, true), (Some("v < 3"), true), (Some("v < 2"), false), (Some("1 / 0"), false)]
        {
            assert_eq!(belief(when).holds(scope), holds, "{when:?}");
        }
    }
}

#[cfg(test)]
mod belief_texts_tests {
    use super::super::Pack;
    use super::*;

    #[test]
    fn a_lesson_has_texts_only_for_beliefs_that_can_lead_to_its_answers() {
        let pack = Pack::builtin().expect("it reads");
        let lesson = |id: &str| pack.lesson(id).expect("a lesson");
        for (id, known, unknown) in [
            ("inside", "truth one-line", "straddle edges"),
            ("strict", "center-distance edge-relations", "least-overlap"),
            ("came-from", "relative-velocity", "truth"),
            ("origins", "", "truth"),
            ("corner", "relative-velocity", "edges"),
        ] {
            for (beliefs, is_known) in [(known, true), (unknown, false)] {
                for belief in beliefs.split_whitespace() {
                    assert_eq!(can_come_of(belief, lesson(id)), is_known, "{id} {belief}");
                }
            }
        }
    }
}

#[cfg(test)]
mod choices_tests {
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
