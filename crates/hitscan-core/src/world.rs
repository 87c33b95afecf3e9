//! Objects, one frame of motion, and the record of every test.
//!
//! A [`World`] is altered by [`Change`]s only, and holds nothing that cannot be
//! made again from the world before it and the change. [`History`] keeps
//! snapshots and changes, so that every earlier state is one call away.
//!
//! A change goes this way: `state.rs` applies it, `frame.rs` makes the motion of
//! a frame, `response` answers for boxes that hit each other, `near.rs` finds
//! the pairs that can have met, `judge.rs` judges them (`judgement.rs` is what
//! it finds, `record.rs` what is kept of it), and `history` files it all. The
//! lists it is worked out with lie on the `desk.rs`.
//!
//! What does not live here: names for changes that people type
//! ([`crate::engine`]), sentences ([`crate::words`]), files, clocks, screens.

mod apply;
mod broad_phase;
mod change;
mod frame;
mod history;
mod motion;
mod object;
mod pair_result;
mod pair_tests;
mod record;
mod response;
mod scratch;
mod settings;
mod state;
mod transform;

pub use change::{Change, ChangeError, Fixing};
pub use history::{History, Log};
pub use object::{Name, NameError, Object, ObjectId};
pub use pair_result::{Contact, PairResult, Reply};
pub use record::{Participant, Record, TestResult};
pub use settings::{Axes, Response, Settings};
pub use state::World;
