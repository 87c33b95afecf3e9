//! hitscan: a terminal sandbox for 2D collision tests.
//!
//! # Map of the crate
//!
//! Imports run one way, from the bottom of this list to its top:
//!
//! | folder | what lives there |
//! | --- | --- |
//! | `app` | the interactive state around a sandbox: keys, mouse, panel, prompts |
//! | `view` | the screen of an app: arena, panel, status, help; themes and glyphs |
//! | `host` | carries out effects: reads and writes scenes, recordings and settings, recovers from crashes, exports pictures |
//! | `import` | makes scenes of the maps of level editors |
//! | `term` | the real terminal, or a stream to one: its modes, the thin wire, the keyboard, the event loop |
//! | `cli` | the arguments, and what runs without a screen: `query`, `check`, `run`, `compare`, `render`, generated pages |
//! | `seat` `classroom` | the API for a program that hosts many screens, and for one that keeps a class's work |
//! | `main` | the program: arguments in, exit status out |
//!
//! # Three paths through the code
//!
//! - A key: `term/event_loop`, `term/incoming`, `app/press`, `app/act`,
//!   `app/input/edit_mode`, `app/execute`; in the core `engine`, `engine/edit`, `engine/sandbox`,
//!   `world/history`, `world/apply`, `world/frame`; then `app/screen/presenting` presents the
//!   outcome, and `term/screen` draws `view` and sends it by `hitscan-wire`.
//! - A student's file: `cli/grade`, `cli/grade/submissions`; in the core `lab/grade`,
//!   `lab/submission/replay`, `lab/attempt`, `lab/attempt/answers`, `lab/question` or `lab/task`,
//!   `lab/progress`; then `cli/grade` prints the report.
//! - A program under `hitscan try`: `cli/try_program/args`, `run`, `examine`;
//!   `host/program/asker`, `exchange`; then, in `examine`, the `tally`, the core's
//!   `methods/own/judgement`, `report`.
//!
//! # What the crate exports
//!
//! The modules are private, so that the compiler reports dead code: the crate exports only what
//! `main` calls, [`seat`] and [`tested`]. Builds of the unit tests make the modules public instead.
//! There the compiler reports items that say `pub` without being reachable from outside, whether a
//! test imports them or not.
#![cfg_attr(test, allow(missing_docs))]
#![cfg_attr(not(test), allow(unreachable_pub))]
// A result that is dropped by mistake shows in a test; the attribute on every getter hid the rest.
#![allow(clippy::must_use_candidate, clippy::return_self_not_must_use)]

#[cfg(not(test))]
mod app;
#[cfg(not(test))]
mod cli;
#[cfg(not(test))]
mod host;
#[cfg(not(test))]
mod import;
#[cfg(not(test))]
mod term;
#[cfg(not(test))]
mod view;

#[cfg(test)]
pub mod app;
#[cfg(test)]
pub mod cli;
#[cfg(test)]
pub mod host;
#[cfg(test)]
pub mod import;
#[cfg(test)]
pub mod term;
#[cfg(test)]
pub mod view;

pub mod classroom;
pub mod seat;

pub use cli::{Args, CliError, Environment, require_stack};
pub use host::files::catch_size_limit;
pub use host::program::Supervisor;

/// What tests import, and nothing else.
pub mod tested {
    #![allow(missing_docs, reason = "a list")]
    pub mod app {
        pub use crate::app::{
            ACTIONS, Action, ActionGroup, App, Appearance, ArenaModel, Arrow, ColorDepth,
            Connection, EditMode, Effect, End, Entry, GlyphSet, HelpPage, HitRegions, KeyPress,
            Layout, LogFilter, Lookup, MAX_LINE_BYTES, MODES, Message, Model, Monitor, Mouse,
            MouseEvent, MouseKind, Overlay, Pane, PickerRow, Prompt, SceneFile, Steps, Stride, Tab,
            ThemeName,
        };
        pub mod config {
            pub use crate::app::config::{ColorChoice, Config, template};
        }
    }
    pub mod cli {
        pub use crate::cli::{Args, CliTask, Deferred, ExitStatus};
        pub mod check {
            pub use crate::cli::ReportFormat;
            pub use crate::cli::check::CheckArgs;
        }
        pub mod compare {
            pub use crate::cli::compare::{
                CompareExample, ComparePlan, CompareReport, Hypotheses, HypothesisCounts, Speeds,
                compare, findings, ndjson, table,
            };
        }
        pub mod grade {
            pub use crate::cli::grade::{DEEPEST, GradeArgs, GradeFormat};
        }
        pub mod guide {
            pub use crate::cli::guide::Page;
        }
        pub mod limits {
            pub use crate::cli::limits::{Limit, limits};
        }
        pub mod query {
            pub use crate::cli::query::{AnswerContents, Flush, QueryOptions, run};
        }
        pub mod render {
            pub use crate::cli::render::RenderArgs;
        }
        pub mod run {
            pub use crate::cli::run::{Reference, RunOptions, replay, run};
        }
        pub mod try_program {
            pub use crate::cli::try_program::{Origin, TrialTally, case_of_line, random_cases};
        }
    }
    pub mod host {
        pub use crate::host::{
            CrashRecovery, OwnPrograms, Recorder, ScreenFace, SessionFiles, carry_out,
            records_beside,
        };
        pub mod files {
            pub use crate::host::files::{ReadFault, Refusal, find, load, replace_file, save};
        }
        pub mod pictures {
            pub use crate::host::pictures::{Coloring, Format};
        }
    }
    pub mod term {
        pub use crate::term::{
            BACKLOG_TIME, Capabilities, Charset, Colors, Control, End, Ended, MAX_QUEUED_KEYS,
            RemoteTerminal, Shifts, Terminal, run,
        };
    }
    pub mod view {
        pub use crate::view::{Theme, cursor_rest, draw, render};
    }
}
