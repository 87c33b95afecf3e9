//! Expressions of a lesson: exact rationals, over the drawn numbers and the objects of a sandbox.
//! The operations are a closed list; no code is executed.
//!
//! This file computes; `parse` reads the text, and nothing here calls back into a lesson.

mod parse;

use std::collections::BTreeMap;

use crate::command::ObjectField;
use crate::engine::{Sandbox, expect};
use crate::world::{Name, Object, Settings};
use hitscan_geom::{Fraction, Point, Shape, orient};
pub use parse::ExpressionFault;

/// The drawn numbers, and those that `[let]` computes from them.
pub type Values = BTreeMap<String, Fraction>;

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Number(Fraction),
    /// A drawn number.
    Drawn(String),
    /// A number of an object.
    Field(Name, ObjectField),
    /// The cross product whose sign tells on which side of a laser, seen along it, a vertex of an
    /// object lies; vertices, and the ends of lasers, are counted from 1.
    Cross(Name, Name, usize),
    /// How many edges a region has.
    Edges(Name),
    /// When the first box meets the second, within the frame.
    Time(Name, Name),
    /// The negated expression.
    Negated(Box<Self>),
    /// Two operands.
    Binary(Operation, Box<[Self; 2]>),
    /// A function of numbers.
    Function(Function, Vec<Self>),
}

/// An operation on two numbers. A comparison gives 1 or 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
}

/// A function of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// The least of several.
    Min,
    /// The greatest of several.
    Max,
    /// The absolute value.
    Abs,
    /// The greatest integer not above it.
    Floor,
    /// Rounded to single precision.
    Single,
}

/// Why an expression has no value, or a question no right answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoValue {
    /// There is no drawn number with this name.
    #[error("{0} is not drawn")]
    NotDrawn(String),
    /// There is no such object.
    #[error("there is no object {0}")]
    NoObject(Name),
    /// The object has no such number.
    #[error("{0} has no such number")]
    NoField(Name),
    /// The two do not meet in the last frame, or are not boxes.
    #[error("{0} and {1} do not meet at a time")]
    NoTime(Name, Name),
    /// The pair has no such answer.
    #[error("{0} and {1} have no such answer here")]
    NoAnswer(Name, Name),
    /// Division by 0, or a result of more than 127 bits.
    #[error("a division by 0, or a number of more than 127 bits")]
    OutOfRange,
}

/// What an expression is evaluated against.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'s> {
    /// The drawn numbers.
    pub values: &'s Values,
    /// The objects; `None` as long as the scene does not exist.
    pub sandbox: Option<&'s Sandbox>,
}

impl Expression {
    /// Parses an expression.
    ///
    /// # Errors
    /// Where the text is not a valid expression, and what would be right.
    pub fn parse(text: &str) -> Result<Self, ExpressionFault> {
        parse::expression(text)
    }

    /// The names of drawn numbers that it uses.
    pub fn drawn(&self) -> Vec<&str> {
        match self {
            Self::Drawn(name) => vec![name],
            Self::Negated(of) => of.drawn(),
            Self::Binary(_, operands) => operands.iter().flat_map(Self::drawn).collect(),
            Self::Function(_, operands) => operands.iter().flat_map(Self::drawn).collect(),
            Self::Number(_)
            | Self::Field(..)
            | Self::Cross(..)
            | Self::Edges(_)
            | Self::Time(..) => Vec::new(),
        }
    }

    /// Its exact value.
    ///
    /// # Errors
    /// Why it has no value.
    pub fn value(&self, scope: Scope<'_>) -> Result<Fraction, NoValue> {
        match self {
            Self::Number(number) => Ok(*number),
            Self::Drawn(name) => {
                let value = scope.values.get(name).copied();
                value.ok_or_else(|| NoValue::NotDrawn(name.clone()))
            }
            Self::Field(name, field) => {
                let object = scope.object(*name)?;
                let value = field.value(object, &Settings::default());
                value.ok_or(NoValue::NoField(*name))
            }
            Self::Cross(laser, object, index) => {
                let Shape::Segment(segment) = &scope.object(*laser)?.shape else {
                    return Err(NoValue::NoField(*laser));
                };
                let (p, q) = (segment.start(), segment.end());
                Ok(Fraction::area(orient(p, q, scope.vertex(*object, *index)?)))
            }
            Self::Edges(name) => match &scope.object(*name)?.shape {
                Shape::Segment(_) => Err(NoValue::NoField(*name)),
                region => whole(region.vertices().len()),
            },
            Self::Time(a, b) => scope.time(*a, *b),
            Self::Negated(of) => Ok(-of.value(scope)?),
            Self::Binary(operation, operands) => {
                let [a, b] = &**operands;
                operation.of(a.value(scope)?, b.value(scope)?)
            }
            Self::Function(function, operands) => {
                let values: Result<Vec<_>, _> =
                    operands.iter().map(|operand| operand.value(scope)).collect();
                function.of(&values?)
            }
        }
    }
}

