//! What the scene expects of two objects.

use crate::scene::{Expect, expect_bytes};
use crate::world::{ObjectId, World};

/// What the scene expects of two objects, which may be renamed meanwhile.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::engine) struct Expected {
    /// None where there never were objects of these names.
    pub(super) ids: Option<[ObjectId; 2]>,
    pub(super) expect: Expect,
    /// The most bytes that it needs in a file.
    pub(super) bytes: usize,
}

impl Expected {
    pub(super) fn new(expect: Expect, world: &World) -> Self {
        let [a, b] = expect.pair.map(|name| world.find(&name));
        Self { ids: a.zip(b).map(|(a, b)| [a, b]), bytes: expect_bytes(&expect), expect }
    }

    /// Whether both are of the same pair and frame.
    pub(super) fn is_about_the_same(&self, other: &Self) -> bool {
        let [own, others] =
            [self, other].map(|each| (&each.expect.after_frames, &each.expect.after));
        self.ids == other.ids && own == others
    }

    /// Whether both objects are or were there in this world.
    pub(super) fn is_known_to(&self, world: &World) -> bool {
        self.ids.is_none_or(|ids| ids.iter().all(|&id| world.knows(id)))
    }

    /// As a scene of this world says it: with the names of now, and not at all
    /// where one of the two is gone.
    pub(super) fn in_world(&self, world: &World) -> Option<Expect> {
        let mut expect = self.expect.clone();
        if let Some(ids) = self.ids {
            for (name, id) in expect.pair.iter_mut().zip(ids) {
                *name = world.object(id)?.name;
            }
        }
        Some(expect)
    }
}
