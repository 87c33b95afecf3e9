//! An expectation of the scene about two objects, or about a laser.

use crate::scene::{Expect, ExpectSubject, expect_bytes};
use crate::world::{Name, ObjectId, World};

/// An expectation about two objects or about a laser, which may be renamed in the meantime.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::engine) struct Expected {
    /// The ids of its subject. `None` if there never were objects with these names.
    pub(super) ids: Option<Vec<ObjectId>>,
    /// The ids of the regions that a laser enters first.
    first: Option<Vec<ObjectId>>,
    pub(super) expect: Expect,
    /// The most bytes that it needs in a file.
    pub(super) bytes: usize,
}

impl Expected {
    pub(super) fn new(expect: Expect, world: &World) -> Self {
        let found = |names: &[Name]| names.iter().map(|name| world.find(name)).collect();
        let first = expect.first.as_deref().and_then(found);
        Self { ids: found(expect.subject.names()), first, bytes: expect_bytes(&expect), expect }
    }

    /// The expectation about these two objects.
    pub(super) fn of_pair(ids: [ObjectId; 2], expect: Expect) -> Self {
        Self { ids: Some(ids.to_vec()), first: None, bytes: expect_bytes(&expect), expect }
    }

    /// Whether both are about the same objects and frame.
    pub(super) fn is_about_the_same(&self, other: &Self) -> bool {
        let [own, others] =
            [self, other].map(|each| (&each.expect.after_frames, &each.expect.after));
        self.ids == other.ids && own == others
    }

    /// Whether its objects exist or have existed in this world.
    pub(super) fn is_known_to(&self, world: &World) -> bool {
        self.ids.as_ref().is_none_or(|ids| ids.iter().all(|&id| world.knows(id)))
    }

    /// The expectation in a scene of this world, with current names; `None` if one of its
    /// objects is gone.
    pub(super) fn in_world(&self, world: &World) -> Option<Expect> {
        let mut expect = self.expect.clone();
        let named = |ids: &[ObjectId]| -> Option<Vec<Name>> {
            ids.iter().map(|&id| Some(world.object(id)?.name)).collect()
        };
        if let Some(ids) = &self.ids {
            match (&mut expect.subject, named(ids)?.as_slice()) {
                (ExpectSubject::Pair(pair), &[a, b]) => *pair = [a, b],
                (ExpectSubject::Laser(name), &[laser]) => *name = laser,
                _ => {}
            }
        }
        if let Some(ids) = &self.first {
            expect.first = Some(named(ids)?);
        }
        Some(expect)
    }
}
