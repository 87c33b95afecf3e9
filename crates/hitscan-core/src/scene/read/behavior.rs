//! Reads what moves an object, and what it does on its own.

use std::sync::Arc;

use super::fields::{Field, Given, Reader, Table};
use crate::world::{Behavior, Body, OnEnter, Response, Tint};
use hitscan_geom::{Milli, ShapeKind, Vector};

const VELOCITY: &str = "two numbers in brackets, such as [1, -0.5]";
const STEER: &str = "two speeds of 0 or more in brackets, such as [2, 0]";
const JUMP: &str = "a speed above 0, such as 5";

impl Reader<'_> {
    /// The body: from `body` or, for lasers and polygons, from `fixed`.
    pub(super) fn body(&mut self, table: &Table<'_>, behavior: &Behavior) -> Option<Body> {
        match (table.field("body"), table.field("fixed")) {
            (Some(_), Some(fixed)) => {
                self.refused(&fixed.given(), "one of body and fixed; body says it all")
            }
            (Some(body), None) => self.one_of(&body.given(), &Body::ALL, Body::token),
            (None, Some(fixed)) => {
                let is_fixed = self.yes_or_no(&fixed.given())?;
                Some(if is_fixed { Body::Static } else { Body::Dynamic })
            }
            (None, None) if behavior.sensor => {
                // Without the key `body`, the other keys may still be right.
                (!self.is_lost(table, "body")).then_some(Body::Static)
            }
            (None, None) => Some(Body::Dynamic),
        }
    }

    pub(super) fn velocity(
        &mut self,
        table: &Table<'_>,
        who: &str,
        body: Option<Body>,
    ) -> Option<Vector> {
        let Some(field) = table.field("velocity") else { return Some(Vector::ZERO) };
        let velocity = self.vector(&field.given(), VELOCITY);
        let moves = velocity.is_some_and(|velocity| velocity != Vector::ZERO);
        if body == Some(Body::Static) && moves {
            self.refuse(&field.given(), format!("{who} is static and has no velocity"));
        }
        velocity
    }

    /// Reads what an object does on its own. A faulty part is omitted, and the file is refused.
    pub(super) fn behavior(&mut self, kind: ShapeKind, table: &Table<'_>) -> Behavior {
        let given = |key| table.field(key).map(|field: Field<'_>| field.given());
        if kind != ShapeKind::Box {
            // `check_keys` has dealt with every other key.
            let beam = given("beam").filter(|_| kind == ShapeKind::Segment);
            let beam = beam.and_then(|given| self.yes_or_no(&given)).unwrap_or_default();
            return Behavior { beam, ..Behavior::NONE };
        }
        let (fewest, most) = (*Behavior::BREAKS_AFTER.start(), *Behavior::BREAKS_AFTER.end());
        let contacts = format!("a whole number of contacts, {fewest} to {most}");
        Behavior {
            response: given("response")
                .and_then(|given| self.one_of(&given, &Response::ALL, Response::token)),
            breaks_after: given("breaks_after")
                .and_then(|given| self.whole(&given, fewest.into()..=most.into(), &contacts))
                .and_then(Behavior::contacts),
            sensor: given("sensor").and_then(|given| self.yes_or_no(&given)).unwrap_or_default(),
            on_enter: given("on_enter")
                .and_then(|given| self.one_of(&given, &OnEnter::ALL, OnEnter::token)),
            message: given("message").and_then(|given| self.message(&given)),
            steer: given("steer").and_then(|given| self.steer(&given)),
            jump: given("jump").and_then(|given| self.jump(&given)),
            name_hidden: given("name_shown").and_then(|given| self.yes_or_no(&given))
                == Some(false),
            tint: given("tint").and_then(|given| self.tint(&given)),
            beam: false,
        }
    }

    fn message(&mut self, given: &Given<'_>) -> Option<Arc<str>> {
        let text = self.line_of_text(given)?;
        if text.len() > Behavior::MAX_MESSAGE_BYTES {
            return self.refused(given, format!("at most {} bytes", Behavior::MAX_MESSAGE_BYTES));
        }
        Some(text.into())
    }

    fn steer(&mut self, given: &Given<'_>) -> Option<Vector> {
        let speeds = self.size(given, STEER)?;
        let is_right = [speeds.x, speeds.y].iter().all(|&s| s >= Milli::ZERO && s.in_range());
        if is_right { Some(speeds) } else { self.refused(given, STEER) }
    }

    fn tint(&mut self, given: &Given<'_>) -> Option<Tint> {
        let (first, last) = (*Tint::NUMBERS.start(), *Tint::NUMBERS.end());
        let right = format!("the number of a tint, {first} to {last}");
        self.whole(given, first.into()..=last.into(), &right).and_then(Tint::new)
    }

    fn jump(&mut self, given: &Given<'_>) -> Option<Milli> {
        let speed = self.number(given, JUMP, Milli::parse)?;
        if speed > Milli::ZERO { Some(speed) } else { self.refused(given, JUMP) }
    }
}
