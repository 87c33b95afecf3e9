//! What experiments show about a program: what is claimed, and on what it rests.

use super::catalogue::UsualMistake;
use super::evidence::Asked;
use super::numbers::PairKind;
use super::slips::Slip;
use super::symmetry::Symmetry;
use super::variant::Variant;
use crate::methods::OwnAnswer;

/// What is claimed about a program, with the counts on which it rests.
#[derive(Clone, Debug)]
pub enum Claim {
    /// Asked again in another order, it answers differently.
    Unsteady {
        /// How many of the pairs were answered differently, and how many were asked again.
        differ: [usize; 2],
        /// What it says the second time.
        again: OwnAnswer,
        /// The pair that it read before, the second time.
        before: Option<Box<Asked>>,
    },
    /// It says the same to every pair.
    Always(bool),
    /// With what stands behind the point cut off, all answers are the same.
    DecimalsDropped {
        /// Whether the numbers were rounded rather than cut off.
        rounded: bool,
        /// How many answers were compared.
        asked: usize,
        /// How many of them should differ.
        should_differ: usize,
    },
    /// Scaled so that all numbers are whole it is right; scaled by a power of two it stays wrong.
    Rounding {
        /// How many pairs show that, and how many were asked.
        shows: [usize; 2],
        /// The factor with which the numbers of the example are whole.
        factor: i64,
        /// What it says then.
        then: OwnAnswer,
    },
    /// Whether it is right depends on how large the pair is.
    FixedNumber {
        /// How many are right at the other scale, and how many were asked.
        right: [usize; 2],
        /// Whether they are right when they are larger, rather than smaller.
        larger: bool,
        /// In how many pairs a quantity is the same where the answer turns, which, and its value.
        turns: Option<Turn>,
    },
    /// All times that it says are the true ones, with this many decimals.
    TimeRounded {
        /// How many decimals.
        decimals: u32,
        /// Whether they are cut off there rather than rounded.
        cut_off: bool,
        /// How many times were compared.
        asked: usize,
    },
    /// On every pair it answers like a test with this mistake.
    Usual {
        /// The mistake, or the slip.
        mistake: Blunder,
        /// How the test is built otherwise: no mistakes of their own.
        built: Vec<UsualMistake>,
        /// What no pair tells it from.
        same_as: Vec<Vec<Blunder>>,
        /// On how many pairs kept for that it was confirmed.
        confirmed: usize,
        /// What its answers to these pairs have in common.
        facts: Vec<ClaimFact>,
    },
    /// On every pair it answers like right code with one place changed.
    OnePlace {
        /// The place in right code, and what it answers like; equal changes follow.
        changes: Vec<[String; 2]>,
        /// How many changes were tried.
        tried: usize,
        /// What its answers to these pairs have in common.
        facts: Vec<ClaimFact>,
    },
    /// On every pair it answers like right code with two places changed, or with one place changed
    /// and a usual mistake.
    TwoPlaces {
        /// The places in right code, and what it answers like.
        changes: Vec<[String; 2]>,
        /// The usual mistake, if only one place is changed.
        usual: Option<Blunder>,
        /// How many changes were tried.
        tried: usize,
        /// What its answers to these pairs have in common.
        facts: Vec<ClaimFact>,
    },
    /// All of a class of wrong answers, and none beside it, are as this mistake makes them.
    Part {
        /// The class.
        class: WrongClass,
        /// The mistake.
        mistake: UsualMistake,
        /// What no pair tells it from.
        same_as: Vec<UsualMistake>,
        /// How many other pairs could have been wrong in this way, and are not.
        others: usize,
    },
    /// Along an axis its answer turns where no edge is.
    OtherEdge {
        /// The places, in words, each with the true one.
        turns: Vec<EdgeTurn>,
    },
    /// Nothing explains these answers.
    NotNamed {
        /// What they have in common.
        class: WrongClass,
        /// The state of the two at the time that it says.
        state: Option<&'static str>,
        /// How many of the pairs are right when they are seen otherwise.
        rights: Vec<SeenOtherwise>,
        /// How many usual mistakes and changed places were tried.
        tried: [usize; 2],
        /// What else the answers have in common.
        facts: Vec<ClaimFact>,
    },
}

