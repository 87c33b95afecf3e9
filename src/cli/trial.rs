//! `hitscan try`: a program's own collision test, held to the exact answer.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `args`, `run` | the options, and the work from them to the exit status |
//! | `examine` | a trial while it runs |
//! | `following` | what comes in meanwhile, and how far it is |
//! | `pairs` | what is asked: named pairs (`named.txt`), then random ones |
//! | `line` | a pair as the line that is asked |
//! | `fault` | why a trial has no result |
//! | `tally`, `shrinking` | what it answered, and the smallest examples |
//! | `report`, `table` … | the result, and its formats |
//! | `submission` | what a task of a lesson asks, kept in the file of a student |
//!
//! How an answer is judged is in [`hitscan_core::methods`]; how programs are
//! started is in [`crate::host::program`].

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
pub use tally::{Origin, Tally};
