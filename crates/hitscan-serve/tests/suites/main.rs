//! The promises of the server, each held by a test.

#[path = "../support/mod.rs"]
mod support;

mod doors;
mod login;
#[cfg(feature = "postgres")]
mod nodes;
mod openssh;
mod process;
mod proxy;
mod requests;
mod seats;
mod teaching;
