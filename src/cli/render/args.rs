//! The options of `hitscan render`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::app::{KeyPress, Overlay, Tab};
use crate::cli::options::PictureArgs;
use crate::host::pictures::{Format, Ground};
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
    /// A scene file, or the name of a built-in scene [default: start]
    pub scene: Option<String>,

    /// Replay a recording instead of a scene. The picture is of its end
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

    /// The format of the picture [default: by the name of --output, else text]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,

    /// Show this overlay too; repeat for more
    #[arg(long, value_name = "OVERLAY", value_parser = overlay_parser())]
    pub overlay: Vec<RenderLayer>,

    /// What the panel shows [default: as the scene opens, else log]
    #[arg(long, value_name = "VIEW")]
    pub panel: Option<Tab>,

    /// The picture, and where it goes.
    #[command(flatten)]
    pub picture: PictureArgs,

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
                None => "; keys are separated by spaces: 'Right Right w'".to_owned(),
            };
            format!("{}: no such key{end}", printable(word))
        })
    };
    text.split_whitespace().map(key).collect::<Result<_, _>>().map(PressedKeys)
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
