//! The options of `hitscan check`.

use clap::ValueEnum;

use crate::app::config::OwnMethodSpec;
use crate::cli::reasons::reasons;
use hitscan_core::methods::Tolerance;

/// What to check, and how to report it.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(after_long_help = reasons())]
pub struct CheckArgs {
    /// Scene files, or names of built-in scenes
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,

    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: ReportFormat,

    /// The files are recordings: list each prediction in them, and whose it is
    #[arg(long, conflicts_with = "all")]
    pub replay: bool,

    /// List every pair, even in large scenes
    #[arg(long)]
    pub all: bool,

    /// Add a program as a method: where an expectation lists what is wrong, it is asked, too,
    /// and may be listed by its name; four at most
    #[arg(long, value_name = "NAME=COMMAND", value_parser = OwnMethodSpec::parse)]
    #[arg(conflicts_with = "replay")]
    pub method: Vec<OwnMethodSpec>,

    /// How far a time that a program says may be off [default: 0.00001, or as your config
    /// says]
    #[arg(long, value_name = "T")]
    pub tolerance: Option<Tolerance>,
}

/// How to report a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// Lines for people, 80 columns wide
    Table,
    /// One JSON object a line
    Ndjson,
    /// Test Anything Protocol 14
    Tap,
    /// XML for build servers
    Junit,
}
