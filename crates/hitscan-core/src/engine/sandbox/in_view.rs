//! What a view asks about the selection again and again: its partner, the pair
//! of the two, and where a box would have ended. Nothing here changes the world.

use super::{Pair, Sandbox};
use crate::methods::{Method, Shown};
use crate::world::{ObjectId, Response, Settings};
use hitscan_geom::Aabb;

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

    /// The object whose bounds are nearest, the first in scene order of several.
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

    /// The square of the distance to each other object, from bounds to bounds, and its
    /// place in the scene.
    fn distances(&self, from: ObjectId) -> impl Iterator<Item = (i64, usize)> {
        let (bounds, from) = (self.world().bounds(), self.world().index(from));
        let of_each = |from: usize| {
            let distances = bounds.iter().map(move |other| bounds[from].distance_squared(other));
            distances.zip(0..).filter(move |&(_, place)| place != from)
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
