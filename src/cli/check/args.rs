//! The options of `hitscan check`.

use crate::cli::ReportFormat;
use crate::cli::options::{MethodArgs, RoundArg};
use crate::cli::reasons::reasons;

/// What to check, and how to report it.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
#[command(after_long_help = reasons())]
pub struct CheckArgs {
    /// Scene files or names of built-in scenes, or files of students: FILE.hits
    #[arg(required_unless_present = "replay", value_name = "FILE")]
    pub files: Vec<String>,

    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,

    /// Replay a recording instead of a scene. Each prediction in it is listed, and whose
    /// it is
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["files", "all"])]
    pub replay: Vec<String>,

    /// Leave nothing out. Every pair is listed, even in large scenes
    #[arg(long)]
    pub all: bool,

    /// Programs that are methods: where an expectation lists what is wrong, they are asked,
    /// too, and may be listed by their names.
    #[command(flatten)]
    pub methods: MethodArgs,

    /// Numbers from elsewhere.
    #[command(flatten)]
    pub rounding: RoundArg,
}
