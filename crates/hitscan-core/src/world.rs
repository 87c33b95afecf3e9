//! Objects, one frame of motion, and the record of every test.
//!
//! Only [`Change`]s alter a [`World`], and the same change to the same world always gives the same
//! result. [`History`] keeps snapshots and changes, so every earlier state is one call away.
//!
//! A change passes through these files, from the top:
//!
//! | files | contents |
//! | --- | --- |
//! | `history` `apply` | stores changes, snapshots and records; applies a change |
//! | `frame` | moves everything by one frame |
//! | `pair_tests` | tests the pairs |
//! | `scratch` | the buffers that all of this reuses |
//! | `response` | makes boxes respond to what they hit |
//! | `broad_phase` `one_to_many` | finds the pairs that may have met, within a budget; tests one against many |
//! | `beams` | where beams end, and the results of their pairs |
//! | `state` `motion` `transform` | objects in order; what moved in the last frame; turned and stretched shapes |
//! | `pair_result` `record` | the result of a test, and the part that is kept |
//! | `limits` | limits on memory, and on the work between two checks for an interrupt |
//! | `change` `crowd` | what can change; many objects drawn from a seed |
//! | `object` `body` `settings` | objects, what moves them and what they do on their own; settings |
//!
//! Calls go down this list. From `broad_phase` on it is mostly data, and those files name each
//! other's types.
//!
//! Not here: commands ([`crate::command`]), sentences ([`crate::words`]), files, clocks, screens.

mod apply;
mod beams;
mod body;
mod broad_phase;
mod change;
mod crowd;
mod frame;
mod history;
mod limits;
mod motion;
mod object;
mod one_to_many;
mod pair_result;
mod pair_tests;
mod record;
mod response;
mod scratch;
mod settings;
mod state;
mod transform;

pub use beams::{Beam, RayHit, RayMeets, along, first_along};
pub use body::{Attribute, Behavior, Body, Entered, OnEnter, SharedBehavior, Tint};
pub use broad_phase::BroadPhaseCounts;
pub use change::{Change, ChangeError, check_attribute};
pub use crowd::{Crowd, CrowdError, CrowdKind, CrowdLayout, MOST_TRIES, SplitMix64};
pub use history::{CommandProgress, Flow, Happening, History, Log};
pub use limits::{
    EDGE_PAIRS_OF_A_TEST, MemoryLimit, WORK_BETWEEN_QUESTIONS, grouped, tests_of_pair,
};
pub use object::{Name, NameError, Object, ObjectId, ObjectKind};
pub use pair_result::{
    Contact, ContactReply, PairResult, PassReason, Passes, RegionsMet, sides_of,
};
pub(crate) use record::in_order;
pub use record::{LogEntry, Pair, Participant, Record, TestResult};
pub use settings::{Axes, Response, Rules, Settings};
pub use state::World;
