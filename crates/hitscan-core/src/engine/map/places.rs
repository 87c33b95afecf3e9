//! One exact place for each cell.

use super::critical::{Critical, CriticalLine};
use super::grid::{Grid, MapPlace};

/// The place that represents each cell of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    grid: Grid,
    /// Row by row; `None` for cells finer than a thousandth that contain no place.
    best: Vec<Option<MapPlace>>,
    /// Whether there were too many critical lines to follow.
    lines_left_out: bool,
}

/// How well a place represents its cell, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Vertex on vertex.
    Point,
    /// On a horizontal or vertical critical line.
    Straight,
    /// On a slanted critical line.
    Slanted,
}

impl Places {
    /// The places of a grid, not counting the current place of the handle, which takes precedence
    /// over all others.
    pub fn new(grid: Grid, critical: &Critical) -> Self {
        let lines_left_out = critical.has_too_many_lines();
        let mut finder = Finder::new(grid);
        if !lines_left_out {
            for &point in &critical.points {
                finder.offer(point, Rank::Point);
            }
            critical.lines.iter().for_each(|line| finder.follow(line));
        }
        Self { grid, best: finder.places(), lines_left_out }
    }

    /// The place that represents a cell.
    pub fn at(&self, column: usize, row: usize) -> Option<MapPlace> {
        let [columns, _] = self.grid.cells;
        self.best.get(row * columns + column).copied().flatten()
    }

    /// Whether there were too many critical lines to follow.
    pub const fn lines_left_out(&self) -> bool {
        self.lines_left_out
    }
}

/// The best place found so far for each cell, with the criteria that choose between places.
struct Finder {
    grid: Grid,
    /// The regular place of each column, and of each row.
    regular: [Vec<Option<i64>>; 2],
    /// By rank, then by distance to the regular place, then by row and column.
    best: Vec<Option<(Rank, i64, [i64; 2])>>,
}

impl Finder {
    fn new(grid: Grid) -> Self {
        let regular = [0, 1]
            .map(|axis| (0..grid.cells[axis]).map(|index| grid.regular(axis, index)).collect());
        Self { grid, regular, best: vec![None; grid.cells[0] * grid.cells[1]] }
    }

    fn regular(&self, [column, row]: [usize; 2]) -> Option<MapPlace> {
        Some([self.regular[0][column]?, self.regular[1][row]?])
    }

    /// Makes a place represent its cell if it is better than the current one: by rank, then by
    /// distance to the regular place, then the upper, then the left one.
    fn offer(&mut self, place: MapPlace, rank: Rank) {
        let Some(cell) = self.grid.cell_of(place) else { return };
        let Some(regular) = self.regular(cell) else { return };
        let [x, y] = [place[0] - regular[0], place[1] - regular[1]];
        let standing = (rank, x * x + y * y, [place[1], place[0]]);
        let best = &mut self.best[cell[1] * self.grid.cells[0] + cell[0]];
        if best.is_none_or(|best| standing < best) {
            *best = Some(standing);
        }
    }

    /// Offers the whole thousandths of a line that are nearest to the regular place of each
    /// cell it crosses.
    fn follow(&mut self, line: &CriticalLine) {
        let rank = if line.is_straight() { Rank::Straight } else { Rank::Slanted };
        let Some(walk) = Walk::along(line) else { return };
        let [columns, rows] = self.grid.cells;
        for row in 0..rows {
            let ys = walk.steps_within(1, self.grid.range(1, row));
            let Some((first, last)) = self.columns_of(&walk, ys.0, ys.1, columns) else { continue };
            for column in first..=last {
                let Some(regular) = self.regular([column, row]) else { continue };
                let xs = walk.steps_within(0, self.grid.range(0, column));
                let (low, high) = (xs.0.max(ys.0), xs.1.min(ys.1));
                if low <= high {
                    for step in walk.nearest(regular, low, high) {
                        self.offer(walk.place(step), rank);
                    }
                }
            }
        }
    }

    /// The columns that the line crosses within these steps.
    fn columns_of(
        &self,
        walk: &Walk,
        low: i64,
        high: i64,
        columns: usize,
    ) -> Option<(usize, usize)> {
        if low > high {
            return None;
        }
        // A horizontal line is not bounded within its row.
        let at = |step: i64| walk.start[0].saturating_add(walk.way[0].saturating_mul(step));
        let (one, other) = (self.grid.column_at(at(low)), self.grid.column_at(at(high)));
        let last = i64::try_from(columns).ok()? - 1;
        let (first, last) = (one.min(other).max(0), one.max(other).min(last));
        Some((usize::try_from(first).ok()?, usize::try_from(last).ok()?))
    }

    fn places(self) -> Vec<Option<MapPlace>> {
        let columns = self.grid.cells[0];
        let best = self.best.iter().enumerate();
        best.map(|(index, best)| match best {
            Some((_, _, [y, x])) => Some([*x, *y]),
            None => self.regular([index % columns, index / columns]),
        })
        .collect()
    }
}

/// The whole thousandths on a line: a start, and the displacement from each to the next.
struct Walk {
    start: MapPlace,
    way: [i64; 2],
}

/// More steps than any picture has: the bound for lines along an axis.
const FAR: i64 = 1 << 40;

