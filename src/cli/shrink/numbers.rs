//! A case as a list of numbers, and simpler candidates for each.

use super::case::{Case, Role, Slot};
use hitscan_geom::Axis;

/// A case as a list of numbers.
pub(super) struct Numbers<'a> {
    pub(super) case: &'a Case,
    pub(super) slots: Vec<Slot>,
    pub(super) values: Vec<i32>,
}

impl<'a> Numbers<'a> {
    pub(super) fn of(case: &'a Case) -> Self {
        Self { case, slots: case.slots(), values: case.numbers() }
    }

    /// The case with every number changed by `change`.
    pub(super) fn map(&self, change: impl Fn(Slot, i32) -> i32) -> Option<Case> {
        let changed = self.slots.iter().zip(&self.values).map(|(&slot, &n)| change(slot, n));
        self.case.with_numbers(&changed.collect::<Vec<_>>())
    }

    /// The case with the coordinates of one axis changed by `change`.
    pub(super) fn map_places(&self, axis: Axis, change: impl Fn(i32) -> i32) -> Option<Case> {
        self.map(
            |slot, n| if slot.axis == axis && slot.role == Role::Place { change(n) } else { n },
        )
    }

    /// Extrapolates from this case through `other` by `times` the distance between them, if that
    /// gives a valid case.
    pub(super) fn beyond(&self, other: &Case, times: i64) -> Option<Case> {
        let there = other.numbers();
        if there.len() != self.values.len() {
            return None;
        }
        let beyond = self.values.iter().zip(there).map(|(&here, there)| {
            let way = i64::from(there) - i64::from(here);
            i32::try_from(i64::from(there).checked_add(way.checked_mul(times)?)?).ok()
        });
        other.with_numbers(&beyond.collect::<Option<Vec<_>>>()?)
    }

    /// The distinct coordinates of an axis, ascending.
    pub(super) fn places(&self, axis: Axis) -> Vec<i32> {
        let of_axis = self.slots.iter().zip(&self.values);
        let of_axis = of_axis.filter(|(slot, _)| slot.axis == axis && slot.role == Role::Place);
        let mut places: Vec<i32> = of_axis.map(|(_, &n)| n).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// One unit, a tenth, a hundredth and a thousandth.
pub(super) const ROUND: [i32; 4] = [1000, 100, 10, 1];

/// Candidates to replace a number: rounder or smaller, the boldest first.
pub(super) fn simpler_numbers(value: i32) -> Vec<i32> {
    let mut simpler = vec![0, -value];
    simpler.extend(ROUND.map(|unit| value / unit * unit));
    simpler.extend(ROUND.map(|unit| (value / unit + value.signum()) * unit));
    // Fractions first, so that large numbers shrink fast.
    simpler.extend(PARTS.map(|part| in_units(value - value / part)));
    simpler.push(value / 2);
    simpler.extend(ROUND.map(|unit| value - value.signum() * unit));
    simpler.retain(|&number| number != value);
    simpler
}

/// The few candidates for each number when two numbers change at once.
pub(super) fn next_numbers(value: i32) -> [i32; 5] {
    let unit = value.signum() * 1000;
    [0, in_units(value / 2), in_units(value), value - unit, value + unit]
}

/// The fractions to subtract from a large number: a half, a quarter, …
const PARTS: [i32; 4] = [2, 4, 8, 16];

fn in_units(value: i32) -> i32 {
    value / 1000 * 1000
}
