//! A student at their place, whatever they ask for: on a screen, or without one.

use std::net::IpAddr;
use std::sync::Arc;

use super::Seats;
use crate::class::Class;
use crate::live::SessionHandle;
use crate::place::Place;

/// What the session of a student has.
pub(super) struct AtPlace<'s> {
    pub(super) seats: &'s Seats,
    pub(super) class: &'s Class,
    pub(super) place: &'s Place,
    pub(super) handle: Arc<SessionHandle>,
    pub(super) address: IpAddr,
    /// Whether the place was taken just now, by a key: no first screen was shown then.
    pub(super) is_new_by_key: bool,
}
