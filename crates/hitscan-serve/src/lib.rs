//! hitscan-serve: classes of hitscan over SSH.
//!
//! # The map of the house
//!
//! | module | what lives there |
//! | --- | --- |
//! | [`class`] [`user`] [`place`] [`code`] [`key`] | what a class is: its record, its people, their places, how they enter |
//! | [`store`] | what is kept, as a trait, and the reasons why it is not |
//! | [`audit`] | what is noted of what people do |
//! | [`config`] [`cli`] | `serve.toml`; the command line |
//!
//! A screen is hitscan's own: this crate gives it a stream, a desk and a place in a class.
//! Nothing here draws a sandbox or judges an answer.
#![cfg(unix)]

pub mod audit;
pub mod class;
pub mod cli;
pub mod code;
pub mod config;
pub mod key;
pub mod place;
pub mod store;
pub mod user;
