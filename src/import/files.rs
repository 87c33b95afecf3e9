//! The files of a map: those beside it or below its parent folder, and not too many.

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use hitscan_core::scene::{excerpt, printable};

use crate::host::files::{MAP, ReadFault, read_text};

/// A file that was read.
pub(super) struct MapFile {
    /// Where it is, without symbolic links.
    pub(super) path: PathBuf,
    /// Its name, safe to print.
    pub(super) name: Rc<str>,
    pub(super) text: String,
}

impl MapFile {
    /// A line about a fault of it, which may begin with the line and the column.
    pub(super) fn fault(&self, why: &str) -> String {
        let is_placed = why.starts_with(|c: char| c.is_ascii_digit());
        let colon = if is_placed { ":" } else { ": " };
        format!("{}{colon}{why}", self.name)
    }
}

/// The files of a map.
pub(super) struct MapFiles {
    /// The folder that all of them must be in.
    root: PathBuf,
    /// How many have been read.
    count: usize,
}

impl MapFiles {
    /// The most files of a map.
    pub(super) const MOST: usize = 64;

    /// Reads the map itself.
    ///
    /// # Errors
    /// Why it cannot be read, in a line that begins with the file.
    pub(super) fn open(path: &Path) -> Result<(Self, MapFile), String> {
        let shown = printable(&path.to_string_lossy());
        let text = read_text(path, &MAP).map_err(|fault| fault.message(path, &MAP))?;
        let whole = fs::canonicalize(path).map_err(|why| format!("{shown}: {why}"))?;
        let folder = whole.parent().unwrap_or(&whole);
        // The parent of a folder at the top is everything there is.
        let above = folder.parent().filter(|above| above.parent().is_some());
        let root = above.unwrap_or(folder).to_owned();
        let name = whole.file_name().unwrap_or_default().to_string_lossy();
        let name = Rc::from(printable(&name));
        Ok((Self { root, count: 1 }, MapFile { path: whole, name, text }))
    }

    /// The path of a file that another one names.
    ///
    /// # Errors
    /// Why it may not be read.
    pub(super) fn find(&self, from: &MapFile, named: &str) -> Result<PathBuf, String> {
        let shown = excerpt(named);
        if named.contains("://") {
            return Err(format!("\"{shown}\" is an address; only files beside the map are read"));
        }
        if named.is_empty() {
            return Err("it names no file".to_owned());
        }
        let folder = from.path.parent().unwrap_or(&from.path);
        let found =
            fs::canonicalize(folder.join(named)).map_err(|why| match ReadFault::from(why) {
                ReadFault::NotFound => format!("\"{shown}\": no such file"),
                why => format!("\"{shown}\": {}", why.reason(&MAP)),
            })?;
        if !found.starts_with(&self.root) {
            let where_to = "only files beside the map or below its parent folder are read";
            return Err(format!("\"{shown}\" is elsewhere; {where_to}"));
        }
        Ok(found)
    }

    /// Reads a file that was found.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(super) fn read(&mut self, path: PathBuf) -> Result<MapFile, String> {
        if self.count >= Self::MOST {
            return Err(format!("more than {} files; a map has at most so many", Self::MOST));
        }
        self.count += 1;
        let text = read_text(&path, &MAP);
        let name = printable(&path.file_name().unwrap_or_default().to_string_lossy());
        let text = text.map_err(|fault| format!("\"{name}\": {}", fault.reason(&MAP)))?;
        Ok(MapFile { path, name: Rc::from(name), text })
    }
}
