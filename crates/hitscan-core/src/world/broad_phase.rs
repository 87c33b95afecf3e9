//! Which things come near each other in a frame: the broad phase. It may name
//! pairs that do not meet, and never leaves one out that does.

use hitscan_geom::{Moving, Point, Vector};

/// The least box around all places that something was at in a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweptAabb {
    min: Point,
    max: Point,
}

impl SweptAabb {
    /// All places on the way of a thing that ends with these bounds.
    pub(super) fn to((min, max): (Point, Point), made: Vector) -> Self {
        let mut reach = Self { min, max };
        reach.hold(min - made, max - made);
        reach
    }

    /// All places of a box on its way.
    pub(super) fn of(line: &Moving) -> Self {
        Self::to((line.end().min(), line.end().max()), line.motion)
    }

    /// Makes room for one more place.
    pub(super) fn hold(&mut self, min: Point, max: Point) {
        self.min = Point::new(self.min.x.min(min.x), self.min.y.min(min.y));
        self.max = Point::new(self.max.x.max(max.x), self.max.y.max(max.y));
    }

    /// Makes room for all places of another.
    pub(super) fn hold_all(&mut self, other: &Self) {
        self.hold(other.min, other.max);
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }
}

/// Finds the pairs; kept from frame to frame, since things stay in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    /// By the least x.
    order: Vec<usize>,
    pairs: Vec<[usize; 2]>,
}

impl Near {
    /// The pairs of reaches that meet and of which one is active, the lower
    /// index first, in ascending order.
    pub(super) fn pairs(&mut self, reaches: &[SweptAabb], active: &[bool]) -> &[[usize; 2]] {
        self.pairs.clear();
        let count = active.iter().filter(|active| **active).count();
        // To sort costs more than to ask everything about a few.
        if count * 16 <= reaches.len() || reaches.len() <= 16 {
            self.ask_everything(reaches, active);
        } else {
            self.sweep(reaches, active);
        }
        self.pairs.sort_unstable();
        &self.pairs
    }

    fn ask_everything(&mut self, reaches: &[SweptAabb], active: &[bool]) {
        for (i, reach) in reaches.iter().enumerate().filter(|(i, _)| active[*i]) {
            for (j, other) in reaches.iter().enumerate() {
                // A pair of two active ones is taken once.
                let taken = j == i || (active[j] && j < i);
                if !taken && reach.meets(other) {
                    self.pairs.push([i.min(j), i.max(j)]);
                }
            }
        }
    }

    /// From left to right, each against those that begin before it ends.
    fn sweep(&mut self, reaches: &[SweptAabb], active: &[bool]) {
        if self.order.len() != reaches.len() {
            self.order.clear();
            self.order.extend(0..reaches.len());
        }
        self.order.sort_unstable_by_key(|&i| (reaches[i].min.x, i));
        for (place, &i) in self.order.iter().enumerate() {
            let reach = &reaches[i];
            for &j in &self.order[place + 1..] {
                if reaches[j].min.x > reach.max.x {
                    break;
                }
                if (active[i] || active[j]) && reach.meets(&reaches[j]) {
                    self.pairs.push([i.min(j), i.max(j)]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use hitscan_geom::Milli;

    fn reach([x, y, width, height]: [i32; 4]) -> SweptAabb {
        let point = |x, y| Point::new(Milli::from_thousandths(x), Milli::from_thousandths(y));
        SweptAabb { min: point(x, y), max: point(x + width, y + height) }
    }

    proptest! {
        #[test]
        fn every_pair_that_meets_is_named_once(
            things in prop::collection::vec(
                (prop::array::uniform4(0..30_i32), any::<bool>()), 0..60),
            other in 0..60_usize,
        ) {
            let (reaches, active): (Vec<_>, Vec<_>) =
                things.into_iter().map(|(numbers, active)| (reach(numbers), active)).unzip();
            let mut near = Near::default();
            // What an earlier frame has left behind makes no difference.
            near.pairs(&reaches[..other.min(reaches.len())], &active[..other.min(reaches.len())]);
            let all = (0..reaches.len()).flat_map(|i| (i + 1..reaches.len()).map(move |j| [i, j]));
            let wanted = all.filter(|&[i, j]| {
                (active[i] || active[j]) && reaches[i].meets(&reaches[j])
            });
            prop_assert_eq!(near.pairs(&reaches, &active), wanted.collect::<Vec<_>>());
        }
    }
}
