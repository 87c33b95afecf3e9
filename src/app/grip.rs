//! What the arrows act on, and the command that each arrow stands for.

use super::{Arrow, Stride};
use crate::geom::{Milli, Shape, Vector};
use crate::script::{Anchor, Command, Nudge};
use crate::world::Object;

/// What of the selected object the arrows hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Grip {
    /// The whole.
    #[default]
    Move,
    /// Its angle and its length.
    Turn,
    /// One end, corner or vertex, counted from 0.
    End(usize),
    /// The tip of its velocity.
    Speed,
}

impl Grip {
    /// Degrees that an arrow turns by.
    pub const TURN_DEGREES: i16 = 15;

    /// The word in the status row.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Move => "MOVE",
            Self::Turn => "TURN",
            Self::End(_) => "END",
            Self::Speed => "SPEED",
        }
    }

    /// This grip on `object`, or why it does not apply.
    pub(super) fn checked(self, object: &Object) -> Result<Self, String> {
        match (self, &object.shape) {
            (Self::Turn, Shape::Box(_)) => Err("boxes do not turn; e grips a corner".to_owned()),
            (Self::Speed, _) if object.fixed => Err(format!(
                "{name} is fixed and has no velocity; :fixed {name} off lets it go",
                name = object.name
            )),
            _ => Ok(self),
        }
    }

    /// The grip on the next end of `object`.
    pub(super) fn next_end(self, object: &Object) -> Self {
        let count = object.shape.vertices().len();
        match self {
            Self::End(index) => Self::End((index + 1) % count),
            // Of a laser the tip is what one wants first.
            _ if matches!(object.shape, Shape::Laser(_)) => Self::End(1),
            _ => Self::End(0),
        }
    }

    /// The command that an arrow stands for, or why it stands for none.
    pub(super) fn command(
        self,
        object: &Object,
        arrow: Arrow,
        stride: Stride,
        nudge: Nudge,
    ) -> Result<Command, String> {
        Ok(match self {
            Self::Move => Command::Move(None, nudged(arrow, stride, nudge)),
            Self::End(index) => Command::End(None, index + 1, nudged(arrow, stride, nudge)),
            Self::Turn => {
                let turn = scaled(Milli::from_units(Self::TURN_DEGREES), stride);
                let by = scaled(Milli::from_units(1), stride);
                match arrow {
                    Arrow::Left => Command::Turn(None, -turn),
                    Arrow::Right => Command::Turn(None, turn),
                    Arrow::Up | Arrow::Down if !matches!(object.shape, Shape::Laser(_)) => {
                        return Err("only a laser gets longer or shorter".to_owned());
                    }
                    Arrow::Up => Command::Length(None, by),
                    Arrow::Down => Command::Length(None, -by),
                }
            }
            Self::Speed => {
                let by = direction(arrow, scaled(Milli::from_units(1), stride));
                Command::Velocity(Some(object.name), object.velocity + by, Anchor::Start)
            }
        })
    }
}

/// The way an arrow goes: by cells 1 unit across and 2 down, or the set way.
fn nudged(arrow: Arrow, stride: Stride, nudge: Nudge) -> Vector {
    let units = match (nudge, arrow) {
        (Nudge::Cell, Arrow::Left | Arrow::Right) => Milli::from_units(1),
        (Nudge::Cell, Arrow::Up | Arrow::Down) => Milli::from_units(2),
        (Nudge::Units(units), _) => units,
    };
    direction(arrow, scaled(units, stride))
}

fn direction(arrow: Arrow, length: Milli) -> Vector {
    match arrow {
        Arrow::Left => Vector::new(-length, Milli::ZERO),
        Arrow::Right => Vector::new(length, Milli::ZERO),
        Arrow::Up => Vector::new(Milli::ZERO, -length),
        Arrow::Down => Vector::new(Milli::ZERO, length),
    }
}

/// A fine step is a tenth, but never nothing.
fn scaled(length: Milli, stride: Stride) -> Milli {
    match stride {
        Stride::Full => length,
        Stride::Fine => Milli::from_thousandths((length.thousandths() / 10).max(1)),
    }
}
