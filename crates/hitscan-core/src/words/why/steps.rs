//! Looking things up in the steps of a computation, by the names they have
//! there: nothing on a page is computed a second time.

use std::cmp::Ordering;

use super::{Role, figures};
use hitscan_geom::{Axis, Fraction, Moving, Side, Sides, Step, Value, swept_traced};

/// What stands for a number that no step holds; a test keeps it off all pages.
const MISSING: Value = Value::Token("missing");

/// The steps of one computation.
#[derive(Clone, Copy)]
pub(super) struct Steps<'a>(pub(super) &'a [Step]);

impl<'a> Steps<'a> {
    /// The first step whose formula begins like this.
    pub(super) fn find(self, formula: &str) -> Option<&'a Step> {
        self.0.iter().find(|step| step.formula.starts_with(formula))
    }

    /// The same of the steps about one axis.
    pub(super) fn find_on(self, axis: Axis, formula: &str) -> Option<&'a Step> {
        self.0.iter().find(|step| {
            step.formula.starts_with(formula) && value(step, "axis") == Value::Token(axis.token())
        })
    }

    /// What a formula gave.
    pub(super) fn result(self, formula: &str) -> Value {
        self.find(formula).map_or(MISSING, |step| step.value)
    }

    /// The first quantity of this name in any step.
    pub(super) fn value(self, name: &str) -> Value {
        self.0.iter().find_map(|step| found(step, name)).unwrap_or(MISSING)
    }

    /// Quantities of these names, one for each axis.
    pub(super) fn values(self, names: [&str; 2]) -> [Value; 2] {
        names.map(|name| self.value(name))
    }
}

fn found(step: &Step, name: &str) -> Option<Value> {
    step.values.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
}

/// A quantity of a step.
pub(super) fn value(step: &Step, name: &str) -> Value {
    found(step, name).unwrap_or(MISSING)
}

/// How a line about a step is marked.
pub(super) const fn role_of(step: &Step) -> Role {
    if step.decides { Role::Deciding } else { Role::Text }
}

/// Whether a step found that something holds.
pub(super) fn holds(value: Value) -> bool {
    value == Value::Truth(true)
}

/// When each axis was entered, in frames; none where nothing moves along it.
pub(in crate::words) struct Entries([Option<Fraction>; 2]);

impl Entries {
    /// Out of the steps of `swept`.
    pub(super) fn of(steps: Steps<'_>) -> Self {
        Self(Axis::ALL.map(|axis| {
            steps.find_on(axis, "entry").and_then(|step| figures::fraction(step.value))
        }))
    }

    /// Of two boxes in a frame.
    pub(in crate::words) fn of_frame([a, b]: &[Moving; 2]) -> Self {
        let mut steps = Vec::new();
        swept_traced(a, b, &mut steps);
        Self::of(Steps(&steps))
    }

    pub(in crate::words) const fn on(&self, axis: Axis) -> Option<Fraction> {
        match axis {
            Axis::X => self.0[0],
            Axis::Y => self.0[1],
        }
    }

    /// The times that there are.
    pub(super) fn times(&self) -> Vec<Fraction> {
        self.0.iter().flatten().copied().collect()
    }

    /// The time on this axis as text, told apart from that of the other axis.
    pub(in crate::words) fn text(&self, axis: Axis) -> String {
        let decimals = figures::decimals_for(&self.times());
        self.on(axis).map_or_else(|| "-".to_owned(), |t| figures::time(t, decimals))
    }
}

/// The axis that is not this one.
pub(in crate::words) const fn other_axis(axis: Axis) -> Axis {
    match axis {
        Axis::X => Axis::Y,
        Axis::Y => Axis::X,
    }
}

/// The side through which a motion with this component comes in.
pub(super) fn side_met(axis: Axis, component: Value) -> Side {
    let [low, high] = axis.sides();
    if figures::sign(component) == Ordering::Less { high } else { low }
}

/// `left`, or a corner with top or bottom first: `top left`.
pub(super) fn place(sides: Sides) -> String {
    let names = |axis: Axis| sides.iter().filter(move |side| side.axis() == axis);
    let sides: Vec<_> = names(Axis::Y).chain(names(Axis::X)).map(Side::token).collect();
    match sides[..] {
        [one, other] => format!("{one} {other} corner"),
        _ => sides.join(" "),
    }
}
