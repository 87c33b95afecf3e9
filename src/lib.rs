//! hitscan: a terminal sandbox for 2D collision tests.
//!
//! # The map of the house
//!
//! Imports run one way, from the bottom of this list to its top:
//!
//! | folder | what lives there |
//! | --- | --- |
//! | [`app`] | the interactive state around a sandbox: keys, grips, panel, prompts |
//! | [`view`] | the screen of an app: arena, panel, status, help; themes and glyphs |
//! | [`host`] | what effects do: scenes, recordings and settings read and written, what is kept when it is cut off, pictures |
//! | [`term`] | the real terminal, or a stream to one: its modes, the thin wire, the keyboard, the loop |
//! | [`cli`] | the arguments, and what runs without a screen: `query`, `check`, `run`, `compare`, `render`, generated pages |
pub mod app;
pub mod cli;
pub mod host;
pub mod term;
pub mod view;
