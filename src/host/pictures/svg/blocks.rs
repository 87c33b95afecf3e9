//! Block elements (U+2580 to U+259F) as pixels: parts of a cell, and shades of a whole one.

use std::fmt;

use super::CELL;

/// Which part of a cell is filled by this character, and with how much ink, in quarters: the rest is
/// the background. `None` if it is not a block element.
pub(super) fn block(symbol: char) -> Option<(Vec<PixelRect>, u8)> {
    let quarters = match symbol {
        '░' => 1,
        '▒' => 2,
        '▓' => 3,
        _ => 4,
    };
    let rects = match symbol {
        '▀' => vec![upper(4)],
        '▁'..='█' => vec![lower(eighths_from('▁', symbol) + 1)],
        '▉'..='▏' => vec![left(7 - eighths_from('▉', symbol))],
        '▐' => vec![right(4)],
        '░' | '▒' | '▓' => vec![lower(8)],
        '▔' => vec![upper(1)],
        '▕' => vec![right(1)],
        '▖'..='▟' => quadrants(symbol),
        _ => return None,
    };
    Some((rects, quarters))
}

fn eighths_from(first: char, symbol: char) -> u32 {
    u32::from(symbol).saturating_sub(u32::from(first))
}

/// This many eighths of a length, to the nearest pixel. If the length is odd, both halves include
/// the middle pixel, so that a body between half blocks is even.
const fn part(length: u32, eighths: u32) -> u32 {
    (length * eighths + 4) / 8
}

const fn lower(eighths: u32) -> PixelRect {
    let height = part(CELL.1, eighths);
    PixelRect { x: 0, y: CELL.1 - height, width: CELL.0, height }
}

const fn upper(eighths: u32) -> PixelRect {
    PixelRect { x: 0, y: 0, width: CELL.0, height: part(CELL.1, eighths) }
}

const fn left(eighths: u32) -> PixelRect {
    PixelRect { x: 0, y: 0, width: part(CELL.0, eighths), height: CELL.1 }
}

const fn right(eighths: u32) -> PixelRect {
    let width = part(CELL.0, eighths);
    PixelRect { x: CELL.0 - width, y: 0, width, height: CELL.1 }
}

fn quadrants(symbol: char) -> Vec<PixelRect> {
    let [upper_left, upper_right, lower_left, lower_right] = [
        PixelRect { height: upper(4).height, ..left(4) },
        PixelRect { height: upper(4).height, ..right(4) },
        PixelRect { width: left(4).width, ..lower(4) },
        PixelRect { x: right(4).x, width: right(4).width, ..lower(4) },
    ];
    match symbol {
        '▖' => vec![lower_left],
        '▗' => vec![lower_right],
        '▘' => vec![upper_left],
        '▙' => vec![upper_left, lower(4)],
        '▚' => vec![upper_left, lower_right],
        '▛' => vec![upper(4), lower_left],
        '▜' => vec![upper(4), lower_right],
        '▝' => vec![upper_right],
        '▞' => vec![upper_right, lower_left],
        _ => vec![upper_right, lower(4)],
    }
}

/// A rectangle of whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PixelRect {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl PixelRect {
    /// A number of cells in a row, from this column on.
    pub(super) const fn of_cells(column: u32, row: u32, columns: u32) -> Self {
        let (width, height) = CELL;
        Self { x: column * width, y: row * height, width: columns * width, height }
    }

    /// The same rectangle in the cell of this column and row, if it is now in the first cell.
    pub(super) const fn in_cell(self, column: u32, row: u32) -> Self {
        Self { x: self.x + column * CELL.0, y: self.y + row * CELL.1, ..self }
    }

    /// Extends it by a rectangle that continues it to the right; returns false if that does not.
    fn took_across(&mut self, next: Self) -> bool {
        let goes_on = (self.y, self.height) == (next.y, next.height)
            && (self.x..=self.x + self.width).contains(&next.x);
        if goes_on {
            self.width = self.width.max(next.x + next.width - self.x);
        }
        goes_on
    }

    /// Extends it by a rectangle that continues it below; returns false if that does not.
    fn took_below(&mut self, next: Self) -> bool {
        let goes_on = (self.x, self.width) == (next.x, next.width)
            && (self.y..=self.y + self.height).contains(&next.y);
        if goes_on {
            self.height = self.height.max(next.y + next.height - self.y);
        }
        goes_on
    }
}

