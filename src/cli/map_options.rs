//! The subject of a map, from the options.

use super::CliError;
use crate::app::{EditMode, MapSetup};
use hitscan_core::command::Layer;
use hitscan_core::scene::{View, printable};
use hitscan_core::world::{Name, Settings};
use hitscan_geom::{Milli, Point};

/// Of what a map is, and of which part of the plane.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct MapOptions {
    /// On a map: the object that it is tested against [default: the nearest]
    #[arg(long, value_name = "NAME")]
    pub partner: Option<String>,

    /// On a map: what of the object is elsewhere [default: move]
    #[arg(long, value_name = "WHAT")]
    pub edit: Option<Edit>,

    /// On a map: which end, corner or vertex, counted from 1; for --edit end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub end: Option<u16>,

    /// On a map: what the cells show [default: relation; side for --edit speed]
    #[arg(long, value_name = "LAYER")]
    pub layer: Option<LayerArg>,

    /// On a map: how close, 1/8 to 16 [default: as the scene opens]
    #[arg(long, value_name = "ZOOM", value_parser = zoom)]
    pub zoom: Option<i8>,

    /// On a map: the point in the middle [default: as the scene opens]
    #[arg(long, value_name = "X,Y", value_parser = at, allow_hyphen_values = true)]
    pub at: Option<[Milli; 2]>,
}

/// What of an object is elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Edit {
    /// All of it.
    Move,
    /// One end, corner or vertex.
    End,
    /// End 2 of a laser, whose middle stays.
    Turn,
    /// Where it is after one step.
    Speed,
}

/// What the cells show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LayerArg {
    /// How the two would relate.
    Relation,
    /// From which side one would meet the other.
    Side,
    /// Whether the method would be right.
    Method,
    /// The same in single precision.
    F32,
    /// The same in double precision.
    F64,
}

impl MapOptions {
    /// The options as the app needs them; points are as the scene reads them.
    pub(in crate::cli) fn setup(&self, settings: &Settings) -> Result<MapSetup, CliError> {
        if let (Some(Edit::Move | Edit::Turn | Edit::Speed), Some(end)) = (self.edit, self.end) {
            return Err(CliError::other(format_args!("--end {end} is for --edit end")));
        }
        Ok(MapSetup {
            select: None,
            partner: self.partner.as_deref().map(named).transpose()?,
            edit: self.edit_mode(),
            layer: self.layer.map(LayerArg::layer),
            size: None,
            zoom: self.zoom,
            middle: self.at.map(|[x, y]| settings.read_point(Point::new(x, y))),
        })
    }

    /// `--end` by itself means that the end is what is elsewhere.
    fn edit_mode(&self) -> EditMode {
        match (self.edit, self.end) {
            (None | Some(Edit::Move), None) => EditMode::Move,
            (Some(Edit::Turn), _) => EditMode::Turn,
            (Some(Edit::Speed), _) => EditMode::Speed,
            (_, end) => EditMode::End(usize::from(end.unwrap_or(1)) - 1),
        }
    }
}

impl LayerArg {
    const fn layer(self) -> Layer {
        match self {
            Self::Relation => Layer::Relation,
            Self::Side => Layer::Side,
            Self::Method => Layer::Method,
            Self::F32 => Layer::F32,
            Self::F64 => Layer::F64,
        }
    }
}

/// The name of an object.
pub(in crate::cli) fn named(text: &str) -> Result<Name, CliError> {
    Name::new(text).map_err(|why| CliError::other(format_args!("{}: {why}", printable(text))))
}

fn zoom(text: &str) -> Result<i8, String> {
    let power = match text.split_once('/') {
        Some(("1", under)) => under.parse::<u16>().ok().and_then(power_of_two).map(|it| -it),
        Some(_) => None,
        None => text.parse::<u16>().ok().and_then(power_of_two),
    };
    power
        .filter(|zoom| View::ZOOMS.contains(zoom))
        .ok_or_else(|| "expected 1/8, 1/4, 1/2, 1, 2, 4, 8 or 16".to_owned())
}

fn power_of_two(number: u16) -> Option<i8> {
    i8::try_from(number.trailing_zeros()).ok().filter(|_| number.is_power_of_two())
}

fn at(text: &str) -> Result<[Milli; 2], String> {
    let (x, y) = text.split_once(',').ok_or("expected x and y, such as 20,10.5")?;
    let number = |text: &str| Milli::parse(text).map_err(|why| format!("{text}: {why}"));
    Ok([number(x)?, number(y)?])
}

/// `43x20`
pub(in crate::cli) fn columns_and_rows(text: &str) -> Option<(u16, u16)> {
    let (columns, rows) = text.split_once(['x', 'X'])?;
    Some((columns.parse().ok()?, rows.parse().ok()?))
}
