//! Areas of whole pixels, in as few rectangles as their runs allow.

use std::fmt;

use super::CELL;

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
    pub(super) const fn of_cells((column, row): (u32, u32), columns: u32) -> Self {
        let (width, height) = CELL;
        Self { x: column * width, y: row * height, width: columns * width, height }
    }

    /// The same rectangle in the cell of this column and row, if it is now in the first cell.
    pub(super) const fn in_cell(self, (column, row): (u32, u32)) -> Self {
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
