//! `hitscan try`: compares a program's collision test with the exact answer.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `args`, `run` | the options, and everything from there to the exit status |
//! | `examine` | a trial while it runs |
//! | `following` | answers as they arrive, and progress |
//! | `pairs` | the pairs to ask: named ones (`named.txt`), then random ones |
//! | `line` | formats a pair as a line for the program |
//! | `fault` | why a trial has no result |
//! | `tally`, `shrinking` | counts of answers, and the smallest examples |
//! | `report`, `table` … | the result, and its formats |
//! | `submission` | asks the questions of a lesson's task, and saves the answers in the student's file |
//!
//! [`shrink`](super::shrink) says which pair is simpler, [`hitscan_core::methods`] judges the answers; [`crate::host::program`] runs programs.

mod args;
mod examine;
mod fault;
mod following;
mod line;
mod ndjson;
mod pairs;
mod points;
mod report;
mod run;
mod shrinking;
mod submission;
mod table;
mod tally;
mod template;
mod watch;

pub(in crate::cli) use args::SHRINK_SECONDS;
pub use args::TryArgs;
pub use line::parse as case_of_line;
pub use pairs::random as random_cases;
pub(in crate::cli) use shrinking::MOST_STARTS;
pub use tally::{Origin, TrialTally};
