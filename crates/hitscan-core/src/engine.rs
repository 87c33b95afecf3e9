//! The sandbox that commands drive: a world in time, what is expected of it,
//! what was predicted, and recordings of what was done.
//!
//! What does not live here: the command language ([`crate::command`]), keys and
//! prompts, files.

pub mod expect;
pub mod ndjson;
pub mod predict;
pub mod recording;
mod sandbox;

pub use expect::{Check, Examined, Finding, check, expectation};
pub use sandbox::{Applied, Observer, Pair, Prediction, Sandbox};
