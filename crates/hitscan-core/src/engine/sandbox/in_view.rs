//! What a view asks about the selection again and again: its partner, the pair
//! of the two, and where a box would have ended. Nothing here changes the world.

use super::{Pair, Sandbox};
use crate::methods::{Method, Shown};
use crate::world::{Object, ObjectId, Response, Settings};
use hitscan_geom::{Aabb, Milli, Point, Shape, orient};

/// Where a box would have ended the last frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The side method that would have been in force.
    pub method: Method,
    /// The box there.
    pub shape: Aabb,
}

impl Sandbox {
    /// The partner of the selection: what it last met, up to now, else the
    /// nearest.
    #[must_use]
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

    /// The nearest object, the first in scene order of several.
    pub(in crate::engine) fn nearest(&self, from: ObjectId) -> Option<ObjectId> {
        // The first of several.
        let (_, nearest) = self.distances(from).min_by_key(|(distance, _)| *distance)?;
        self.world().objects().nth(nearest).map(|(id, _)| id)
    }

    /// These two objects, or without them the selection and its partner: the pair that
    /// is in view. Worked out once for each state of the world.
    #[must_use]
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

    /// All objects but `from`, the nearest first; of equally near ones the
    /// first in scene order.
    #[must_use]
    pub fn by_distance(&self, from: ObjectId) -> Vec<ObjectId> {
        let mut others: Vec<_> = self.distances(from).collect();
        others.sort_unstable();
        let ids: Vec<_> = self.world().objects().map(|(id, _)| id).collect();
        others.into_iter().map(|(_, place)| ids[place]).collect()
    }

    /// The square of the distance to each other object, as far as bounds and the lines of
    /// lasers tell it, and its place in the scene.
    fn distances(&self, from: ObjectId) -> impl Iterator<Item = (i64, usize)> {
        let world = self.world();
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

    /// Where this box would have ended the last frame under each side method that is
    /// always listed and under the one in force, with the response in force (`bounce` if that is `pass`). Empty without
    /// such a box or a frame.
    ///
    /// Makes that frame once per side method, and once for each state of the
    /// world.
    #[must_use]
    pub fn ends(&self, mover: ObjectId) -> Vec<End> {
        self.ends.get((self.revision, mover), || {
            let response = match self.world().settings().response {
                Response::Pass => Response::Bounce,
                response => response,
            };
            let in_force = self.world().settings().side;
            let is_shown =
                |method: &Method| method.row().shown == Shown::Always || *method == in_force;
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

/// The square of how far a shape stays away from the line of a laser: the bounds of a
/// slanted one meet much that it passes far from.
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
        // Below 2^108 over at least 1, and no farther than the plane is wide.
        Some(nearest) => {
            i64::try_from(nearest * nearest / i128::from(x * x + y * y)).unwrap_or(i64::MAX)
        }
        None => 0,
    }
}
