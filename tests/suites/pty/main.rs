//! The real program in a terminal: started, typed at, resized, stopped, killed;
//! what it draws is read by another terminal.
//!
//! What commands do and what pictures look like in detail is tested elsewhere.
#![cfg(unix)]

mod terminal;

#[path = "../../support/snapshots.rs"]
mod snapshots;

mod attending;
mod casting;
mod glyphs;
mod idle;
mod keeping;
mod kinds;
mod leaving;
mod lines;
mod multiplexers;
mod picking;
mod playing;
mod relay;
mod remote;
mod resizing;
mod screenshot;
mod starting;
mod suspending;
mod teaching;
mod tools;
mod walkthrough;
