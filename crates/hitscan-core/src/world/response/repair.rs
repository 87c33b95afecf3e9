//! Rounding and crowding never push boxes into each other: what they have
//! pushed goes back.

use super::{BodyState, ContactSolver, Trajectory};
use crate::world::broad_phase::{Near, SweptAabb};
use hitscan_geom::{Moving, Vector};

impl ContactSolver {
    /// While the interiors of two boxes that were apart at the start meet at
    /// the end, the free ones of them return to their starts.
    pub(super) fn repair(&mut self) {
        let mut near = std::mem::take(&mut self.near);
        while let Some([i, j]) = self.crowded(&mut near) {
            let pair = self.mover_first(i, j);
            for index in pair {
                if self.bodies[index].is_free {
                    self.gives_up(index);
                }
            }
            let led = pair.map(|index| {
                let body = &self.bodies[index];
                Moving { start: body.start, motion: body.way }
            });
            self.tell_given_up(pair, led);
        }
        self.near = near;
    }

    /// The first pair in scene order that was pushed into each other. One of
    /// the two has moved, so that each repair leaves one less that has.
    fn crowded(&mut self, near: &mut Near) -> Option<[usize; 2]> {
        let standing = |course: &Trajectory| Moving { start: course.end(), motion: Vector::ZERO };
        self.reaches.clear();
        self.reaches.extend(self.courses.iter().map(|course| SweptAabb::of(&standing(course))));
        let has_moved = |(course, body): (&Trajectory, &BodyState)| course.end() != body.start;
        self.active.clear();
        self.active.extend(self.courses.iter().zip(&self.bodies).map(has_moved));
        near.pairs(&self.reaches, &self.active).iter().copied().find(|&[i, j]| {
            self.courses[i].end().overlaps(&self.courses[j].end())
                && !self.start_in_each_other(i, j)
        })
    }
}
