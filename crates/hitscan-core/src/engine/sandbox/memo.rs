//! Answers that are kept while nothing changes.

use std::cell::RefCell;

/// The last answer to a question. The key holds all that the answer depends on.
#[derive(Clone, Debug)]
pub(super) struct Memo<K, V>(RefCell<Option<(K, V)>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self(RefCell::new(None))
    }
}

impl<K: PartialEq, V: Clone> Memo<K, V> {
    /// The answer for this key: the one that is kept, else `answer`, which is
    /// then kept instead.
    pub(super) fn get(&self, key: K, answer: impl FnOnce() -> V) -> V {
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
