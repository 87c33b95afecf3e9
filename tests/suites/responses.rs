//! Answers to hits: what must hold of them in any scene, and one moving box
//! against an implementation of its own.

mod crowds;
mod kept;
mod many_movers;
mod motion;
mod named;
mod one_mover;
mod oracle;
mod scenes;
mod time;
