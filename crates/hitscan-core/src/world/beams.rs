//! Where beams end, and the results of their pairs.
//!
//! The end of a beam follows from where everything is, and is computed again whenever a pair is
//! tested. If it has changed, the beam is tested against everything, as if it had moved.
//! [`BeamPair`] is the result of such a pair.

use super::limits::Budget;
use super::state::{Broken, Entry};
use super::{ChangeError, Name, ObjectId, Participant, TestResult, World};
use hitscan_geom::broad_phase::{Index, SweptAabb};
use hitscan_geom::kernel::segment_enters_box;
use hitscan_geom::{
    Aabb, Axis, Crossing, ExactPoint, Fraction, Meeting, Pass, Relation, Segment, Shape, enter,
    pass, relate,
};

/// Up to this many beams, each scans the bounds of all objects; for more, building an
/// index is faster.
const FEW: usize = 4;
/// The work of finding where a beam ends, besides scanning the bounds.
const WORK_OF_A_BEAM: usize = 64;

/// Finds where each beam of a world ends now, ignoring what has broken in this frame.
pub(super) fn find_beams(
    world: &World,
    broken: &[Broken],
    budget: &mut Budget<'_>,
) -> Result<Vec<Beam>, ChangeError> {
    let (beams, objects) = (world.beams.len(), world.len());
    if beams == 0 {
        return Ok(Vec::new());
    }
    budget.test((objects / 4 + beams) as u64)?;
    beams_now(world, broken, &mut |work| budget.spend(work))
}

/// [`find_beams`] with work that is spent as it is done.
pub(super) fn beams_now(
    world: &World,
    broken: &[Broken],
    spend: &mut dyn FnMut(usize) -> Result<(), ChangeError>,
) -> Result<Vec<Beam>, ChangeError> {
    let shape = |place: usize| &world.entries()[place].object.shape;
    let is_whole = |place: usize| broken.iter().all(|broken| broken.place != place);
    let (mut index, mut places) = (None, Vec::new());
    if world.beams.len() > FEW {
        let all = (0..world.len()).filter_map(|place| Some((place, bounds(shape(place))?)));
        let (of_bounds, bounds): (_, Vec<_>) = all.unzip();
        places = of_bounds;
        index = Some(Index::from(bounds));
    }
    let mut entered = Vec::new();
    let beams = world.beams.iter().map(|beam| {
        let Some(Shape::Segment(laser)) = world.object(beam.id).map(|object| &object.shape) else {
            return Ok(Beam::new(beam.id));
        };
        spend(WORK_OF_A_BEAM + if index.is_none() { world.len() } else { 0 })?;
        entered.clear();
        let mut spent = Ok(());
        let mut entry = |place: usize| {
            if spent.is_ok() {
                spent = spend(vertices(shape(place)));
            }
            if spent.is_err() {
                return None;
            }
            let entry = enter(laser, shape(place)).filter(|_| is_whole(place))?;
            entered.push((place, entry.t));
            Some(entry)
        };
        if let Some(index) = &index {
            // `first_by` calls `entry` for every box that is entered this early, ties included.
            index.first_by(laser, |at| entry(places[at]));
        } else {
            for place in near(world, laser) {
                entry(place);
            }
        }
        spent?;
        let end = entered.iter().map(|&(_, t)| t).min();
        let first = entered.iter().filter(|(_, t)| Some(*t) == end);
        let mut first: Vec<_> = first.map(|&(place, _)| world.entries()[place].id).collect();
        first.sort_unstable();
        Ok(Beam { id: beam.id, end, first })
    });
    beams.collect()
}

/// How many vertices there are to look at.
fn vertices(shape: &Shape) -> usize {
    match shape {
        Shape::Box(_) | Shape::Segment(_) => 4,
        Shape::Polygon(polygon) => polygon.vertices().len(),
    }
}

/// The regions that a laser may enter, filtered by their bounds and, for boxes, by the kernel.
fn near(world: &World, laser: &Segment) -> impl Iterator<Item = usize> {
    let reach = SweptAabb::around(laser.start(), laser.end());
    let bounds = world.bounds().iter().enumerate();
    let near = bounds.filter(move |(_, bounds)| bounds.meets(&reach)).map(|(place, _)| place);
    near.filter(move |&place| match &world.entries()[place].object.shape {
        Shape::Box(region) => segment_enters_box(laser, region).meets(),
        Shape::Polygon(_) => true,
        Shape::Segment(_) => false,
    })
}

