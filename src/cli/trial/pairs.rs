//! What a program is asked: the named pairs of a kind, then random ones.

use super::line;
use crate::cli::compare::{Case, Generator, Kind, Plan};

/// The named pairs of all kinds, a line each: kind, name, and the pair as it is
/// asked.
const NAMED: &str = include_str!("named.txt");

/// A pair that every trial of its kind begins with.
#[derive(Clone, Debug)]
pub(super) struct NamedPair {
    /// What is special about it: `end-on-corner`.
    pub(super) name: &'static str,
    /// The pair.
    pub(super) case: Case,
}

/// The named pairs of a kind, in the order they are asked.
pub(super) fn named(kind: Kind) -> Vec<NamedPair> {
    let of_kind = NAMED.lines().filter_map(|each| {
        let (of, rest) = each.split_once(' ')?;
        let (name, pair) = rest.split_once(' ')?;
        (of == kind.token()).then(|| line::parse(pair).map(|case| NamedPair { name, case }))?
    });
    of_kind.collect()
}

/// The random pairs of a plan with these numbers.
#[must_use]
pub fn random(plan: &Plan, numbers: std::ops::Range<u64>) -> Vec<Case> {
    let generator = Generator::new(plan);
    numbers.map(|number| generator.pair(number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn every_named_pair_is_read_and_written_alike() {
        let all: Vec<_> = Kind::value_variants().iter().flat_map(|&kind| named(kind)).collect();
        assert_eq!(all.len(), NAMED.lines().count());
        for (pair, listed) in all.iter().zip(in_order_of_kinds()) {
            assert!(listed.ends_with(&format!(" {}", line::text(&pair.case))), "{listed}");
        }
    }

    fn in_order_of_kinds() -> Vec<&'static str> {
        let of = |kind: &Kind| {
            let start = format!("{} ", kind.token());
            NAMED.lines().filter(move |line| line.starts_with(&start))
        };
        Kind::value_variants().iter().flat_map(of).collect()
    }
}
