//! Undo and redo: of changes of the world, and of the expectations that commands stored between
//! them.
//!
//! Storing one is an undo step between two changes of the world: it drops nothing that lies ahead,
//! and moving through time does not affect it.

use super::{Sandbox, StoredExpect};
use crate::engine::Tell;
use crate::world::{Change, ChangeError};

/// A stored expectation.
#[derive(Clone, Debug)]
pub(super) struct NotedStep {
    /// How many changes of the world led to where it was stored.
    position: usize,
    /// The one that it replaced.
    before: Option<StoredExpect>,
    after: StoredExpect,
}

/// The steps to undo and those to redo, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct NotedSteps {
    done: Vec<NotedStep>,
    undone: Vec<NotedStep>,
}

impl NotedSteps {
    /// The most steps that can be undone. Beyond that, the oldest stay stored.
    const MOST: usize = 1000;

    /// Adds the expectation stored at this position in history.
    pub(super) fn push(
        &mut self,
        position: usize,
        before: Option<StoredExpect>,
        after: StoredExpect,
    ) {
        self.undone.clear();
        if self.done.len() == Self::MOST {
            self.done.remove(0);
        }
        self.done.push(NotedStep { position, before, after });
    }

    /// A change of the world was made at this position: drops what lay ahead.
    pub(super) fn branch_at(&mut self, position: usize) {
        self.undone.clear();
        self.done.retain(|step| step.position <= position);
    }
}

impl Sandbox {
    /// The most expectations that can be undone individually.
    pub const MOST_NOTED: usize = NotedSteps::MOST;

    /// Undoes the last `count` changes and expectations. Returns whether there were any.
    ///
    /// # Errors
    /// When it is stopped; then nothing is undone.
    pub(in crate::engine) fn undo(
        &mut self,
        count: usize,
        tell: &mut Tell<'_>,
    ) -> Result<bool, ChangeError> {
        let (mut position, mut left) = (self.history.position(), count);
        let mut passed: Vec<_> = (0..self.noted.done.len()).rev().collect();
        passed.retain(|&at| self.noted.done[at].position <= position);
        passed.sort_by_key(|&at| std::cmp::Reverse(self.noted.done[at].position));
        let mut taken = Vec::new();
        for at in passed {
            let changes = position - self.noted.done[at].position;
            if left <= changes {
                break;
            }
            (position, left) = (position - changes, left - changes - 1);
            taken.push(at);
        }
        position = position.saturating_sub(left);
        if taken.is_empty() && position == self.history.position() {
            return Ok(false);
        }
        self.go_to(position, tell)?;
        for &at in &taken {
            let NotedStep { before, after, .. } = self.noted.done[at].clone();
            self.replace_expected(&after, before);
        }
        self.noted.undone.extend(taken.iter().map(|&at| self.noted.done[at].clone()));
        taken.sort_unstable();
        for at in taken.into_iter().rev() {
            self.noted.done.remove(at);
        }
        Ok(true)
    }

    /// Redoes the next `count` changes and expectations. Returns whether there were any.
    ///
    /// # Errors
    /// When it is stopped; then nothing is redone.
    pub(in crate::engine) fn redo(
        &mut self,
        count: usize,
        tell: &mut Tell<'_>,
    ) -> Result<bool, ChangeError> {
        let (mut position, mut left) = (self.history.position(), count);
        let mut again = 0;
        // The step undone last comes first.
        for step in self.noted.undone.iter().rev() {
            let changes = step.position.saturating_sub(position);
            if left <= changes || step.position < position {
                break;
            }
            (position, left) = (step.position, left - changes - 1);
            again += 1;
        }
        position = position.saturating_add(left).min(self.history.len());
        if again == 0 && position == self.history.position() {
            return Ok(false);
        }
        self.go_to(position, tell)?;
        for _ in 0..again {
            if let Some(step) = self.noted.undone.pop() {
                self.replace_expected(&step.after, Some(step.after.clone()));
                self.noted.done.push(step);
            }
        }
        Ok(true)
    }

    /// How many steps of redo it takes to make the next frame again, including expectations on the
    /// way; `None` if no frame of motion comes next.
    pub fn redo_steps_to_next_frame(&self) -> Option<u32> {
        if self.history.next_change() != Some(&Change::Step) {
            return None;
        }
        let here = self.history.position();
        let noted = self.noted.undone.iter().rev().take_while(|step| step.position == here).count();
        u32::try_from(noted + 1).ok()
    }

    /// Replaces the expectation about the same pair and frame, or removes it; returns the old one.
    pub(super) fn replace_expected(
        &mut self,
        key: &StoredExpect,
        new: Option<StoredExpect>,
    ) -> Option<StoredExpect> {
        let at = self.expects.iter().position(|old| old.is_about_the_same(key));
        match (at, new) {
            (Some(at), Some(new)) => Some(std::mem::replace(&mut self.expects[at], new)),
            (Some(at), None) => Some(self.expects.remove(at)),
            (None, new) => {
                self.expects.extend(new);
                None
            }
        }
    }
}
