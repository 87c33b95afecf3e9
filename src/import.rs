//! Makes scenes of the maps of level editors: Tiled and LDtk.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `options` | what is imported, and how |
//! | `report` | faults and notes, each with its place |
//! | `geometry` | shapes in exact pixels: moved, scaled, mirrored, turned |
//! | `draft` | the scene: names, scales, rounds and checks what is added, and writes it |
//! | `seams` | layers of cells: the boxes that their tiles join to |
//! | `cells` | the cells of a layer, written out or packed |
//! | `files` | the files of a map: which may be read, and how many |
//! | `tiled` `map_parts` | maps of Tiled: what becomes of them, and what they are made of |
//! | `tiled_xml` `tiled_json` | the two formats of Tiled |
//! | `ldtk` | projects of LDtk |
//! | `json` | JSON, in which every number keeps its digits |
//!
//! The formats read what `files`, `json` and `cells` give them, and add it to the `draft`. Numbers
//! are read from the text, and rounded once: when an object is written.

mod cells;
mod draft;
mod files;
mod geometry;
mod json;
mod ldtk;
mod map_parts;
mod options;
mod report;
mod seams;
mod tiled;
mod tiled_json;
mod tiled_xml;

use std::path::Path;

use hitscan_core::scene::printable;

use draft::Draft;
use files::MapFiles;
pub use options::{ImportOptions, LevelChoice, OneWayRule, Seams};
use tiled::Tiled;

/// The most files of a map.
pub const MOST_FILES: usize = MapFiles::MOST;
/// The most columns, and the most rows, of a layer.
pub const MOST_CELLS: usize = cells::Extent::MOST;
/// The most groups around a layer.
pub const MOST_GROUPS: usize = tiled::DEEPEST;

/// What an import makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The text of the scene.
    pub scene: String,
    /// What is worth knowing about it, a line each.
    pub notes: Vec<String>,
}

/// Why nothing was imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// The file is no map: a line that begins with the file.
    NotAMap(String),
    /// All that is wrong with the map, a line each.
    Faults(Vec<String>),
}

/// The formats of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EditorFormat {
    TiledXml,
    TiledJson,
    Ldtk,
}

impl EditorFormat {
    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "tmx" => Some(Self::TiledXml),
            "tmj" | "json" => Some(Self::TiledJson),
            "ldtk" => Some(Self::Ldtk),
            _ => None,
        }
    }
}

/// Makes a scene from a map.
///
/// # Errors
/// When the file is no map, or something in it cannot be had in a scene.
pub fn import(path: &Path, options: &ImportOptions) -> Result<Imported, ImportError> {
    let Some(format) = EditorFormat::of(path) else {
        let file = printable(&path.to_string_lossy());
        let why = format!("{file}: no map that can be read; .tmx, .tmj, .json and .ldtk can");
        return Err(ImportError::NotAMap(why));
    };
    if options.level.is_some() && format != EditorFormat::Ldtk {
        let why = "--level: only projects of LDtk have levels".to_owned();
        return Err(ImportError::NotAMap(why));
    }
    let (mut files, map) = MapFiles::open(path).map_err(ImportError::NotAMap)?;
    let not_a_map = |why: String| ImportError::NotAMap(map.fault(&why));
    let mut draft = Draft::new(options);
    let read = match format {
        EditorFormat::TiledXml => {
            tiled_xml::read_map(&mut Tiled::new(&mut draft, &mut files), &map)
        }
        EditorFormat::TiledJson => {
            tiled_json::read_map(&mut Tiled::new(&mut draft, &mut files), &map)
        }
        EditorFormat::Ldtk => ldtk::read_project(&mut draft, &mut files, &map),
    };
    read.map_err(not_a_map)?;
    draft.finish(&map.name)
}

#[cfg(test)]
mod tests;
