//! Scenes: files that are read, refused, written and updated; the built-in ones.

mod claims;
mod crowds;
mod faults;
mod files;
mod gallery;
mod gallery_articles;
mod gallery_notes;
mod hundred_thousand;
mod room;
mod round_trip;
mod update;
