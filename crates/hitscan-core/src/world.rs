//! Objects, one frame of motion, and the record of every test.
//!
//! Only [`Change`]s alter a [`World`], and the same change to the same world always gives the same
//! result. [`History`] keeps snapshots and changes, so every earlier state is one call away.
//!
//! A change passes through these files:
//!
//! | file | what it does |
//! | --- | --- |
//! | `apply` | applies a change to the `state`; `entries` holds the objects and their bounds |
//! | `crowd` | draws many objects from a seed |
//! | `frame` | moves everything by one frame; `motion` records what moved |
//! | `frame_contacts` | the results of a frame's contacts, and the boxes that break |
//! | `steer` | gives a box the velocity that an arrow key asks for |
//! | `body` | what moves an object, and what it does on its own |
//! | `beam` | a laser that ends at the first region it enters |
//! | `beams` | where beams end, and the results of their pairs; `ray` lists the regions that a laser meets |
//! | `response` | makes boxes respond to what they hit |
//! | `broad_phase` | finds the pairs that may have met, within a budget |
//! | `inspection` | what the broad phase looks at, for display |
//! | `pair_tests` | tests the pairs; `pair_result` is the result, `record` the part that is kept |
//! | `history` | stores changes, snapshots and records |
//! | `scratch` | the buffers that all of this reuses |
//! | `memory` | limits on memory, and on the work between two checks for an interrupt |
//!
//! Not here: commands ([`crate::command`]), sentences ([`crate::words`]), files, clocks, screens.

mod apply;
mod beam;
mod beams;
mod body;
mod broad_phase;
mod change;
mod crowd;
mod effort;
mod entries;
mod frame;
mod frame_contacts;
mod history;
mod inspection;
mod memory;
mod motion;
mod object;
mod one_to_many;
mod pair_result;
mod pair_tests;
mod ray;
mod record;
mod response;
mod scratch;
mod settings;
mod state;
mod steer;
mod transform;

pub use beam::Beam;
pub use body::{Attribute, Behavior, Body, Entered, OnEnter, SharedBehavior, Tint};
pub use broad_phase::BroadPhaseCounts;
pub use change::{Change, ChangeError, check_attribute};
pub use crowd::{Crowd, CrowdError, CrowdKind, CrowdLayout, MOST_TRIES, SplitMix64};
pub use effort::{EDGE_PAIRS_OF_A_TEST, tests_of_pair};
pub use history::{CommandProgress, Flow, Happening, History, Log};
pub use inspection::BroadPhaseInspection;
pub use memory::{MemoryLimit, MemoryLimitError, WORK_BETWEEN_QUESTIONS, grouped};
pub use object::{Name, NameError, Object, ObjectId};
pub use pair_result::{Contact, ContactReply, PairResult};
pub use ray::{RayHit, RayMeets, along, first_along};
pub use record::{FirstTest, Participant, Record, TestResult, UnrecordedTest};
pub use settings::{Axes, Response, Rules, Settings};
pub use state::World;