/// The same area in as few rectangles as there are runs: first along rows, then down columns. They
/// come in reading order.
pub(super) fn merged(mut rects: Vec<PixelRect>) -> Vec<PixelRect> {
    rects.sort_unstable_by_key(|rect| (rect.y, rect.height, rect.x));
    rects.dedup_by(|next, last| last.took_across(*next));
    rects.sort_unstable_by_key(|rect| (rect.x, rect.width, rect.y));
    rects.dedup_by(|next, last| last.took_below(*next));
    rects.sort_unstable_by_key(|rect| (rect.y, rect.x, rect.height, rect.width));
    rects
}

/// As a part of a path.
impl fmt::Display for PixelRect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { x, y, width, height } = self;
        write!(f, "M{x} {y}h{width}v{height}h-{width}z")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_fill_their_part_of_the_cell() {
        for (symbol, x, y, width, height) in [
            ('█', 0, 0, 9, 18),
            ('▀', 0, 0, 9, 9),
            ('▄', 0, 9, 9, 9),
            ('▌', 0, 0, 5, 18),
            ('▐', 4, 0, 5, 18),
            ('▁', 0, 16, 9, 2),
            ('▇', 0, 2, 9, 16),
            ('▏', 0, 0, 1, 18),
            ('▕', 8, 0, 1, 18),
            ('▔', 0, 0, 9, 2),
            ('▗', 4, 9, 5, 9),
        ] {
            let (rects, quarters) = block(symbol).expect("a block");
            assert_eq!(rects, [PixelRect { x, y, width, height }], "{symbol}");
            assert_eq!(quarters, 4, "{symbol}");
        }
    }

    #[test]
    fn every_block_is_within_its_cell_and_shades_are_lighter() {
        for symbol in '\u{2580}'..='\u{259f}' {
            let (rects, quarters) = block(symbol).unwrap_or_else(|| panic!("{symbol} is a block"));
            let fits =
                |rect: &PixelRect| rect.x + rect.width <= CELL.0 && rect.y + rect.height <= CELL.1;
            assert!(rects.iter().all(fits), "{symbol}");
            assert_eq!(quarters < 4, "░▒▓".contains(symbol), "{symbol}");
        }
        assert!(block('\u{257f}').is_none() && block('\u{25a0}').is_none());
    }
}

#[cfg(test)]
mod pixels_tests {
    use super::*;

    const fn rect(x: u32, y: u32, width: u32, height: u32) -> PixelRect {
        PixelRect { x, y, width, height }
    }

    #[test]
    fn adjacent_rectangles_are_merged_and_others_are_not() {
        for (given, expected) in [
            // Along a row, in any order, overlapping or end to end.
            (vec![rect(5, 0, 9, 1), rect(0, 0, 5, 1)], vec![rect(0, 0, 14, 1)]),
            (vec![rect(0, 0, 6, 1), rect(2, 0, 2, 1)], vec![rect(0, 0, 6, 1)]),
            (vec![rect(0, 0, 5, 1), rect(6, 0, 5, 1)], vec![rect(0, 0, 5, 1), rect(6, 0, 5, 1)]),
            // Rows of equal length form one block, others do not.
            (vec![rect(0, 0, 9, 18), rect(0, 18, 9, 18)], vec![rect(0, 0, 9, 36)]),
            (
                vec![rect(0, 0, 9, 18), rect(0, 18, 8, 18)],
                vec![rect(0, 0, 9, 18), rect(0, 18, 8, 18)],
            ),
            // A light line that continues where a heavy one ends stays light.
            (vec![rect(0, 9, 5, 1), rect(5, 8, 5, 3)], vec![rect(5, 8, 5, 3), rect(0, 9, 5, 1)]),
        ] {
            assert_eq!(merged(given.clone()), expected, "{given:?}");
        }
    }
}
