//! hitscan-serve: classes of hitscan over SSH.
//!
//! # The map of the house
//!
//! | module | what lives there |
//! | --- | --- |
//! | [`class`] [`user`] [`roster`] [`place`] [`code`] [`key`] | what a class is: its record, its people, their places, how they enter |
//! | [`reached`] [`earned`] | what a student has reached, step by step; and when steps got points |
//! | [`pack`] [`host_key`] | packs of lessons as they come in; the key by which the host is known |
//! | [`store`] | what is kept, as a trait, and the reasons why it is not; in files |
//! | [`teaching`] | what teachers do to a class without a screen |
//! | [`audit`] | what is noted of what people do |
//! | [`net`] | the network: who comes, who comes in, what they ask for |
//! | [`session`] [`words`] [`inbox`] [`farewell`] | what visitors do here; what they may ask for, send, and are told |
//! | [`live`] | who is here, and how far each is |
//! | `nats` | what joins machines that share a database |
//! | [`board`] [`watch_view`] [`follow`] | what a teacher sees: the class, one student; and what all see of the teacher |
//! | [`config`] [`cli`] [`control`] | `serve.toml`; the command line; how that asks the server that runs |
//!
//! A screen is hitscan's own: this crate gives it a stream, a desk and a place in a class.
//! Nothing here draws a sandbox or judges an answer.
#![cfg(unix)]

pub mod audit;
pub mod board;
pub mod class;
pub mod cli;
pub mod code;
pub mod config;
pub mod control;
pub mod earned;
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
pub mod roster;
pub mod session;
pub mod store;
pub mod teaching;
pub mod trouble;
pub mod user;
pub mod watch_view;
pub mod words;
