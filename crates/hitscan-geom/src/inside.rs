//! What only hitscan itself needs: no part of the library's face, without a stable form.

pub use super::broad_phase::inspection::{Inspection, inspect};
pub use super::ratio::Ratio;
pub use super::sweep::first_meeting_of as first_meeting;
