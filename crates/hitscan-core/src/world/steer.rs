//! Steering: the velocity that an arrow key gives a box.

use super::{ChangeError, ObjectId, World};
use hitscan_geom::{Milli, Side};

impl World {
    /// An arrow key towards this side of the screen: it gives a box its speed in that
    /// direction, or first stops it if it moves the other way. Against gravity, a box that
    /// stands on something jumps.
    pub(super) fn steer(&mut self, id: ObjectId, side: Side) -> Result<(), ChangeError> {
        let index = self.index(id).ok_or(ChangeError::NoObject)?;
        let object = &self.objects[index].object;
        if object.is_static() {
            return Err(ChangeError::StaticHasNoVelocity(object.name));
        }
        let axis = side.axis();
        let towards = |speed: Milli, side: Side| match side {
            Side::Left | Side::Top => -speed,
            Side::Right | Side::Bottom => speed,
        };
        let speed = match object.behavior.jump.filter(|_| self.falls_towards(side.opposite())) {
            Some(_) if !self.stands_on(id, side.opposite()) => {
                return Err(ChangeError::InTheAir(object.name));
            }
            Some(jump) => towards(jump, side),
            None => {
                let speed = object.behavior.steer.map_or(Milli::ZERO, |speeds| speeds.along(axis));
                if speed == Milli::ZERO {
                    return Err(ChangeError::NotSteered { name: object.name, axis });
                }
                let now = towards(object.velocity.along(axis), side);
                if now < Milli::ZERO { Milli::ZERO } else { towards(speed, side) }
            }
        };
        self.objects.change(index, |entry| {
            entry.object.velocity = entry.object.velocity.with(axis, speed);
        });
        Ok(())
    }

    /// Whether gravity points to this side of the screen.
    fn falls_towards(&self, side: Side) -> bool {
        let pull = self.settings.gravity.along(side.axis());
        match side {
            Side::Left | Side::Top => pull < Milli::ZERO,
            Side::Right | Side::Bottom => pull > Milli::ZERO,
        }
    }
}
