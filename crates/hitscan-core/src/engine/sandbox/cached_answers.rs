//! Answers that are cached while nothing changes.

use std::cell::RefCell;

use super::Sandbox;

/// The last answer to a question. The key contains everything that the answer depends on.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Memo<K, V>(RefCell<Option<(K, V)>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self(RefCell::new(None))
    }
}

impl<K: PartialEq, V: Clone> Memo<K, V> {
    /// The answer for this key: the cached one, or else `answer`, which then replaces it.
    pub(in crate::engine) fn get(&self, key: K, answer: impl FnOnce() -> V) -> V {
        if let Some((known, kept)) = &*self.0.borrow()
            && *known == key
        {
            return kept.clone();
        }
        let answer = answer();
        self.0.replace(Some((key, answer.clone())));
        answer
    }
}

/// What the objects' places before frames of motion depend on: the number of edits, and how often
/// history was truncated.
pub(in crate::engine) type Placement = (u64, u64);

impl Sandbox {
    /// Changes whenever objects are placed anew.
    pub(in crate::engine) const fn placement(&self) -> Placement {
        (self.world().edits(), self.branches)
    }
}
