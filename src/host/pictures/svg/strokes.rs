//! Lines and signs, drawn instead of being left to a font: lines that meet
//! from cell to cell have no gaps, and signs are where they are in every font.
//!
//! Coordinates are pixels. The middle of a cell lies half a pixel off its
//! border, so that a line one pixel wide covers whole pixels; numbers are kept
//! in half pixels for that.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use super::CELL;
use super::palette::Rgb;

/// From the border of a cell to its middle, in half pixels.
const MIDDLE: (u32, u32) = (9, 19);
/// From the middle to each of a double line, in half pixels.
const APART: u32 = 4;

/// Lines and signs of one look.
#[derive(Debug, Default)]
pub(super) struct Strokes {
    /// From left to right, by their height; all in half pixels.
    across: BTreeMap<u32, Vec<(u32, u32)>>,
    /// From top to bottom, by their column.
    down: BTreeMap<u32, Vec<(u32, u32)>>,
    /// Signs that are drawn as lines.
    drawn: String,
    /// Signs that are filled.
    filled: String,
    /// Cells that are shaded.
    shaded: String,
}

/// What is drawn instead of a character.
#[derive(Clone, Copy, Debug)]
pub(super) enum Drawing {
    /// Lines from the middle of the cell to its borders.
    Lines(Arms),
    /// Anything else.
    Sign(Sign),
}

impl Drawing {
    /// What is drawn for this symbol; `None` where it is text.
    pub(super) fn of(symbol: &str) -> Option<Self> {
        arms(symbol).map(Self::Lines).or_else(|| sign(symbol).map(Self::Sign))
    }
}

/// How the lines of a cell run from its middle.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arms {
    /// Along the row, so far from the middle.
    Across(u32),
    /// Along the column.
    Down(u32),
    /// Round a corner: to the left or right, up or down.
    Corner(Horizontal, Vertical),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Horizontal {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Vertical {
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

fn arms(symbol: &str) -> Option<Arms> {
    Some(match symbol {
        "─" => Arms::Across(0),
        "═" => Arms::Across(APART),
        "│" => Arms::Down(0),
        "║" => Arms::Down(APART),
        "┌" => Arms::Corner(Horizontal::Right, Vertical::Down),
        "┐" => Arms::Corner(Horizontal::Left, Vertical::Down),
        "┘" => Arms::Corner(Horizontal::Left, Vertical::Up),
        "└" => Arms::Corner(Horizontal::Right, Vertical::Up),
        _ => return None,
    })
}

/// A sign: where in its cell it begins, in half pixels, and its path from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sign {
    from: (u32, u32),
    path: &'static str,
    manner: StrokeManner,
}

#[derive(Clone, Copy, Debug)]
enum StrokeManner {
    Filled,
    Drawn,
    Shaded,
}

fn sign(symbol: &str) -> Option<Sign> {
    let (from, path, manner) = match symbol {
        "●" => ((2, 19), "a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z", StrokeManner::Filled),
        "○" => ((2, 19), "a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z", StrokeManner::Drawn),
        "·" => ((7, 19), "a1 1 0 1 0 2 0a1 1 0 1 0-2 0z", StrokeManner::Filled),
        "×" => ((3, 13), "l6 6m0-6l-6 6", StrokeManner::Drawn),
        "◆" => ((9, 9), "l4 5-4 5-4-5z", StrokeManner::Filled),
        "►" => ((0, 10), "l8.5 4.5-8.5 4.5z", StrokeManner::Filled),
        "◄" => ((18, 10), "l-8.5 4.5 8.5 4.5z", StrokeManner::Filled),
        "▲" => ((9, 8), "l4 10h-8z", StrokeManner::Filled),
        "▼" => ((9, 28), "l4-10h-8z", StrokeManner::Filled),
        "░" => ((0, 0), "h9v18h-9z", StrokeManner::Shaded),
        _ => return None,
    };
    Some(Sign { from, path, manner })
}

impl Strokes {
    pub(super) fn is_empty(&self) -> bool {
        let signs = [&self.drawn, &self.filled, &self.shaded];
        self.across.is_empty() && self.down.is_empty() && signs.iter().all(|text| text.is_empty())
    }

    /// Adds what is drawn in the cell of this column and row.
    pub(super) fn add(&mut self, drawing: Drawing, (column, row): (u32, u32)) {
        let (left, top) = (column * CELL.0 * 2, row * CELL.1 * 2);
        match drawing {
            Drawing::Lines(arms) => self.add_arms(arms, left, top),
            Drawing::Sign(Sign { from, path, manner }) => {
                let paths = match manner {
                    StrokeManner::Filled => &mut self.filled,
                    StrokeManner::Drawn => &mut self.drawn,
                    StrokeManner::Shaded => &mut self.shaded,
                };
                let (x, y) = (Halves(left + from.0), Halves(top + from.1));
                // Writing to a String never fails.
                let _ = write!(paths, "M{x} {y}{path}");
            }
        }
    }

    fn add_arms(&mut self, arms: Arms, left: u32, top: u32) {
        let (right, bottom) = (left + CELL.0 * 2, top + CELL.1 * 2);
        let (x, y) = (left + MIDDLE.0, top + MIDDLE.1);
        match arms {
            Arms::Across(0) => add(&mut self.across, y, (left, right)),
            Arms::Down(0) => add(&mut self.down, x, (top, bottom)),
            Arms::Across(apart) => {
                add(&mut self.across, y - apart, (left, right));
                add(&mut self.across, y + apart, (left, right));
            }
            Arms::Down(apart) => {
                add(&mut self.down, x - apart, (top, bottom));
                add(&mut self.down, x + apart, (top, bottom));
            }
            Arms::Corner(horizontal, vertical) => {
                let across = match horizontal {
                    Horizontal::Left => (left, x),
                    Horizontal::Right => (x, right),
                };
                let down = match vertical {
                    Vertical::Up => (top, y),
                    Vertical::Down => (y, bottom),
                };
                add(&mut self.across, y, across);
                add(&mut self.down, x, down);
            }
        }
    }

    /// Writes them, lines of this width.
    pub(super) fn write(&self, f: &mut impl fmt::Write, color: Rgb, width: u8) -> fmt::Result {
        let mut lines = self.drawn.clone();
        for (y, spans) in &self.across {
            for (from, to) in spans {
                write!(lines, "M{} {}H{}", Halves(*from), Halves(*y), Halves(*to))?;
            }
        }
        for (x, spans) in &self.down {
            for (from, to) in spans {
                write!(lines, "M{} {}V{}", Halves(*x), Halves(*from), Halves(*to))?;
            }
        }
        if !self.shaded.is_empty() {
            writeln!(f, "<path fill-opacity=\".25\" d=\"{}\"/>", self.shaded)?;
        }
        if !lines.is_empty() {
            // Square ends close the corners.
            writeln!(
                f,
                "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"square\" d=\"{lines}\"/>"
            )?;
        }
        if !self.filled.is_empty() {
            writeln!(f, "<path d=\"{}\"/>", self.filled)?;
        }
        Ok(())
    }
}

/// Adds a line, to the one before it if it goes on where that ended.
fn add(lines: &mut BTreeMap<u32, Vec<(u32, u32)>>, at: u32, (from, to): (u32, u32)) {
    let spans = lines.entry(at).or_default();
    match spans.last_mut() {
        Some(last) if last.1 == from => last.1 = to,
        _ => spans.push((from, to)),
    }
}

/// A number of half pixels, written in pixels.
struct Halves(u32);

impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.0.is_multiple_of(2) { "" } else { ".5" };
        write!(f, "{}{half}", self.0 / 2)
    }
}
