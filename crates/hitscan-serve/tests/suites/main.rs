//! The promises of the server, each held by a test.

#[path = "../support/mod.rs"]
mod support;

mod bounds;
#[cfg(feature = "nats")]
mod bus;
mod doors;
mod hostile;
mod login;
#[cfg(feature = "postgres")]
mod nodes;
mod openssh;
mod process;
mod proxy;
mod record;
mod requests;
mod restart;
mod seats;
mod teaching;
