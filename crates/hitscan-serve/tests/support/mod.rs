//! Servers for tests, and clients that connect to them.

pub(crate) mod balancer;
#[cfg(feature = "nats")]
pub(crate) mod certificates;
pub(crate) mod course;
#[cfg(feature = "nats")]
pub(crate) mod nats;
#[cfg(feature = "postgres")]
pub(crate) mod postgres;
pub(crate) mod process;
pub(crate) mod server;
pub(crate) mod skips;
#[cfg(feature = "nats")]
pub(crate) mod slow_line;
pub(crate) mod visitor;