/// The result of a pair of which one is a beam, given all beams; `None` if it is the same
/// as without beams.
pub(super) fn beam_pair(
    world: &World,
    beams: &[Beam],
    [a, b]: [&Participant; 2],
) -> Option<BeamPair> {
    if beams.is_empty() {
        return None;
    }
    let ended = [a, b].map(|each| beam_of(beams, each.id).filter(|beam| beam.end.is_some()));
    if ended == [None; 2] {
        return None;
    }
    let meeting = relate(&a.shape, &b.shape);
    if meeting.relation == Relation::Disjoint {
        return None;
    }
    match (&a.shape, &b.shape) {
        (Shape::Segment(one), Shape::Segment(other)) => {
            let ends = ended.map(|beam| beam.and_then(|beam| beam.end));
            if meet_before([(one, ends[0]), (other, ends[1])], &meeting) {
                return None;
            }
            let stopped = ended.into_iter().flatten().next()?;
            Some(behind(world, stopped))
        }
        (Shape::Segment(laser), region) => region_pair(world, ended[0]?, laser, region, &meeting),
        (region, Shape::Segment(laser)) => region_pair(world, ended[1]?, laser, region, &meeting),
        _ => None,
    }
}

fn region_pair(
    world: &World,
    beam: &Beam,
    laser: &Segment,
    region: &Shape,
    meeting: &Meeting,
) -> Option<BeamPair> {
    let end = beam.end?;
    let entry = enter(laser, region);
    if entry.is_some_and(|entry| entry.t <= end) {
        return None;
    }
    let touched = meeting.span.and_then(|span| span.t).is_some_and(|[first, _]| first <= end);
    match (touched, entry) {
        (false, _) => Some(behind(world, beam)),
        // It enters farther on.
        (true, Some(_)) => Some(BeamPair { outcome: TestResult::Touch, behind: None }),
        (true, None) => None,
    }
}

/// A MISS behind the region that stops a beam.
fn behind(world: &World, beam: &Beam) -> BeamPair {
    let first = beam.first.first().and_then(|&id| world.object(id));
    BeamPair { outcome: TestResult::Miss, behind: first.map(|object| object.name) }
}

/// The bounding box of anything that can stop a beam.
fn bounds(shape: &Shape) -> Option<Aabb> {
    match shape {
        Shape::Box(region) => Some(*region),
        Shape::Polygon(region) => Some(region.into()),
        Shape::Segment(_) => None,
    }
}

/// Whether two lasers meet before either ends, or just as it ends.
fn meet_before(lasers: [(&Segment, Option<Fraction>); 2], meeting: &Meeting) -> bool {
    let Some(span) = meeting.span else { return false };
    lasers.into_iter().try_fold(span.points, before_end).is_some()
}

/// The part of the common points of two lasers up to the end of one of them.
fn before_end(
    points: [ExactPoint; 2],
    (laser, end): (&Segment, Option<Fraction>),
) -> Option<[ExactPoint; 2]> {
    let Some(end) = end.and_then(|end| laser.at(end)) else { return Some(points) };
    let way = laser.direction();
    // All points lie on the laser's line, so one axis determines their order.
    let axis =
        if way.x.thousandths().abs() >= way.y.thousandths().abs() { Axis::X } else { Axis::Y };
    let along = |point: &ExactPoint| match axis {
        Axis::X => point.x,
        Axis::Y => point.y,
    };
    let is_forward = way.along(axis).thousandths() >= 0;
    let is_later = |point: &ExactPoint| {
        if is_forward { along(point) > along(&end) } else { along(point) < along(&end) }
    };
    match points.map(|point| is_later(&point)) {
        [true, true] => None,
        [false, false] => Some(points),
        [false, true] => Some([points[0], end]),
        [true, false] => Some([end, points[1]]),
    }
}

/// A beam, and where it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beam {
    pub(super) id: ObjectId,
    /// The share of the laser's length up to its end; `None` if nothing stops it.
    pub end: Option<Fraction>,
    /// The regions that it enters there, in scene order; several if it enters them at once.
    pub first: Vec<ObjectId>,
}

impl Beam {
    /// A beam that nothing stops.
    pub(super) const fn new(id: ObjectId) -> Self {
        Self { id, end: None, first: Vec::new() }
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(self.first.as_slice())
    }
}

/// The result of a pair with a beam, where it differs from that of the whole laser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BeamPair {
    pub(super) outcome: TestResult,
    /// The region that stops the beam, if the two only meet behind it.
    pub(super) behind: Option<Name>,
}

/// The memory used by beams, in bytes.
pub(super) fn bytes_of_beams(beams: &[Beam]) -> usize {
    beams.iter().map(Beam::bytes).sum()
}

/// The beam with this id, if there is one.
pub(super) fn beam_of(beams: &[Beam], id: ObjectId) -> Option<&Beam> {
    beams.binary_search_by_key(&id, |beam| beam.id).ok().map(|at| &beams[at])
}

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
    pub const fn t(&self) -> Fraction {
        match self.meets {
            RayMeets::Enters(pass) => pass.entry.t,
            RayMeets::Touches(at) => at.t,
        }
    }
}

/// The regions of a world that a laser enters or touches, by t; those met at the same time
/// in scene order.
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

#[cfg(test)]
mod tests;