impl<'s> Scope<'s> {
    fn object(self, name: Name) -> Result<&'s Object, NoValue> {
        let world = self.sandbox.ok_or(NoValue::NoObject(name))?.world();
        let object = world.find(&name).and_then(|id| world.object(id));
        object.ok_or(NoValue::NoObject(name))
    }

    fn vertex(self, object: Name, number: usize) -> Result<Point, NoValue> {
        let vertices = self.object(object)?.shape.vertices();
        let found = number.checked_sub(1).and_then(|index| vertices.get(index)).copied();
        found.ok_or(NoValue::NoField(object))
    }

    fn time(self, a: Name, b: Name) -> Result<Fraction, NoValue> {
        let sandbox = self.sandbox.ok_or(NoValue::NoObject(a))?;
        let id = |name| sandbox.world().find(&name).ok_or(NoValue::NoObject(name));
        let examined = expect::examine(sandbox, id(a)?, id(b)?);
        examined.and_then(|it| it.pair.pair_result.time()).ok_or(NoValue::NoTime(a, b))
    }
}

fn whole(number: usize) -> Result<Fraction, NoValue> {
    let number = i128::try_from(number).ok().and_then(|number| Fraction::new(number, 1));
    number.ok_or(NoValue::OutOfRange)
}

impl Operation {
    fn of(self, a: Fraction, b: Fraction) -> Result<Fraction, NoValue> {
        let truth = |holds: bool| Some(if holds { Fraction::ONE } else { Fraction::ZERO });
        let value = match self {
            Self::Add => sum(a, b),
            Self::Subtract => difference(a, b),
            Self::Multiply => product(a, b),
            Self::Divide => quotient(a, b),
            Self::Less => truth(a < b),
            Self::LessOrEqual => truth(a <= b),
            Self::Greater => truth(a > b),
            Self::GreaterOrEqual => truth(a >= b),
            Self::Equal => truth(a == b),
            Self::Unequal => truth(a != b),
        };
        value.ok_or(NoValue::OutOfRange)
    }
}

