//! A test with mistakes: what it answers, and whether an answer is like it.

use super::numbers::{PairKind, PairNumbers};
use super::reference;
use super::said::{Said, Switches};
use super::slips::Slip;

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

impl Variant {
    /// What it says if touching does not count, and if it does.
    pub fn says(&self, pair: &PairNumbers) -> [Said; 2] {
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
    pub fn exact(self, pair: &PairNumbers) -> [Said; 2] {
        [false, true].map(|touching| reference::says(pair, Switches::NONE, touching))
    }
}
