//! A test with mistakes: what it answers, and whether an answer is like it.

use super::numbers::{Numbers, PairKind};
use super::reference;
use super::time::Time;
use crate::methods::ClaimedSides;

/// What a test says to a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// Whether the two meet.
    pub hit: bool,
    /// Where, if it names sides: two sides are a tie, of which either will do.
    pub sides: Option<ClaimedSides>,
    /// When, if it says so.
    pub at: Option<Moment>,
}

/// A time as a test says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A share of the way.
    Share(Time),
    /// A length in place of a share: the share times the root of a whole number of square
    /// thousandths.
    Length(Time, i128),
}

impl Said {
    /// No.
    pub const MISS: Self = Self { hit: false, sides: None, at: None };

    /// Yes or no, and nothing else.
    pub const fn only(hit: bool) -> Self {
        Self { hit, sides: None, at: None }
    }
}

/// Which mistakes of a kind are made: bit `n` is the mistake `n` of [`mistakes_of`](super::mistakes_of).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Switches(u128);

impl Switches {
    /// None.
    pub const NONE: Self = Self(0);

    /// One of them.
    pub const fn one(number: usize) -> Self {
        Self(1 << number)
    }

    /// Whether any of `others` is on.
    pub const fn has(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// All of both.
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Without `others`.
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Whether none is on.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers of those that are on.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..128).filter(move |&number| self.has(Self::one(number)))
    }
}

/// Whether touching counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Form {
    /// Either: where only this decides, either answer will do.
    #[default]
    Any,
    /// It counts.
    Closed,
    /// It does not count.
    Open,
}

/// A slip of copy and paste: one number of the pair stands where another belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slip {
    /// The number at one place in place of that at another; see [`NumberPlace`].
    Number {
        /// Where the wrong number stands.
        at: NumberPlace,
        /// Whose number it is.
        from: NumberPlace,
    },
    /// A width or a height in place of another: right or bottom is moved.
    Size {
        /// The shape (0 or 1) and the axis (0 or 1) whose size is wrong.
        at: [usize; 2],
        /// Whose size it is.
        from: [usize; 2],
    },
}

/// A number of a pair that is no polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NumberPlace {
    /// The shape: 0 or 1.
    pub side: usize,
    /// Whether it belongs to the motion rather than to the place.
    pub is_motion: bool,
    /// Which of its numbers, from 0.
    pub index: usize,
}

/// A test with mistakes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Variant {
    /// The usual mistakes that it makes.
    pub switches: Switches,
    /// Whether touching counts.
    pub form: Form,
    /// The slips that it makes.
    pub slips: Vec<Slip>,
}

impl Slip {
    /// Which number stands where another belongs, in a sentence.
    pub fn sentence(&self) -> String {
        String::new()
    }

    pub(super) fn all_of(_kind: PairKind) -> Vec<Self> {
        Vec::new()
    }

    /// `changed` with this slip made, with numbers of `pair`.
    fn made(&self, mut changed: Numbers, pair: &Numbers) -> Numbers {
        match *self {
            Self::Number { at, from } => {
                let number = if from.is_motion {
                    pair.motions[from.side][from.index]
                } else {
                    pair.places[from.side][from.index]
                };
                if at.is_motion {
                    changed.motions[at.side][at.index] = number;
                } else {
                    changed.places[at.side][at.index] = number;
                }
            }
            Self::Size { at: [side, axis], from: [of, along] } => {
                let size = pair.places[of][along + 2] - pair.places[of][along];
                changed.places[side][axis + 2] = changed.places[side][axis] + size;
            }
        }
        changed
    }
}

impl Variant {
    /// What it says if touching does not count, and if it does.
    pub fn says(&self, pair: &Numbers) -> [Said; 2] {
        let slipped;
        let pair = if self.slips.is_empty() {
            pair
        } else {
            slipped =
                self.slips.iter().fold(pair.clone(), |changed, slip| slip.made(changed, pair));
            &slipped
        };
        let says = |touching| reference::says(pair, self.switches, touching);
        match self.form {
            Form::Any => [says(false), says(true)],
            Form::Closed => [says(true); 2],
            Form::Open => [says(false); 2],
        }
    }
}

impl PairKind {
    /// What the exact test says if touching does not count, and if it does.
    pub fn exact(self, pair: &Numbers) -> [Said; 2] {
        [false, true].map(|touching| reference::says(pair, Switches::NONE, touching))
    }
}
