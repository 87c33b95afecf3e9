//! What the arrows edit, and the command of each arrow.

use super::snap::{grid_of, to_next_line};
use super::{Action, Arrow, KeyMap, Snap, Stride};
use crate::app::config::Steps;
use hitscan_core::command::{Anchor, Command};
use hitscan_core::world::Object;
use hitscan_geom::{Milli, Point, Shape, Side, Vector};

/// What the arrows edit on the selected object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum EditMode {
    /// The whole object.
    #[default]
    Move,
    /// Its angle and its length.
    Turn,
    /// One end, corner or vertex, counted from 0.
    End(usize),
    /// The tip of its velocity.
    Speed,
    /// The direction of a steered box, at its own speed.
    Steer,
}

impl EditMode {
    /// How many degrees an arrow turns.
    pub const TURN_DEGREES: i16 = 15;

    /// Its word in the status row.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Move => "MOVE",
            Self::Turn => "TURN",
            Self::End(_) => "END",
            Self::Speed => "SPEED",
            Self::Steer => "STEER",
        }
    }

    /// The mode that a new selection starts with.
    pub(in crate::app) fn first(object: &Object) -> Self {
        if object.behavior.is_steered() { Self::Steer } else { Self::Move }
    }

    /// This mode for `object`, or why it does not apply.
    pub(in crate::app) fn checked(self, object: &Object, keys: &KeyMap) -> Result<Self, String> {
        match (self, &object.shape) {
            (Self::Turn, Shape::Box(_)) => {
                let end = keys.named(Action::GripEnd);
                Err(format!("boxes do not turn; {end} selects a corner"))
            }
            (Self::Speed, _) if object.is_static() => {
                let (name, free) = (object.name, keys.named(Action::ToggleFixed));
                Err(format!("{name} is static and has no velocity; {free} makes it dynamic"))
            }
            (Self::Steer, _) if !object.behavior.is_steered() => {
                let name = object.name;
                Err(format!("{name} is not steered; :set {name}.steer 2 0 gives it its speeds"))
            }
            _ => Ok(self),
        }
    }

    /// The mode for the next end of `object`.
    pub(in crate::app) fn next_end(self, object: &Object) -> Self {
        let count = object.shape.vertices().len();
        match self {
            Self::End(index) => Self::End((index + 1) % count),
            // A laser is usually aimed by its tip.
            _ if matches!(object.shape, Shape::Segment(_)) => Self::End(1),
            _ => Self::End(0),
        }
    }

    /// The command of an arrow, or why there is none.
    pub(in crate::app) fn command(
        self,
        object: &Object,
        arrow: Arrow,
        reach: Reach,
    ) -> Result<Command, String> {
        let Reach { steps, stride, .. } = reach;
        Ok(match self {
            Self::Move => Command::Move(None, reach.way(arrow, object.shape.bounds().0)),
            Self::End(index) => {
                let vertices = object.shape.vertices();
                let at = vertices.get(index).copied().unwrap_or(vertices[0]);
                Command::End(None, index + 1, reach.way(arrow, at))
            }
            Self::Turn => {
                let turn = steps.scaled(Milli::from_units(Self::TURN_DEGREES), stride);
                let by = steps.scaled(Milli::from_units(1), stride);
                match arrow {
                    Arrow::Left => Command::Turn(None, -turn),
                    Arrow::Right => Command::Turn(None, turn),
                    Arrow::Up | Arrow::Down if !matches!(object.shape, Shape::Segment(_)) => {
                        return Err("only a laser gets longer or shorter".to_owned());
                    }
                    Arrow::Up => Command::Length(None, by),
                    Arrow::Down => Command::Length(None, -by),
                }
            }
            Self::Steer => Command::Steer(None, towards(arrow)),
            Self::Speed => {
                let by = direction(arrow, steps.scaled(Milli::from_units(1), stride));
                let velocity = object.velocity.checked_add(by).ok_or("that is too fast")?;
                Command::Velocity(Some(object.name), velocity, Anchor::Start)
            }
        })
    }
}

/// The side that an arrow points to.
const fn towards(arrow: Arrow) -> Side {
    match arrow {
        Arrow::Left => Side::Left,
        Arrow::Right => Side::Right,
        Arrow::Up => Side::Top,
        Arrow::Down => Side::Bottom,
    }
}

fn direction(arrow: Arrow, length: Milli) -> Vector {
    match arrow {
        Arrow::Left => Vector::new(-length, Milli::ZERO),
        Arrow::Right => Vector::new(length, Milli::ZERO),
        Arrow::Up => Vector::new(Milli::ZERO, -length),
        Arrow::Down => Vector::new(Milli::ZERO, length),
    }
}

/// How far an arrow moves, and where it lands.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) struct Reach {
    /// The current steps.
    pub(in crate::app) steps: Steps,
    /// A full or a fine step.
    pub(in crate::app) stride: Stride,
    /// Whether to move by that much, or to the next grid line.
    pub(in crate::app) snap: Snap,
}

impl Reach {
    /// How far an arrow moves a point `at`.
    fn way(self, arrow: Arrow, at: Point) -> Vector {
        let steps = grid_of(self.steps, self.stride);
        match (self.snap, arrow) {
            (Snap::On, _) => to_next_line(at, arrow, steps),
            (Snap::Off, Arrow::Left | Arrow::Right) => direction(arrow, steps.x),
            (Snap::Off, Arrow::Up | Arrow::Down) => direction(arrow, steps.y),
        }
    }
}
