//! `hitscan compare`: the methods against the exact answer on many random pairs.
//!
//! A [`Plan`] says what to generate. Each pair depends only on the seed and its number, so the
//! [`Report`] is the same for any number of cores. For each method and each reason why it differs,
//! the simplest pair found is simplified further and shown.
//!
//! [`shrink`](super::shrink) simplifies pairs. `random` gives each pair a generator of its own. The methods and their agreement with the exact
//! answer are in [`hitscan_core::methods`].

mod args;
mod example_scene;
mod findings;
mod generator;
mod hypotheses;
mod ndjson;
mod plan;
mod random;
mod report;
mod run;
mod save;
mod speeds;
mod table;
mod tally;
mod worker_pool;

pub use args::{CompareArgs, PairsArgs};
pub(in crate::cli) use example_scene::PairScene;
pub(in crate::cli) use generator::Generator;
pub use hypotheses::{Hypotheses, HypothesisCounts};
pub(in crate::cli) use ndjson::PlanKeys;
pub use ndjson::ndjson;
pub use plan::{ComparePlan, ComparedPair, PlanError};
pub use report::{CompareExample, CompareReport, compare};
pub(in crate::cli) use save::{create_directory, save_all};
pub use speeds::Speeds;
pub use table::table;
