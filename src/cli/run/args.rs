//! The options of `hitscan run`.

use std::path::PathBuf;

use clap::ValueEnum;

use hitscan_core::world::MemoryLimit;

/// What to run, and what to print.
#[expect(clippy::struct_excessive_bools, reason = "each is an option that is given or not")]
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct RunArgs {
    /// A scene file, or the name of a built-in scene [default: an empty scene]
    pub scene: Option<String>,

    /// How to print what happens
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Print every test, even unchanged ones
    #[arg(long)]
    pub all: bool,

    /// Print what every method says, too; with =all those shown on request as well
    #[arg(
        long,
        value_enum,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "listed"
    )]
    pub methods: Option<MethodsShown>,

    /// After each frame, print how many pairs the broad phase compared and found
    ///
    /// In NDJSON, {"event":"frame","frame":F,"pairs":P,"candidates":C,"meet":M}: the
    /// pairs there are, those whose bounding boxes were compared, and those whose
    /// bounding boxes meet.
    #[arg(long)]
    pub stats: bool,

    /// Hide the answer for the current pair until you have predicted it
    ///
    /// The pair is the selected object and its partner. At the start and after
    /// each frame, a line asks for a prediction. Answer `predict hit left`: hit,
    /// touch or miss, and optionally the side; `predict A B hit left` names the
    /// pair as it was asked, and sides are those of the second object. `skip`, or an
    /// empty line at a prompt, shows the answer without a prediction. Tests of that
    /// pair and frame are printed after the answer, or when a later frame begins.
    /// With --record, the prediction is recorded together with the truth, as on the
    /// screen; hitscan check --replay lists it.
    ///
    /// In NDJSON, {"event":"covered","frame":F,"a":"A","b":"B"} asks, and
    /// {"event":"predict","frame":F,"a":"A","b":"B","said":"hit",
    /// "side":"left","result":"hit","named":"left","right":true} is the answer. If
    /// the question was skipped, said, side and right are null; without a side, side
    /// is null. A test of a hidden pair and frame comes after its predict event, or
    /// after a later frame has begun. Every line is flushed at once, so that a
    /// program can answer.
    #[arg(long, conflicts_with = "replay")]
    pub predict: bool,

    /// Replay a recording instead of reading commands
    #[arg(long, value_name = "FILE", conflicts_with = "scene")]
    pub replay: Option<PathBuf>,

    /// Verify the replay against its recorded digest
    #[arg(long, requires = "replay")]
    pub check: bool,

    /// Record the session in a new file
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    pub record: Option<PathBuf>,

    /// How many cells wide lines of text may be, 0 for any [default: as the terminal, any in a pipe]
    #[arg(long, value_name = "CELLS")]
    pub width: Option<usize>,

    /// How much memory the scene and its history may take [default: 256 MB]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<MemoryLimit>,
}

/// Which methods are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodsShown {
    /// Those that are always listed
    Listed,
    /// Those shown on request as well
    All,
}

/// How to print what happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A line of text for each test, the result first
    #[default]
    Text,
    /// One JSON object a line
    Ndjson,
}
