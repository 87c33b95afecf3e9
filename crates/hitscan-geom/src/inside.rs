//! Internals that only hitscan itself uses. They are not part of the public API and have
//! no stability guarantee.

pub use super::broad_phase::inspection::{Inspection, inspect};
pub use super::ratio::Ratio;
pub use super::sweep::first_meeting_of as first_meeting;
