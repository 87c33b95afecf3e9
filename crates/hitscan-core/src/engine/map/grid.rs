//! Cells of the arena, and the whole thousandths that belong to each.

use std::ops::RangeInclusive;

use super::cells::Map;
use super::class::CellClass;

/// The position of the handle, in thousandths: x, then y.
pub type MapPlace = [i64; 2];

/// The cells of a picture. Lengths are in 32nds of a thousandth, so that a braille dot at ×16
/// (31.25 thousandths) is a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The top left of the first cell.
    pub origin: [i64; 2],
    /// The width and height of a cell, above 0.
    pub cell: [i64; 2],
    /// How many columns and rows there are.
    pub cells: [usize; 2],
    /// From the handle to the point that determines the cell: half the size of an object whose
    /// middle is meant, else 0.
    pub offset: [i64; 2],
}

impl Grid {
    /// How many of its units make a thousandth.
    pub const PER_THOUSANDTH: i64 = 32;

    /// The cell that a place belongs to, as column and row, if it is in the picture.
    pub fn cell_of(&self, place: MapPlace) -> Option<[usize; 2]> {
        let [column, row] = [0, 1].map(|axis| {
            let at = place[axis] * Self::PER_THOUSANDTH + self.offset[axis] - self.origin[axis];
            let index = usize::try_from(at.div_euclid(self.cell[axis])).ok()?;
            (index < self.cells[axis]).then_some(index)
        });
        Some([column?, row?])
    }

    /// The index of the column that a handle at this x belongs to, in the picture or beside it.
    pub(super) fn column_at(&self, x: i64) -> i64 {
        const FAR: i64 = 1 << 50;
        let x = x.clamp(-FAR, FAR) * Self::PER_THOUSANDTH;
        (x + self.offset[0] - self.origin[0]).div_euclid(self.cell[0])
    }

    /// The row that a place belongs to, clamped to the picture.
    pub(super) fn row_near(&self, place: MapPlace) -> usize {
        let at = place[1] * Self::PER_THOUSANDTH + self.offset[1] - self.origin[1];
        let row = usize::try_from(at.div_euclid(self.cell[1])).unwrap_or(0);
        row.min(self.cells[1].saturating_sub(1))
    }

    /// The places of a column (axis 0) or row (axis 1) along its axis; empty if a cell is finer
    /// than a thousandth.
    pub fn range(&self, axis: usize, index: usize) -> RangeInclusive<i64> {
        let index = i64::try_from(index).unwrap_or(i64::MAX);
        let first = |index: i64| {
            let at = self.origin[axis] + index * self.cell[axis] - self.offset[axis];
            at.div_euclid(Self::PER_THOUSANDTH) + i64::from(at.rem_euclid(Self::PER_THOUSANDTH) > 0)
        };
        first(index)..=first(index + 1) - 1
    }

    /// The regular place of a column or row along its axis: the first multiple of the cell size in
    /// it, rounded up to a whole thousandth, or else the last place.
    pub fn regular(&self, axis: usize, index: usize) -> Option<i64> {
        let range = self.range(axis, index);
        let (first, last) = (*range.start(), *range.end());
        if first > last {
            return None;
        }
        let cell = self.cell[axis];
        let at = first * Self::PER_THOUSANDTH;
        let multiple = (at + cell - 1).div_euclid(cell) * cell;
        let whole = (multiple + Self::PER_THOUSANDTH - 1).div_euclid(Self::PER_THOUSANDTH);
        Some(whole.clamp(first, last))
    }
}

impl Map {
    /// For each group of adjacent cells with one of these classes, the cell nearest to `from`. The
    /// nearest group comes first; ties go to the upper, then to the left one.
    pub fn groups(&self, wanted: impl Fn(CellClass) -> bool, from: [usize; 2]) -> Vec<[usize; 2]> {
        let [columns, rows] = self.question().grid.cells;
        let mut is_seen = vec![false; columns * rows];
        let mut nearest = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let class = self.class([column, row]).filter(|&class| wanted(class));
                let Some(class) = class.filter(|_| !is_seen[row * columns + column]) else {
                    continue;
                };
                let group = self.group([column, row], class, &mut is_seen);
                nearest.extend(group.into_iter().min_by_key(|&cell| self.rank(from, cell)));
            }
        }
        nearest.sort_unstable_by_key(|&cell| self.rank(from, cell));
        nearest
    }

    /// All cells of a class that are connected to this one.
    fn group(&self, first: [usize; 2], class: CellClass, is_seen: &mut [bool]) -> Vec<[usize; 2]> {
        let [columns, rows] = self.question().grid.cells;
        is_seen[first[1] * columns + first[0]] = true;
        let mut group = vec![first];
        let mut looked_at = 0;
        while let Some(&[column, row]) = group.get(looked_at) {
            looked_at += 1;
            for near_row in row.saturating_sub(1)..(row + 2).min(rows) {
                for near_column in column.saturating_sub(1)..(column + 2).min(columns) {
                    let index = near_row * columns + near_column;
                    let near = [near_column, near_row];
                    if !is_seen[index] && self.class(near) == Some(class) {
                        is_seen[index] = true;
                        group.push(near);
                    }
                }
            }
        }
        group
    }

    /// The squared distance of two cells in the plane, then row and column.
    fn rank(&self, from: [usize; 2], to: [usize; 2]) -> (u128, usize, usize) {
        let [x, y] = [0, 1].map(|axis| {
            let size = u128::from(self.question().grid.cell[axis].unsigned_abs());
            u128::try_from(from[axis].abs_diff(to[axis])).unwrap_or(u128::MAX / size) * size
        });
        (x * x + y * y, to[1], to[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn grid() -> impl Strategy<Value = Grid> {
        let lengths = prop::sample::select(vec![1000_i64, 2000, 4000, 32_000, 64_000, 256_000]);
        (-100_000_i64..100_000, -100_000_i64..100_000, lengths, 0_i64..2000, 0_i64..2000).prop_map(
            |(x, y, cell, w, h)| Grid {
                origin: [x, y],
                cell: [cell, 2 * cell],
                cells: [40, 20],
                offset: [w * 16, h * 16],
            },
        )
    }

    proptest! {
        #[test]
        fn every_place_belongs_to_the_cell_whose_range_contains_it(
            grid in grid(), column in 0_usize..40, row in 0_usize..20,
        ) {
            let (xs, ys) = (grid.range(0, column), grid.range(1, row));
            for x in [*xs.start(), *xs.end()] {
                for y in [*ys.start(), *ys.end()] {
                    if xs.contains(&x) && ys.contains(&y) {
                        prop_assert_eq!(grid.cell_of([x, y]), Some([column, row]));
                    }
                }
            }
            if column > 0 {
                prop_assert_eq!(*grid.range(0, column - 1).end() + 1, *xs.start());
            }
        }

        #[test]
        fn the_regular_place_is_in_its_cell(grid in grid(), column in 0_usize..40) {
            if let Some(place) = grid.regular(0, column) {
                prop_assert!(grid.range(0, column).contains(&place));
            }
        }
    }
}
