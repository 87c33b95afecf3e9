//! What is imported of a map, and how.

use std::convert::Infallible;
use std::str::FromStr;

use hitscan_core::methods::AnyNumber;
use hitscan_core::scene::printable;
use hitscan_core::words::any_of;
use hitscan_geom::Side;

/// What is imported, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportOptions {
    /// How many units of the scene a pixel has.
    pub units_per_pixel: AnyNumber,
    /// The layers to import; all of them if empty.
    pub layers: Vec<String>,
    /// The level to import; the first if there is no choice.
    pub level: Option<LevelChoice>,
    /// What happens where tiles meet.
    pub seams: Seams,
    /// Layers whose tiles without a collision shape are boxes; in LDtk the solid values.
    pub solid: Vec<String>,
    /// What stops things from one side only.
    pub one_way: Vec<OneWayRule>,
    /// Whether what cannot be had is left out.
    pub skip: bool,
    /// Whether no number may be rounded.
    pub exact: bool,
}

/// Which levels of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelChoice {
    /// All, each at its place in the world.
    All,
    /// The level of this name.
    Named(String),
}

/// `all`, or a name.
impl FromStr for LevelChoice {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(if text == "all" { Self::All } else { Self::Named(text.to_owned()) })
    }
}

/// What happens where tiles meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Seams {
    /// Boxes side by side are joined
    #[default]
    Merge,
    /// Every tile is a box of its own
    Keep,
}

/// A class of objects, or a value of cells, that stops things from one side only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneWayRule {
    /// The class, or the value by its number or name.
    pub class: String,
    /// The side that stops.
    pub side: Side,
}

impl OneWayRule {
    /// Reads `CLASS=SIDE`.
    ///
    /// # Errors
    /// What would be right.
    pub fn parse(text: &str) -> Result<Self, String> {
        let Some((class, side)) = text.rsplit_once('=').filter(|(class, _)| !class.is_empty())
        else {
            return Err("a class or a value and its side, such as platform=top".to_owned());
        };
        let side = side_named(side).ok_or_else(|| {
            let sides = any_of(Side::ALL.map(Side::token));
            format!("{} is no side; it must be {sides}", printable(side))
        })?;
        Ok(Self { class: class.to_owned(), side })
    }
}

/// The side of this name.
pub(super) fn side_named(token: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| side.token() == token)
}

impl ImportOptions {
    /// The side from which things of one of these classes stop others, if a rule says so.
    pub(super) fn side_of<'c>(&self, mut classes: impl Iterator<Item = &'c str>) -> Option<Side> {
        let rules = &self.one_way;
        classes
            .find_map(|class| rules.iter().find(|rule| rule.class == class))
            .map(|rule| rule.side)
    }

    /// Whether a layer is imported.
    pub(super) fn takes_layer(&self, name: &str) -> bool {
        self.layers.is_empty() || self.layers.iter().any(|layer| layer == name)
    }
}