impl Function {
    /// All functions, by name, with the number of their operands.
    const ALL: [(&'static str, Self, std::ops::RangeInclusive<usize>); 5] = [
        ("min", Self::Min, 2..=usize::MAX),
        ("max", Self::Max, 2..=usize::MAX),
        ("abs", Self::Abs, 1..=1),
        ("floor", Self::Floor, 1..=1),
        ("f32", Self::Single, 1..=1),
    ];

    fn of(self, operands: &[Fraction]) -> Result<Fraction, NoValue> {
        let first = operands.first().copied();
        let value = match self {
            Self::Min => operands.iter().min().copied(),
            Self::Max => operands.iter().max().copied(),
            Self::Abs => first.map(|value| if value < Fraction::ZERO { -value } else { value }),
            Self::Floor => first.and_then(floor),
            Self::Single => first.and_then(single),
        };
        value.ok_or(NoValue::OutOfRange)
    }
}

// Arithmetic on exact fractions. The result is `None` if its numerator or denominator would need
// more than 127 bits.

/// The sum of two fractions.
pub(super) fn sum(a: Fraction, b: Fraction) -> Option<Fraction> {
    let left = a.numerator().checked_mul(b.denominator())?;
    let right = b.numerator().checked_mul(a.denominator())?;
    Fraction::new(left.checked_add(right)?, a.denominator().checked_mul(b.denominator())?)
}

/// The first minus the second.
pub(super) fn difference(a: Fraction, b: Fraction) -> Option<Fraction> {
    sum(a, -b)
}

/// The product of two fractions.
pub(super) fn product(a: Fraction, b: Fraction) -> Option<Fraction> {
    // Reduce crosswise first, so that large factors cancel before they are multiplied.
    let one = Fraction::new(a.numerator(), b.denominator())?;
    let other = Fraction::new(b.numerator(), a.denominator())?;
    Fraction::new(
        one.numerator().checked_mul(other.numerator())?,
        one.denominator().checked_mul(other.denominator())?,
    )
}

/// The first divided by the second; also `None` if the second is 0.
pub(super) fn quotient(a: Fraction, b: Fraction) -> Option<Fraction> {
    product(a, Fraction::new(b.denominator(), b.numerator())?)
}

/// The greatest integer that is not above it.
pub(super) fn floor(value: Fraction) -> Option<Fraction> {
    Fraction::new(value.numerator().div_euclid(value.denominator()), 1)
}

/// The nearest number in single precision, ties to even. `None` beyond its normal range.
pub(super) fn single(value: Fraction) -> Option<Fraction> {
    const DIGITS: i32 = 24;
    const EXPONENTS: std::ops::Range<i32> = -126..128;
    let (over, under) = (value.numerator().unsigned_abs(), value.denominator().unsigned_abs());
    if over == 0 {
        return Some(value);
    }
    // 2^(exponent - 1) <= value < 2^(exponent + 1); one comparison decides which half.
    let bits = |part: u128| part.checked_ilog2().and_then(|bits| i32::try_from(bits).ok());
    let mut exponent = bits(over)? - bits(under)?;
    let scaled = |exponent: i32| -> Option<(u128, u128)> {
        let shift = DIGITS - 1 - exponent;
        let by = 1_u128.checked_shl(shift.unsigned_abs())?;
        if shift >= 0 {
            Some((over.checked_mul(by)?, under))
        } else {
            Some((over, under.checked_mul(by)?))
        }
    };
    let (above, below) = scaled(exponent)?;
    if above / below < 1 << (DIGITS - 1) {
        exponent -= 1;
    }
    if !EXPONENTS.contains(&exponent) {
        return None;
    }
    let (above, below) = scaled(exponent)?;
    let (whole, rest) = (above / below, above % below);
    let rounds_up = rest > below - rest || (rest == below - rest && whole % 2 == 1);
    let digits = i128::try_from(whole + u128::from(rounds_up)).ok()?;
    let digits = if value.numerator() < 0 { -digits } else { digits };
    let by = 1_i128.checked_shl((exponent - (DIGITS - 1)).unsigned_abs())?;
    if exponent >= DIGITS - 1 {
        Fraction::new(digits.checked_mul(by)?, 1)
    } else {
        Fraction::new(digits, by)
    }
}

/// The shortest notation: a decimal of at most three places if that is exact, else a fraction.
pub fn written(value: Fraction) -> String {
    const THOUSAND: i128 = 1000;
    let thousandths = (THOUSAND % value.denominator() == 0)
        .then(|| value.numerator().checked_mul(THOUSAND / value.denominator()))
        .flatten();
    let Some(thousandths) = thousandths else { return value.to_string() };
    let sign = if thousandths < 0 { "-" } else { "" };
    let size = thousandths.unsigned_abs();
    let decimals = format!("{:03}", size % 1000);
    match decimals.trim_end_matches('0') {
        "" => format!("{sign}{}", size / 1000),
        decimals => format!("{sign}{}.{decimals}", size / 1000),
    }
}

/// The same as a value in a scene file, where a fraction is a string.
pub(super) fn written_for_scene(value: Fraction) -> String {
    let written = written(value);
    if written.contains('/') { format!("\"{written}\"") } else { written }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::builtin;

    fn value(text: &str) -> String {
        let scene = builtin("start").expect("built in");
        let sandbox = Sandbox::new(scene).expect("a world");
        let values = Values::from([("n".to_owned(), Fraction::from(7))]);
        let scope = Scope { values: &values, sandbox: Some(&sandbox) };
        match Expression::parse(text).map(|expression| expression.value(scope)) {
            Ok(Ok(value)) => super::written(value),
            Ok(Err(why)) => why.to_string(),
            Err(fault) => format!("{}: {}: {}", fault.at, fault.found, fault.message),
        }
    }

    #[test]
    fn expressions_are_exact() {
        let cases = [
            ("1 + 2 * 3 - 4 / 8", "6.5"),
            ("0.1 + 0.2 == 0.3", "1"),
            ("-(n - 9) * -2", "-4"),
            ("(1 < 2) + (2 <= 2) + (3 != 3) + (3 > 3) + (3 >= 3)", "3"),
            ("min(3, n, 5) + max(abs(0 - n), 2)", "10"),
            ("floor(-1 / 2)", "-1"),
            ("f32(4097 * 4097)", "16785408"),
            ("1 / 3", "1/3"),
            ("A.width - (A.right - A.left)", "0"),
            ("2 * A.center.x == A.left + A.right", "1"),
            ("edges(A)", "4"),
            ("cross(L, L.2)", "0"),
        ];
        for (text, expected) in cases {
            assert_eq!(value(text), expected, "{text}");
        }
    }

    #[test]
    fn an_expression_without_a_value_says_why() {
        let cases = [
            ("1 / (n - 7)", "a division by 0, or a number of more than 127 bits"),
            ("m + 1", "m is not drawn"),
            ("Z.left", "there is no object Z"),
            ("L.left", "L has no such number"),
            ("cross(A, L.1)", "A has no such number"),
            ("t(A, L)", "A and L do not meet at a time"),
        ];
        for (text, expected) in cases {
            assert_eq!(value(text), expected, "{text}");
        }
    }

    #[test]
    fn an_invalid_expression_says_where() {
        let cases = [
            ("", "0: the end: a number, a name or a function"),
            ("1 +", "3: the end: a number, a name or a function"),
            ("(1", "2: the end: )"),
            ("1 2", "2: 2: an operation, or nothing more"),
            ("sin(1)", "0: sin: one of min, max, abs, floor, f32, cross, edges or t"),
            ("abs(1, 2)", "0: abs: 1 number in parentheses"),
            ("A.depth", "0: A.depth: a number of an object, such as A.left, L.x1 or B.center.x"),
            ("1 < 2 < 3", "6: <: an operation, or nothing more"),
            ("cross(L)", "7: ): ,"),
            ("cross(L, K)", "9: K: an end or a vertex, such as K.1"),
            ("§", "0: §: a number, a name or a function"),
        ];
        for (text, expected) in cases {
            assert_eq!(value(text), expected, "{text}");
        }
        let deep = format!("{}1", "(".repeat(400));
        assert_eq!(value(&deep), "50: (: at most 50 levels of parentheses");
        let long = vec!["1"; 100_000].join("+");
        assert_eq!(value(&long), "500: 1: at most 500 numbers, names and signs");
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_the_parser_panic(text in "[-+*/()<>=!,. a-zA-Z0-9{}|§]{0,40}") {
            let _ = Expression::parse(&text);
            let _ = crate::lab::Template::parse(&text);
        }
    }
}

#[cfg(test)]
mod rational_tests {
    use proptest::prelude::*;

