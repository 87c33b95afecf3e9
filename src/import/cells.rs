//! The cells of a layer of tiles: written out with commas, or packed.

use std::io::{self, Read};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};
use hitscan_core::scene::excerpt;
use hitscan_core::words::grouped;
use ruzstd::decoding::StreamingDecoder;

/// Which cells of an endless plane a layer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) columns: usize,
    pub(super) rows: usize,
}

impl Extent {
    /// The most columns, and the most rows, of a layer.
    pub(super) const MOST: usize = 4096;

    /// An extent with its first cell at the origin, by texts.
    ///
    /// # Errors
    /// What is wrong with the size.
    pub(super) fn sized(columns: &str, rows: &str) -> Result<Self, String> {
        let side = |text: &str| {
            let text = text.trim();
            text.parse().map_err(|_| format!("\"{}\" is no number of cells", excerpt(text)))
        };
        let extent = Self { left: 0, top: 0, columns: side(columns)?, rows: side(rows)? };
        extent.check()?;
        Ok(extent)
    }

    /// Refuses what is too large.
    pub(super) fn check(&self) -> Result<(), String> {
        let most = Self::MOST;
        if self.columns > most || self.rows > most {
            return Err(format!("{self} cells; a layer has at most {most} x {most}"));
        }
        Ok(())
    }

    /// How many cells it has; an extent that was checked has few.
    pub(super) const fn cells(&self) -> usize {
        self.columns.saturating_mul(self.rows)
    }

    /// The least extent with both; `None` if its numbers are too large.
    pub(super) fn joined(&self, other: &Self) -> Option<Self> {
        let end = |start: i64, length: usize| start.checked_add(i64::try_from(length).ok()?);
        let [left, top] = [self.left.min(other.left), self.top.min(other.top)];
        let right = end(self.left, self.columns)?.max(end(other.left, other.columns)?);
        let bottom = end(self.top, self.rows)?.max(end(other.top, other.rows)?);
        let length = |from: i64, to: i64| usize::try_from(to.checked_sub(from)?).ok();
        Some(Self { left, top, columns: length(left, right)?, rows: length(top, bottom)? })
    }
}

/// `8 x 5`.
impl std::fmt::Display for Extent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} x {}", self.columns, self.rows)
    }
}

/// The cells of a layer, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) extent: Extent,
    pub(super) cells: Vec<u32>,
}

impl Grid {
    /// An empty layer that holds all of these chunks.
    ///
    /// # Errors
    /// When it would be too large.
    pub(super) fn around(chunks: &[Extent]) -> Result<Self, String> {
        let Some((first, rest)) = chunks.split_first() else {
            let extent = Extent { left: 0, top: 0, columns: 0, rows: 0 };
            return Ok(Self { extent, cells: Vec::new() });
        };
        let joined = rest.iter().try_fold(*first, |all, chunk| all.joined(chunk));
        let extent = joined.ok_or("a chunk is too far away")?;
        extent.check().map_err(|why| format!("its chunks span {why}"))?;
        // Chunks that lie upon each other would be unpacked again and again.
        let cells = chunks.iter().map(Extent::cells).fold(0, usize::saturating_add);
        if cells > Extent::MOST * Extent::MOST {
            return Err("its chunks have more cells than a layer may have".to_owned());
        }
        Ok(Self { extent, cells: vec![0; extent.cells()] })
    }

    /// Puts the cells of a chunk into their places.
    pub(super) fn put(&mut self, chunk: &Self) {
        let offset = |from: i64, to: i64| usize::try_from(from - to).unwrap_or_default();
        let column = offset(chunk.extent.left, self.extent.left);
        let row = offset(chunk.extent.top, self.extent.top);
        if chunk.extent.columns == 0 {
            return;
        }
        for (place, cells) in (row..).zip(chunk.cells.chunks(chunk.extent.columns)) {
            let start = place * self.extent.columns + column;
            if let Some(target) = self.cells.get_mut(start..start + cells.len()) {
                target.copy_from_slice(cells);
            }
        }
    }
}

