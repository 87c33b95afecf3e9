//! The options of `hitscan run`.

use std::path::PathBuf;

use clap::ValueEnum;

/// What is run, and how it is told.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
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

    /// Cover the answer of the pair in view until it has been predicted
    ///
    /// The pair is the selected object and its partner. After each frame, and at
    /// the start, a line asks what it is. `predict hit left` answers (hit, touch or
    /// miss, with a side or without; `predict A B hit left` says of whom, as it is
    /// asked: sides are those of the second), `skip` uncovers it without an answer, and so
    /// does an empty line at a prompt. Tests of that pair and frame are told after
    /// the answer, or once another frame is made. With --record the answer is
    /// recorded with the truth, as on the screen; hitscan check --replay lists it.
    ///
    /// In NDJSON {"event":"covered","frame":F,"a":"A","b":"B"} asks, and the answer
    /// comes as {"event":"predict","frame":F,"a":"A","b":"B","said":"hit",
    /// "side":"left","result":"hit","named":"left","right":true}; of what was
    /// skipped said, side and right are null, and side also where none was said. A
    /// test of a covered pair and frame comes after its predict event, or after a
    /// later frame has begun. Every line is flushed as it is written, so that a
    /// program can answer.
    #[arg(long, conflicts_with = "replay")]
    pub predict: bool,

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
