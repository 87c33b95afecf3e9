//! `push-out` by the exact method: everything moves its whole distance; then each box that ended
//! inside another is put back flush, through the side it entered, earliest entry first.

use std::cmp::Reverse;

use super::{ContactEvent, ContactSolver, ExpectedContact, Refusal, WORK_OF_A_CONTACT};
use crate::world::limits::Budget;
use crate::world::motion::swept_in_pieces;
use crate::world::{Body, ContactReply, Response};
use hitscan_geom::inside::Ratio;
use hitscan_geom::kernel::sweep;
use hitscan_geom::{Blocked, Side, Swept};

impl ContactSolver {
    pub(super) fn push_out(&mut self, budget: &mut Budget<'_>) -> Result<(), Refusal> {
        if !self.bodies.iter().any(|body| body.response == Response::PushOut) {
            return Ok(());
        }
        self.collect_aabbs();
        let mut pair_finder = std::mem::take(&mut self.pair_finder);
        for &[i, j] in &*pair_finder.find(self.broad_phase, &self.aabbs, 0, budget)? {
            budget.test(self.pieces_of([i, j]))?;
            self.expect_inside(i, j);
            budget.spend(WORK_OF_A_CONTACT)?;
        }
        self.pair_finder = pair_finder;
        self.pair_finder.free();
        while let Some(Reverse(next)) = self.expected.pop() {
            self.spend_on_contact(budget)?;
            self.put_out(&next, budget)?;
        }
        // A box that was pushed out may have entered another one earlier. Among polygons one way out
        // leads to the next, so they stay in order.
        if self.regions.is_empty() {
            self.events.sort_by_key(|event| (event.t.is_none(), event.t));
        }
        Ok(())
    }

    /// Which of two boxes is put back, then the other one; the mover is preferred.
    fn put_back(&self, [a, b]: [usize; 2]) -> Option<[usize; 2]> {
        let is_put_back = |index: usize, other: usize| {
            self.bodies[index].response == Response::PushOut && self.answers(index, other)
        };
        if is_put_back(a, b) { Some([a, b]) } else { is_put_back(b, a).then_some([b, a]) }
    }

    /// Queues a pair that overlaps at the end, with the time and the side of the entry.
    fn expect_inside(&mut self, i: usize, j: usize) {
        let pair @ [a, b] = self.mover_first(i, j);
        let Some([put_back, _]) = self.put_back(pair) else { return };
        self.note_inside(pair);
        let ends_inside = self.overlap_at_end(a, b);
        let is_put_back = ends_inside && !self.trajectories[put_back].gave_up;
        if !is_put_back || self.overlap_at_start(a, b) || self.passes(pair) {
            return;
        }
        if self.has_polygon(pair) {
            if let Some((t, _, all)) = self.regions_on_the_way(pair) {
                let hit = self.counting(pair, all.clone());
                if hit.is_empty() {
                    self.pass_side(pair, t, Blocked::of(&all).normals);
                    return;
                }
                let sides = Blocked::of(&hit).normals.len();
                self.note_region(t, u32::try_from(sides).unwrap_or(u32::MAX), pair);
            }
        } else if let Swept::Hit { t, sides } = self.on_the_way(pair) {
            let counting = self.counting_sides(pair, sides);
            if counting.is_empty() {
                let normals = sides.iter().map(Into::into).collect();
                self.pass_side(pair, t, normals);
                return;
            }
            self.note(t, sides, pair);
        }
    }

    /// The most pieces that the paths of two boxes have together.
    fn pieces_of(&self, pair: [usize; 2]) -> u64 {
        pair.map(|index| 1 + u64::from(self.trajectories[index].changes)).iter().sum()
    }

    /// What happens between two boxes on their paths.
    fn on_the_way(&self, pair: [usize; 2]) -> Swept<Ratio> {
        let [a, b] = pair.map(|index| {
            let mut segments = Vec::new();
            self.collect_segments(index, |segment| segments.push(segment));
            segments
        });
        let straight = pair.map(|index| [(Ratio::ZERO, self.trajectories[index].line)]);
        match (a.as_slice(), b.as_slice()) {
            ([], []) => sweep(&straight[0][0].1, &straight[1][0].1).quotients(),
            ([], b) => swept_in_pieces(&straight[0], b),
            (a, []) => swept_in_pieces(a, &straight[1]),
            (a, b) => swept_in_pieces(a, b),
        }
    }

    fn put_out(&mut self, next: &ExpectedContact, budget: &mut Budget<'_>) -> Result<(), Refusal> {
        let ExpectedContact { t, sides, pair, .. } = *next;
        if !self.is_expected_still(next) {
            return Ok(());
        }
        let Some([index, other]) = self.put_back(pair) else { return Ok(()) };
        let approach = pair.map(|index| self.trajectories[index].line);
        if self.trajectories[index].is_at_contact_limit() {
            budget.spend(self.bodies.len())?;
            self.give_up_outside(index);
            self.record_return(pair, approach, ContactReply::GaveUp);
        } else {
            self.trajectories[index].contacts += 1;
            // At a corner it entered through both sides: use the first. It belongs to the second.
            let side = self.counting_sides(pair, sides).iter().next();
            match side.map(|side| if index == pair[0] { side } else { side.opposite() }) {
                Some(side) => self.put_flush(index, other, side),
                None => self.put_outside(index, other),
            }
            let velocities = pair.map(|index| self.trajectories[index].velocity);
            let (t, reply, sides) = (Some(t), ContactReply::Responded, sides);
            let (before, after) = (velocities, velocities);
            self.events.push(ContactEvent { pair, t, sides, reply, before, after, approach });
            self.crush_put_back(index, other, next);
        }
        let mut others = std::mem::take(&mut self.found);
        self.find_neighbors(index, &mut others);
        self.spend_on_neighbors(others.len(), budget)?;
        for &other in &others {
            budget.test(self.pieces_of([index, other]))?;
            self.expect_inside(index, other);
        }
        self.found = others;
        Ok(())
    }

    /// Puts a box flush against the outside of one side of another.
    fn put_flush(&mut self, index: usize, other: usize, side: Side) {
        let at = self.trajectories[other].end();
        self.trajectories[index].put_flush(&self.bodies[index], &at, side);
        self.follow_line(index);
    }

    /// Puts a box or polygon out of another of which one is a polygon.
    fn put_outside(&mut self, index: usize, other: usize) {
        match self.place_outside(index, other) {
            Some(line) => self.trajectories[index].put_on(line),
            None => self.trajectories[index].give_up(&self.bodies[index]),
        }
        self.follow_line(index);
    }

    /// A box that is put back again and again goes back to its start; a kinematic one stays where
    /// it first met a box that it responds to.
    fn give_up_outside(&mut self, index: usize) {
        let body = self.bodies[index];
        if body.body != Body::Kinematic {
            self.give_up(index);
            return;
        }
        let entries = (0..self.bodies.len()).filter_map(|other| {
            if self.has_polygon([index, other]) {
                return self.first_region_entry(index, other);
            }
            let swept = sweep(&body.line, &self.bodies[other].line).quotients();
            let Swept::Hit { t, .. } = swept else { return None };
            let acts = self.answers(index, other) && !self.overlap_at_start(index, other);
            acts.then_some(t)
        });
        let first = entries.min().unwrap_or(Ratio::ZERO);
        self.trajectories[index].line = body.line;
        self.trajectories[index].rest(&body, first);
        self.follow_line(index);
    }
}
