//! The steps of a computation, with their formulas and values.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Escaped, SideList};
use crate::methods::MethodStep;
use crate::words::formula::{Formula, Value};

/// The steps of a computation, one object each.
pub(super) struct StepList<'a, T = MethodStep>(pub(super) &'a [T]);

impl<T> Serialize for StepList<'_, T>
where
    for<'s> Formula: From<&'s T>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Formula::from))
    }
}

impl Serialize for Formula {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("formula", &Escaped::token(&self.text))?;
        map.serialize_entry("values", &Values(&self.values))?;
        map.serialize_entry("value", &Quantity(self.value))?;
        map.serialize_entry("decides", &self.decides)?;
        map.end()
    }
}

/// The values in a formula, by name.
struct Values<'a>(&'a [(&'static str, Value)]);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|&(name, value)| (name, Quantity(value))))
    }
}

/// Numbers and tokens become strings; booleans, counts and lists of sides do not.
struct Quantity(Value);

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Number(number) => serializer.collect_str(&number),
            Value::Token(token) => Escaped::token(token).serialize(serializer),
            Value::Truth(holds) => holds.serialize(serializer),
            Value::Count(count) => count.serialize(serializer),
            Value::Sides(sides) => SideList(sides).serialize(serializer),
        }
    }
}
