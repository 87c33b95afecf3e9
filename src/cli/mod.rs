//! What runs without a screen.

pub mod query;
