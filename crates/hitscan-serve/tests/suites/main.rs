//! The promises of the server, each held by a test.

#[path = "../support/mod.rs"]
mod support;

mod bounds;
#[cfg(feature = "nats")]
mod bus;
mod doors;
mod hostile;
mod idle;
mod kept;
mod login;
#[cfg(feature = "postgres")]
mod nodes;
mod openssh;
mod panics;
mod proxy;
mod record;
mod requests;
mod restart;
mod seats;
mod teaching;
