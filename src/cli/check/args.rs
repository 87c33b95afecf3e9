//! The options of `hitscan check`.

use clap::ValueEnum;

/// What is checked, and how it is reported.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct CheckArgs {
    /// Scene files, or names of scenes that come along
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,

    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: Format,

    /// The files are recordings: list what was predicted in them, and by whom
    #[arg(long, conflicts_with = "all")]
    pub replay: bool,

    /// List every pair, of large scenes too
    #[arg(long)]
    pub all: bool,
}

/// How a check is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Lines for people, 80 columns wide
    Table,
    /// One JSON object a line
    Ndjson,
    /// Test Anything Protocol 14
    Tap,
    /// XML as most build servers read it
    Junit,
}
