#![doc = include_str!("../README.md")]
//! # Module map
//!
//! Imports run one way: each folder uses only those above it.
//!
//! | folder | contents |
//! | --- | --- |
//! | [`methods`] | the catalogue: one file per method, with its formula, its source and its blind spots |
//! | [`diagnosis`] | what is wrong with a program, shown by experiments: usual mistakes as executable tests |
//! | [`world`] | objects, one frame of motion, responses, the record of every test, history |
//! | [`words`] | every sentence shown to a person, in one place |
//! | [`scene`] | reading and writing scenes (TOML); the built-in gallery |
//! | [`command`] | the command language: its parser, its table, its printer |
//! | [`engine`] | what each command does, by subject; recordings, predictions, expectations, answers as JSON (`ndjson`) |
//! | [`lab`] | lessons: packs, random draws, expressions, questions, tasks, and their grading |
//!
//! All of it builds on the geometry of [`hitscan_geom`].
// A result that is dropped by mistake shows in a test; the attribute on every getter hid the rest.
#![allow(clippy::must_use_candidate, clippy::return_self_not_must_use)]

pub mod command;
pub mod diagnosis;
pub mod engine;
pub mod lab;
pub mod methods;
pub mod scene;
pub mod words;
pub mod world;
