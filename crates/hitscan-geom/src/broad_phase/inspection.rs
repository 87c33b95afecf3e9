//! What a broad phase looks at, for display. A search itself does not record it.

use super::{AllPairs, BroadPhase, Grid, Sweep, SweptAabbs};
use crate::{Milli, Point};

/// What a broad phase looks at in a scene, overall and for one thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspection {
    /// The least and the greatest corner of each region of the plane: the occupied cells of a grid,
    /// or the interval of the one thing. All pairs has no regions.
    pub regions: Vec<[Point; 2]>,
    /// The scene indices of the things that the one thing is compared with, in ascending order, if
    /// it is one that searches for pairs itself.
    pub candidates: Vec<usize>,
}

/// What a broad phase looks at, and what it compares the thing at `place` with.
#[must_use]
pub fn inspect(broad_phase: BroadPhase, scene: &SweptAabbs, place: Option<usize>) -> Inspection {
    match broad_phase {
        BroadPhase::AllPairs => AllPairs::inspect(scene, place),
        BroadPhase::Sweep => Sweep::inspect(scene, place),
        BroadPhase::Grid => Grid::default().inspect(scene, place),
    }
}

/// The point nearest to these coordinates, which are in thousandths and may be out of range.
pub(super) fn nearest_point(x: i64, y: i64) -> Point {
    let milli = |at: i64| {
        let at = at.clamp(-Milli::LIMIT.wide(), Milli::LIMIT.wide());
        Milli::try_from(i128::from(at)).unwrap_or(Milli::ZERO)
    };
    Point::new(milli(x), milli(y))
}

#[cfg(test)]
mod tests {
    use super::super::{Finder, Limits, SweptAabb};
    use super::*;

    /// Forty things of three sizes in a row, every third at rest.
    fn scene() -> SweptAabbs {
        let thing = |at: i64| {
            let size = [900, 2500, 30_000][usize::try_from(at % 3).unwrap_or_default()];
            let corner = |by| nearest_point(at * 1300 + by, at % 4 * 1000 + by);
            (SweptAabb::around(corner(0), corner(size)), at % 3 != 1)
        };
        (0..40).map(thing).collect()
    }

    #[test]
    fn everything_a_thing_meets_is_among_its_candidates() {
        let (scene, mut finder) = (scene(), Finder::default());
        let mut found = Vec::new();
        for broad_phase in BroadPhase::ALL {
            finder.find(broad_phase, &scene, &mut Limits::none(), &mut found).expect("no limits");
            assert!(found.len() > 100);
            for place in 0..scene.len() {
                let Inspection { candidates, .. } = inspect(broad_phase, &scene, Some(place));
                let is_own = |pair: &&[usize; 2]| pair.contains(&place);
                for [one, other] in found.iter().filter(is_own) {
                    let partner = if *one == place { other } else { one };
                    assert!(candidates.contains(partner), "{broad_phase:?} {place} {partner}");
                }
            }
        }
    }

    #[test]
    fn each_thing_begins_in_a_cell_of_the_grid() {
        let scene = scene();
        let Inspection { regions, candidates } = inspect(BroadPhase::Grid, &scene, None);
        assert_eq!(candidates, [0; 0]);
        for thing in scene.as_slice() {
            let at = thing.min();
            let holds = |[min, max]: &[Point; 2]| {
                (min.x..max.x).contains(&at.x) && (min.y..max.y).contains(&at.y)
            };
            assert!(regions.iter().any(holds), "{at:?}");
        }
    }
}
