//! Hypotheses about the side methods, with counts: in which cases a method is never wrong, and in
//! which always. The cases are defined here independently of the methods' own reasons.

use hitscan_core::methods::{FrameVerdicts, Hypothesis, Method, Named, Truth};
use hitscan_geom::{Moving, Side, Swept};

/// One hypothesis about one method, and how often the method was right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HypothesisCounts {
    /// The method.
    pub method: Method,
    /// Which pairs the hypothesis is about, in words.
    pub about: &'static str,
    /// What it claims about them.
    pub truth: Truth,
    /// Pairs in which the method names the side or axis that was hit.
    pub right: u64,
    /// Pairs in which it names another side or axis.
    pub wrong: u64,
}

/// The hypotheses of all methods, in the order of the registry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hypotheses(Vec<HypothesisCounts>);

fn hypotheses() -> impl Iterator<Item = (Method, &'static Hypothesis)> {
    let tests = Method::side_methods().filter_map(|method| Some((method, method.side_test()?)));
    tests.flat_map(|(method, test)| test.hypotheses.iter().map(move |each| (method, each)))
}

impl Default for Hypotheses {
    fn default() -> Self {
        let counts = |(method, &Hypothesis { about, truth, .. })| HypothesisCounts {
            method,
            about,
            truth,
            right: 0,
            wrong: 0,
        };
        Self(hypotheses().map(counts).collect())
    }
}

impl Hypotheses {
    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[HypothesisCounts] {
        &self.0
    }

    pub(super) fn add(&mut self, pair: &[Moving; 2], verdicts: &FrameVerdicts) {
        let Swept::Hit { sides, .. } = verdicts.swept else { return };
        let mut sides = sides.iter();
        let (Some(hit), None) = (sides.next(), sides.next()) else { return };
        for (counts, (method, hypothesis)) in self.0.iter_mut().zip(hypotheses()) {
            let Some(verdict) = verdicts.of(method) else { continue };
            if !(hypothesis.covers)(pair, verdict.claim) {
                continue;
            }
            if names(verdict.claim.named, hit) {
                counts.right += 1;
            } else {
                counts.wrong += 1;
            }
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (counts, more) in self.0.iter_mut().zip(&other.0) {
            counts.right += more.right;
            counts.wrong += more.wrong;
        }
    }
}

impl HypothesisCounts {
    /// The claim, in words.
    #[must_use]
    pub const fn supposed(&self) -> &'static str {
        match self.truth {
            Truth::NeverWrong => "never wrong",
            Truth::AlwaysWrong => "always wrong",
            Truth::AlwaysWrongDiagonally => "at 45, always wrong",
            Truth::Either => "either",
        }
    }
}

/// Whether the side that was hit is the named one, or on the named axis.
fn names(named: Named, hit: Side) -> bool {
    match named {
        Named::Side(side) => side == hit,
        Named::Axis(axis) => axis == hit.axis(),
        Named::Nothing
        | Named::Corner
        | Named::Sides(_)
        | Named::NoMotion
        | Named::NoSide
        | Named::Meets => false,
    }
}
