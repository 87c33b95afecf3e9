//! One-way boxes and polygons: what comes in through a side that does not count passes them until
//! the frame ends.

use super::ContactSolver;
use crate::world::PassReason;
use hitscan_geom::inside::Ratio;
use hitscan_geom::{Fraction, Normal, RegionContact, Side, Sides, contacts};

/// What passes one-way bodies in a frame.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct OneWays {
    /// Whether there is a one-way body at all.
    pub(super) any: bool,
    /// The pairs that drop through as the frame begins, as indices of the bodies.
    pub(in crate::world) drops: Vec<[usize; 2]>,
    /// The pairs that pass.
    pub(in crate::world) passing: Vec<Passing>,
}

/// A pair of which one is one-way, and the other passes it.
#[derive(Clone, Debug)]
pub(in crate::world) struct Passing {
    /// As indices of the bodies, the one-way one last.
    pub(in crate::world) pair: [usize; 2],
    pub(in crate::world) why: PassReason,
    /// When it came in, and across what, out of the one-way body; empty unless it is for the side.
    pub(in crate::world) t: Option<Ratio>,
    pub(in crate::world) normals: Vec<Normal>,
}

impl OneWays {
    pub(super) fn clear(&mut self) {
        self.any = false;
        self.drops.clear();
        self.passing.clear();
    }
}

impl ContactSolver {
    /// Whether a pair has a one-way body at all.
    pub(super) fn is_one_way(&self, pair: [usize; 2]) -> bool {
        self.one_ways.any && pair.iter().any(|&index| !self.bodies[index].one_way.is_empty())
    }

    /// Whether one of two bodies passes the other in the rest of the frame.
    pub(super) fn passes(&self, [i, j]: [usize; 2]) -> bool {
        self.one_ways.any
            && self.one_ways.passing.iter().any(|it| it.pair == [i, j] || it.pair == [j, i])
    }

    /// What drops through as the frame begins: only what just touches still does.
    pub(super) fn begin_drops(&mut self) {
        for pair in std::mem::take(&mut self.one_ways.drops) {
            if self.just_touch(pair) {
                let why = PassReason::Dropped;
                self.pass(pair, why, None, Vec::new());
            }
        }
    }

    fn just_touch(&self, [i, j]: [usize; 2]) -> bool {
        if self.overlap_at_start(i, j) {
            return false;
        }
        let [one, other] = [i, j].map(|index| self.start_region(index));
        contacts(&one, &other, Fraction::ZERO).is_some_and(|all| !all.is_empty())
    }

    /// Notes a one-way pair that is inside as the frame begins.
    pub(super) fn note_inside(&mut self, pair: [usize; 2]) {
        if self.is_one_way(pair) && !self.passes(pair) && self.overlap_at_start(pair[0], pair[1]) {
            self.pass(pair, PassReason::Inside, None, Vec::new());
        }
    }

    /// Lets a pair pass that comes in through sides that do not count: through these directions
    /// out of the second.
    pub(super) fn pass_side(&mut self, pair: [usize; 2], t: Ratio, normals: Vec<Normal>) {
        let of_second = !self.bodies[pair[1]].one_way.is_empty();
        let mut normals = normals;
        if !of_second {
            normals = normals.into_iter().map(Normal::opposite).collect();
            normals.sort_unstable();
        }
        self.pass(pair, PassReason::Side, Some(t), normals);
    }

    fn pass(&mut self, pair: [usize; 2], why: PassReason, t: Option<Ratio>, normals: Vec<Normal>) {
        let [i, j] = pair;
        let pair = if self.bodies[j].one_way.is_empty() { [j, i] } else { [i, j] };
        self.one_ways.passing.push(Passing { pair, why, t, normals });
    }

    /// Those sides of the second that count.
    pub(super) fn counting_sides(&self, [a, b]: [usize; 2], sides: Sides) -> Sides {
        if !self.is_one_way([a, b]) {
            return sides;
        }
        let counts = |side: Side| {
            let [of_a, of_b] = [a, b].map(|index| self.bodies[index].one_way);
            (of_b.is_empty() || of_b.contains(side))
                && (of_a.is_empty() || of_a.contains(side.opposite()))
        };
        sides.iter().filter(|&side| counts(side)).collect()
    }

    /// Those contacts with the second, and their directions, that count.
    pub(super) fn counting(
        &self,
        [a, b]: [usize; 2],
        all: Vec<RegionContact>,
    ) -> Vec<RegionContact> {
        if !self.is_one_way([a, b]) {
            return all;
        }
        let counts = |normal: Normal| {
            let [of_a, of_b] = [a, b].map(|index| self.bodies[index].one_way);
            (of_b.is_empty() || of_b.iter().any(|side| normal.points_to(side)))
                && (of_a.is_empty() || of_a.iter().any(|side| normal.opposite().points_to(side)))
        };
        all.iter().filter_map(|contact| contact.counting(counts)).collect()
    }
}
