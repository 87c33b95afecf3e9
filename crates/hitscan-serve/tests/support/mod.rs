//! A server for a test, and visitors who come to it.

pub(crate) mod balancer;
pub(crate) mod course;
#[cfg(feature = "nats")]
pub(crate) mod nats;
#[cfg(feature = "postgres")]
pub(crate) mod postgres;
pub(crate) mod process;
pub(crate) mod server;
pub(crate) mod skips;
pub(crate) mod visitor;
