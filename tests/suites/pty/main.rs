//! The real program in a terminal: started, typed at, resized, stopped, killed. A terminal emulator
//! reads what it draws.
//!
//! Other suites test in detail what commands do and what pictures look like.
#![cfg(unix)]

#[path = "../../support/combs.rs"]
mod combs;
#[path = "../../support/languages.rs"]
mod languages;
#[path = "../../support/lessons.rs"]
mod lessons;
#[path = "../../support/program.rs"]
mod program;
#[path = "../../support/pty.rs"]
mod pty;
#[path = "../../support/relay.rs"]
mod relay;
#[path = "../../support/skips.rs"]
mod skips;
#[path = "../../support/snapshots.rs"]
mod snapshots;
#[path = "../../support/terminal.rs"]
mod terminal;
#[path = "../../support/tools.rs"]
mod tools;

mod attending;
mod casting;
mod desks;
mod flooding;
mod games;
mod glyphs;
mod hostile;
mod idle;
mod keeping;
mod kinds;
mod learning;
mod leaving;
mod lines;
mod multiplexers;
mod own_methods;
mod picking;
mod playing;
mod reading;
mod remote;
mod resizing;
mod screenshot;
mod seats;
mod size_limits;
mod stalling;
mod starting;
mod stopping;
mod streams;
mod suspending;
mod teaching;
mod trying;
mod walkthrough;
