//! `push-out` by the exact method: everything moves all the way; then each box
//! that ended inside another is put back flush through the side it entered,
//! earliest entry first.

use std::cmp::Reverse;

use super::{ContactSolver, Event, Expected, WORK_OF_A_CONTACT};
use crate::world::broad_phase::SweptAabb;
use crate::world::memory::Budget;
use crate::world::{ChangeError, Reply};
use hitscan_geom::Swept;
use hitscan_geom::kernel::sweep;

impl ContactSolver {
    pub(super) fn push_out(&mut self, budget: &mut Budget<'_>) -> Result<(), ChangeError> {
        self.collect_aabbs();
        let mut broad_phase = std::mem::take(&mut self.broad_phase);
        for &[i, j] in &*broad_phase.pairs(&self.aabbs, &self.active, 0, budget)? {
            self.expect_inside(i, j);
            budget.spend(WORK_OF_A_CONTACT)?;
        }
        self.broad_phase = broad_phase;
        self.broad_phase.free();
        while let Some(Reverse(next)) = self.expected.pop() {
            self.spend_on_contact(budget)?;
            self.put_out(&next);
        }
        // A box that was pushed out may have entered another one earlier.
        self.events.sort_by_key(|event| (event.t.is_none(), event.t));
        Ok(())
    }

    /// Queues a pair that overlaps at the end, with the time and side of entry.
    fn expect_inside(&mut self, i: usize, j: usize) {
        let [a, b] = self.mover_first(i, j);
        let [line_a, line_b] = [a, b].map(|index| self.trajectories[index].line);
        let ends_inside = line_a.end().overlaps(&line_b.end());
        if !ends_inside || !self.yields(a) || self.start_in_each_other(a, b) {
            return;
        }
        if let Swept::Hit { t, sides } = sweep(&line_a, &line_b).unpack() {
            self.note(t, sides, [a, b]);
        }
    }

    fn put_out(&mut self, next: &Expected) {
        let Expected { t, sides, pair, .. } = *next;
        // At a corner it entered through both sides: the first will do.
        let Some(side) = sides.iter().next() else { return };
        if !self.is_expected_still(next) {
            return;
        }
        let a = pair[0];
        let approach = pair.map(|index| self.trajectories[index].line);
        if self.trajectories[a].is_at_contact_limit() {
            self.gives_up(a);
            self.record_give_up(pair, approach);
        } else {
            self.trajectories[a].contacts += 1;
            self.trajectories[a].put_flush(&self.bodies[a], &approach[1].end(), side);
            self.aabbs[a] = SweptAabb::of(&self.trajectories[a].line);
            let velocities = pair.map(|index| self.trajectories[index].velocity);
            let (t, reply, sides) = (Some(t), Reply::Responded, sides);
            let (before, after) = (velocities, velocities);
            self.events.push(Event { pair, t, sides, reply, before, after, approach });
        }
        for other in (0..self.bodies.len()).filter(|&other| other != a) {
            if self.aabbs[a].meets(&self.aabbs[other]) {
                self.expect_inside(a, other);
            }
        }
    }
}
