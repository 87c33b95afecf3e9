//! Buffers for working out a change, kept from change to change so that a frame
//! allocates nothing. Only `contact_changes` means anything afterwards.

use super::broad_phase::{BroadPhase, SweptAabb};
use super::motion::End;
use super::record::ContactChange;
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
    /// The pairs that had a contact, lower place first, in ascending order.
    pub(super) contacted: Vec<[usize; 2]>,
    /// The pairs to test, in the same form.
    pub(super) pairs: Vec<[usize; 2]>,
    pub(super) aabbs: Vec<SweptAabb>,
    pub(super) broad_phase: BroadPhase,
}
