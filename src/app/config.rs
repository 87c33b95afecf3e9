//! Preferences from a configuration file: colours, glyphs, keys, steps.
//!
//! An app is created with a configuration; nothing is global. Finding and reading the file is not
//! done here.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `read` | parses the file, and reports every fault |
//!
//! This file has the settings and the template; it calls `read`, which calls back for own methods.

mod read;

use std::fmt::Write;

use super::{
    ACTIONS, ActionGroup, ColorDepth, GlyphSet, KeyMap, LogFilter, Mouse, Steps, ThemeName,
};
use hitscan_core::command::WhySubject;
use hitscan_core::methods::Tolerance;
use hitscan_core::scene::read::{Reader, Table};
use hitscan_core::scene::{Fault, printable};
use hitscan_core::world::{MemoryLimit, Name};
use hitscan_geom::broad_phase::BroadPhase;

/// All settings. `None` lets the environment decide at startup.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The colour theme.
    pub theme: Option<ThemeName>,
    /// Whether bodies and the map have grounds.
    pub grounds: Option<bool>,
    /// Whether the panel keeps to one column on large screens.
    pub has_narrow_panel: bool,
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
    pub const fn depth(self) -> ColorDepth {
        match self {
            Self::Never | Self::Sixteen => ColorDepth::Sixteen,
            Self::Indexed => ColorDepth::Indexed,
            Self::Rgb => ColorDepth::Rgb,
        }
    }

    /// Its name in the configuration and on the command line.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Sixteen => "16",
            Self::Indexed => "256",
            Self::Rgb => "true",
        }
    }
}

/// An own method: its name, and the command line of its program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMethodSpec {
    /// Its name.
    pub name: Name,
    /// The program and its arguments: words and quotes, no shell.
    pub command: String,
}

impl OwnMethodSpec {
    /// The most own methods in a session; with more it does not start.
    pub const MOST: usize = 4;

    /// An own method with this name and command.
    ///
    /// # Errors
    /// When the name or the command cannot be used; says what would be right.
    pub fn new(name: &str, command: &str) -> Result<Self, String> {
        let known = Name::new(name).map_err(|why| format!("{}: {why}", printable(name)))?;
        if WhySubject::catalogue().any(|(token, _)| token == name) {
            return Err(format!("{name}: a method of hitscan has that name; choose another"));
        }
        if command.trim().is_empty() {
            return Err(format!("{name}: expected a program and its arguments"));
        }
        Ok(Self { name: known, command: command.to_owned() })
    }

    /// Reads `NAME=COMMAND`.
    ///
    /// # Errors
    /// As [`Self::new`], and when there is no `=`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, command) = text
            .split_once('=')
            .ok_or("expected NAME=COMMAND, such as my_hit='python3 my_hit.py'")?;
        Self::new(name, command)
    }
}

/// The methods of `[own-methods]`.
fn own_methods(reader: &mut Reader<'_>, table: &Table<'_>) -> Vec<OwnMethodSpec> {
    const RIGHT: &str = "a program and its arguments between quotation marks";
    let mut methods = Vec::new();
    for field in table.fields() {
        let given = field.given();
        let Some(command) = reader.text_of(&given, RIGHT) else { continue };
        match OwnMethodSpec::new(field.key, &command) {
            Ok(_) if methods.len() == OwnMethodSpec::MOST => {
                let message = format!("there are at most {} own methods", OwnMethodSpec::MOST);
                reader.fault(&field.key_span, field.key.to_owned(), message);
            }
            Ok(method) => methods.push(method),
            Err(why) => reader.refuse(&given, why),
        }
    }
    methods
}

const HEAD: &str = "\
# The configuration of hitscan. Every setting stands here as it is when nothing
# is said; take the # away to change it.
#
#   hitscan config --path    where this file is looked for
#   hitscan keys             the keys as they are now

# Colours: \"terminal\" (its own sixteen), \"light\" or \"dark\" (for such a
# background), \"high-contrast\", \"color-blind\", or \"auto\": as the
# terminal says its background is, which it is not asked over SSH.
#theme = \"auto\"

# true: bodies and the map are filled, in 256 colours and the themes dark and light.
# false: they are drawn in lines alone. \"auto\": lines alone over SSH.
#grounds = \"auto\"

# Columns of the panel from 160x40 on: 2, or 1 as on smaller screens.
#panel = 2

# What lines are drawn with: \"lines\", \"braille\", \"ascii\", or \"auto\" by the locale.
#glyphs = \"auto\"

# How many colours: \"never\", \"16\", \"256\", \"true\", or \"auto\" by the environment.
#color = \"auto\"

# true: the mouse selects and drags, and marks text while Shift is held. false: it marks
# text, as in other programs. \"auto\": true, but false over SSH.
#mouse = \"auto\"

# What the log shows: \"changes\" (of an answer), \"hits\" (and touches), \"wrong\" (answers
# of the method in view), \"all\", \"selected\" (changes of the selected object), or
# \"auto\": \"changes\", and \"selected\" in scenes of more than 1000 objects.
#log = \"auto\"

# How far an arrow goes: \"cell\" (1 unit across, 2 down) or a number of units.
#nudge = \"cell\"

# A fine step is this part of a step: 10 is a tenth.
#fine = 10

# How much memory the scene and its history may take, in MB or GB.
#memory = \"256 MB\"

# How the pairs are found that can meet, in scenes that do not say it: \"all-pairs\",
# \"sweep\" or \"grid\". The results are the same.
#broad_phase = \"grid\"

# How far off a time may be that a program of yours says, as a part of a frame or of a
# laser.
#tolerance = 0.00001

# Programs of your own that answer beside the methods, four at most: words and quotes,
# no shell. They run with your rights. hitscan try shows what they are asked.
[own-methods]
#my_hit = \"python3 /home/anna/my_hit.py\"

# The keys of each action, one or several; [] for none. Two keys one after the
# other are written with a blank between them.
[keys]
";

/// The text of that file.
pub fn template() -> String {
    let mut text = HEAD.to_owned();
    for group in ActionGroup::ALL {
        let _ = write!(text, "\n# {}\n", group.title());
        for spec in ACTIONS.iter().filter(|spec| spec.group == group) {
            let keys: Vec<_> = spec.keys.iter().map(|key| format!("\"{key}\"")).collect();
            let setting = format!("#{} = [{}]", spec.id, keys.join(", "));
            let _ = writeln!(text, "{setting:<44} # {}", spec.doc);
        }
    }
    text
}
