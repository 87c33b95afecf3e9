//! `hitscan try`: compares a program's collision test with the exact answer.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `args` `run` | the options, and everything from there to the exit status |
//! | `examine` | a trial while it runs, and the pairs to ask: first the named ones (the text file `named`) |
//! | `pairs_from` | pairs that a game has written down |
//! | `line` | formats a pair as a line for the program |
//! | `tally` `shrinking` | counts of answers, and the smallest examples |
//! | `report` `table` `ndjson` `points` | the result, and its formats |
//! | `save_test` | the smallest pairs as unit tests |
//! | `template` `templates` | programs to start from, and their texts |
//! | `mistaken` | a test with usual mistakes, as a program |
//! | `submission` | asks the questions of a lesson's task, and saves the answers in the student's file |
//!
//! `run` calls `examine`, which calls `tally` and `shrinking` and returns a report to print.
//!
//! [`hitscan_core::methods`] judges the answers, and says which pair is simpler;
//! [`crate::host::program`] runs programs.

mod args;
mod examine;
mod line;
mod mistaken;
mod ndjson;
mod pairs_from;
mod points;
mod report;
mod run;
mod save_test;
mod shrinking;
mod submission;
mod table;
mod tally;
mod template;

pub(in crate::cli) use args::SHRINK_SECONDS;
pub use args::TryArgs;
pub use examine::random as random_cases;
pub(in crate::cli) use examine::trial_pairs;
pub use line::parse as case_of_line;
pub(in crate::cli) use shrinking::MOST_STARTS;
pub use tally::{Origin, TrialTally};
