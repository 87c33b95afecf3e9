//! What a change is worked out on: kept from change to change, so that a frame
//! asks for no memory. Nothing on it is of any meaning afterwards but the news.

use super::broad_phase::{Near, SweptAabb};
use super::frame::End;
use super::record::ContactChange;
use super::response::ContactSolver;

/// Lists that are emptied and filled again. Indices are places in the scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// The pairs whose answer is another than before the change, and those
    /// that had a contact in it.
    pub(super) news: Vec<ContactChange>,
    /// The boxes of a frame with responses.
    pub(super) encounters: ContactSolver,
    /// Which object each of those boxes is.
    pub(super) places: Vec<usize>,
    /// Where each object ends that moves or answers.
    pub(super) ends: Vec<End>,
    /// Which objects a change concerns.
    pub(super) concerned: Vec<bool>,
    /// The pairs that had a contact, the lower place first, in ascending order.
    pub(super) contacted: Vec<[usize; 2]>,
    /// The pairs to be judged, likewise.
    pub(super) pairs: Vec<[usize; 2]>,
    pub(super) reaches: Vec<SweptAabb>,
    pub(super) near: Near,
}
