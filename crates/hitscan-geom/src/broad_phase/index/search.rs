//! Traversals of the tree.

#![expect(clippy::inline_always, reason = "only inlined code gets wide vectors")]

use super::tree::{Group, Node, Tree, WIDTH, lanes};

/// The most groups that can be waiting: fifteen for each of the eight levels but the last.
const MOST_WAITING: usize = 128;

/// The lower half of a waiting entry's key is the group; the upper half is the upper half of its
/// distance, a non-negative `f64`. Such keys are ordered as the distances are, and the truncated
/// distance is a lower bound.
const GROUP: u64 = u32::MAX as u64;

impl Tree {
    /// Calls `found` with the edges and the index of each box that `meets` marks, descending only
    /// into bounds that it marks.
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

    /// Calls `found` with the edges and the index of each box that may be the nearest, roughly from
    /// near to far. `reaches` returns a lower bound of each lane's distance, with a bit for each
    /// lane worth visiting; `found` returns an upper bound of the best distance so far.
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
                // Visit the nearest lane next; push the others so that nearer ones are popped
                // first.
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
