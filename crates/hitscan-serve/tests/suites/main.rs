//! Tests of the server: its promises.

#[expect(dead_code, reason = "the combs are typed here, not read from a scene")]
#[path = "../../../../tests/support/combs.rs"]
mod combs;
#[path = "../support/mod.rs"]
mod support;

mod bounds;
#[cfg(feature = "nats")]
mod bus;
mod doors;
#[cfg(feature = "postgres")]
mod drain;
#[cfg(feature = "nats")]
mod encryption;
#[cfg(feature = "postgres")]
mod full_disk;
mod hostile;
mod idle;
mod kept;
#[cfg(feature = "nats")]
mod kills;
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
#[cfg(feature = "nats")]
mod slow_bus;
mod soak;
mod teaching;
#[cfg(feature = "nats")]
mod truth;
