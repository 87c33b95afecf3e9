//! The command language, and the sandbox it drives.
//!
//! Everything that can be done is a [`Command`]: a key, a `:` line, a line of a
//! script. One table ([`commands::COMMANDS`]) gives each its syntax and doc.
//!
//! What does not live here: keys and prompts ([`crate::app`]), files
//! ([`crate::host`]).

pub mod commands;
mod completion;
pub mod expect;
mod fault;
mod fields;
pub mod lines;
pub mod ndjson;
pub mod predict;
pub mod recording;
mod sandbox;
mod words;

pub use commands::{
    Anchor, Claim, Command, CommandSpec, Field, LogFilter, Nudge, Page, Place, Recover, VertexEdit,
};
pub use completion::{common_beginning, completions};
pub use expect::{Check, Examined, Finding, check, expectation};
pub use fault::{CommandFault, Fix};
pub use fields::{FieldValue, Measure};
pub use sandbox::{Applied, Guess, Pair, Prediction, Sandbox, Watch};
pub use words::{Word, split};
