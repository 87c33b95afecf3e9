//! A packed hierarchy of bounds, sixteen to a group.

#![expect(clippy::inline_always, reason = "only inlined code gets wide vectors")]

use super::order::along_curve;
use crate::{Aabb, Milli};

/// How many bounds a group holds: one full vector of `i32` where vectors are widest. Testing more
/// at once costs less than testing more groups in sequence.
pub(super) const WIDTH: usize = 16;

/// The edges of an empty lane: beyond all coordinates, and so far away that every box is nearer to
/// every point. Differences stay below 2^31.
const NOTHING: [i32; 4] = [1 << 30, 1 << 30, -(1 << 30), -(1 << 30)];

/// Sixteen bounds, stored by edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) left: [i32; WIDTH],
    pub(super) top: [i32; WIDTH],
    pub(super) right: [i32; WIDTH],
    pub(super) bottom: [i32; WIDTH],
}

/// All boxes in groups; each level above holds the bounds of the groups below, sixteen to a group,
/// up to a single root. A group's position determines its children, so there are no pointers, and
/// boxes close in the plane are close in memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    /// Level by level, starting with the boxes.
    groups: Vec<Group>,
    /// Where each level begins.
    starts: Vec<usize>,
    /// The box in each lane of the lowest level.
    ids: Vec<u32>,
    /// The lane of each box.
    lanes: Vec<u32>,
}

/// One group of a level, in 32 bits: its index within the level and, in the bits above, the level.
/// With 2^32 boxes the lowest level has 2^28 groups, and there are eight levels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node(pub(super) u32);

/// The level is stored in the bits above the index.
const LEVEL: u32 = 28;

impl Node {
    /// Whether its lanes are boxes rather than groups.
    #[inline(always)]
    pub(super) const fn holds_boxes(self) -> bool {
        self.0 >> LEVEL == 0
    }

    const fn at(self) -> u32 {
        self.0 & ((1 << LEVEL) - 1)
    }

    /// The child group of one of its lanes.
    #[inline(always)]
    pub(super) const fn below(self, lane: u32) -> Self {
        Self((((self.0 >> LEVEL) - 1) << LEVEL) | (self.at() * 16 + lane))
    }
}

impl Group {
    const EMPTY: Self = Self {
        left: [NOTHING[0]; WIDTH],
        top: [NOTHING[1]; WIDTH],
        right: [NOTHING[2]; WIDTH],
        bottom: [NOTHING[3]; WIDTH],
    };

    /// Left, top, right and bottom of a lane.
    #[inline(always)]
    pub(super) fn edges(&self, lane: usize) -> [i32; 4] {
        [self.left[lane], self.top[lane], self.right[lane], self.bottom[lane]]
    }

    fn set(&mut self, lane: usize, [left, top, right, bottom]: [i32; 4]) {
        self.left[lane] = left;
        self.top[lane] = top;
        self.right[lane] = right;
        self.bottom[lane] = bottom;
    }

    /// The bounds of all lanes.
    fn around(&self) -> [i32; 4] {
        let least = |edges: &[i32; WIDTH]| edges.iter().fold(i32::MAX, |a, &b| a.min(b));
        let greatest = |edges: &[i32; WIDTH]| edges.iter().fold(i32::MIN, |a, &b| a.max(b));
        [least(&self.left), least(&self.top), greatest(&self.right), greatest(&self.bottom)]
    }
}

fn edges(aabb: &Aabb) -> [i32; 4] {
    [aabb.left(), aabb.top(), aabb.right(), aabb.bottom()].map(Milli::thousandths)
}

impl Tree {
    pub(super) fn new(boxes: &[Aabb]) -> Self {
        let ids = along_curve(boxes);
        let mut lanes = vec![0; ids.len()];
        for (lane, &id) in (0..).zip(&ids) {
            lanes[id as usize] = lane;
        }
        let mut groups: Vec<Group> = ids
            .chunks(WIDTH)
            .map(|chunk| {
                let mut group = Group::EMPTY;
                for (lane, &id) in chunk.iter().enumerate() {
                    group.set(lane, edges(&boxes[id as usize]));
                }
                group
            })
            .collect();
        let mut starts = Vec::new();
        let mut below = 0..groups.len();
        while !below.is_empty() {
            starts.push(below.start);
            if below.len() == 1 {
                break;
            }
            for from in below.clone().step_by(WIDTH) {
                let mut group = Group::EMPTY;
                for (lane, at) in (from..below.end.min(from + WIDTH)).enumerate() {
                    group.set(lane, groups[at].around());
                }
                groups.push(group);
            }
            below = below.end..groups.len();
        }
        Self { groups, starts, ids, lanes }
    }

    /// The root group, if there are any boxes.
    #[inline(always)]
    pub(super) fn root(&self) -> Option<Node> {
        let level = u32::try_from(self.starts.len().checked_sub(1)?).ok()?;
        Some(Node(level << LEVEL))
    }

    #[inline(always)]
    pub(super) fn group(&self, node: Node) -> &Group {
        &self.groups[self.starts[(node.0 >> LEVEL) as usize] + node.at() as usize]
    }

    /// The box in a lane of a group of boxes.
    #[inline(always)]
    pub(super) fn id(&self, node: Node, lane: u32) -> u32 {
        self.ids[(node.at() * 16 + lane) as usize]
    }

    /// Replaces the bounds of one box and updates those of the groups above it. Returns whether the
    /// box left the previous bounds of its group.
    pub(super) fn update(&mut self, id: usize, aabb: &Aabb) -> bool {
        let mut around = edges(aabb);
        let mut lane = self.lanes[id] as usize;
        let mut strays = false;
        for (level, start) in self.starts.iter().enumerate() {
            let group = &mut self.groups[start + lane / WIDTH];
            if level == 1 {
                let [left, top, right, bottom] = group.edges(lane % WIDTH);
                let [new_left, new_top, new_right, new_bottom] = around;
                strays =
                    new_left < left || new_top < top || new_right > right || new_bottom > bottom;
            }
            group.set(lane % WIDTH, around);
            around = group.around();
            lane /= WIDTH;
        }
        strays
    }
}

/// The positions of the set bits, ascending.
#[inline(always)]
pub(super) fn lanes(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lane = (bits != 0).then(|| bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        lane
    })
}