impl Walk {
    fn along(line: &CriticalLine) -> Option<Self> {
        let CriticalLine { a, b, c } = *line;
        // a·u + b·v = 1, so a·(u·c) + b·(v·c) = c; then moved close to the origin.
        let (u, v) = bezout(a, b)?;
        let way = [b, -a];
        let (x, y) = (i128::from(u) * i128::from(c), i128::from(v) * i128::from(c));
        let longest =
            i128::from(way[0]) * i128::from(way[0]) + i128::from(way[1]) * i128::from(way[1]);
        let back = (x * i128::from(way[0]) + y * i128::from(way[1])).div_euclid(longest);
        let start = [x - back * i128::from(way[0]), y - back * i128::from(way[1])];
        let [x, y] = start.map(|at| i64::try_from(at).ok());
        Some(Self { start: [x?, y?], way })
    }

    fn place(&self, step: i64) -> MapPlace {
        [self.start[0] + self.way[0] * step, self.start[1] + self.way[1] * step]
    }

    /// The first and the last step whose coordinate lies in a range; the first is greater than the
    /// last if there is none.
    fn steps_within(&self, axis: usize, range: std::ops::RangeInclusive<i64>) -> (i64, i64) {
        let (low, high) = (*range.start(), *range.end());
        let (at, way) = (self.start[axis], self.way[axis]);
        if way == 0 {
            return if range.contains(&at) { (-FAR, FAR) } else { (1, 0) };
        }
        // With a negative step, the range is passed from its other end.
        let (first, last) = if way > 0 { (low - at, high - at) } else { (at - high, at - low) };
        let way = way.abs();
        (first.div_euclid(way) + i64::from(first.rem_euclid(way) > 0), last.div_euclid(way))
    }

    /// The steps from `low` to `high` that are nearest to a place: one, or two that may
    /// be equally near.
    fn nearest(&self, to: MapPlace, low: i64, high: i64) -> [i64; 2] {
        let [x, y] = [to[0] - self.start[0], to[1] - self.start[1]].map(i128::from);
        let [dx, dy] = self.way.map(i128::from);
        let below = (x * dx + y * dy).div_euclid(dx * dx + dy * dy);
        let below = i64::try_from(below).unwrap_or(low);
        [below.clamp(low, high), below.saturating_add(1).clamp(low, high)]
    }
}

/// Integers u and v with `a·u + b·v = 1`; `None` unless a and b are coprime.
fn bezout(a: i64, b: i64) -> Option<(i64, i64)> {
    let (mut old, mut rest) = ((a, 1, 0), (b, 0, 1));
    while rest.0 != 0 {
        let times = old.0 / rest.0;
        let next = (old.0 - times * rest.0, old.1 - times * rest.1, old.2 - times * rest.2);
        (old, rest) = (rest, next);
    }
    match old.0 {
        1 => Some((old.1, old.2)),
        -1 => Some((-old.1, -old.2)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The representative of a cell, found by examining every place in it.
    fn by_brute_force(grid: Grid, critical: &Critical, cell: [usize; 2]) -> Option<MapPlace> {
        let regular = [grid.regular(0, cell[0])?, grid.regular(1, cell[1])?];
        let all = grid.range(1, cell[1]).flat_map(|y| grid.range(0, cell[0]).map(move |x| [x, y]));
        let standing = |place: MapPlace| {
            let on = |line: &CriticalLine| line.a * place[0] + line.b * place[1] == line.c;
            let rank = if critical.points.contains(&place) {
                Rank::Point
            } else if critical.lines.iter().any(|line| line.is_straight() && on(line)) {
                Rank::Straight
            } else if critical.lines.iter().any(on) {
                Rank::Slanted
            } else {
                return None;
            };
            let [x, y] = [place[0] - regular[0], place[1] - regular[1]];
            Some((rank, x * x + y * y, [place[1], place[0]]))
        };
        let best = all.filter_map(standing).min();
        Some(best.map_or(regular, |(_, _, [y, x])| [x, y]))
    }

    fn line() -> impl Strategy<Value = Option<CriticalLine>> {
        (-9_i64..9, -9_i64..9, -300_i64..300).prop_map(|(a, b, c)| CriticalLine::new(a, b, c))
    }

    proptest! {
        #[test]
        fn the_place_of_each_cell_is_the_best_one_in_it(
            lines in proptest::collection::vec(line(), 0..5),
            points in proptest::collection::vec((-40_i64..40, -40_i64..40), 0..4),
            origin in (-40_i64 * 32..0, -40_i64 * 32..0),
            offset in (0_i64..64, 0_i64..64),
            cell in prop::sample::select(vec![32_i64 * 5, 32 * 8, 100, 20]),
        ) {
            let grid = Grid {
                origin: [origin.0, origin.1],
                cell: [cell, 2 * cell],
                cells: [7, 5],
                offset: [offset.0, offset.1],
            };
            let points = points.into_iter().map(|(x, y)| [x, y]).collect();
            let lines = lines.into_iter().flatten().collect();
            let critical = Critical { points, lines }.in_order();
            let places = Places::new(grid, &critical);
            for row in 0..5 {
                for column in 0..7 {
                    let best = by_brute_force(grid, &critical, [column, row]);
                    prop_assert_eq!(places.at(column, row), best, "cell {}, {}", column, row);
                }
            }
        }
    }
}
