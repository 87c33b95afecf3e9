//! The options of `hitscan render`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::app::config::ColorChoice;
use crate::app::{GlyphSet, KeyPress, Layout, Overlay, Tab, ThemeName};
use crate::cli::map::{MapOptions, columns_and_rows};
use crate::host::pictures::{Format, Ground};
use crate::term::{MAX_COLUMNS, MAX_ROWS};
use hitscan_core::methods::Tolerance;
use hitscan_core::scene::printable;
use hitscan_core::words::nearest;

const EXAMPLES: &str = "\
Examples:
  hitscan render start                              text, 80 columns by 24 rows
  hitscan render lab.toml --output lab.svg          a drawing for a paper
  hitscan render touch --output touch.svg --theme color-blind
  hitscan render inside --panel why --method edges  with the Why page open
  hitscan render tunnel --overlay ghosts --size 120x40 --format ansi
  hitscan render off-45 --overlay map --edit speed  where each velocity leads
  hitscan render start --after 'move B 5 0'         B touches A
  hitscan render start --press 'Right Right w'      what these keys lead to
  hitscan render --lesson apart --press Enter       a step of a lesson
  hitscan render --replay lesson.rec --seek 6       frame 6 of a recording
  hitscan render --replay lesson.rec --animate --output lesson.svg";

/// What the picture shows, and how.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct RenderArgs {
    /// A scene file, or the name of a built-in scene
    #[arg(required_unless_present_any = ["replay", "lesson"])]
    pub scene: Option<String>,

    /// Show the end of a recording instead of a scene
    #[arg(long, value_name = "FILE", conflicts_with = "scene")]
    pub replay: Option<PathBuf>,

    /// Show the recording at the end of this frame
    #[arg(long, value_name = "FRAME", requires = "replay", conflicts_with = "scene")]
    pub seek: Option<u64>,

    /// Show every frame of the recording, one after the other, as an SVG that moves
    #[arg(long, requires = "replay", conflicts_with_all = ["scene", "seek"])]
    pub animate: bool,

    /// Show the first step of a lesson instead of a scene, by the lesson's id or number
    #[arg(long, value_name = "LESSON", conflicts_with_all = ["scene", "replay"])]
    pub lesson: Option<String>,

    /// Run this command first, as hitscan run takes it; repeat for more
    #[arg(long, value_name = "COMMAND", conflicts_with = "animate")]
    pub after: Vec<String>,

    /// Press these keys before the picture is made, as on the screen: 'Right Right w'
    #[arg(long, value_name = "KEYS", value_parser = keys)]
    pub press: Option<PressedKeys>,

    /// Columns and rows of the screen
    #[arg(long, value_name = "COLSxROWS", default_value = "80x24", value_parser = size)]
    pub size: Size,

    /// The format of the picture [default: by the name of --output, else text]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,

    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Show this overlay too; repeat for more
    #[arg(long, value_name = "OVERLAY", value_parser = overlay_parser())]
    pub overlay: Vec<RenderLayer>,

    /// The map, with --overlay map.
    #[command(flatten)]
    pub map: MapOptions,

    /// What the panel shows [default: as the scene opens, else log]
    #[arg(long, value_name = "VIEW")]
    pub panel: Option<Tab>,

    /// The method that Methods and Why show, or a program as a method; repeat for more
    #[arg(long, value_name = "METHOD|NAME=COMMAND")]
    pub method: Vec<String>,

    /// How far a time that a program says may be off [default: 0.00001, or as your config
    /// says]
    #[arg(long, value_name = "T")]
    pub tolerance: Option<Tolerance>,

    /// The selected object [default: as the scene opens, else the first that can move]
    #[arg(long, value_name = "NAME")]
    pub select: Option<String>,

    /// The characters to draw with
    #[arg(long, value_name = "SET", default_value = "lines")]
    pub glyphs: GlyphSet,

    /// Which colours to use, in ansi and svg [default: terminal]
    #[arg(long, value_name = "THEME")]
    pub theme: Option<ThemeName>,

    /// How many colours to use.
    #[arg(
        long,
        value_name = "WHEN",
        help = "How many colours to use [default: 16, in svg all; never where NO_COLOR is set]"
    )]
    pub color: Option<ColorChoice>,

    /// The background of an SVG [default: light for the theme light, else dark]
    #[arg(long, value_name = "GROUND")]
    pub background: Option<Ground>,
}

/// Keys, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PressedKeys(pub(super) Vec<KeyPress>);

fn keys(text: &str) -> Result<PressedKeys, String> {
    let key = |word: &str| {
        KeyPress::parse(word).ok_or_else(|| {
            let end = match nearest(word, KeyPress::names()) {
                Some(meant) => format!("; did you mean {meant}?"),
                None => "; keys are parted by blanks: 'Right Right w'".to_owned(),
            };
            format!("{}: no such key{end}", printable(word))
        })
    };
    text.split_whitespace().map(key).collect::<Result<_, _>>().map(PressedKeys)
}

/// Columns and rows.
type Size = (u16, u16);

fn size(text: &str) -> Result<Size, String> {
    let (least_columns, least_rows) = Layout::LEAST;
    match columns_and_rows(text) {
        None => Err("expected columns and rows, such as 100x40".to_owned()),
        Some((columns, rows)) if columns < least_columns || rows < least_rows => {
            Err(format!("the screen needs at least {least_columns}x{least_rows}"))
        }
        Some((columns, rows)) if columns > MAX_COLUMNS || rows > MAX_ROWS => {
            Err(format!("the screen has at most {MAX_COLUMNS}x{MAX_ROWS}"))
        }
        Some(size) => Ok(size),
    }
}

/// What can be shown over the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenderLayer {
    /// An overlay.
    Overlay(Overlay),
    /// The map.
    Map,
}

fn overlay_parser() -> impl TypedValueParser<Value = RenderLayer> {
    let tokens =
        PossibleValuesParser::new(Overlay::ALL.map(Overlay::token).into_iter().chain(["map"]));
    // The parser has ruled out all other words.
    tokens.map(|token| {
        let overlay = Overlay::ALL.into_iter().find(|overlay| overlay.token() == token);
        overlay.map_or(RenderLayer::Map, RenderLayer::Overlay)
    })
}
