//! The pairs that a side method without a notion of time has to decide: in scene order, with every
//! box as changed so far, and without those that are far apart.

use super::{ContactSolver, Refusal};
use crate::world::memory::Budget;

/// Which other boxes a box is paired with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Partners {
    /// Those after it in the scene.
    Later,
    /// All others.
    All,
}

impl ContactSolver {
    /// Calls `ask` for each pair whose `aabbs` meet when its turn comes, in scene order, and of
    /// which at least one is `active` or has changed. `ask` must keep the `aabbs` of what it
    /// changes up to date.
    ///
    /// The broad phase finds the pairs of boxes as they are at the start. A box that changes is
    /// compared with all others from then on.
    pub(super) fn for_each_candidate(
        &mut self,
        partners: Partners,
        budget: &mut Budget<'_>,
        mut ask: impl FnMut(&mut Self, [usize; 2], &mut Budget<'_>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let mut pair_finder = std::mem::take(&mut self.pair_finder);
        let pairs = pair_finder.find(self.broad_phase, &self.aabbs, 0, budget)?;
        if partners == Partners::All {
            pairs.extend_from_within(..);
            let half = pairs.len() / 2;
            for pair in &mut pairs[half..] {
                pair.reverse();
            }
            pairs.sort_unstable();
        }
        let (mut rest, count) = (pairs.as_slice(), self.bodies.len());
        let (mut changed, mut row) = (Vec::new(), Vec::new());
        for i in 0..count {
            let (own, others) = rest.split_at(rest.partition_point(|pair| pair[0] <= i));
            rest = others;
            let first = if partners == Partners::Later { i + 1 } else { 0 };
            row.clear();
            if self.has_changed(i) {
                row.extend(first..count);
            } else {
                row.extend(own.iter().map(|pair| pair[1]));
                row.extend(changed.iter().copied().filter(|&j| j >= first));
                row.sort_unstable();
                row.dedup();
            }
            let mut place = 0;
            while let Some(&j) = row.get(place) {
                place += 1;
                if i == j || !self.aabbs[i].meets(&self.aabbs[j]) {
                    continue;
                }
                let unchanged = [i, j].map(|index| !self.has_changed(index));
                budget.test(1)?;
                ask(self, [i, j], budget)?;
                for (index, was_unchanged) in [i, j].into_iter().zip(unchanged) {
                    if was_unchanged && self.has_changed(index) {
                        changed.push(index);
                        if index == i {
                            row.clear();
                            row.extend(j + 1..count);
                            place = 0;
                        }
                    }
                }
            }
            budget.spend(1 + row.len() + changed.len())?;
        }
        self.pair_finder = pair_finder;
        self.pair_finder.free();
        Ok(())
    }

    /// Whether the line or the velocity of a box differs from that at the start.
    fn has_changed(&self, index: usize) -> bool {
        let trajectory = &self.trajectories[index];
        trajectory.changes > 0 || trajectory.velocity != self.bodies[index].line.motion()
    }
}
