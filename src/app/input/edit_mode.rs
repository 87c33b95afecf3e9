//! What the arrows edit, and the command of each arrow.

use super::Steps;
use super::{Action, Arrow, KeyMap, Stride};
use hitscan_core::command::{Anchor, Command, Nudge};
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
            (Self::Turn | Self::End(_) | Self::Speed, _) if object.is_point => {
                Err(format!("{} is a point; it is only moved", object.name))
            }
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
    pub(in crate::app) snaps: bool,
}

impl Reach {
    /// How far an arrow moves a point `at`.
    fn way(self, arrow: Arrow, at: Point) -> Vector {
        let steps = grid_of(self.steps, self.stride);
        match (self.snaps, arrow) {
            (true, _) => to_next_line(at, arrow, steps),
            (false, Arrow::Left | Arrow::Right) => direction(arrow, steps.x),
            (false, Arrow::Up | Arrow::Down) => direction(arrow, steps.y),
        }
    }
}

/// The grid point nearest to `p`; `p` itself without snapping.
pub(in crate::app) fn snapped(p: Point, Reach { steps, stride, snaps }: Reach) -> Point {
    if !snaps {
        return p;
    }
    let grid = grid_of(steps, stride);
    Point::new(nearest(p.x, grid.x), nearest(p.y, grid.y))
}

/// How far an arrow moves across and down: a cell is 1 unit wide and 2 high.
pub(in crate::app) fn grid_of(steps: Steps, stride: Stride) -> Vector {
    let (across, down) = match steps.nudge {
        Nudge::Cell => (Milli::from_units(1), Milli::from_units(2)),
        Nudge::Units(units) => (units, units),
    };
    Vector::new(steps.scaled(across, stride), steps.scaled(down, stride))
}

/// How far an arrow moves a point from `at` to the next grid line.
pub(in crate::app) fn to_next_line(at: Point, arrow: Arrow, grid: Vector) -> Vector {
    // A line out of range leads nowhere.
    let way = |from: Milli, to: Milli| to.checked_sub(from).unwrap_or(Milli::ZERO);
    match arrow {
        Arrow::Left => Vector::new(way(at.x, before(at.x, grid.x)), Milli::ZERO),
        Arrow::Right => Vector::new(way(at.x, after(at.x, grid.x)), Milli::ZERO),
        Arrow::Up => Vector::new(Milli::ZERO, way(at.y, before(at.y, grid.y))),
        Arrow::Down => Vector::new(Milli::ZERO, way(at.y, after(at.y, grid.y))),
    }
}

fn floor(at: i32, step: i32) -> i32 {
    at.div_euclid(step) * step
}

fn before(at: Milli, step: Milli) -> Milli {
    Milli::new(floor(at.thousandths() - 1, step.thousandths())).unwrap_or(at)
}

fn after(at: Milli, step: Milli) -> Milli {
    let step = step.thousandths();
    Milli::new(floor(at.thousandths(), step) + step).unwrap_or(at)
}

fn nearest(at: Milli, step: Milli) -> Milli {
    let step = step.thousandths();
    Milli::new(floor(at.thousandths() + step / 2, step)).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_line_is_never_the_one_the_point_is_on() {
        let step = Milli::from_units(2);
        for (at, lower, higher, near) in [
            (0, -2000, 2000, 0),
            (1, 0, 2000, 0),
            (1000, 0, 2000, 2000),
            (1999, 0, 2000, 2000),
            (2000, 0, 4000, 2000),
            (-1, -2000, 0, 0),
            (-2000, -4000, 0, -2000),
        ] {
            let milli = |thousandths| Milli::new(thousandths).expect("in range");
            let found = [before(milli(at), step), after(milli(at), step), nearest(milli(at), step)];
            assert_eq!(found, [milli(lower), milli(higher), milli(near)], "{at}");
        }
    }
}
