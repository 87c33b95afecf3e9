//! The pairs to ask: the named pairs of a kind, then random ones.

use super::line;
use crate::cli::compare::{ComparePlan, ComparedPair, Generator};
use crate::cli::shrink::{Case, Measure};

/// The named pairs of all kinds, one per line: kind, name, and the line for a program.
const NAMED: &str = include_str!("named.txt");

/// A pair that every trial of its kind starts with.
#[derive(Clone, Debug)]
pub(super) struct NamedPair {
    /// Its special property: `end-on-corner`.
    pub(super) name: &'static str,
    /// The pair.
    pub(super) case: Case,
}

/// The named pairs of a plan, in order, and how many of its kind are left out: with a step of whole
/// units, those with decimals.
pub(super) fn named(plan: &ComparePlan) -> (Vec<NamedPair>, usize) {
    let mut pairs = of_kind(plan.kind);
    let all = pairs.len();
    if plan.step.thousandths() % 1000 == 0 {
        pairs.retain(|pair| Measure::of(&pair.case).is_whole());
    }
    let left_out = all - pairs.len();
    (pairs, left_out)
}

fn of_kind(kind: ComparedPair) -> Vec<NamedPair> {
    let of_kind = NAMED.lines().filter_map(|each| {
        let (of, rest) = each.split_once(' ')?;
        let (name, pair) = rest.split_once(' ')?;
        (of == kind.token()).then(|| line::parse(pair).map(|case| NamedPair { name, case }))?
    });
    of_kind.collect()
}

/// The random pairs of a plan with these numbers.
#[must_use]
pub fn random(plan: &ComparePlan, numbers: std::ops::Range<u64>) -> Vec<Case> {
    let generator = Generator::new(plan);
    numbers.map(|number| generator.pair(number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn every_named_pair_round_trips() {
        let all: Vec<_> =
            ComparedPair::value_variants().iter().flat_map(|&kind| of_kind(kind)).collect();
        assert_eq!(all.len(), NAMED.lines().count());
        for (pair, listed) in all.iter().zip(in_order_of_kinds()) {
            assert!(listed.ends_with(&format!(" {}", line::text(&pair.case))), "{listed}");
        }
    }

    #[test]
    fn each_kind_has_named_pairs_with_decimals_and_more_without() {
        for &kind in ComparedPair::value_variants() {
            let all = of_kind(kind);
            let whole = all.iter().filter(|pair| Measure::of(&pair.case).is_whole()).count();
            assert!(whole > 10 && all.len() - whole >= 2, "{}: {whole}", kind.token());
        }
    }

    fn in_order_of_kinds() -> Vec<&'static str> {
        let of = |kind: &ComparedPair| {
            let start = format!("{} ", kind.token());
            NAMED.lines().filter(move |line| line.starts_with(&start))
        };
        ComparedPair::value_variants().iter().flat_map(of).collect()
    }
}
