//! The regions that a laser enters or touches, in order.

use super::entries::Entry;
use super::{Name, ObjectId, World};
use hitscan_geom::broad_phase::SweptAabb;
use hitscan_geom::{Crossing, Fraction, Pass, Segment, Shape, pass, relate};

/// A region that a laser meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RayHit {
    /// The region.
    pub id: ObjectId,
    /// Its name.
    pub name: Name,
    /// Where they meet.
    pub meets: RayMeets,
}

/// Where a laser meets a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayMeets {
    /// It enters here, and leaves there.
    Enters(Pass),
    /// It only touches the region; first here.
    Touches(Crossing),
}

impl RayHit {
    /// The share of the laser's length up to there.
    #[must_use]
    pub const fn t(&self) -> Fraction {
        match self.meets {
            RayMeets::Enters(pass) => pass.entry.t,
            RayMeets::Touches(at) => at.t,
        }
    }
}

/// The regions of a world that a laser enters or touches, by t; those met at the same time
/// in scene order.
#[must_use]
pub fn along(world: &World, laser: &Segment) -> Vec<RayHit> {
    let shape = Shape::Segment(*laser);
    let (min, max) = shape.bounds();
    let reach = SweptAabb::around(min, max);
    let near = world.entries().iter().zip(world.bounds());
    let near = near.filter(|(_, bounds)| bounds.meets(&reach)).map(|(entry, _)| entry);
    let hit = |entry: &Entry| {
        let meets = meeting(laser, &shape, &entry.object.shape)?;
        Some(RayHit { id: entry.id, name: entry.object.name, meets })
    };
    let mut hits: Vec<_> = near.filter_map(hit).collect();
    // The sort is stable.
    hits.sort_by_key(RayHit::t);
    hits
}

/// The regions that a laser enters first; several entered at the same time in scene order.
#[must_use]
pub fn first_along(world: &World, laser: &Segment) -> Vec<RayHit> {
    let mut hits = along(world, laser);
    hits.retain(|hit| matches!(hit.meets, RayMeets::Enters(_)));
    let first = hits.first().map(RayHit::t);
    hits.retain(|hit| Some(hit.t()) == first);
    hits
}

fn meeting(laser: &Segment, shape: &Shape, region: &Shape) -> Option<RayMeets> {
    if let Shape::Segment(_) = region {
        return None;
    }
    if let Some(pass) = pass(laser, region) {
        return Some(RayMeets::Enters(pass));
    }
    let meeting = relate(shape, region);
    let [t, _] = meeting.span?.t?;
    Some(RayMeets::Touches(Crossing { t, through: meeting.direction }))
}
