//! The part of the plane that the arena shows: zoom, pan, and the exact conversion between cells
//! and coordinates.
//!
//! Lengths here are in *grains*, sixteenths of a thousandth of a unit, in which a cell is a whole
//! number at every zoom. At zoom 1 a column is 1 unit wide and a row 2 units high, so that units
//! are square on the screen.

use std::ops::RangeInclusive;

use hitscan_core::scene::View;
use hitscan_core::world::World;
use hitscan_geom::{ExactPoint, Milli, Point, milli};

/// Grains in a thousandth of a unit.
const GRAINS: i64 = 16;
/// The width of a column at zoom 1, in grains.
const COLUMN: i64 = 1000 * GRAINS;

/// The part of the plane in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// The number of the leftmost column; column 0 starts at x = 0.
    left: i64,
    /// The number of the topmost row; row 0 starts at y = 0.
    top: i64,
    /// Zoom 2^zoom, one of [`Viewport::ZOOMS`].
    zoom: i8,
    cols: u16,
    rows: u16,
}

/// A cell of the arena, counted from the top left of the view; outside it if
/// negative or too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// From the left.
    pub col: i64,
    /// From the top.
    pub row: i64,
}

impl Viewport {
    /// All zooms, as exponents of 2: ×1/64 to ×16. A scene cannot ask for less than ×1/8: the
    /// factor would not be a whole number of thousandths.
    pub const ZOOMS: RangeInclusive<i8> = -6..=*View::ZOOMS.end();

    /// The greatest zoom that fitting chooses, as an exponent of 2.
    pub(in crate::app) const MOST_FITTED: i8 = 2;
    /// The same where a closer view would cost too many bytes per step: on a slow line, and in a
    /// list of scenes.
    pub(in crate::app) const MOST_FITTED_SPARING: i8 = 1;

    /// A view at zoom 1 with the origin in the top left corner.
    pub const fn new(cols: u16, rows: u16) -> Self {
        Self { left: 0, top: 0, zoom: 0, cols, rows }
    }

    /// Columns shown.
    pub const fn cols(&self) -> u16 {
        self.cols
    }

    /// Rows shown.
    pub const fn rows(&self) -> u16 {
        self.rows
    }

    /// The zoom as an exponent of 2.
    pub const fn zoom(&self) -> i8 {
        self.zoom
    }

    /// The width of a column in grains; a row is twice as high.
    pub const fn column_grains(&self) -> i64 {
        if self.zoom >= 0 { COLUMN >> self.zoom } else { COLUMN << -self.zoom }
    }

    const fn row_grains(&self) -> i64 {
        2 * self.column_grains()
    }

    /// The x at which this column starts, in grains.
    pub const fn column_x(&self, col: i64) -> i64 {
        (self.left + col) * self.column_grains()
    }

    /// The y at which this row starts, in grains.
    pub const fn row_y(&self, row: i64) -> i64 {
        (self.top + row) * self.row_grains()
    }

    /// The cell that contains a point. A cell contains its left and top border.
    pub const fn cell_of(&self, p: Point) -> Cell {
        Cell {
            col: grains(p.x).div_euclid(self.column_grains()) - self.left,
            row: grains(p.y).div_euclid(self.row_grains()) - self.top,
        }
    }

    /// The cell that contains the point (0, 0).
    pub const fn origin(&self) -> Cell {
        Cell { col: -self.left, row: -self.top }
    }

    /// The cell that contains a point that may lie between thousandths.
    pub fn cell_of_exact(&self, point: &ExactPoint) -> Cell {
        let number = |over: i128, under: i128, size: i64| {
            let cell = (over * i128::from(COLUMN)).div_euclid(under * i128::from(size));
            i64::try_from(cell).unwrap_or(i64::MAX / 2)
        };
        let [x, y] = [point.x, point.y].map(|at| (at.numerator(), at.denominator()));
        Cell {
            col: number(x.0, x.1, self.column_grains()) - self.left,
            row: number(y.0, y.1, self.row_grains()) - self.top,
        }
    }

    /// Whether bounds are narrower and lower than a cell.
    pub const fn is_under_a_cell(&self, min: Point, max: Point) -> bool {
        grains(max.x) - grains(min.x) < self.column_grains()
            && grains(max.y) - grains(min.y) < self.row_grains()
    }

