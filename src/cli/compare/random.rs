//! Random numbers, the same on every machine.

use hitscan_core::world::SplitMix64;

/// A random number generator. Each pair has its own, so that the pair depends only on the seed and
/// its number, not on the thread.
#[derive(Clone, Debug)]
pub(super) struct Random(SplitMix64);

/// 2^64 divided by the golden ratio, odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// The generator for a pair, seeded from the sequence of the run's seed.
    pub(super) fn of_pair(seed: u64, pair: u64) -> Self {
        let first = |seed| SplitMix64::new(seed).next();
        let start = first(seed).wrapping_add(pair.wrapping_mul(GOLDEN));
        Self(SplitMix64::new(first(start)))
    }

    /// A number from 0 to `count` − 1, uniform to one part in 2^32. `count` is
    /// above 0.
    pub(super) fn below(&mut self, count: u32) -> u32 {
        let drawn = self.0.next() >> 32;
        u32::try_from((drawn * u64::from(count)) >> 32).expect("below count, which is a u32")
    }

    /// A number from `low` to `high`, both inclusive. `low` must not be above `high`.
    pub(super) fn between(&mut self, low: i32, high: i32) -> i32 {
        let count = low.abs_diff(high) + 1;
        low.saturating_add_unsigned(self.below(count))
    }

    /// Heads or tails.
    pub(super) fn coin(&mut self) -> bool {
        self.below(2) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fill_their_range_evenly() {
        let mut random = Random(SplitMix64::new(1));
        let mut seen = [0_u32; 7];
        for _ in 0..7000 {
            let at = random.between(-3, 3);
            seen[usize::try_from(at + 3).expect("from 0 to 6")] += 1;
        }
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
    }

    #[test]
    fn each_pair_and_each_seed_has_its_own_numbers() {
        let first = |seed, pair| Random::of_pair(seed, pair).0.next();
        let mut numbers: Vec<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |pair| first(seed, pair))).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 10_000);
    }
}
