//! The session of a student, with or without a screen.

use std::net::IpAddr;
use std::sync::Arc;

use super::Seats;
use crate::class::Class;
use crate::live::SessionHandle;
use crate::place::Place;

/// The state of a student's session.
pub(super) struct AtPlace<'s> {
    pub(super) seats: &'s Seats,
    pub(super) class: &'s Class,
    pub(super) place: &'s Place,
    pub(super) handle: Arc<SessionHandle>,
    pub(super) address: IpAddr,
    /// Whether the place was just claimed with a key, so that no welcome screen was shown.
    pub(super) is_new_by_key: bool,
}
