//! Reads the numbers of a lesson: those to draw, those computed from them, and the example.

use super::LessonReader;
use crate::lab::expression::{Expression, Values};
use crate::lab::pack::Draw;
use crate::scene::excerpt;
use crate::scene::read::{Field, Given, Table};
use hitscan_geom::Fraction;

impl LessonReader<'_, '_> {
    pub(super) fn draws(&mut self, root: &Table<'_>) -> Vec<Draw> {
        let Some(table) = self.table(root, "draw") else { return Vec::new() };
        let mut draws = Vec::new();
        for field in Self::in_order(&table) {
            self.name(&field);
            let right = "the least and the greatest whole number, and a step, such as [8, 14, 2]";
            let numbers = self.reader.list(&field.given(), right, |reader, each| {
                let number = reader.text(&each.span).parse::<i32>().ok();
                if number.is_none() {
                    reader.refuse(each, right);
                }
                number
            });
            let Some(numbers) = numbers else { continue };
            let (from, to, step) = match *numbers.as_slice() {
                [from, to] => (from, to, 1),
                [from, to, step] => (from, to, step),
                _ => {
                    self.reader.refuse(&field.given(), right);
                    continue;
                }
            };
            let span = u64::try_from(i64::from(to) - i64::from(from)).ok();
            let step_size = u64::try_from(step).ok().filter(|&step| step > 0);
            match span.zip(step_size) {
                Some((span, size)) if span % size == 0 => {
                    draws.push(Draw {
                        name: field.key.to_owned(),
                        from,
                        count: span / size + 1,
                        step,
                    });
                }
                _ => self.reader.refuse(
                    &field.given(),
                    "the greatest must be the least and a multiple of the step",
                ),
            }
        }
        draws
    }

    /// Adds the name of a number.
    fn name(&mut self, field: &Field<'_>) {
        let plain =
            field.key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        if !plain || !field.key.starts_with(|c: char| c.is_ascii_lowercase()) {
            let message = "small letters, digits and _ only, beginning with a letter";
            self.reader.fault(&field.key_span, excerpt(field.key), message);
        } else if self.names.iter().any(|name| name == field.key) {
            self.reader.fault(&field.key_span, excerpt(field.key), "named twice");
        }
        self.names.push(field.key.to_owned());
    }

    pub(super) fn lets(&mut self, root: &Table<'_>) -> Vec<(String, Expression)> {
        let Some(table) = self.table(root, "let") else { return Vec::new() };
        let mut lets = Vec::new();
        for field in Self::in_order(&table) {
            let value = self.expression(&field.given());
            self.name(&field);
            lets.extend(value.map(|value| (field.key.to_owned(), value)));
        }
        lets
    }

    pub(super) fn example(&mut self, root: &Table<'_>, draws: &[Draw]) -> Values {
        let mut values = Values::new();
        let Some(table) = self.table(root, "example") else {
            if !draws.is_empty() {
                self.reader.fault(&root.span, "example".to_owned(), "this table is missing");
            }
            return values;
        };
        let drawn = root.field("draw").and_then(|field| field.given().as_table());
        let at_fault = |key| drawn.as_ref().is_some_and(|drawn| drawn.field(key).is_some());
        for field in Self::in_order(&table) {
            let given = field.given();
            let value = self.constant(&given);
            let draw = draws.iter().find(|draw| draw.name == field.key);
            match (value, draw) {
                (Some(value), Some(draw)) if draw.allows(value) => {
                    values.insert(field.key.to_owned(), value);
                }
                (Some(_), Some(_)) => self.reader.refuse(&given, "a number that can be drawn"),
                // The fault is reported there.
                (_, None) if at_fault(field.key) => {}
                (_, None) => self.reader.refuse(&given, "the name of a number to draw"),
                (None, _) => {}
            }
        }
        for draw in draws.iter().filter(|draw| table.field(&draw.name).is_none()) {
            self.reader.fault(&table.span, draw.name.clone(), "this number is missing");
        }
        values
    }

    /// A number without names.
    fn constant(&mut self, given: &Given<'_>) -> Option<Fraction> {
        match self.expression(given)? {
            Expression::Number(number) => Some(number),
            Expression::Negated(of) => match *of {
                Expression::Number(number) => Some(-number),
                _ => self.reader.refused(given, "a number"),
            },
            _ => self.reader.refused(given, "a number"),
        }
    }
}
