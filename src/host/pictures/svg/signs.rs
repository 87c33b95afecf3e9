//! Symbols that need no font: arrow heads, discs, crosses, braille dots, arcs and diagonals. They
//! are smooth; [`lines`](super::lines) and [`blocks`](super::blocks) draw what is on the pixel
//! grid.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use ratatui::style::Modifier;

use super::CELL;
use super::palette::Rgb;

/// All symbols of one colour.
#[derive(Debug, Default)]
pub(super) struct Signs {
    filled: String,
    /// Plain and bold.
    drawn: [String; 2],
    dots: [String; 2],
    /// Diagonals that rise and fall to the right: keyed by the sum, or the difference, of row and
    /// column, each from one row to another.
    rising: BTreeMap<u32, Vec<(u32, u32)>>,
    falling: BTreeMap<i64, Vec<(u32, u32)>>,
}

/// A symbol: where it begins in its cell, in quarters of a pixel, and its path from there.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sign {
    Filled((u32, u32), &'static str),
    Drawn((u32, u32), &'static str),
    /// One dot in the middle.
    Dot,
    /// Braille dots, by the bits of the character.
    Dots(u32),
    Rising,
    Falling,
    /// Both diagonals.
    Crossed,
}

/// The positions of braille dots, in the order of their bits, in quarters of a pixel.
const DOTS: [(u32, u32); 8] =
    [(9, 9), (9, 27), (9, 45), (27, 9), (27, 27), (27, 45), (9, 63), (27, 63)];

/// A line of no length, which round line caps turn into a dot.
const POINT: &str = "h0";

impl Sign {
    /// The symbol for this character; `None` if there is none.
    pub(super) fn of(symbol: char) -> Option<Self> {
        Some(match symbol {
            '●' => Self::Filled((4, 38), "a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z"),
            '○' => Self::Drawn((4, 38), "a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z"),
            '·' => Self::Dot,
            '×' => Self::Drawn((6, 26), "l6 6m0-6l-6 6"),
            '◆' => Self::Filled((18, 18), "l4 5-4 5-4-5z"),
            '►' => Self::Filled((0, 20), "l8.5 4.5-8.5 4.5z"),
            '◄' => Self::Filled((36, 20), "l-8.5 4.5 8.5 4.5z"),
            '▲' => Self::Filled((18, 16), "l4 10h-8z"),
            '▼' => Self::Filled((18, 56), "l4-10h-8z"),
            '╭' => Self::Drawn((18, 72), "v-5q0-3.5 3.5-3.5h1"),
            '╮' => Self::Drawn((18, 72), "v-5q0-3.5-3.5-3.5h-1"),
            '╯' => Self::Drawn((18, 0), "v6q0 3.5-3.5 3.5h-1"),
            '╰' => Self::Drawn((18, 0), "v6q0 3.5 3.5 3.5h1"),
            '╱' => Self::Rising,
            '╲' => Self::Falling,
            '╳' => Self::Crossed,
            '\u{2800}'..='\u{28ff}' => Self::Dots(u32::from(symbol) & 0xff),
            _ => return None,
        })
    }
}

impl Signs {
    /// Adds a symbol in the cell of this column and row.
    pub(super) fn add(&mut self, sign: Sign, column: u32, row: u32, attributes: Modifier) {
        let weight = usize::from(attributes.contains(Modifier::BOLD));
        let start = |(x, y): (u32, u32)| {
            (in_pixels(column * CELL.0 * 4 + x), in_pixels(row * CELL.1 * 4 + y))
        };
        let path = |paths: &mut String, from, path: &str| {
            let (x, y) = start(from);
            // Writing to a String never fails.
            let _ = write!(paths, "M{x} {y}{path}");
        };
        match sign {
            Sign::Filled(from, rest) => path(&mut self.filled, from, rest),
            Sign::Drawn(from, rest) => path(&mut self.drawn[weight], from, rest),
            Sign::Dot => path(&mut self.dots[weight], (18, 38), POINT),
            Sign::Dots(bits) => {
                let set = DOTS.into_iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
                set.for_each(|(_, from)| path(&mut self.dots[weight], from, POINT));
            }
            Sign::Rising => extend(self.rising.entry(column + row).or_default(), row),
            Sign::Falling => extend(self.falling.entry(offset(column, row)).or_default(), row),
            Sign::Crossed => {
                extend(self.rising.entry(column + row).or_default(), row);
                extend(self.falling.entry(offset(column, row)).or_default(), row);
            }
        }
    }

    /// Writes the diagonals, each run of cells as one line.
    fn write_diagonals(&self, f: &mut impl fmt::Write) -> fmt::Result {
        let (width, height) = (i64::from(CELL.0), i64::from(CELL.1));
        for (sum, runs) in &self.rising {
            for &(from, to) in runs {
                let x = (i64::from(*sum) - i64::from(from) + 1) * width;
                let rows = i64::from(to - from);
                write!(f, "M{x} {}l-{} {}", i64::from(from) * height, rows * width, rows * height)?;
            }
        }
        for (difference, runs) in &self.falling {
            for &(from, to) in runs {
                let x = (difference + i64::from(from)) * width;
                let rows = i64::from(to - from);
                write!(f, "M{x} {}l{} {}", i64::from(from) * height, rows * width, rows * height)?;
            }
        }
        Ok(())
    }
}

fn offset(column: u32, row: u32) -> i64 {
    i64::from(column) - i64::from(row)
}

/// Adds a row to runs of rows, which come in order from the top.
fn extend(runs: &mut Vec<(u32, u32)>, row: u32) {
    match runs.last_mut() {
        Some(last) if last.1 == row => last.1 = row + 1,
        _ => runs.push((row, row + 1)),
    }
}

/// Writes them as paths of this colour.
pub(super) fn write(signs: &Signs, color: Rgb, f: &mut impl fmt::Write) -> fmt::Result {
    if !signs.filled.is_empty() {
        writeln!(f, "<path fill=\"{color}\" d=\"{}\"/>", signs.filled)?;
    }
    let mut plain = signs.drawn[0].clone();
    signs.write_diagonals(&mut plain)?;
    let [dots, bold_dots] = &signs.dots;
    for (path, width, is_round) in [
        (&plain, "1", false),
        (&signs.drawn[1], "2", false),
        (dots, "2", true),
        (bold_dots, "2.75", true),
    ] {
        if path.is_empty() {
            continue;
        }
        write!(f, "<path fill=\"none\" stroke=\"{color}\"")?;
        if width != "1" {
            write!(f, " stroke-width=\"{width}\"")?;
        }
        if is_round {
            f.write_str(" stroke-linecap=\"round\"")?;
        }
        writeln!(f, " d=\"{path}\"/>")?;
    }
    Ok(())
}

/// A number of quarters of a pixel, written in pixels.
fn in_pixels(quarters: u32) -> String {
    let part = match quarters % 4 {
        0 => "",
        1 => ".25",
        2 => ".5",
        _ => ".75",
    };
    format!("{}{part}", quarters / 4)
}
