//! The options of `hitscan map`.

use std::path::Path;

use crate::cli::options::{PictureArgs, Shows};
use crate::host::pictures::Format;
use hitscan_core::scene::OPENING;

const EXAMPLES: &str = "\
Examples:
  hitscan map start                              where B would meet A
  hitscan map start --objects                    the same with the objects
  hitscan map off-45 --edit speed --layer side   which side each velocity hits
  hitscan map inside --select L --edit end --end 2 --layer method --method edges
  hitscan map start --format csv > start.csv     a line for each cell
  hitscan map inside --layer method --method my_hit='python3 my_hit.py'
  hitscan map touch --zoom 16 --at 20,10         closer, about a point

Each cell has one exact place: put, end, point or velocity go there. In csv and
ndjson x and y are the numbers that this command takes.

A program that is a method is asked about all cells in one round, as hitscan try
asks.

Exit status: 0 if the map was made, 2 if the command line is wrong, the scene
cannot be read or has no such map, or the file cannot be written, 3 if the
program is at fault.";

/// What is mapped, and how it is printed.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct MapArgs {
    /// A scene file, or the name of a built-in scene
    #[arg(default_value = OPENING)]
    pub scene: String,

    /// Draw the objects, too
    #[arg(long)]
    pub objects: bool,

    /// The format of the output [default: by the name of --output, else text]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<MapFormat>,

    /// The picture, and where it goes.
    #[command(flatten)]
    pub picture: PictureArgs,
}

/// How a map is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum MapFormat {
    /// A character for each cell.
    Text,
    /// The same in colour.
    Ansi,
    /// A drawing.
    Svg,
    /// A line for each cell.
    Csv,
    /// A JSON object for the map, each cell and each class.
    Ndjson,
}

impl MapFormat {
    /// The file extensions that [`Self::of_name`] accepts.
    pub(super) const ENDINGS: &str = ".svg, .txt, .ansi, .csv and .ndjson";

    /// The format for a file name.
    pub(super) fn of_name(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "ndjson" => Some(Self::Ndjson),
            _ => Format::of_name(path).map(|picture| match picture {
                Format::Text => Self::Text,
                Format::Ansi => Self::Ansi,
                Format::Svg => Self::Svg,
            }),
        }
    }

    /// The format of the picture, if it is one.
    pub(super) const fn picture(self) -> Option<Format> {
        match self {
            Self::Text => Some(Format::Text),
            Self::Ansi => Some(Format::Ansi),
            Self::Svg => Some(Format::Svg),
            Self::Csv | Self::Ndjson => None,
        }
    }

    /// What it shows of the look, and its token.
    pub(super) fn shows(self) -> (Shows, &'static str) {
        match (self.picture(), self) {
            (Some(picture), _) => (Shows::of(picture), picture.token()),
            (None, Self::Csv) => (Shows::Nothing, "csv"),
            (None, _) => (Shows::Nothing, "ndjson"),
        }
    }
}
