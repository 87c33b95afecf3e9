//! Responses to hits: properties of any scene, and a comparison of one moving box with an
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
mod slopes;
mod table;
mod time;