    /// The cell that contains the middle of bounds, and the column and row of its dot in that cell:
    /// a cell has two columns and four rows of dots.
    pub const fn middle_dot(&self, min: Point, max: Point) -> (Cell, [i64; 2]) {
        let dot = self.column_grains() / 2;
        // The sum of two coordinates is even in grains.
        let x = i64::midpoint(grains(min.x), grains(max.x)).div_euclid(dot);
        let y = i64::midpoint(grains(min.y), grains(max.y)).div_euclid(dot);
        let cell = Cell { col: x.div_euclid(2) - self.left, row: y.div_euclid(4) - self.top };
        (cell, [x.rem_euclid(2), y.rem_euclid(4)])
    }

    /// The top left corner of a cell; `None` beyond the plane.
    pub(in crate::app) fn point_of(&self, cell: Cell) -> Option<Point> {
        let milli = |at: i64| {
            let thousandths = at.div_euclid(grains(milli!(1)));
            let value = Milli::try_from(i128::from(thousandths)).ok();
            value.filter(|value| value.in_range())
        };
        Some(Point::new(milli(self.column_x(cell.col))?, milli(self.row_y(cell.row))?))
    }

    /// Whether a cell is in view.
    pub fn has(&self, cell: Cell) -> bool {
        (0..i64::from(self.cols)).contains(&cell.col)
            && (0..i64::from(self.rows)).contains(&cell.row)
    }

    /// The index of a cell among those in view, row by row; `None` out of view.
    pub fn place_of(&self, cell: Cell) -> Option<usize> {
        let (col, row) = (usize::try_from(cell.col).ok()?, usize::try_from(cell.row).ok()?);
        let cols = usize::from(self.cols);
        (col < cols && row < usize::from(self.rows)).then_some(row * cols + col)
    }

    /// The point in whole units nearest to the top left corner of a cell of the view; for cells
    /// beyond the plane, the plane's edge.
    pub fn unit_point(&self, col: i64, row: i64) -> Point {
        let units = |at: i64| {
            let most = i64::from(Milli::LIMIT.thousandths() / 1000);
            let units = (at + COLUMN / 2).div_euclid(COLUMN).clamp(-most, most);
            Milli::from_units(i16::try_from(units).unwrap_or_default())
        };
        Point::new(units(self.column_x(col)), units(self.row_y(row)))
    }

    /// Resizes the view; its top left corner stays.
    pub const fn resize(&mut self, cols: u16, rows: u16) {
        (self.cols, self.rows) = (cols, rows);
    }

    /// Moves the view by columns and rows.
    pub const fn pan(&mut self, cols: i64, rows: i64) {
        self.left += cols;
        self.top += rows;
    }

    /// Zooms by powers of two about the middle; returns whether that zoom exists.
    pub fn zoom_by(&mut self, powers: i8) -> bool {
        self.zoom_keeping(powers, i64::from(self.cols), i64::from(self.rows))
    }

    /// Zooms about the corner of a cell, so that zooming in and out returns to
    /// the same view.
    pub fn zoom_about(&mut self, powers: i8, cell: Cell) -> bool {
        self.zoom_keeping(powers, 2 * cell.col, 2 * cell.row)
    }

    /// Zooms about a point given in half columns and half rows from the corner.
    fn zoom_keeping(&mut self, powers: i8, cols: i64, rows: i64) -> bool {
        let zoom = self.zoom + powers;
        if !Self::ZOOMS.contains(&zoom) {
            return false;
        }
        let kept_x = (2 * self.left + cols) * self.column_grains();
        let kept_y = (2 * self.top + rows) * self.row_grains();
        self.zoom = zoom;
        self.left = (kept_x.div_euclid(self.column_grains()) - cols).div_euclid(2);
        self.top = (kept_y.div_euclid(self.row_grains()) - rows).div_euclid(2);
        true
    }

    /// Resets to zoom 1 with the origin in the top left corner.
    pub const fn reset(&mut self) {
        *self = Self::new(self.cols, self.rows);
    }

    /// Shows all objects of a world, no closer than `most`.
    pub(in crate::app) fn show_all(&mut self, world: &World, most: i8) {
        let bounds = world.objects().map(|(_, object)| object.shape.bounds());
        let extent = bounds.reduce(|(min, max), (other_min, other_max)| {
            (
                Point::new(min.x.min(other_min.x), min.y.min(other_min.y)),
                Point::new(max.x.max(other_max.x), max.y.max(other_max.y)),
            )
        });
        match extent {
            Some((min, max)) => self.fit(min, max, most),
            None => self.reset(),
        }
    }

