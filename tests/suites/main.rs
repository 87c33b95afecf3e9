//! One test program for everything that needs neither a terminal nor timing, with a module for each
//! subject: linking is slow, so there are few programs.

#[path = "../support/anna.rs"]
mod anna;
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/corpus.rs"]
mod corpus;
#[path = "../support/keyboard.rs"]
mod keyboard;
#[path = "../support/languages.rs"]
mod languages;
#[path = "../support/large_scenes.rs"]
mod large_scenes;
#[path = "../support/lessons.rs"]
mod lessons;
#[path = "../support/manual_pages.rs"]
mod manual_pages;
#[path = "../support/printed.rs"]
mod printed;
#[path = "../support/program.rs"]
mod program;
#[path = "../support/sandbox.rs"]
mod sandboxes;
#[path = "../support/sessions.rs"]
mod sessions;
#[path = "../support/shell.rs"]
mod shells;
#[path = "../support/skips.rs"]
mod skips;
#[path = "../support/snapshots.rs"]
mod snapshots;
#[path = "../support/submissions.rs"]
mod submissions;

mod broad_phase;
mod check;
mod compare;
mod configuration;
mod grade;
mod help;
mod house;
mod import;
mod learn;
mod lesson;
mod log_lines;
mod map;
mod names;
mod options;
mod pictures;
mod query;
mod readme;
mod remapped;
mod render;
mod run;
mod sandbox;
mod saving;
mod scarce;
mod scene;
mod screen;
mod stats;
mod told;
mod trial;
mod why;
