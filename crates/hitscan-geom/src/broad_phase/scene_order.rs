//! Puts pairs in scene order.

/// The buffers of a sort that takes time linear in the number of pairs and things.
#[derive(Clone, Debug, Default)]
pub(super) struct SceneOrder {
    /// Where the pairs with each first member begin.
    starts: Vec<u32>,
    sorted: Vec<[usize; 2]>,
}

/// If no thing has more partners than this, pairs are sorted by insertion.
const FEW: u32 = 16;

impl SceneOrder {
    /// Sorts pairs of a scene with `len` things.
    pub(super) fn sort(&mut self, len: usize, pairs: &mut Vec<[usize; 2]>) {
        // Going through every thing costs more than sorting a few pairs.
        if pairs.len() < len / 16 || pairs.is_sorted() {
            pairs.sort_unstable();
            return;
        }
        self.starts.clear();
        self.starts.resize(len + 1, 0);
        for [first, _] in &*pairs {
            self.starts[first + 1] += 1;
        }
        let (mut start, mut most) = (0, 0);
        for count in &mut self.starts {
            most = most.max(*count);
            start += *count;
            *count = start;
        }
        self.sorted.clear();
        self.sorted.resize(pairs.len(), [0; 2]);
        for pair in &*pairs {
            let place = &mut self.starts[pair[0]];
            self.sorted[*place as usize] = *pair;
            *place += 1;
        }
        std::mem::swap(pairs, &mut self.sorted);
        if most > FEW {
            for same_first in pairs.chunk_by_mut(|one, other| one[0] == other[0]) {
                same_first.sort_unstable();
            }
        } else {
            sort_by_insertion(pairs);
        }
        // Do not keep the buffer for many pairs through frames with few.
        if self.sorted.capacity() > 2 * len {
            self.sorted = Vec::new();
        }
    }
}

/// Sorts pairs that are each at most a few steps from their final place.
fn sort_by_insertion(pairs: &mut [[usize; 2]]) {
    for end in 1..pairs.len() {
        let pair = pairs[end];
        let mut place = end;
        while place > 0 && pairs[place - 1] > pair {
            pairs[place] = pairs[place - 1];
            place -= 1;
        }
        pairs[place] = pair;
    }
}
