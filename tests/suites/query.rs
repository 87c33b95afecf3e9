//! `hitscan query`: answers, steps, and errors.

mod bad;
mod explain;
mod vectors;
