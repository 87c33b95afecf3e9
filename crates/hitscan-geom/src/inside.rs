//! Internals that only hitscan itself uses. They are not part of the public API and have
//! no stability guarantee.

pub use super::broad_phase::{Inspection, inspect};
pub use super::fraction::{Ratio, wide_product};
pub use super::sweep::first_meeting_of as first_meeting;
pub use super::sweep::{deciding, first_touch, interiors_meet_at, next_hit};
