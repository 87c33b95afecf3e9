//! The tests that made no record, recomputed for the lines in view and cached.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

use crate::world::{History, UnrecordedTest};

/// The tests of one change.
pub(super) type Tests = Arc<[UnrecordedTest]>;

/// The tests of the most recently requested changes.
#[derive(Clone, Debug, Default)]
pub(super) struct UnrecordedTests(RefCell<KeptTests>);

#[derive(Clone, Debug, Default)]
struct KeptTests {
    /// How often history had been truncated.
    branches: u64,
    /// By the position of the change; the most recently requested one is last.
    changes: VecDeque<(usize, Tests)>,
}

impl KeptTests {
    /// The most changes that are cached: more than a screen has rows.
    const MOST: usize = 256;
    /// The most tests of all of them together.
    const MOST_TESTS: usize = 10_000;

    fn keep(&mut self, position: usize, tests: Tests) {
        self.changes.retain(|(other, _)| *other != position);
        self.changes.push_back((position, tests));
        let count = |changes: &VecDeque<(usize, Tests)>| {
            changes.iter().map(|(_, tests)| tests.len()).sum::<usize>()
        };
        while self.changes.len() > Self::MOST
            || self.changes.len() > 1 && count(&self.changes) > Self::MOST_TESTS
        {
            self.changes.pop_front();
        }
    }
}

impl UnrecordedTests {
    /// How many changes are computed at once, since going to the previous change means restarting
    /// from a snapshot.
    const TOGETHER: usize = 32;

    /// The tests of the change at this position that made no record. `branches` is how often this
    /// history was truncated.
    pub(super) fn of(&self, history: &History, branches: u64, position: usize) -> Tests {
        let mut known = self.0.borrow_mut();
        if known.branches != branches {
            *known = KeptTests { branches, ..KeptTests::default() };
        }
        if let Some((_, tests)) = known.changes.iter().find(|(other, _)| *other == position) {
            return Arc::clone(tests);
        }
        let is_now = position == history.position();
        let together =
            if is_now { 1 } else { (6 * Self::TOGETHER / history.world().len().max(6)).max(1) };
        let first = position.saturating_sub(together - 1).max(1);
        let mut found = Tests::default();
        let changes = history.unrecorded_between(first..=position);
        for (position, tests) in (first..).zip(changes) {
            found = tests.into();
            known.keep(position, Arc::clone(&found));
        }
        found
    }
}
