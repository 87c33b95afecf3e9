//! The promises of the server, each held by a test.

#[path = "../support/mod.rs"]
mod support;

mod doors;
mod login;
mod openssh;
mod process;
mod proxy;
mod requests;
mod seats;
mod teaching;
