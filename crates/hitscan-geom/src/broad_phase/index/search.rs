//! The ways through the tree.

#![expect(clippy::inline_always, reason = "only inlined code gets wide vectors")]

use super::tree::{Group, Node, Tree, WIDTH, lanes};

/// How many groups wait to be looked at, at most: fifteen of each level but the last, of
/// eight.
const MOST_WAITING: usize = 128;

/// The half of a waiting group's key that is the group; above it is how far it is, the upper
/// half of an `f64` that is not below zero. Such keys are ordered as the distances are, and the
/// distance is no more than it was.
const GROUP: u64 = u32::MAX as u64;

impl Tree {
    /// Calls `found` with the edges and the number of each box that `meets` marks, where it
    /// marks the bounds around it too.
    #[inline(always)]
    pub(super) fn for_each(
        &self,
        meets: impl Fn(&Group) -> u64,
        mut found: impl FnMut([i32; 4], u32),
    ) {
        let Some(root) = self.root() else { return };
        let mut waiting = [root; MOST_WAITING];
        let mut len = 1;
        while len > 0 {
            len -= 1;
            let node = waiting[len];
            let group = self.group(node);
            for lane in lanes(meets(group)) {
                if node.holds_boxes() {
                    found(group.edges(lane as usize), self.id(node, lane));
                } else {
                    waiting[len] = node.below(lane);
                    len += 1;
                }
            }
        }
    }

    /// Calls `found` with the edges and the number of each box that may be the nearest,
    /// roughly nearer ones first. `reaches` says of each lane how far it is at least, with a
    /// bit for each that may matter; `found` says how far the best one is at most.
    #[inline(always)]
    pub(super) fn nearer_first(
        &self,
        reaches: impl Fn(&Group, f64) -> ([f64; WIDTH], u64),
        mut found: impl FnMut([i32; 4], u32) -> f64,
    ) {
        let Some(mut node) = self.root() else { return };
        let mut waiting = [0; MOST_WAITING];
        let mut len = 0;
        let mut best = f64::INFINITY;
        loop {
            let group = self.group(node);
            let (reaches, bits) = reaches(group, best);
            let mut next = u64::MAX;
            if node.holds_boxes() {
                for lane in lanes(bits) {
                    if reaches[lane as usize] <= best {
                        best = found(group.edges(lane as usize), self.id(node, lane));
                    }
                }
            } else {
                // The nearest is next, the others wait, the nearer behind the farther.
                let base = len;
                for lane in lanes(bits) {
                    let reach = reaches[lane as usize].to_bits() & !GROUP;
                    let key = reach | u64::from(node.below(lane).0);
                    let later = next.max(key);
                    next = next.min(key);
                    if later != u64::MAX {
                        let mut at = len;
                        while at > base && waiting[at - 1] < later {
                            waiting[at] = waiting[at - 1];
                            at -= 1;
                        }
                        waiting[at] = later;
                        len += 1;
                    }
                }
            }
            while next == u64::MAX || f64::from_bits(next & !GROUP) > best {
                if len == 0 {
                    return;
                }
                len -= 1;
                next = waiting[len];
            }
            node = Node(u32::try_from(next & GROUP).unwrap_or_default());
        }
    }
}
