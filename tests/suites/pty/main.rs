//! The real program in a terminal: started, typed at, resized, stopped, killed;
//! what it draws is read by another terminal.
//!
//! What commands do and what pictures look like in detail is tested elsewhere.
#![cfg(unix)]

#[path = "../../support/program.rs"]
mod program;
#[path = "../../support/pty.rs"]
mod pty;
#[path = "../../support/relay.rs"]
mod relay;
#[path = "../../support/snapshots.rs"]
mod snapshots;
#[path = "../../support/terminal.rs"]
mod terminal;
#[path = "../../support/tools.rs"]
mod tools;

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
mod remote;
mod resizing;
mod screenshot;
mod starting;
mod suspending;
mod teaching;
mod walkthrough;
