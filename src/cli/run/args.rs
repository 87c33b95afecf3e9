//! The options of `hitscan run`.

use std::path::PathBuf;

pub use crate::cli::ListFormat as Format;
use crate::cli::options::{DeskArg, MethodsArg, RoundArg, SessionArgs, WidthArg};

/// What to run, and what to print.
#[expect(clippy::struct_excessive_bools, reason = "each is an option that is given or not")]
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct RunArgs {
    /// A scene file, or the name of a built-in scene [default: an empty scene]
    pub scene: Option<String>,

    /// Which scenes there are for those who asked for a screen.
    #[arg(skip)]
    pub desk: DeskArg,

    /// Begin with an empty scene if the file is not there yet; `save` makes it
    #[arg(long, requires = "scene")]
    pub new: bool,

    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Leave nothing out. Every test is printed, even unchanged ones
    #[arg(long)]
    pub all: bool,

    /// Which methods answer.
    #[command(flatten)]
    pub methods: MethodsArg,

    /// After each frame, print how many pairs the broad phase compared and found
    ///
    /// In NDJSON, {"event":"frame","frame":F,"pairs":P,"candidates":C,"meet":M}: the
    /// pairs there are, those whose bounding boxes were compared, and those whose
    /// bounding boxes meet.
    #[arg(long)]
    pub stats: bool,

    /// Hide each answer until you have predicted it
    ///
    /// Hidden is the answer for one pair: the selected object and its
    /// partner. At the start and after each frame, a line asks for a prediction. Answer `predict hit left`: hit,
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

    /// Replay a recording instead of a scene. No commands are read
    #[arg(long, value_name = "FILE", conflicts_with = "scene")]
    pub replay: Option<PathBuf>,

    /// Verify the replay against its recorded digest
    #[arg(long, requires = "replay", conflicts_with = "record")]
    pub check: bool,

    /// What is kept.
    #[command(flatten)]
    pub session: SessionArgs,

    /// How wide lines are.
    #[command(flatten)]
    pub width: WidthArg,

    /// Numbers from elsewhere.
    #[command(flatten)]
    pub rounding: RoundArg,
}
