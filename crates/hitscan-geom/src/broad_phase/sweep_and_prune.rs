//! Sweep and prune: from left to right, along one axis.

use super::Inspection;
use super::search::{Counts, Limits, SceneOrder, Search, Stopped};
use super::swept_aabb::{SweptAabb, SweptAabbs};
use crate::{Milli, Point};

/// Sweep and prune on one axis: sorts everything by its left edge, and compares each thing with
/// those that begin before it ends.
///
/// It keeps the order from search to search, since the order hardly changes between two frames.
/// Things that overlap in x are compared however far apart they are in y, so a tall scene costs
/// nearly as much as with [`AllPairs`](super::AllPairs).
///
/// ```
/// use hitscan_geom::broad_phase::{Limits, Sweep, SweptAabb, SweptAabbs};
/// use hitscan_geom::Point;
///
/// let span = |[left, right]: [i16; 2]| {
///     let point = |x| Point::from_units(x, 0);
///     (SweptAabb::around(point(left), point(right)), true)
/// };
/// let scene: SweptAabbs = [[0, 3], [9, 12], [2, 5]].map(span).into_iter().collect();
/// let mut pairs = Vec::new();
/// let counts = Sweep::default().find(&scene, &mut Limits::none(), &mut pairs)?;
/// assert_eq!((pairs, counts.candidates), (vec![[0, 2]], 1));
/// # Ok::<(), hitscan_geom::broad_phase::Stopped>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// Sorted by left edge.
    order: Vec<usize>,
    scene_order: SceneOrder,
}

impl Sweep {
    /// Replaces `pairs` with the pairs that meet, in scene order.
    ///
    /// # Errors
    /// [`Stopped`] when the limits stop the search.
    pub fn find(
        &mut self,
        scene: &SweptAabbs,
        limits: &mut Limits<'_>,
        pairs: &mut Vec<[usize; 2]>,
    ) -> Result<Counts, Stopped> {
        let mut search = Search::begin(scene, limits, pairs);
        let aabbs = scene.as_slice();
        if self.order.len() != aabbs.len() {
            self.order.clear();
            self.order.extend(0..aabbs.len());
        }
        self.order.sort_unstable_by_key(|&i| (aabbs[i].min().x, i));
        for (place, &i) in self.order.iter().enumerate() {
            let right = aabbs[i].max().x;
            let later = self.order[place + 1..].iter();
            let (mut candidates, mut passed) = (0, 0);
            for &j in later.take_while(|&&j| aabbs[j].min().x <= right) {
                passed += 1;
                if scene.is_pair(i, j) {
                    candidates += 1;
                    if aabbs[i].meets(&aabbs[j]) {
                        search.add(i, j);
                    }
                }
            }
            search.compared(candidates)?;
            search.worked(passed - candidates)?;
        }
        search.end(aabbs.len(), &mut self.scene_order)
    }

    /// The interval of the thing at `place`, as high as the plane, and the things that overlap
    /// it in x.
    pub(super) fn inspect(scene: &SweptAabbs, place: Option<usize>) -> Inspection {
        let Some((place, own)) = place.and_then(|at| Some((at, scene.as_slice().get(at)?))) else {
            return Inspection::default();
        };
        let [left, right] = [own.min().x, own.max().x];
        let shares_x = |other: &SweptAabb| other.min().x <= right && left <= other.max().x;
        let others =
            (0..scene.len()).filter(|&other| other != place && scene.is_pair(place, other));
        Inspection {
            regions: vec![[Point::new(left, -Milli::LIMIT), Point::new(right, Milli::LIMIT)]],
            candidates: others.filter(|&other| shares_x(&scene[other])).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aabb([left, top, right, bottom]: [i16; 4]) -> SweptAabb {
        let point = |x, y| Point::new(Milli::from_units(x), Milli::from_units(y));
        SweptAabb::around(point(left, top), point(right, bottom))
    }

    #[test]
    fn touching_counts_as_meeting_and_a_search_stops_beyond_its_limit() {
        let row = [[0, 0, 2, 2], [2, 0, 4, 2], [4, 0, 6, 2]].map(|edges| (aabb(edges), true));
        let scene: SweptAabbs = row.into_iter().collect();
        for most in 0..=2 {
            let (mut goes_on, mut pairs) = (|_| true, Vec::new());
            let mut limits = Limits::new(most, &mut goes_on);
            let counts = Sweep::default().find(&scene, &mut limits, &mut pairs);
            let expected = if most < 2 { Err(Stopped::TooManyPairs) } else { Ok(2) };
            assert_eq!(counts.map(|counts| counts.meet), expected);
        }
        assert_eq!(Sweep::inspect(&scene, Some(1)).candidates, [0, 2]);
        let distance = |one, other| aabb(one).distance_squared(&aabb(other));
        assert_eq!(distance([0, 0, 2, 2], [1, 1, 3, 3]), 0);
        assert_eq!(distance([0, 0, 2, 2], [5, 1, 6, 3]), 9_000_000);
    }
}
