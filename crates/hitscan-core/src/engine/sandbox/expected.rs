//! What the scene expects of two objects, or of a laser.

use crate::scene::{Expect, ExpectSubject, expect_bytes};
use crate::world::{Name, ObjectId, World};

/// What the scene expects of two objects or of a laser, which may be renamed meanwhile.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::engine) struct Expected {
    /// Those of its subject. None where there never were objects of these names.
    pub(super) ids: Option<Vec<ObjectId>>,
    /// Those of what a laser enters first.
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

    /// What is expected of these two.
    pub(super) fn of_pair(ids: [ObjectId; 2], expect: Expect) -> Self {
        Self { ids: Some(ids.to_vec()), first: None, bytes: expect_bytes(&expect), expect }
    }

    /// Whether both are of the same objects and frame.
    pub(super) fn is_about_the_same(&self, other: &Self) -> bool {
        let [own, others] =
            [self, other].map(|each| (&each.expect.after_frames, &each.expect.after));
        self.ids == other.ids && own == others
    }

    /// Whether its objects are or were there in this world.
    pub(super) fn is_known_to(&self, world: &World) -> bool {
        self.ids.as_ref().is_none_or(|ids| ids.iter().all(|&id| world.knows(id)))
    }

    /// As a scene of this world says it: with the names of now, and not at all
    /// where one of them is gone.
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
