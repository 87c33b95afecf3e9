//! The options of `hitscan check`.

use crate::app::config::OwnMethodSpec;
use crate::cli::ReportFormat;
use crate::cli::options::RoundArg;
use crate::cli::reasons::reasons;
use hitscan_core::methods::Tolerance;

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

    /// Add a program as a method: where an expectation lists what is wrong, it is asked, too,
    /// and may be listed by its name; four at most
    #[arg(long, value_name = "NAME=COMMAND", value_parser = OwnMethodSpec::parse)]
    #[arg(conflicts_with = "replay")]
    pub method: Vec<OwnMethodSpec>,

    /// How far a time that a program says may be off [default: 0.00001, or as your config
    /// says]
    #[arg(long, value_name = "T")]
    pub tolerance: Option<Tolerance>,

    /// Numbers from elsewhere.
    #[command(flatten)]
    pub rounding: RoundArg,
}
