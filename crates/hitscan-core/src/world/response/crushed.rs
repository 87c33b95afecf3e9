//! Boxes that a kinematic one has no room to push: they return to their start, and it moves
//! on over them.

use super::trajectory::Push;
use super::{Against, ContactSolver, Expected};
use crate::world::{Body, ContactReply, Response};
use hitscan_geom::{Side, Sides};

impl ContactSolver {
    /// After a contact: remembers what a kinematic box pushes, and crushes a pushed box that was
    /// turned back into it at the same time by something that does not give way.
    pub(super) fn crush_stuck(&mut self, contact: &Expected, changed: [bool; 2]) {
        let Expected { t, sides, pair, .. } = *contact;
        for k in (0..2).filter(|&k| changed[k]) {
            let [index, other] = [pair[k], pair[1 - k]];
            if self.bodies[index].body != Body::Dynamic || self.trajectories[index].gave_up {
                continue;
            }
            let push = self.trajectories[index].push.filter(|push| push.t == t);
            if let Some(push) = push
                && push.by != other
                && self.is_stuck(index, other, &push)
            {
                self.crush(index, push.by);
            } else if self.against(other) == Against::Kinematic {
                let sides = if k == 1 { sides } else { opposite(sides) };
                self.trajectories[index].push = Some(Push { t, by: other, sides });
            }
        }
    }

    /// After a box was put back: records which kinematic box pushed it out. If something else puts
    /// it back into that box, it is crushed.
    pub(super) fn crush_put_back(&mut self, index: usize, other: usize, entry: &Expected) {
        let (t, sides) = (entry.t, entry.sides);
        if self.against(other) == Against::Kinematic {
            self.trajectories[index].push = Some(Push { t, by: other, sides });
        } else if let Some(push) = self.trajectories[index].push
            && self.trajectories[index].end().overlaps(&self.trajectories[push.by].end())
            && self.bodies[index].body == Body::Dynamic
        {
            self.crush(index, push.by);
        }
    }

    /// Whether a box moves into the one that pushes it, and the one on its other side does
    /// not move away.
    fn is_stuck(&self, index: usize, other: usize, push: &Push) -> bool {
        push.sides.iter().any(|side| {
            let [own, others, pushing] = [index, other, push.by]
                .map(|index| self.trajectories[index].line.motion().along(side.axis()));
            match side {
                Side::Left | Side::Top => own < pushing && others <= pushing,
                Side::Right | Side::Bottom => own > pushing && others >= pushing,
            }
        })
    }

    /// Sends a box back to its start with its initial velocity. A single record replaces all
    /// contacts of the two.
    fn crush(&mut self, index: usize, by: usize) {
        self.give_up(index);
        self.trajectories[index].velocity = self.bodies[index].line.motion();
        let pair = self.mover_first(index, by);
        self.events.retain(|event| event.pair != pair && event.pair != [pair[1], pair[0]]);
        let approach = pair.map(|index| self.bodies[index].line);
        self.record_return(pair, approach, ContactReply::Crushed);
    }

    /// Crushes a box of the pair if the other one ends over its start and acts as
    /// kinematic towards it.
    pub(super) fn crush_below(&mut self, [i, j]: [usize; 2]) {
        let is_below = |index: usize, other: usize| {
            self.bodies[index].body == Body::Dynamic
                && self.bodies[index].response != Response::Pass
                && self.against(other) == Against::Kinematic
        };
        let is_crushed = self.events.iter().any(|event| {
            event.reply == ContactReply::Crushed && (event.pair == [i, j] || event.pair == [j, i])
        });
        match (is_below(i, j), is_below(j, i)) {
            _ if is_crushed => {}
            (true, _) => self.crush(i, j),
            (_, true) => self.crush(j, i),
            _ => {}
        }
    }
}

fn opposite(sides: Sides) -> Sides {
    sides.iter().map(Side::opposite).collect()
}
