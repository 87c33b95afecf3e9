//! Groups of adjacent cells of one class, to move from one to the next.

use super::cells::Map;
use super::class::CellClass;

impl Map {
    /// For each group of adjacent cells with one of these classes, the cell nearest to `from`. The
    /// nearest group comes first; ties go to the upper, then to the left one.
    #[must_use]
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
