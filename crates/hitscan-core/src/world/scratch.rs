//! Buffers for computing a change, kept from change to change so that a frame allocates nothing.
//! Afterwards only `contact_changes`, `broken` and `entered` hold meaningful values.

use super::beams::Beam;
use super::broad_phase::PairFinder;
use super::limits::{Effort, free_if_large};
use super::motion::{FrameEnd, FrameMotion};
use super::one_to_many::OneToMany;
use super::record::{ContactChange, LastContact};
use super::response::ContactSolver;
use super::state::Broken;
use super::{Entered, ObjectId, Participant, Passes, World};
use hitscan_geom::broad_phase::SweptAabbs;

/// Reusable lists. Indices are places in the scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// The pairs whose answer changed, and those that had a contact.
    pub(super) contact_changes: Vec<ContactChange>,
    /// The boxes of a frame with responses.
    pub(super) solver: ContactSolver,
    /// The object that each of those boxes belongs to.
    pub(super) body_places: Vec<usize>,
    /// The end of each object that moves or responds.
    pub(super) ends: Vec<FrameEnd>,
    /// Which objects a change concerns.
    pub(super) concerned: Vec<bool>,
    /// The pairs that had a contact, lower place first, in ascending order. If a pair had several
    /// contacts, the last one counts.
    pub(super) contacted: Vec<([usize; 2], LastContact)>,
    /// The pairs that pass one-way objects, lower place first, in ascending order.
    pub(super) passing: Vec<([usize; 2], Passes)>,
    /// The drops before the change.
    pub(super) drops_before: Vec<[ObjectId; 2]>,
    /// The contacts that merely continue, by pair and then in order of time.
    pub(super) resting: Vec<LastContact>,
    /// The breakable boxes that were hit, by place, each with its hits so far; the last entry
    /// of each counts.
    pub(super) hits: Vec<(usize, u8)>,
    /// The boxes that broke, by the place they had.
    pub(super) broken: Vec<Broken>,
    /// Sensors that dynamic boxes started to hit.
    pub(super) entered: Vec<Entered>,
    /// The last contacts after the change.
    pub(super) contacts: Vec<LastContact>,
    /// The beams after the change, and those that end elsewhere than before.
    pub(super) beams: Vec<Beam>,
    pub(super) moved_beams: Vec<ObjectId>,
    /// The motion before the change.
    pub(super) motion_before: FrameMotion,
    /// The work since the last check for an interrupt.
    pub(super) work: usize,
    /// The effort of all changes so far, whether made, replayed or refused.
    pub(super) effort: Effort,
    pub(super) aabbs: SweptAabbs,
    pub(super) pair_finder: PairFinder,
    pub(super) one_to_many: OneToMany,
}

impl Scratch {
    /// The object that had this index in the scene before boxes broke.
    pub(super) fn participant(&self, world: &World, place: usize) -> Participant {
        match self.broken.binary_search_by_key(&place, |broken| broken.place) {
            Ok(found) => self.broken[found].participant.clone(),
            Err(before) => world.participant(place - before),
        }
    }

    /// Clears the results of the last change.
    pub(super) fn clear(&mut self) {
        self.contact_changes.clear();
        self.broken.clear();
        self.entered.clear();
        self.moved_beams.clear();
        self.passing.clear();
    }

    /// Frees what a change leaves behind, except for its results.
    pub(super) fn free(&mut self) {
        self.contacts.clear();
        free_if_large(&mut self.contacts);
        self.pair_finder.free();
        self.one_to_many.free();
    }
}
