//! What views need again and again about the selection: its partner, the pair of the two, and where
//! a box would have ended. Nothing here changes the world.

use super::{Pair, Sandbox};
use crate::methods::{ListedWhen, Method};
use crate::world::{Object, ObjectId, Response, Settings, World};
use hitscan_geom::{Aabb, Milli, Point, Shape, orient};

/// Where a box would have ended the last frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The side method used.
    pub method: Method,
    /// The box there.
    pub shape: Aabb,
}

impl Sandbox {
    /// The partner of the selection: the object that it last met, up to now, or else the nearest.
    pub fn partner(&self) -> Option<ObjectId> {
        let id = self.selection?;
        let met = self.log().records().take(self.log_len_now()).rev().find_map(|record| {
            let other = match id {
                _ if record.a.id == id => record.b.id,
                _ if record.b.id == id => record.a.id,
                _ => return None,
            };
            self.world().object(other).map(|_| other)
        });
        met.or_else(|| self.nearest(id))
    }

    /// The nearest object; ties go to the first in scene order.
    pub(in crate::engine) fn nearest(&self, from: ObjectId) -> Option<ObjectId> {
        Self::nearest_in(self.world(), from)
    }

    /// The same in another world.
    pub(super) fn nearest_in(world: &World, from: ObjectId) -> Option<ObjectId> {
        // `min_by_key` returns the first of several.
        let (_, nearest) = distances(world, from).min_by_key(|(distance, _)| *distance)?;
        world.objects().nth(nearest).map(|(id, _)| id)
    }

    /// The current pair of a sandbox that covers nothing and whose game goes on: these two objects,
    /// or else the selection and its partner. Computed once for each state of the world.
    pub fn pair_in_view(&self, chosen: Option<[ObjectId; 2]>) -> Option<Pair> {
        let selected = self.selection().map(|(id, _)| id);
        self.in_view.get((self.revision, selected, chosen), || {
            let is_there =
                |pair: &[ObjectId; 2]| pair.iter().all(|&id| self.world().object(id).is_some());
            match (chosen.filter(is_there), selected) {
                (Some([one, other]), _) => self.pair(one, other),
                (None, Some(selected)) => self.pair(selected, self.partner()?),
                (None, None) => None,
            }
        })
    }

    /// All objects except `from`, the nearest first; ties are in scene order.
    pub fn by_distance(&self, from: ObjectId) -> Vec<ObjectId> {
        let mut others: Vec<_> = distances(self.world(), from).collect();
        others.sort_unstable();
        let ids: Vec<_> = self.world().objects().map(|(id, _)| id).collect();
        others.into_iter().map(|(_, place)| ids[place]).collect()
    }

    /// Where this box would have ended the last frame under each side method that is always listed
    /// and under the active one, with the active response (`bounce` if that is `pass`). Empty
    /// without such a box or a frame.
    ///
    /// Replays that frame once for each side method, and only once for each state of the world.
    pub fn ends(&self, mover: ObjectId) -> Vec<End> {
        self.ends.get((self.revision, mover), || {
            let response = match self.world().settings().response {
                Response::Pass => Response::Bounce,
                response => response,
            };
            let in_force = self.world().settings().side;
            let is_shown =
                |method: &Method| method.row().shown == ListedWhen::Always || *method == in_force;
            let methods: Vec<_> = Method::side_methods().filter(is_shown).collect();
            let settings = |&side: &Method| Settings { response, side, ..*self.world().settings() };
            let ends = self.history().last_frame_under(methods.iter().map(settings));
            let ends = methods.iter().zip(ends.into_iter().flatten());
            ends.filter_map(|(&method, world)| {
                let shape = *world?.object(mover)?.shape.as_box()?;
                Some(End { method, shape })
            })
            .collect()
        })
    }
}

/// The squared distance to each other object, as far as bounds and the lines of lasers tell,
/// and its place in the scene.
fn distances(world: &World, from: ObjectId) -> impl Iterator<Item = (i64, usize)> {
    let (bounds, from) = (world.bounds(), world.index(from).zip(world.object(from)));
    let of_each = move |(from, object): (usize, &'_ Object)| {
        let shape = object.shape.clone();
        let others = world.objects().zip(bounds).zip(0..);
        let distances = others.map(move |(((_, other), of_other), place)| {
            let gap = bounds[from].distance_squared(of_other);
            (gap.max(gap_to_line(&shape, &other.shape)), place)
        });
        distances.filter(move |&(_, place)| place != from)
    };
    from.map(of_each).into_iter().flatten()
}

/// The squared distance of a shape from the line of a laser: the bounds of a diagonal laser meet
/// many shapes that are far from it.
fn gap_to_line(one: &Shape, other: &Shape) -> i64 {
    let (laser, vertices) = match (one, other) {
        (Shape::Segment(laser), other) | (other, Shape::Segment(laser)) => {
            (laser, other.vertices())
        }
        _ => return 0,
    };
    let from_line = |&vertex: &Point| orient(laser.start(), laser.end(), vertex);
    let sides: Vec<_> = vertices.iter().map(from_line).collect();
    let is_on_both = sides.iter().any(|&side| side <= 0) && sides.iter().any(|&side| side >= 0);
    let nearest = sides.iter().map(|side| i128::from(side.abs())).min();
    let [x, y] = [laser.direction().x, laser.direction().y].map(Milli::wide);
    match nearest.filter(|_| !is_on_both) {
        // The numerator is below 2^108, the denominator at least 1, and the distance at most the
        // width of the plane.
        Some(nearest) => {
            i64::try_from(nearest * nearest / i128::from(x * x + y * y)).unwrap_or(i64::MAX)
        }
        None => 0,
    }
}
