//! The options of `hitscan run`.

use std::path::PathBuf;

use clap::ValueEnum;

/// What is run, and how it is told.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct RunArgs {
    /// A scene file, or the name of a scene that comes along [default: an empty scene]
    pub scene: Option<String>,

    /// How to tell what happens
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Tell of every test, also of those that say the same as before
    #[arg(long)]
    pub all: bool,

    /// Tell what every method says, too
    #[arg(long)]
    pub methods: bool,

    /// Do what a recording says, in the place of standard input
    #[arg(long, value_name = "FILE", conflicts_with = "scene")]
    pub replay: Option<PathBuf>,

    /// Hold the records to the digest of the recording
    #[arg(long, requires = "replay")]
    pub check: bool,

    /// Record what is done in a new file
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    pub record: Option<PathBuf>,
}

/// How it is told what happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A line of text for each test, the result first
    #[default]
    Text,
    /// One JSON object a line
    Ndjson,
}
