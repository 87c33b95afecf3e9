//! Responses to hits: what must hold in any scene, and one moving box against an
//! independent implementation.

mod bodies;
mod breakout;
mod crowds;
mod game_ends;
mod interrupted;
mod jumps;
mod kept;
mod many_movers;
mod memory;
mod motion;
mod named;
mod one_body;
mod one_mover;
mod oracle;
mod scenes;
mod side_methods;
mod table;
mod time;
