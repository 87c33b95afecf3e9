#![doc = include_str!("../README.md")]
//! # The map of the house
//!
//! Imports run one way, from the top of this list to its bottom:
//!
//! | folder | what lives there |
//! | --- | --- |
//! | [`methods`] | the catalogue: one file per method, its formula, its source, its blind spots |
//! | [`world`] | objects, one frame of motion, responses, the record of every test, history |
//! | [`words`] | every sentence shown to a person, in one place |
//! | [`scene`] | scene text (TOML) in and out; the built-in gallery |
//! | [`command`] | the command language: its parser, its table, how commands are written |
//! | [`engine`] | what every command does, by subject; recordings, predictions, expectations, answers as JSON (`ndjson`) |
//! | [`lab`] | lessons: packs, draws, expressions, questions, tasks; one judge of them |
//!
//! The plane below all of it is [`hitscan_geom`].

pub mod command;
pub mod engine;
pub mod lab;
pub mod methods;
pub mod scene;
pub mod words;
pub mod world;
