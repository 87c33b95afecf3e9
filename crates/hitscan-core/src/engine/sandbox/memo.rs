//! Answers that are kept while nothing changes.

use std::cell::RefCell;

use super::Sandbox;

/// The last answer to a question. The key holds all that the answer depends on.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Memo<K, V>(RefCell<Option<(K, V)>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self(RefCell::new(None))
    }
}

impl<K: PartialEq, V: Clone> Memo<K, V> {
    /// The answer for this key: the one that is kept, else `answer`, which is
    /// then kept instead.
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

/// What the places of the objects before frames of motion follow from: how many edits led
/// here, and how often an end of the history was dropped.
pub(in crate::engine) type Placement = (u64, u64);

impl Sandbox {
    /// What tells whether the objects were placed anew.
    pub(in crate::engine) const fn placement(&self) -> Placement {
        (self.world().edits(), self.branches)
    }
}
