//! Size limits: whether a scene can still be written and read back, and how many tests of
//! pairs are allowed.

use super::Sandbox;
use crate::scene::{Scene, crowd_bytes, object_bytes};
use crate::world::{Change, ChangeError, Object, World};

impl Sandbox {
    /// Allows this many further tests of pairs.
    pub(in crate::engine) const fn allow_tests(&mut self, most: u64) {
        self.history.allow_tests(most);
    }

    /// Checks that the scene can still be written and read back after a change.
    pub(super) fn check_room(&self, change: &Change) -> Result<(), ChangeError> {
        let old = |id| self.world().object(id).cloned();
        let bytes = |object: Option<Object>| object.as_ref().map_or(0, object_bytes);
        let mut added = 0;
        let (without, new) = match change {
            Change::Add(object) => {
                added = 1;
                (None, object_bytes(object))
            }
            Change::AddCrowd(crowd) => {
                added = crowd.count as usize;
                (None, crowd_bytes(crowd))
            }
            Change::Reshape(id, shape) => {
                let reshaped = old(*id).map(|old| Object { shape: shape.clone(), ..old });
                (Some(*id), bytes(reshaped))
            }
            Change::SetBehavior(id, behavior) => {
                let changed = old(*id).map(|old| Object { behavior: behavior.clone(), ..old });
                (Some(*id), bytes(changed))
            }
            // An object counts with the longest numbers and names that these changes can give it.
            Change::Remove(_)
            | Change::Rename(..)
            | Change::Turn(..)
            | Change::Stretch(..)
            | Change::SetVelocity(..)
            | Change::Steer(..)
            | Change::SetBody(..)
            | Change::SetSettings(_)
            | Change::SetTitle(_)
            | Change::Step
            | Change::Move(..) => return Ok(()),
        };
        if self.world().len() + added > World::MAX_OBJECTS {
            // The world refuses it, with a reason.
            return Ok(());
        }
        let others = self.world().objects().filter(|&(id, _)| Some(id) != without);
        let objects = new + others.map(|(_, object)| object_bytes(object)).sum::<usize>();
        let expects: usize = self.expects.iter().map(|one| one.bytes).sum();
        let most = Scene::MAX_OBJECT_BYTES.min(Scene::MAX_TABLE_BYTES - expects);
        if objects <= most { Ok(()) } else { Err(ChangeError::NoRoom(most)) }
    }

    /// The most bytes for expectations, given the current objects.
    pub(super) fn room_for_expects(&self) -> usize {
        let objects: usize = self.world().objects().map(|(_, object)| object_bytes(object)).sum();
        Scene::MAX_EXPECT_BYTES.min(Scene::MAX_TABLE_BYTES.saturating_sub(objects))
    }
}
