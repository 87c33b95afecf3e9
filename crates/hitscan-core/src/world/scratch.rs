//! Buffers for working out a change, kept from change to change so that a frame
//! allocates nothing. Only `contact_changes` means anything afterwards.

use super::broad_phase::{BroadPhase, SweptAabb};
use super::memory::free_if_large;
use super::motion::{End, FrameMotion};
use super::record::{ContactChange, LastContact};
use super::response::ContactSolver;

/// Lists that are cleared and filled again. Indices are places in the scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// The pairs whose answer changed, and those that had a contact.
    pub(super) contact_changes: Vec<ContactChange>,
    /// The boxes of a frame with responses.
    pub(super) solver: ContactSolver,
    /// The object that each of those boxes belongs to.
    pub(super) body_places: Vec<usize>,
    /// Where each object ends that moves or responds.
    pub(super) ends: Vec<End>,
    /// Which objects a change concerns.
    pub(super) concerned: Vec<bool>,
    /// The pairs that had a contact, lower place first, in ascending order. The
    /// last of several contacts of a pair counts.
    pub(super) contacted: Vec<([usize; 2], LastContact)>,
    /// The last contacts as they will be.
    pub(super) contacts: Vec<LastContact>,
    /// The motion before the change.
    pub(super) motion_before: FrameMotion,
    /// The work since the last question whether to go on.
    pub(super) work: usize,
    pub(super) aabbs: Vec<SweptAabb>,
    pub(super) broad_phase: BroadPhase,
}

impl Scratch {
    /// Frees what a change leaves behind, except for `contact_changes`.
    pub(super) fn free(&mut self) {
        self.contacts.clear();
        free_if_large(&mut self.contacts);
        self.broad_phase.free();
    }
}