    use super::*;

    fn fraction(over: i128, under: i128) -> Fraction {
        Fraction::new(over, under).expect("a fraction")
    }

    #[test]
    fn results_that_do_not_fit_are_none() {
        let large = fraction(i128::MAX, 1);
        assert_eq!(sum(large, Fraction::ONE), None);
        assert_eq!(product(large, large), None);
        assert_eq!(product(large, fraction(1, i128::MAX)), Some(Fraction::ONE));
        assert_eq!(quotient(Fraction::ONE, Fraction::ZERO), None);
    }

    /// If the denominator is not a power of two, the first guess of the exponent may be one too
    /// large: these are the digits of 1/3, 7/5 and 1/10 in single precision.
    #[test]
    fn single_precision_keeps_all_its_digits_for_any_fraction() {
        for (value, digits, exponent) in
            [((1, 3), 11_184_811, 25), ((7, 5), 11_744_051, 23), ((1, 10), 13_421_773, 27)]
        {
            let expected = fraction(digits, 1 << exponent);
            assert_eq!(single(fraction(value.0, value.1)), Some(expected), "{value:?}");
        }
    }

    #[test]
    fn numbers_are_written_as_decimals_if_that_is_exact() {
        let cases = [
            ((1, 2), "0.5"),
            ((-15, 2), "-7.5"),
            ((1, 3), "1/3"),
            ((1, 2000), "1/2000"),
            ((-1, 8), "-0.125"),
            ((40, 1), "40"),
        ];
        for ((over, under), expected) in cases {
            assert_eq!(written(fraction(over, under)), expected);
        }
    }

    proptest! {
        /// Compared with the processor, which rounds a single integer once.
        #[test]
        fn single_precision_rounds_as_the_processor_does(value in -(1_i64 << 52)..1_i64 << 52, shift in 0..40_u32) {
            let by = 1_i64 << shift;
            #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "both are below 2^53; the rounding is what is tested")]
            let expected = (value as f64 / by as f64) as f32;
            let found = single(fraction(value.into(), by.into())).expect("in range");
            #[expect(clippy::cast_precision_loss, reason = "24 digits fit")]
            let as_float = found.numerator() as f64 / found.denominator() as f64;
            prop_assert_eq!(as_float.to_bits(), f64::from(expected).to_bits());
        }

        #[test]
        fn sums_and_products_undo_each_other(a in -9999_i128..9999, b in 1_i128..999, c in -9999_i128..9999, d in 1_i128..999) {
            let (x, y) = (fraction(a, b), fraction(c, d));
            prop_assert_eq!(difference(sum(x, y).expect("small"), y), Some(x));
            if c != 0 {
                prop_assert_eq!(quotient(product(x, y).expect("small"), y), Some(x));
            }
        }
    }
}
