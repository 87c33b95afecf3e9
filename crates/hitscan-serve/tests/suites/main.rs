//! The promises of the server, each held by a test.

#[path = "../support/mod.rs"]
mod support;

mod bounds;
mod doors;
mod hostile;
mod login;
mod openssh;
mod process;
mod requests;
mod restart;
mod seats;
mod teaching;
