//! Actions that go to the next value of a setting: steps, snap, speed, body, strictness.

use std::cmp::Ordering;

use super::{App, Effect, Snap, Stride};
use hitscan_core::command::{Command, Nudge};
use hitscan_core::methods::BoundaryRule;
use hitscan_core::world::{Body, Name};
use hitscan_geom::Milli;

impl App {
    pub(super) fn toggle_fine(&mut self) {
        let (stride, steps) = match self.input.stride {
            Stride::Full => (Stride::Fine, "fine steps"),
            Stride::Fine => (Stride::Full, "whole steps"),
        };
        self.input.stride = stride;
        let part = |whole| self.model().steps().scaled(whole, stride);
        let far = match self.engine.sandbox().nudge() {
            Nudge::Cell => format!("{} cell", part(Milli::from_units(1))),
            Nudge::Units(units) => part(units).to_string(),
        };
        self.screen.say(format!("{steps}: {far}"));
    }

    pub(super) fn toggle_snap(&mut self) {
        let grid = match self.engine.sandbox().nudge() {
            Nudge::Cell => "whole cells".to_owned(),
            Nudge::Units(units) => format!("multiples of {units}"),
        };
        let (snap, note) = match self.input.snap {
            Snap::Off => (Snap::On, format!("snap: moves land on {grid}")),
            Snap::On => (Snap::Off, "snap off".to_owned()),
        };
        self.input.snap = snap;
        self.screen.say(note);
    }

    /// The next speed of the usual ones, or the last of them.
    pub(super) fn next_speed(&self, direction: Ordering) -> u16 {
        const SPEEDS: [u16; 8] = [1, 2, 5, 10, 20, 30, 60, 120];
        let now = self.engine.sandbox().world().settings().speed;
        let next = match direction {
            Ordering::Less => SPEEDS.into_iter().rev().find(|&speed| speed < now),
            _ => SPEEDS.into_iter().find(|&speed| speed > now),
        };
        next.unwrap_or(now)
    }

    /// Gives the selected object the next body. Only boxes are kinematic.
    pub(super) fn next_body(&mut self) -> Vec<Effect> {
        let Some((_, object)) = self.engine.sandbox().selection() else {
            self.screen.fail("nothing is selected");
            return Vec::new();
        };
        let is_box = object.shape.as_box().is_some();
        let body = match object.body {
            Body::Static if is_box => Body::Kinematic,
            Body::Static | Body::Kinematic => Body::Dynamic,
            Body::Dynamic => Body::Static,
        };
        self.give_body(object.name, body)
    }

    /// Gives an object this body, and says what that means.
    pub(super) fn give_body(&mut self, name: Name, body: Body) -> Vec<Effect> {
        let effects = self.run(&Command::Body(name, body));
        if !self.screen.has_failed() {
            let meaning = match body {
                Body::Static => "static: no hit moves it",
                Body::Kinematic => "kinematic: pushes, and no hit moves it",
                Body::Dynamic => "dynamic: hits move it",
            };
            self.screen.say(format!("{name} is {meaning}"));
        }
        effects
    }

    /// Goes on to the next strictness of the box methods, and says what it is.
    pub(super) fn next_strictness(&mut self) -> Vec<Effect> {
        let (next, meaning) = match self.engine.sandbox().world().settings().boundary_rule {
            BoundaryRule::Source => (BoundaryRule::Inclusive, "touching counts as meeting"),
            BoundaryRule::Inclusive => (BoundaryRule::Strict, "touching does not count"),
            BoundaryRule::Strict => (BoundaryRule::Source, "each box method as its source has it"),
        };
        let effects = self.run(&Command::BoundaryRule(next));
        if !self.screen.has_failed() {
            self.screen.say(format!("contact {}: {meaning}", next.token()));
        }
        effects
    }
}
