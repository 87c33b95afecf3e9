//! `hitscan compare`: methods against the exact answer on many random pairs.
//!
//! A [`Plan`] says what to draw; each pair is drawn by itself from the seed and
//! its number, so that all cores can draw and the [`Report`] is the same
//! whatever their number. Of each method and each reason for which it differs
//! the simplest case is kept and made simpler still.
//!
//! The only place where anything is drawn by chance. What the methods are and
//! what an answer is worth is not here ([`hitscan_core::methods`]).

mod args;
mod case;
mod crew;
mod draw;
mod facts;
mod findings;
mod measure;
mod ndjson;
mod plan;
mod progress;
mod random;
mod report;
mod run;
mod save;
mod shrink;
mod stage;
mod table;
mod tally;

pub use args::{CompareArgs, Format};
pub use case::Case;
pub use facts::{Counts, Fact, Facts, Known};
pub use findings::Finding;
pub use ndjson::ndjson;
pub use plan::{Angle, Kind, Plan, PlanError};
pub use report::{Example, Report, Row, compare};
pub use run::{Outcome, RunError, Watcher, run};
pub use save::{Saved, State, save};
pub use table::table;
