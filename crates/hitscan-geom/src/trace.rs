//! What a computation says of itself while it decides: the steps.
//!
//! Every formula is a function over a [`Trace`]. The sink `()` drops each step
//! unmade, so that deciding costs nothing extra; a `Vec<Step>` keeps them. No
//! sentence lives here: a step holds a formula, numbers and tokens.

use std::fmt;

use super::{Fraction, Milli, Sides, ratio::Ratio};

/// A sink for steps.
pub trait Trace {
    /// Takes the next step; `make` is called only if somebody looks.
    fn step(&mut self, make: impl FnOnce() -> Step);
}

/// Nobody looks.
impl Trace for () {
    #[inline]
    fn step(&mut self, _make: impl FnOnce() -> Step) {}
}

/// Keeps every step, in order.
impl Trace for Vec<Step> {
    fn step(&mut self, make: impl FnOnce() -> Step) {
        self.push(make());
    }
}

/// One line of a computation.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What is computed, in the notation of the catalogue; never translated.
    pub formula: &'static str,
    /// What goes into it, by name.
    pub values: Vec<(&'static str, Value)>,
    /// What comes out.
    pub value: Value,
    /// Whether the answer can be read off this line.
    pub decides: bool,
}

/// A quantity in a step. Lengths are in units, times in frames, orientations
/// in square units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// An exact number.
    Exact(Fraction),
    /// A single-precision number.
    Single(f32),
    /// Whether something holds.
    Truth(bool),
    /// A token: a relation, a side, a label.
    Token(&'static str),
    /// Which edge or vertex, or how many.
    Count(usize),
    /// Sides of a box.
    Sides(Sides),
}

impl Step {
    /// A step whose formula gives `value`; it decides nothing yet.
    #[must_use]
    pub fn new(formula: &'static str, value: impl Into<Value>) -> Self {
        Self { formula, values: Vec::new(), value: value.into(), decides: false }
    }

    /// The same with one more quantity that goes into it.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    /// The same, marked as one that decides where `decides` holds.
    #[must_use]
    pub fn deciding(self, decides: bool) -> Self {
        Self { decides, ..self }
    }
}

/// A sink that says in each step which part of the shape it is about.
#[derive(Debug)]
pub struct Within<'a, T> {
    /// Where the steps go.
    pub sink: &'a mut T,
    /// What kind of part: `edge`, `axis`.
    pub part: &'static str,
    /// Which one.
    pub which: Value,
    /// Whether a step about this part can decide.
    pub decides: bool,
}

impl<T: Trace> Trace for Within<'_, T> {
    fn step(&mut self, make: impl FnOnce() -> Step) {
        let (part, which, decides) = (self.part, self.which, self.decides);
        self.sink.step(|| {
            let mut step = make();
            step.values.insert(0, (part, which));
            step.decides &= decides;
            step
        });
    }
}

impl Value {
    /// An orientation, a cross product of lengths: in square units, out of
    /// square thousandths.
    #[must_use]
    pub fn area(square_thousandths: i64) -> Self {
        Self::Exact(Fraction::new(square_thousandths.into(), 1_000_000))
    }
}

/// A number or a token, as formats print it.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(number) => number.fmt(f),
            Self::Single(number) => number.fmt(f),
            Self::Truth(holds) => holds.fmt(f),
            Self::Token(token) => token.fmt(f),
            Self::Count(count) => count.fmt(f),
            Self::Sides(sides) => sides.fmt(f),
        }
    }
}

impl From<Fraction> for Value {
    fn from(number: Fraction) -> Self {
        Self::Exact(number)
    }
}

impl From<Ratio> for Value {
    fn from(number: Ratio) -> Self {
        Self::Exact(number.into())
    }
}

impl From<Milli> for Value {
    fn from(length: Milli) -> Self {
        Self::Exact(length.into())
    }
}

impl From<f32> for Value {
    fn from(number: f32) -> Self {
        Self::Single(number)
    }
}

impl From<bool> for Value {
    fn from(holds: bool) -> Self {
        Self::Truth(holds)
    }
}

impl From<&'static str> for Value {
    fn from(token: &'static str) -> Self {
        Self::Token(token)
    }
}

impl From<Sides> for Value {
    fn from(sides: Sides) -> Self {
        Self::Sides(sides)
    }
}

impl From<usize> for Value {
    fn from(count: usize) -> Self {
        Self::Count(count)
    }
}