    /// Fits all objects of a world, which are fitted now, into all rows but the last, unless that
    /// takes a smaller zoom.
    pub(in crate::app) fn leave_last_row_free(&mut self, world: &World, most: i8) {
        let mut view = *self;
        view.resize(self.cols, self.rows.saturating_sub(1));
        view.show_all(world, most);
        if view.zoom == self.zoom {
            view.resize(self.cols, self.rows);
            *self = view;
        }
    }

    /// The view at this zoom if it shows the whole extent with this margin.
    pub(in crate::app) fn at_zoom(
        &self,
        zoom: i8,
        extent: [Point; 2],
        margin: i64,
    ) -> Option<Self> {
        let (mut view, [min, max]) = (*self, extent);
        view.fit_between(min, max, zoom..=zoom, &[margin]);
        let is_shown = view.zoom == zoom && view.shows_within(min, max, margin);
        (Self::ZOOMS.contains(&zoom) && is_shown).then_some(view)
    }

    /// Whether all cells from `min` to `max` are in view.
    pub(in crate::app) fn shows_extent(&self, min: Point, max: Point) -> bool {
        self.shows_within(min, max, 0)
    }

    /// Whether all objects of a world are wholly visible.
    pub fn shows_whole(&self, world: &World) -> bool {
        let mut bounds = world.objects().map(|(_, object)| object.shape.bounds());
        bounds.all(|(min, max)| self.shows_within(min, max, 0))
    }

    /// Chooses the greatest zoom up to `most` that shows `min` to `max`: with the origin in the
    /// corner if their middle is then near that of the view, otherwise centered on whole cells.
    pub fn fit(&mut self, min: Point, max: Point, most: i8) {
        self.fit_between(min, max, *Self::ZOOMS.start()..=most, &[0]);
    }

    /// The same with a margin of two cells, or fewer if the margin would halve the zoom, and no
    /// farther out than ×¼.
    pub(in crate::app) fn fit_with_margin(&mut self, min: Point, max: Point, most: i8) {
        const LEAST: i8 = -2;
        self.fit_between(min, max, LEAST..=most, &[2, 1, 0]);
    }

    /// Chooses the greatest of these zooms, and for it the first margin that fits.
    fn fit_between(&mut self, min: Point, max: Point, zooms: RangeInclusive<i8>, margins: &[i64]) {
        for zoom in Self::ZOOMS.rev().filter(|zoom| zooms.contains(zoom)) {
            for &margin in margins {
                (self.left, self.top, self.zoom) = (0, 0, zoom);
                if self.shows_within(min, max, margin) && self.is_central(min, max) {
                    return;
                }
                let (from, to) = (self.cell_of(min), self.last_cell_of(max));
                // An odd cell is left over on the right and at the top.
                self.left = (from.col + to.col + 2 - i64::from(self.cols)).div_euclid(2);
                self.top = (from.row + to.row + 1 - i64::from(self.rows)).div_euclid(2);
                if self.shows_within(min, max, margin) {
                    return;
                }
            }
        }
    }

    /// Shows the part of the plane that a scene opens with, on whole cells.
    pub fn show(&mut self, view: View) {
        (self.left, self.top, self.zoom) = (0, 0, view.zoom);
        let middle = self.cell_of(view.middle);
        self.center_between(middle, middle);
    }

    /// Whether the middle between two points is within an eighth of the view of its middle.
    fn is_central(&self, min: Point, max: Point) -> bool {
        let (from, to) = (self.cell_of(min), self.last_cell_of(max));
        let is_near = |from: i64, to: i64, size: u16| {
            let size = i64::from(size);
            (from + to + 1 - size).abs() * 4 <= size
        };
        is_near(from.col, to.col, self.cols) && is_near(from.row, to.row, self.rows)
    }

    /// The cell before this point: the last one of a shape that ends there.
    fn last_cell_of(&self, p: Point) -> Cell {
        let last = |at: i64, size: i64| (at - 1).div_euclid(size);
        Cell {
            col: last(grains(p.x), self.column_grains()) - self.left,
            row: last(grains(p.y), self.row_grains()) - self.top,
        }
    }

    /// Whether `min` to `max` is in view, with this many cells around it.
    fn shows_within(&self, min: Point, max: Point, margin: i64) -> bool {
        let (from, to) = (self.cell_of(min), self.last_cell_of(max));
        self.has(Cell { col: from.col - margin, row: from.row - margin })
            && self.has(Cell { col: to.col + margin, row: to.row + margin })
    }

    /// Scrolls as little as possible to show `min` to `max` with a margin of an eighth of the view,
    /// or as much as fits; for something larger than the view, shows its top left corner.
    pub fn follow(&mut self, min: Point, max: Point) {
        let (from, to) = (self.cell_of(min), self.cell_of(max));
        self.left += scroll(from.col, to.col, i64::from(self.cols));
        self.top += scroll(from.row, to.row, i64::from(self.rows));
    }

