//! `SplitMix64`, the random generator of all draws.

use std::ops::RangeInclusive;

/// The generator of Steele, Lea and Flood, as published.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The generator from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A uniform number below `n`: values in the last, incomplete round of `n` are rejected.
    pub const fn below(&mut self, n: u64) -> u64 {
        // 2^64 modulo n, in 64 bits.
        let incomplete = (u64::MAX % n + 1) % n;
        loop {
            let drawn = self.next();
            if incomplete == 0 || drawn < u64::MAX - incomplete + 1 {
                return drawn % n;
            }
        }
    }

    /// A number in a range, which must not be empty.
    pub fn within(&mut self, range: RangeInclusive<i64>) -> i64 {
        let (least, greatest) = range.into_inner();
        let drawn = self.below(least.abs_diff(greatest) + 1);
        least.wrapping_add_unsigned(drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers from seed 1234567, as published with the generator.
    #[test]
    fn it_draws_the_published_numbers() {
        let mut random = SplitMix64::new(1_234_567);
        let drawn: Vec<u64> = (0..5).map(|_| random.next()).collect();
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(drawn, published);
    }

    #[test]
    fn below_returns_every_smaller_number_and_no_other() {
        let mut random = SplitMix64::new(7);
        let mut seen = [false; 5];
        for _ in 0..200 {
            let at = usize::try_from(random.below(5)).expect("small");
            seen[at] = true;
            assert!((-3..=4).contains(&random.within(-3..=4)));
        }
        assert_eq!(seen, [true; 5]);
        assert_eq!(random.below(1), 0);
        assert_eq!(random.within(6..=6), 6);
    }
}
