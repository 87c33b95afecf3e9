//! `hitscan query`: answers, steps, and errors.

mod bad;
mod exact;
mod explain;
mod vectors;
