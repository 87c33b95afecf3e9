//! The random numbers of a student: drawn from pack, lesson and seed by SHA-256, the same
//! everywhere and forever.

use hitscan_geom::Fraction;
use sha2::{Digest as _, Sha256};

/// A number to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Its name.
    pub name: String,
    /// The least possible value.
    pub from: i32,
    /// How many values are possible.
    pub count: u64,
    /// The distance between two neighbouring values.
    pub step: i32,
}

/// The stream of random numbers for one student in one lesson.
#[derive(Clone, Debug)]
pub struct RandomSource {
    key: [u8; 32],
    next_block: u64,
}

impl Draw {
    /// The value with this index, from 0.
    fn at(&self, index: u64) -> Option<Fraction> {
        let offset = i128::from(index).checked_mul(self.step.into())?;
        Fraction::new(offset.checked_add(self.from.into())?, 1)
    }

    /// Draws the number.
    pub(super) fn draw(&self, source: &mut RandomSource) -> Option<Fraction> {
        self.at(source.below(self.count))
    }

    /// Whether this value can be drawn.
    pub fn allows(&self, value: Fraction) -> bool {
        let offset = value.numerator() - i128::from(self.from);
        let (step, count) = (i128::from(self.step.max(1)), i128::from(self.count));
        value.denominator() == 1 && offset % step == 0 && (0..count).contains(&(offset / step))
    }
}

impl RandomSource {
    /// The random source for a student in a lesson.
    pub fn new(pack: &str, lesson: &str, seed: &str) -> Self {
        let text = ["hitscan lab 1", pack, lesson, seed].join("\n");
        Self { key: Sha256::digest(text).into(), next_block: 0 }
    }

    /// A uniform number below `count`; 0 if `count` is 0.
    fn below(&mut self, count: u64) -> u64 {
        // Reject values in the last, incomplete round, which would favour small numbers.
        let uneven = (u64::MAX % count.max(1) + 1) % count.max(1);
        loop {
            let block = self.block();
            if block <= u64::MAX - uneven {
                return block % count.max(1);
            }
        }
    }

    fn block(&mut self) -> u64 {
        let hash = Sha256::new().chain_update(self.key).chain_update(self.next_block.to_le_bytes());
        self.next_block += 1;
        let bytes: [u8; 32] = hash.finalize().into();
        bytes.iter().take(8).rev().fold(0, |block, &byte| block << 8 | u64::from(byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_a_range_is_drawn_and_no_other() {
        let draw = Draw { name: "a".to_owned(), from: -2, count: 3, step: 2 };
        let mut source = RandomSource::new("pack", "lesson", "seed");
        let drawn: Vec<_> = (0..60).filter_map(|_| draw.draw(&mut source)).collect();
        assert_eq!(drawn.len(), 60);
        for expected in [-2, 0, 2] {
            assert!(drawn.contains(&expected.into()) && draw.allows(expected.into()));
        }
        assert!(drawn.iter().all(|&value| draw.allows(value)));
        assert!(!draw.allows(1.into()) && !draw.allows(4.into()) && !draw.allows((-4).into()));
    }

    #[test]
    fn any_different_word_draws_different_numbers() {
        let row = |pack, lesson, seed| {
            let mut source = RandomSource::new(pack, lesson, seed);
            [source.below(1 << 60), source.below(1 << 60)]
        };
        let first = row("p", "l", "s");
        assert_eq!(first, row("p", "l", "s"));
        for other in [row("q", "l", "s"), row("p", "m", "s"), row("p", "l", "t")] {
            assert_ne!(first, other);
        }
    }
}
