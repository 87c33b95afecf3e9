//! The cases from which to simplify, of those that show the same.

use std::cmp::Reverse;

use super::simplicity::Measure;

/// The simplest case, and the one with the greatest number: numbers never grow, so a case with
/// small numbers may have no round numbers to reach. For both, a lower rank comes first.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Starts<R, C> {
    simplest: Option<Start<R, C>>,
    roomiest: Option<Start<R, C>>,
}

type Start<R, C> = (R, Measure, C);

impl<R, C> Default for Starts<R, C> {
    fn default() -> Self {
        Self { simplest: None, roomiest: None }
    }
}

impl<R: Ord + Copy, C> Starts<R, C> {
    /// Keeps a case if it is better than a stored one. The case is computed only then, which is
    /// rare.
    pub(in crate::cli) fn offer(&mut self, rank: R, measure: &Measure, case: impl Fn() -> C) {
        let start = || Some((rank, measure.clone(), case()));
        let is_simplest = |(least, than, _): &Start<R, C>| (rank, measure) < (*least, than);
        if self.simplest.as_ref().is_none_or(is_simplest) {
            self.simplest = start();
        }
        let room = |measure: &Measure| Reverse(measure.greatest());
        let is_roomiest = |(least, than, _): &Start<R, C>| {
            (rank, room(measure), measure) < (*least, room(than), than)
        };
        if self.roomiest.as_ref().is_none_or(is_roomiest) {
            self.roomiest = start();
        }
    }

    /// The simplest, then the one with the greatest number, which may be the same.
    pub(in crate::cli) fn iter(&self) -> impl Iterator<Item = &C> {
        self.starts().map(|(_, _, case)| case)
    }

    /// Keeps cases of `other` that are better.
    pub(in crate::cli) fn merge(&mut self, other: &Self)
    where
        C: Clone,
    {
        for (rank, measure, case) in other.starts() {
            self.offer(*rank, measure, || case.clone());
        }
    }

    fn starts(&self) -> impl Iterator<Item = &Start<R, C>> {
        [&self.simplest, &self.roomiest].into_iter().flatten()
    }
}
