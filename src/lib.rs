//! hitscan: a terminal sandbox for 2D collision tests.
//!
//! # The map of the house
//!
//! Imports run one way, from the bottom of this list to its top:
//!
//! | folder | what lives there |
//! | --- | --- |
//! | [`geom`] | the plane: numbers, shapes, predicates, exact relations, swept boxes |
//! | [`methods`] | the catalogue: one file per method, its formula, its source, its blind spots |
//! | [`world`] | objects, one frame of motion, the record of every test, history |
pub mod geom;
pub mod methods;
pub mod world;