/// What all wrong answers of a group have in common, exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimFact {
    /// The state of the two at the time that it says.
    State(&'static str),
    /// The time that it says is the true one times this quotient, which is not 1.
    TimeRatio([i128; 2]),
    /// The side that it names is on the axis that is entered first; the true one is on the other.
    EnteredFirst,
}

/// A usual mistake, or a slip of copy and paste.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blunder {
    /// One of the catalogue.
    Usual(UsualMistake),
    /// One number in the place of another, in a pair of this kind.
    Slip(Slip, PairKind),
}

/// A quantity that is the same in all pairs where their answer turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// In how many pairs.
    pub pairs: usize,
    /// What it is.
    pub quantity: &'static str,
    /// Its value, to three digits.
    pub value: String,
}

/// Where an answer turns along an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeTurn {
    /// The place of an edge of B, and how it follows from the sizes, in words.
    pub place: String,
    /// Where the truth turns.
    pub truth: String,
    /// How many sizes were tried.
    pub sizes: usize,
}

/// What wrong answers have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WrongClass {
    /// It misses what it should hit.
    Misses,
    /// It hits what it should miss.
    Hits,
    /// The side is wrong.
    Sides,
    /// The time is wrong.
    Times,
    /// It names a side, though they only slide along each other.
    Slides,
}

/// How many pairs are right, or change their answer, when they are seen otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenOtherwise {
    /// How.
    pub symmetry: Symmetry,
    /// How many.
    pub count: usize,
    /// How many were asked.
    pub asked: usize,
}

/// A claim, how many wrong answers it explains, and the pair that shows it.
#[derive(Clone, Debug)]
pub struct ProgramFinding {
    /// The claim.
    pub claim: Claim,
    /// How many wrong answers it explains.
    pub explains: usize,
    /// A pair that shows it, the smallest that was asked.
    pub example: Option<Asked>,
    /// What a smaller pair must show, too.
    pub proof: Proof,
}

/// What a pair must show to be an example.
#[derive(Clone, Debug, Default)]
pub enum Proof {
    /// Nothing: the example stays as it is.
    #[default]
    None,
    /// That the answer is wrong.
    Wrong,
    /// That it is wrong in this way.
    Class(WrongClass),
    /// That a mistake decides: the test with all of them says the same, the test without it does
    /// not.
    Decides {
        /// The test with all mistakes.
        all: Variant,
        /// The test without this one.
        without: Variant,
        /// Whether more than touching must decide.
        is_sure: bool,
    },
}

impl Proof {
    /// Whether an answer shows it.
    pub fn is_shown_by(&self, asked: &Asked) -> bool {
        match self {
            Self::None => false,
            Self::Wrong => asked.is_wrong,
            Self::Class(class) => asked.is_wrong && WrongClass::of(asked) == *class,
            Self::Decides { all, without, is_sure } => {
                let says = all.says(&asked.pair);
                let decides = asked.is_decided() && says[0].hit == says[1].hit;
                asked.is_wrong
                    && (decides || !is_sure)
                    && asked.is_like(says)
                    && !asked.is_like(without.says(&asked.pair))
            }
        }
    }
}

/// All that the experiments show.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The claims, in order.
    pub found: Vec<ProgramFinding>,
    /// How many answers were wrong and right when the last experiment ended.
    pub counts: [usize; 2],
    /// How many of the right ones rounding decides: no mistake explains those.
    pub rounded: usize,
    /// How touching answers change when the pairs are seen otherwise.
    pub touching: Vec<SeenOtherwise>,
    /// How many questions were asked beyond the pairs of the trial.
    pub asked: usize,
    /// Whether the time or the questions ended before the experiments.
    pub is_cut_short: bool,
}
