//! The options of `hitscan render`.

use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::app::{ACTIONS, Action, Layout, Overlay};
use crate::host::pictures::Ground;
use crate::term::{MAX_COLUMNS, MAX_ROWS};

use super::super::{ColorChoice, GlyphChoice, ThemeChoice};

const EXAMPLES: &str = "\
Examples:
  hitscan render start                              text, 80 columns by 24 rows
  hitscan render lab.toml --output lab.svg          a drawing for a paper
  hitscan render touch --output touch.svg --theme color-blind
  hitscan render inside --panel why --method edges  with the page that says why
  hitscan render tunnel --overlay ghosts --size 120x40 --format ansi
  hitscan render --replay lesson.rec --seek 6       frame 6 of a recording";

/// Of what a picture is made, and how.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct RenderArgs {
    /// A scene file, or the name of a scene that comes along
    #[arg(required_unless_present = "replay")]
    pub scene: Option<String>,

    /// Show where a recording ends, in the place of a scene
    #[arg(long, value_name = "FILE", conflicts_with = "scene")]
    pub replay: Option<PathBuf>,

    /// Show the end of this frame of the recording
    #[arg(long, value_name = "FRAME", requires = "replay", conflicts_with = "scene")]
    pub seek: Option<u64>,

    /// Columns and rows of the screen
    #[arg(long, value_name = "COLSxROWS", default_value = "80x24", value_parser = size)]
    pub size: Size,

    /// How to write the picture [default: by the name of --output, else text]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<FormatChoice>,

    /// Write to this file in the place of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Show this layer of the arena, too; for more layers, again
    #[arg(long, value_name = "LAYER", value_parser = layer_parser())]
    pub overlay: Vec<Overlay>,

    /// The view in the panel
    #[arg(long, value_name = "VIEW", default_value = "log")]
    pub panel: Panel,

    /// The method that Methods and Why turn to
    #[arg(long, value_name = "METHOD")]
    pub method: Option<String>,

    /// The selected object [default: the first that can move]
    #[arg(long, value_name = "NAME")]
    pub select: Option<String>,

    /// The characters to draw with
    #[arg(long, value_name = "SET", default_value = "lines")]
    pub glyphs: GlyphChoice,

    /// Which colours to use, in ansi and svg [default: terminal]
    #[arg(long, value_name = "THEME")]
    pub theme: Option<ThemeChoice>,

    /// How many colours to use.
    #[arg(
        long,
        value_name = "WHEN",
        help = "How many colours to use [default: 16, in svg all; never where NO_COLOR is set]"
    )]
    pub color: Option<ColorChoice>,

    /// What an SVG is drawn on [default: light for the theme light, else dark]
    #[arg(long, value_name = "GROUND")]
    pub background: Option<Background>,
}

/// Columns and rows.
pub type Size = (u16, u16);

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatChoice {
    /// Plain text
    Text,
    /// Text in the terminal's colours, for `cat`
    Ansi,
    /// A drawing that needs no particular font
    Svg,
}

/// Which view the panel shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Panel {
    /// Every test whose answer changed
    Log,
    /// What all methods say of the pair
    Methods,
    /// The steps of one method, or of the truth
    Why,
    /// The selected object in numbers
    Object,
}

/// What an SVG is drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Background {
    /// Light on dark
    Dark,
    /// Dark on light
    Light,
}

impl From<Background> for Ground {
    fn from(background: Background) -> Self {
        match background {
            Background::Dark => Self::Dark,
            Background::Light => Self::Light,
        }
    }
}

fn size(text: &str) -> Result<Size, String> {
    let (least_columns, least_rows) = Layout::LEAST;
    let parsed = text.split_once(['x', 'X']).and_then(|(columns, rows)| {
        Some((columns.parse::<u16>().ok()?, rows.parse::<u16>().ok()?))
    });
    match parsed {
        None => Err("columns and rows, such as 100x40, would be right".to_owned()),
        Some((columns, rows)) if columns < least_columns || rows < least_rows => {
            Err(format!("the screen needs {least_columns}x{least_rows} at least"))
        }
        Some((columns, rows)) if columns > MAX_COLUMNS || rows > MAX_ROWS => {
            Err(format!("a screen has {MAX_COLUMNS}x{MAX_ROWS} at most"))
        }
        Some(size) => Ok(size),
    }
}

/// The layers by the names that keys and configuration know them by.
fn layers() -> impl Iterator<Item = (&'static str, Overlay)> {
    ACTIONS.iter().filter_map(|spec| match spec.action {
        Action::Toggle(overlay) => Some((spec.id, overlay)),
        _ => None,
    })
}

fn layer_parser() -> impl TypedValueParser<Value = Overlay> {
    let ids = PossibleValuesParser::new(layers().map(|(id, _)| id));
    ids.try_map(|id| layers().find(|(each, _)| *each == id).map(|(_, layer)| layer).ok_or(NoLayer))
}

/// There is no layer of that name; the parser has seen to it that there is.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("there is no such layer")]
struct NoLayer;
