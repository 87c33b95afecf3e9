//! Preferences from a configuration file: colours, glyphs, keys, steps.
//!
//! An app is created with a configuration; nothing is global. Finding and reading the file is not
//! done here.

mod own_methods;
mod read;
mod remap;
mod template;

use super::{ColorDepth, GlyphSet, KeyMap, LogFilter, Mouse, Stride, ThemeName};
use hitscan_core::command::Nudge;
use hitscan_core::methods::Tolerance;
use hitscan_core::scene::Fault;
use hitscan_core::world::MemoryLimit;
use hitscan_geom::Milli;
use hitscan_geom::broad_phase::BroadPhase;

pub use own_methods::OwnMethodSpec;
pub use template::template;

/// All settings. `None` lets the environment decide at startup.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The colour theme.
    pub theme: Option<ThemeName>,
    /// Whether bodies and the map have grounds.
    pub grounds: Option<bool>,
    /// The characters to draw with.
    pub glyphs: Option<GlyphSet>,
    /// How many colours to use.
    pub color: Option<ColorChoice>,
    /// Whether the mouse is read.
    pub mouse: Option<Mouse>,
    /// Which tests the log shows; `None` lets the size of the world decide.
    pub log: Option<LogFilter>,
    /// How far arrows move.
    pub steps: Steps,
    /// How much memory the scene and its history may take.
    pub memory: MemoryLimit,
    /// The broad phase for scenes that do not choose one.
    pub broad_phase: BroadPhase,
    /// How far off a time from an own method may be.
    pub tolerance: Tolerance,
    /// Methods that are answered by the user's own programs.
    pub own_methods: Vec<OwnMethodSpec>,
    /// The key bindings.
    pub keys: KeyMap,
}

impl Config {
    /// The largest configuration file, in bytes.
    pub const MAX_BYTES: usize = 1 << 16;

    /// Reads the text of a configuration file.
    ///
    /// # Errors
    /// All faults, in file order; at least one.
    pub fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        read::config(text)
    }
}

/// How many colours to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum ColorChoice {
    /// None: bold, dim and reverse video only.
    Never,
    /// The terminal's own sixteen.
    #[value(name = "16")]
    Sixteen,
    /// The 256 of xterm.
    #[value(name = "256")]
    Indexed,
    /// Any, in 24 bits.
    #[value(name = "true")]
    Rgb,
}

impl ColorChoice {
    /// All choices.
    pub const ALL: [Self; 4] = [Self::Never, Self::Sixteen, Self::Indexed, Self::Rgb];

    /// The colours that themes can choose from.
    #[must_use]
    pub const fn depth(self) -> ColorDepth {
        match self {
            Self::Never | Self::Sixteen => ColorDepth::Sixteen,
            Self::Indexed => ColorDepth::Indexed,
            Self::Rgb => ColorDepth::Rgb,
        }
    }

    /// Its name in the configuration and on the command line.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Sixteen => "16",
            Self::Indexed => "256",
            Self::Rgb => "true",
        }
    }
}

/// How far arrows move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Steps {
    /// A full step.
    pub nudge: Nudge,
    /// How many fine steps make a full one: 10 makes a fine step a tenth.
    pub fine_part: i32,
}

impl Steps {
    /// The fine steps allowed, as parts of a full step: from a half to a thousandth.
    pub const FINE_PARTS: std::ops::RangeInclusive<u32> = 2..=1000;
}

impl Steps {
    /// A length, or its fine part, which is never zero.
    #[must_use]
    pub fn scaled(self, length: Milli, stride: Stride) -> Milli {
        match stride {
            Stride::Full => length,
            Stride::Fine => {
                Milli::new((length.thousandths() / self.fine_part).max(1)).unwrap_or(length)
            }
        }
    }
}

impl Default for Steps {
    fn default() -> Self {
        Self { nudge: Nudge::Cell, fine_part: 10 }
    }
}