    /// Whether the cell of this point is in view.
    pub fn shows(&self, p: Point) -> bool {
        self.has(self.cell_of(p))
    }

    /// Centers the point halfway between two cells.
    pub fn center_between(&mut self, from: Cell, to: Cell) {
        // An odd cell is left over on the right and at the bottom.
        self.left += (from.col + to.col - i64::from(self.cols) + 2).div_euclid(2);
        self.top += (from.row + to.row - i64::from(self.rows) + 2).div_euclid(2);
    }
}

/// A coordinate in grains.
pub const fn grains(value: Milli) -> i64 {
    value.wide() * GRAINS
}

/// The first and last cells of this size whose middles lie in a range, in grains; if there are
/// none, the one that contains the start of the range.
pub const fn cells_between(from: i64, to: i64, size: i64) -> (i64, i64) {
    let (first, last) = (first_middle(from, size), first_middle(to, size) - 1);
    if first <= last {
        return (first, last);
    }
    let begin = from.div_euclid(size);
    (begin, begin)
}

/// The number of the first cell of this size whose middle is not before `at`.
const fn first_middle(at: i64, size: i64) -> i64 {
    let (cell, rest) = (at.div_euclid(size), at.rem_euclid(size));
    if rest > size / 2 { cell + 1 } else { cell }
}

/// How far to scroll so that `from..=to` is inside `0..len`.
fn scroll(from: i64, to: i64, len: i64) -> i64 {
    let (margin, free) = (len / 8, len - (to - from + 1));
    if from >= 0 && to < len {
        0
    } else if free < 0 {
        from - margin
    } else if from < 0 {
        from - margin.min(free / 2)
    } else {
        to - len + 1 + margin.min(free / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitscan_geom::milli;

    fn point(x: i32, y: i32) -> Point {
        Point::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range"))
    }

    #[test]
    fn a_cell_is_drawn_when_its_middle_is_reached() {
        let view = Viewport::new(43, 20);
        for (x, col) in [(0, 0), (499, 0), (500, 0), (501, 1), (-500, -1), (-499, 0)] {
            let x = grains(Milli::new(x).expect("in range"));
            assert_eq!(first_middle(x, view.column_grains()), col, "x {x}");
        }
        assert_eq!(first_middle(grains(milli!(1001)), view.row_grains()), 1);
        assert_eq!(view.cell_of(point(-1, 3999)), Cell { col: -1, row: 1 });
    }

    #[test]
    fn zooming_keeps_the_middle_and_stops_at_its_ends() {
        let mut view = Viewport::new(40, 20);
        let before = view;
        assert!(view.zoom_by(1) && view.zoom_by(-1));
        assert_eq!(view, before);
        assert_eq!((0..10).filter(|_| view.zoom_by(1)).count(), 4);
        assert_eq!((0..20).filter(|_| view.zoom_by(-1)).count(), 10);
    }

    #[test]
    fn fitting_shows_everything_and_following_scrolls_no_more_than_needed() {
        let mut view = Viewport::new(43, 20);
        view.fit(point(0, 0), point(42_000, 39_000), Viewport::MOST_FITTED);
        assert_eq!(view, Viewport::new(43, 20));
        view.fit(point(90_000, -20_000), point(200_000, 30_000), Viewport::MOST_FITTED);
        assert!(view.shows(point(90_000, -20_000)) && view.shows(point(200_000, 30_000)));
        view.fit(point(0, 0), point(4000, 4000), Viewport::MOST_FITTED);
        assert_eq!(view.zoom(), 2);
        view.fit(point(0, 0), point(4000, 4000), Viewport::MOST_FITTED_SPARING);
        assert_eq!(view.zoom(), 1);
        let mut view = Viewport::new(43, 20);
        view.follow(point(10_000, 2_000), point(42_000, 39_000));
        assert_eq!(view, Viewport::new(43, 20));
        view.follow(point(103_000, 41_000), point(111_000, 53_000));
        assert!(view.shows(point(103_000, 41_000)) && view.shows(point(111_000, 53_000)));
        for left in [-3_000, 5_000, 60_000] {
            let wide = [point(left, 2_000), point(left + 40_000, 4_000)];
            view.follow(wide[0], wide[1]);
            assert!(wide.iter().all(|&end| view.shows(end)), "41 of 43 columns, from {left}");
        }
    }
}
