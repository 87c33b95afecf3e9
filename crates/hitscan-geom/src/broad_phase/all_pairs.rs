//! Compares every pair.

use super::Inspection;
use super::search::{Counts, Limits, SceneOrder, Search, Stopped};
use super::swept_aabb::SweptAabbs;

/// Compares every pair that has an active member. This is the simplest broad phase, and the fastest
/// when few things are active; but its work grows with the square of the scene.
///
/// ```
/// use hitscan_geom::broad_phase::{AllPairs, Limits, SweptAabb, SweptAabbs};
/// use hitscan_geom::Point;
///
/// let upright = |x| {
///     let point = |y| Point::from_units(x, y);
///     (SweptAabb::around(point(0), point(4)), true)
/// };
/// let scene: SweptAabbs = [3, 8, 3].map(upright).into_iter().collect();
/// let mut pairs = Vec::new();
/// let counts = AllPairs.find(&scene, &mut Limits::none(), &mut pairs)?;
/// assert_eq!((pairs, counts.candidates), (vec![[0, 2]], 3));
/// # Ok::<(), hitscan_geom::broad_phase::Stopped>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AllPairs;

impl AllPairs {
    /// Compares everything with everything.
    pub(super) fn inspect(scene: &SweptAabbs, place: Option<usize>) -> Inspection {
        let place = place.filter(|&place| place < scene.len());
        let others = place.map(|place| {
            let others = (0..scene.len()).filter(move |&other| other != place);
            others.filter(move |&other| scene.is_pair(place, other))
        });
        Inspection { regions: Vec::new(), candidates: others.into_iter().flatten().collect() }
    }

    /// Replaces `pairs` with the pairs that meet, in scene order.
    ///
    /// # Errors
    /// [`Stopped`] when the limits stop the search.
    pub fn find(
        self,
        scene: &SweptAabbs,
        limits: &mut Limits<'_>,
        pairs: &mut Vec<[usize; 2]>,
    ) -> Result<Counts, Stopped> {
        let mut search = Search::begin(scene, limits, pairs);
        compare_active_with_all(scene, &mut search)?;
        search.end(scene.len(), &mut SceneOrder::default())
    }
}

/// Compares each active thing with everything; two active things are compared once.
pub(super) fn compare_active_with_all(
    scene: &SweptAabbs,
    search: &mut Search<'_, '_>,
) -> Result<(), Stopped> {
    let (aabbs, active) = (scene.as_slice(), scene.active());
    for i in (0..aabbs.len()).filter(|&i| active[i]) {
        let own = aabbs[i];
        let mut candidates = aabbs.len() - (i + 1);
        for (j, (other, active)) in aabbs[..i].iter().zip(active).enumerate() {
            if !active {
                candidates += 1;
                if own.meets(other) {
                    search.add(i, j);
                }
            }
        }
        for (j, other) in (i + 1..).zip(&aabbs[i + 1..]) {
            if own.meets(other) {
                search.add(i, j);
            }
        }
        search.compared(candidates)?;
    }
    Ok(())
}
