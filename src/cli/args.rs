//! The command line: every option, documented once, here.
//!
//! What is read is kept apart from what is made of it: nothing here looks at
//! the environment, at files or at the terminal.

use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::check::CheckArgs;
use super::compare::CompareArgs;
use super::config::{ConfigArgs, ConfigFrom};
use super::guide;
use super::render::RenderArgs;
use super::run::RunArgs;
use super::scenes::ScenesArgs;
use crate::app::{ThemeName, config};
use hitscan_core::words::nearest;

const EXAMPLES: &str = "\
Examples:
  hitscan                        two boxes and a laser: push them with arrows
  hitscan lab.toml               a scene of your own
  hitscan breakout               a scene that comes along (see hitscan scenes)
  hitscan --cast lesson.cast     the session recorded, with a mark at each hit
  hitscan --glyphs ascii         where lines and arrows look broken
  hitscan --theme color-blind    colours that can be told apart by anybody
  hitscan config > FILE          every setting and key, to be changed
  hitscan query < pairs.ndjson   one test a line, one exact answer a line
  hitscan run start              line by line, for pipes and screen readers
  hitscan check *.toml           are the scenes as their authors expect?
  hitscan render start > start.txt   the screen as a picture

Exit status: 0 when all went well, 1 when a scene or a line is at fault or not
as expected, 2 when the command line is at fault.";

/// A terminal sandbox for 2D collision tests.
///
/// Boxes, lasers and polygons lie on a grid of characters and move under the
/// keyboard. Every test is logged with its exact result, the side that was hit
/// and the reason, in numbers. Press ? on the screen for all keys.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub struct Args {
    /// What to do instead of showing the screen.
    #[command(subcommand)]
    pub task: Option<Task>,

    /// A scene file, or the name of a scene that comes along
    #[arg(default_value = "start")]
    pub scene: String,

    /// The characters to draw with [default: lines where the locale is UTF-8, else ascii]
    #[arg(long, value_name = "SET")]
    pub glyphs: Option<GlyphChoice>,

    /// Which colours to use [default: terminal]
    #[arg(long, value_name = "THEME")]
    pub theme: Option<ThemeChoice>,

    /// Which configuration is read.
    #[command(flatten)]
    pub config: ConfigFrom,

    /// How many colours to use.
    #[arg(
        long,
        value_name = "WHEN",
        help = "How many colours to use [default: 16, or never where NO_COLOR is set]"
    )]
    pub color: Option<ColorChoice>,

    /// Cover each answer until it has been predicted
    #[arg(long)]
    pub predict: bool,

    /// While playing, wait for the terminal to answer between frames, as over SSH
    #[arg(long)]
    pub gate: bool,

    /// Record what is sent to the terminal in a new file, for asciinema to play
    #[arg(long, value_name = "FILE")]
    pub cast: Option<PathBuf>,

    /// How the recording for asciinema is written
    #[arg(long, value_name = "N", default_value = "3", requires = "cast")]
    pub cast_version: CastVersion,

    /// Record what is done in a new file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Panic once the screen stands, to test what is left behind.
    #[cfg(debug_assertions)]
    #[arg(long, hide = true)]
    pub panic_for_test: bool,
}

/// A version of the asciicast format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CastVersion {
    /// What asciinema 2 plays, too
    #[value(name = "2")]
    Two,
    /// For asciinema 3 and web players
    #[default]
    #[value(name = "3")]
    Three,
}

/// What is done without a screen.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Task {
    /// Answer collision tests from standard input, one JSON object a line
    Query {
        /// Add the steps that lead to each answer
        #[arg(long)]
        explain: bool,
    },
    /// Carry out commands without a screen, one line for each test
    Run(RunArgs),
    /// Hold scenes to what they expect, and list what every method says
    Check(CheckArgs),
    /// Draw the screen of a scene, as text or as SVG
    Render(RenderArgs),
    /// Compare the methods with the exact answer on many random pairs
    Compare(CompareArgs),
    /// List the scenes that come along
    Scenes(ScenesArgs),
    /// Read a page: a tour, a lab for teachers, the house for those who build it
    Guide {
        /// Which one
        #[arg(default_value = "tour")]
        page: guide::Page,
    },
    /// Print the default configuration with comments, to be changed
    Config(ConfigArgs),
    /// List the keys as your configuration has them
    Keys(ConfigFrom),
    /// Print the manual page, for man -l -
    Man,
    /// Print what a shell needs to complete the command line
    Completions {
        /// Which shell
        shell: Shell,
    },
}