/// How cells are written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Encoding<'t> {
    /// With commas between them.
    Commas(&'t str),
    /// In base64, packed or not.
    Base64 { text: &'t str, compression: &'t str },
}

impl Encoding<'_> {
    /// The cells of a layer or a chunk.
    ///
    /// # Errors
    /// When they are not exactly as many as its extent says, or cannot be read.
    pub(super) fn grid(self, extent: Extent) -> Result<Grid, String> {
        let cells = match self {
            Self::Commas(text) => with_commas(text, &extent)?,
            Self::Base64 { text, compression } => packed(text, compression, &extent)?,
        };
        Ok(Grid { extent, cells })
    }
}

/// Checks a number of cells against the extent.
pub(super) fn check_count(found: usize, extent: &Extent) -> Result<(), String> {
    let cells = extent.cells();
    let shown = |count: usize| grouped(u64::try_from(count).unwrap_or(u64::MAX));
    if found == cells {
        return Ok(());
    }
    Err(format!("{} cells; {extent} are {}", shown(found), shown(cells)))
}

fn with_commas(text: &str, extent: &Extent) -> Result<Vec<u32>, String> {
    let most = extent.cells();
    let mut cells = Vec::new();
    let mut found = 0;
    // Some editors write a comma behind the last cell, too.
    let text = text.trim();
    let text = text.strip_suffix(',').unwrap_or(text);
    for word in text.split(',').map(str::trim).filter(|_| !text.is_empty()) {
        found += 1;
        if found > most {
            continue;
        }
        let cell = word.parse();
        cells.push(cell.map_err(|_| {
            format!("cell {found}: \"{}\" is not the number of a tile", excerpt(word))
        })?);
    }
    check_count(found, extent)?;
    Ok(cells)
}

fn packed(text: &str, compression: &str, extent: &Extent) -> Result<Vec<u32>, String> {
    let letters: String = text.split_ascii_whitespace().collect();
    let bytes = STANDARD.decode(letters).map_err(|why| format!("not base64: {why}"))?;
    match compression {
        "" | "none" => unpacked(bytes.as_slice(), extent),
        "gzip" => unpacked(GzDecoder::new(bytes.as_slice()), extent),
        "zlib" => unpacked(ZlibDecoder::new(bytes.as_slice()), extent),
        "zstd" => {
            let window = extent.cells().saturating_mul(4).max(LEAST_WINDOW);
            let window = u64::try_from(window).unwrap_or(u64::MAX);
            let reader = StreamingDecoder::new_with_max_window_size(bytes.as_slice(), window);
            unpacked(
                reader.map_err(|why| format!("not zstd: {}", excerpt(&why.to_string())))?,
                extent,
            )
        }
        other => {
            let known = "gzip, zlib and zstd can be read";
            Err(format!("compression \"{}\"; {known}", excerpt(other)))
        }
    }
}

/// What every reader of zstd should have room for.
const LEAST_WINDOW: usize = 8 << 20;

/// Reads four bytes a cell, and one more to see that there are none.
fn unpacked(reader: impl Read, extent: &Extent) -> Result<Vec<u32>, String> {
    const BLOCK: usize = 1 << 16;
    let cells = extent.cells();
    let most = u64::try_from(cells).unwrap_or(u64::MAX).saturating_mul(4);
    let mut reader = reader.take(most.saturating_add(1));
    let mut read = Vec::with_capacity(cells);
    let (mut block, mut filled) = (vec![0; BLOCK], 0);
    loop {
        match reader.read(&mut block[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
            Err(why) => return Err(format!("not unpacked: {}", excerpt(&why.to_string()))),
        }
        let (words, rest) = block[..filled].as_chunks::<4>();
        read.extend(words.iter().map(|word| u32::from_le_bytes(*word)));
        let (whole, left) = (filled - rest.len(), rest.len());
        block.copy_within(whole..filled, 0);
        filled = left;
    }
    match (read.len() == cells, filled) {
        (true, 0) => Ok(read),
        (true, _) => Err(format!("more than {} bytes; {extent} cells are so many", grouped(most))),
        (false, _) => check_count(read.len(), extent).map(|()| read),
    }
}
