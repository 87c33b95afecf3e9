//! The velocity of a box after a contact, given its response and the kind of the other box.

use crate::world::Response;
use hitscan_geom::{Axis, Milli, Side, Sides, Vector};

/// What the other box is to the one that responds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Against {
    /// It never moves.
    Static,
    /// Its velocity never changes.
    Kinematic,
    /// It responds, too.
    Dynamic,
}

/// The velocity of a box after a contact across `sides`, given its own velocity and the other's
/// before it. `Err` names the axis along which the velocity would be out of range.
pub(super) fn answer(
    response: Response,
    against: Against,
    [own, other]: [Vector; 2],
    sides: Sides,
) -> Result<Vector, Axis> {
    let across = |axis: Axis| -> Result<Milli, Axis> {
        let (c, w) = (own.along(axis), other.along(axis));
        match (response, against) {
            (Response::Pass | Response::PushOut | Response::Stop, _) => Ok(c),
            // It moves along with the other, or the two exchange their velocities.
            (Response::Slide, Against::Kinematic) | (Response::Bounce, Against::Dynamic) => Ok(w),
            (Response::Slide, Against::Static | Against::Dynamic) => Ok(Milli::ZERO),
            (Response::Bounce, Against::Static) => Ok(-c),
            (Response::Bounce, Against::Kinematic) => {
                let mirrored = w.checked_add(w).and_then(|twice| twice.checked_sub(c));
                mirrored.filter(|mirrored| mirrored.in_range()).ok_or(axis)
            }
        }
    };
    match (response, against) {
        (Response::Stop, Against::Static | Against::Dynamic) => Ok(Vector::ZERO),
        (Response::Stop, Against::Kinematic) => Ok(other),
        _ => {
            let mut axes = sides.iter().map(Side::axis);
            axes.try_fold(own, |velocity, axis| Ok(velocity.with(axis, across(axis)?)))
        }
    }
}