/// Which colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeChoice {
    /// The terminal's own sixteen
    Terminal,
    /// For a light background
    Light,
    /// For a dark background
    Dark,
    /// No colours and nothing dim
    HighContrast,
    /// For any kind of colour vision
    ColorBlind,
}

impl From<ThemeChoice> for ThemeName {
    fn from(choice: ThemeChoice) -> Self {
        match choice {
            ThemeChoice::Terminal => Self::Terminal,
            ThemeChoice::Light => Self::Light,
            ThemeChoice::Dark => Self::Dark,
            ThemeChoice::HighContrast => Self::HighContrast,
            ThemeChoice::ColorBlind => Self::ColorBlind,
        }
    }
}

/// The characters to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GlyphChoice {
    /// Lines, corners and arrows
    Lines,
    /// Outlines in finer dots, the rest as with lines
    Braille,
    /// Nothing beyond ASCII
    Ascii,
}

/// How many colours to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// None: bold, dim and reverse video only
    Never,
    /// The terminal's own sixteen
    #[value(name = "16")]
    Sixteen,
    /// The 256 of xterm
    #[value(name = "256")]
    Indexed,
    /// Any, in 24 bits
    #[value(name = "true")]
    Rgb,
}

impl From<ColorChoice> for config::ColorChoice {
    fn from(choice: ColorChoice) -> Self {
        match choice {
            ColorChoice::Never => Self::Never,
            ColorChoice::Sixteen => Self::Sixteen,
            ColorChoice::Indexed => Self::Indexed,
            ColorChoice::Rgb => Self::Rgb,
        }
    }
}

/// The subcommand that was meant by what was taken for a scene, if one is near.
#[must_use]
pub fn task_meant(scene: &str) -> Option<String> {
    let mut tasks = Args::command();
    // Adds `help`, which clap brings along.
    tasks.build();
    let meant = nearest(scene, tasks.get_subcommands().map(clap::Command::get_name));
    meant.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_put_together_soundly() {
        Args::command().debug_assert();
    }

    #[test]
    fn without_words_the_start_scene_is_shown() {
        let args = Args::try_parse_from(["hitscan"]).expect("nothing is needed");
        assert_eq!((args.task, args.scene.as_str()), (None, "start"));
        assert_eq!((args.glyphs, args.color), (None, None));
    }

    #[test]
    fn a_slip_in_a_subcommand_is_no_scene() {
        assert_eq!(task_meant("chekc").as_deref(), Some("check"));
        assert_eq!(task_meant("hepl").as_deref(), Some("help"));
        assert_eq!(task_meant("lab.toml"), None);
    }

    #[test]
    fn a_query_takes_no_scene_and_no_screen() {
        let args = Args::try_parse_from(["hitscan", "query"]).expect("query stands alone");
        assert_eq!(args.task, Some(Task::Query { explain: false }));
        assert!(Args::try_parse_from(["hitscan", "query", "a.toml"]).is_err());
    }

    #[test]
    fn a_check_takes_one_file_or_more() {
        let parsed = |words: &[&str]| {
            let words = ["hitscan", "check"].iter().chain(words);
            Args::try_parse_from(words).map(|args| args.task)
        };
        let args = CheckArgs {
            files: vec!["a.toml".to_owned(), "inside".to_owned()],
            format: crate::cli::check::Format::Tap,
            replay: false,
            all: true,
        };
        let words = ["a.toml", "--format", "tap", "inside", "--all"];
        assert_eq!(parsed(&words).expect("all are known"), Some(Task::Check(args)));
        assert!(parsed(&[]).is_err() && parsed(&["--format", "xml", "a.toml"]).is_err());
    }

    #[test]
    fn options_take_their_own_words_alone() {
        let words = ["hitscan", "--glyphs", "ascii", "--color", "16", "a.toml"];
        let args = Args::try_parse_from(words).expect("all are known");
        assert_eq!(args.glyphs, Some(GlyphChoice::Ascii));
        assert_eq!(args.color, Some(ColorChoice::Sixteen));
        let color =
            |word| Args::try_parse_from(["hitscan", "--color", word]).map(|args| args.color);
        assert_eq!(color("256").expect("it is known"), Some(ColorChoice::Indexed));
        assert_eq!(color("true").expect("it is known"), Some(ColorChoice::Rgb));
        assert!(color("always").is_err());
        assert!(Args::try_parse_from(["hitscan", "a.toml", "b.toml"]).is_err());
    }
}
