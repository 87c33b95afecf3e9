//! hitscan-serve: classes of hitscan over SSH.
//!
//! # Modules
//!
//! | module | what lives there |
//! | --- | --- |
//! | [`class`] [`place`] [`code`] [`key`] | a class: its record, its people and their places, how they log in |
//! | [`reached`] | what a student has achieved, step by step, and which steps are late |
//! | [`pack`] [`host_key`] | uploaded packs of lessons; the SSH host key |
//! | [`store`] | storage: the trait, its errors, and its implementations in files and in `PostgreSQL` |
//! | [`teaching`] | what teachers do to a class |
//! | [`audit`] [`trouble`] | the audit log; reports of failures |
//! | [`net`] | the network: connections, logins, requests |
//! | [`session`] [`user_commands`] [`inbox`] [`farewell`] | sessions: what runs in them, their commands, their input, their last message |
//! | [`live`] | who is logged in, and how far each student is |
//! | `nats` | the message bus between machines that share a database |
//! | [`board`] [`watch_view`] [`follow`] `paint` | what a teacher sees: the class, one student; what students see of a teacher; drawing text |
//! | [`config`] [`cli`] `main` | `serve.toml`; the command line, and how it reaches the running server |
//!
//! `main` calls `cli`, which opens a `store` and runs `net`; `net` logs a user in and starts a
//! `session`, which reports to `live`. A teacher's `session` draws `board` and calls `teaching`.
//! `store`, and what is above it in this list, calls only `config`, `audit` and `trouble` below it.
//!
//! The screens are hitscan's own: this crate gives each a stream, a desk and a place in a class.
//! Nothing here draws a sandbox or judges an answer.
#![cfg(unix)]
// A result that is dropped by mistake shows in a test; the attribute on every getter hid the rest.
#![allow(clippy::must_use_candidate, clippy::return_self_not_must_use)]

pub mod audit;
pub mod board;
pub mod class;
pub mod cli;
pub mod code;
pub mod config;
pub mod farewell;
pub mod follow;
pub mod host_key;
pub mod inbox;
pub mod key;
pub mod live;
#[cfg(feature = "nats")]
pub mod nats;
pub mod net;
pub mod pack;
mod paint;
pub mod place;
pub mod reached;
pub mod session;
pub mod store;
pub mod teaching;
pub mod trouble;
pub mod user_commands;
pub mod watch_view;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a value. A panic elsewhere, which ends only its own session, leaves it in use.
pub(crate) fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}
