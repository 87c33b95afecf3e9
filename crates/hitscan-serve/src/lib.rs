//! hitscan-serve: classes of hitscan over SSH.
//!
//! # Modules
//!
//! | module | what lives there |
//! | --- | --- |
//! | [`class`] [`user`] [`roster`] [`place`] [`code`] [`key`] | a class: its record, its people, their places, how they log in |
//! | [`reached`] [`lateness`] | what a student has achieved, step by step; which steps are late |
//! | [`pack`] [`host_key`] | uploaded packs of lessons; the SSH host key |
//! | [`store`] | storage: the trait, its errors, and its implementations in files and in `PostgreSQL` |
//! | [`teaching`] | what teachers do to a class |
//! | [`audit`] | the audit log |
//! | [`net`] | the network: connections, logins, requests |
//! | [`session`] [`user_commands`] [`inbox`] [`farewell`] | sessions: what runs in them, their commands, their input, their last message |
//! | [`live`] | who is logged in, and how far each student is |
//! | `nats` | the message bus between machines that share a database |
//! | [`board`] [`watch_view`] [`follow`] | what a teacher sees: the class, one student; what students see of a teacher |
//! | [`config`] [`cli`] [`control`] | `serve.toml`; the command line; how it reaches the running server |
//!
//! The screens are hitscan's own: this crate gives each a stream, a desk and a place in a class.
//! Nothing here draws a sandbox or judges an answer.
#![cfg(unix)]

pub mod audit;
pub mod board;
pub mod class;
pub mod cli;
pub mod code;
pub mod config;
pub mod control;
pub mod farewell;
pub mod follow;
pub mod host_key;
pub mod inbox;
pub mod key;
pub mod lateness;
pub mod live;
#[cfg(feature = "nats")]
pub mod nats;
pub mod net;
pub mod pack;
mod paint;
pub mod place;
pub mod reached;
pub mod roster;
pub mod session;
pub mod store;
pub mod teaching;
pub mod trouble;
pub mod user;
pub mod user_commands;
pub mod watch_view;
