//! `hitscan import`: a scene from a map of Tiled or LDtk.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::exit::print;
use super::paper::error_prefix;
use super::{CliError, ExitStatus};
use crate::host::files::{self, reason_not_written};
use crate::import::{ImportError, ImportOptions, LevelChoice, OneWayRule, Seams, import};
use hitscan_core::methods::AnyNumber;
use hitscan_core::scene::printable;

const EXAMPLES: &str = "\
Examples:
  hitscan import level.tmx > level.toml             a map of Tiled as a scene
  hitscan import level.tmx --output level.toml      the same, into a new file
  hitscan import level.tmx --seams keep             every tile a box of its own
  hitscan import level.tmx --units-per-pixel 1/16   a tile of 16 pixels is 1
  hitscan import game.ldtk --level all              all levels, where they lie
  hitscan import game.ldtk --one-way platform=top   platforms to jump up through

The page hitscan guide import says what becomes of what.

Exit status: 0 if the scene was written; 1 if a scene cannot have all of it, and
nothing was written; 2 if the file is no map.";

/// Which map, and what of it.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ImportArgs {
    /// The map: .tmx, .tmj or .json of Tiled, or .ldtk of LDtk
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Write over the file if there is one
    #[arg(long, requires = "output")]
    pub force: bool,

    /// How many units a pixel is, such as 0.5 or 1/16
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = units_per_pixel,
        allow_negative_numbers = true
    )]
    pub units_per_pixel: AnyNumber,

    /// Import this layer only; repeat for more
    #[arg(long, value_name = "NAME")]
    pub layer: Vec<String>,

    /// Of LDtk: import this level, or all of them where they lie [default: the first]
    #[arg(long, value_name = "NAME|all")]
    pub level: Option<LevelChoice>,

    /// What happens where tiles meet
    #[arg(long, value_name = "WHAT", default_value = "merge")]
    pub seams: Seams,

    /// Make boxes of the tiles of this layer that have no collision shape; of LDtk: import
    /// cells of this value only. Repeat for more
    #[arg(long, value_name = "LAYER|VALUE")]
    pub solid: Vec<String>,

    /// Things of this class, or cells of this value, stop others from one side only, such as
    /// platform=top; repeat for more
    #[arg(long, value_name = "CLASS|VALUE=SIDE", value_parser = OneWayRule::parse)]
    pub one_way: Vec<OneWayRule>,

    /// Leave out what a scene cannot hold, with a note for each
    #[arg(long)]
    pub skip: bool,

    /// Refuse numbers that are finer than thousandths, instead of rounding them
    #[arg(long)]
    pub exact: bool,
}

fn units_per_pixel(text: &str) -> Result<AnyNumber, String> {
    let found = AnyNumber::parse(text).ok().filter(|number| *number > AnyNumber::default());
    found.ok_or_else(|| "a number above 0, such as 0.5 or 1/16".to_owned())
}

impl ImportArgs {
    /// Writes the scene, and to `errors` what is worth knowing, or all that is wrong with the map.
    ///
    /// # Errors
    /// When the file is no map, or the scene cannot be written.
    pub fn run(&self, output: impl Write, mut errors: impl Write) -> Result<ExitStatus, CliError> {
        if let Some(path) = &self.output {
            self.check_output(path)?;
        }
        let options = ImportOptions {
            units_per_pixel: self.units_per_pixel.clone(),
            layers: self.layer.clone(),
            level: self.level.clone(),
            seams: self.seams,
            solid: self.solid.clone(),
            one_way: self.one_way.clone(),
            skip: self.skip,
            exact: self.exact,
        };
        let imported = match import(&self.file, &options) {
            Ok(imported) => imported,
            Err(ImportError::NotAMap(why)) => return Err(CliError::in_file(why)),
            Err(ImportError::Faults(faults)) => {
                for fault in faults {
                    writeln!(errors, "{} {fault}", error_prefix())?;
                }
                return Ok(ExitStatus::Failure);
            }
        };
        match &self.output {
            None => print(&imported.scene, output)?,
            Some(path) => self.write(path, &imported.scene)?,
        };
        for note in imported.notes {
            // If standard error is closed, nobody waits for it.
            let _ = writeln!(errors, "{note}");
        }
        Ok(ExitStatus::Success)
    }

    /// Refuses a file that must stay.
    fn check_output(&self, path: &Path) -> Result<(), CliError> {
        let refused = |why: &str| {
            let path = printable(&path.to_string_lossy());
            Err(CliError::other(format_args!("--output {path}: {why}")))
        };
        if fs::symlink_metadata(path).is_err() {
            return Ok(());
        }
        let whole = fs::canonicalize(path);
        if whole.is_ok_and(|path| fs::canonicalize(&self.file).is_ok_and(|file| file == path)) {
            return refused("this is the map itself");
        }
        if self.force { Ok(()) } else { refused("it exists; --force writes over it") }
    }

    fn write(&self, path: &Path, scene: &str) -> Result<ExitStatus, CliError> {
        let written = if self.force {
            files::replace_file(path, scene.as_bytes())
        } else {
            files::write_new(path, scene.as_bytes())
        };
        written.map_err(|why| {
            let path = printable(&path.to_string_lossy());
            let why = reason_not_written(&why);
            CliError::other(format_args!("--output {path}: not written: {why}"))
        })?;
        Ok(ExitStatus::Success)
    }
}
