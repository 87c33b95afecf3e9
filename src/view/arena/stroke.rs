//! A straight line in cells, computed in integers.
//!
//! A line that is wider than high on the screen has one cell per column: the cell through which it
//! leaves the column. The last cell before the row changes is drawn as a step, the rest as straight
//! pieces. A line that is higher than wide swaps columns and rows.
//!
//! Lengths are in grains (see [`crate::app::Viewport`]), below 2^30 between two points. A line
//! lengthened to cross the whole view has products above 2^63, so they are computed in 128 bits.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `tests` | properties of every line in every view |

use crate::app::{Cell, Viewport, grains};
use crate::view::glyphs::Glyphs;
use hitscan_geom::{Axis, ExactPoint, Fraction, Point};

/// Which of two cells a line belongs to when it runs or exits exactly between
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    /// The left or upper one.
    Before,
    /// The right or lower one.
    After,
}

/// Where a line goes next from a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StrokeRun {
    /// To the same row or column.
    Along,
    /// To the next one.
    Step,
}

/// A point in grains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GrainPoint {
    pub(super) x: i64,
    pub(super) y: i64,
}

impl GrainPoint {
    /// The middle of a cell.
    pub(super) const fn in_middle(view: &Viewport, cell: Cell) -> Self {
        let half = view.column_grains() / 2;
        Self { x: view.column_x(cell.col) + half, y: view.row_y(cell.row) + 2 * half }
    }

    /// The grain that contains a point.
    pub(super) fn of(point: &ExactPoint) -> Self {
        let grain = |at: Fraction| {
            let grain = (at.numerator() * 16_000).div_euclid(at.denominator());
            i64::try_from(grain).unwrap_or(i64::MAX / 2)
        };
        Self { x: grain(point.x), y: grain(point.y) }
    }

    /// The midpoint of two points.
    pub(super) const fn midpoint(self, other: Self) -> Self {
        Self { x: i64::midpoint(self.x, other.x), y: i64::midpoint(self.y, other.y) }
    }

    /// The cell that contains this point. A cell includes its left and top
    /// borders.
    pub(super) fn cell(self, view: &Viewport) -> Cell {
        let origin = view.cell_of(Point::default());
        let width = view.column_grains();
        Cell {
            col: cell(self.x, width, Tie::After) + origin.col,
            row: cell(self.y, 2 * width, Tie::After) + origin.row,
        }
    }
}

impl From<Point> for GrainPoint {
    fn from(point: Point) -> Self {
        Self { x: grains(point.x), y: grains(point.y) }
    }
}

/// A line's course along one axis. Cells count from the start of the plane.
#[derive(Clone, Copy, Debug)]
struct AxisCourse {
    from: i64,
    to: i64,
    /// The size of a cell.
    size: i64,
    /// The first cell in view and the number of cells.
    first: i64,
    count: i64,
}

impl AxisCourse {
    /// +1, -1, or 0 if the line does not move along this axis.
    const fn sense(&self) -> i64 {
        (self.to - self.from).signum()
    }

    const fn length(&self) -> i64 {
        (self.to - self.from).abs()
    }

    /// The cell the line starts in; on a boundary, the one it enters.
    const fn start(&self) -> i64 {
        if self.sense() < 0 {
            cell(self.from, self.size, Tie::Before)
        } else {
            cell(self.from, self.size, Tie::After)
        }
    }

    /// The cell the line ends in; on a boundary, the one it comes from.
    const fn end(&self) -> i64 {
        if self.sense() > 0 {
            cell(self.to, self.size, Tie::Before)
        } else {
            cell(self.to, self.size, Tie::After)
        }
    }

    /// Where the line leaves cell `at`.
    fn exit(&self, at: i64) -> i64 {
        if self.sense() < 0 {
            (at * self.size).max(self.to)
        } else {
            ((at + 1) * self.size).min(self.to)
        }
    }
}

/// The cell of this size that contains `at`.
const fn cell(at: i64, size: i64, tie: Tie) -> i64 {
    match tie {
        Tie::After => at.div_euclid(size),
        Tie::Before => -(-at).div_euclid(size) - 1,
    }
}

/// A straight line in the cells of a view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    /// The axis along which the line has exactly one cell per column or row.
    axis: Axis,
    along: AxisCourse,
    across: AxisCourse,
    tie: Tie,
}

impl Stroke {
    /// The line between two points. Where it runs or exits exactly between two
    /// cells, it belongs to the one it comes from.
    pub(super) fn new(view: &Viewport, from: GrainPoint, to: GrainPoint) -> Self {
        let mut stroke = Self::with_tie(view, from, to, Tie::After);
        if stroke.across.sense() > 0 {
            stroke.tie = Tie::Before;
        }
        stroke
    }

    /// Like [`Self::new`], but between two cells it belongs to the one it goes into.
    pub(super) fn entering(view: &Viewport, from: GrainPoint, to: GrainPoint) -> Self {
        let mut stroke = Self::with_tie(view, from, to, Tie::After);
        if stroke.across.sense() < 0 {
            stroke.tie = Tie::Before;
        }
        stroke
    }

    /// Like [`Self::new`], but `tie` chooses between two cells.
    pub(super) fn with_tie(view: &Viewport, from: GrainPoint, to: GrainPoint, tie: Tie) -> Self {
        let origin = view.cell_of(Point::default());
        let width = view.column_grains();
        let course = |from, to, size, first: i64, count: u16| AxisCourse {
            from,
            to,
            size,
            first,
            count: i64::from(count),
        };
        let x = course(from.x, to.x, width, -origin.col, view.cols());
        let y = course(from.y, to.y, 2 * width, -origin.row, view.rows());
        // A column is half as wide as a row is high.
        if 2 * (x.to - x.from).abs() >= (y.to - y.from).abs() {
            Self { axis: Axis::X, along: x, across: y, tie }
        } else {
            Self { axis: Axis::Y, along: y, across: x, tie }
        }
    }

    /// The axis along which the line has exactly one cell per column or row.
    pub(super) const fn axis(&self) -> Axis {
        self.axis
    }

    /// The axis along which the line is longer in the plane, where units are square.
    pub(super) const fn heading(&self) -> Axis {
        let (along, across) = (self.along.length(), self.across.length());
        match self.axis {
            Axis::X if along < across => Axis::Y,
            Axis::Y if along <= across => Axis::X,
            axis => axis,
        }
    }

    /// The glyph for one cell of the line.
    pub(super) const fn glyph(&self, glyphs: &Glyphs, run: StrokeRun) -> char {
        match (run, self.axis) {
            (StrokeRun::Along, Axis::X) => glyphs.horizontal,
            (StrokeRun::Along, Axis::Y) => glyphs.vertical,
            (StrokeRun::Step, _) => {
                let [x, y] = self.senses();
                if x == y { glyphs.falling } else { glyphs.rising }
            }
        }
    }

    /// The directions along x and y: +1, -1 or 0.
    pub(super) const fn senses(&self) -> [i64; 2] {
        match self.axis {
            Axis::X => [self.along.sense(), self.across.sense()],
            Axis::Y => [self.across.sense(), self.along.sense()],
        }
    }

    /// The cell the line starts in.
    pub(super) const fn start(&self) -> Cell {
        self.in_view(self.along.start(), self.across.start())
    }

    /// The cell the line ends in.
    pub(super) const fn end(&self) -> Cell {
        self.in_view(self.along.end(), self.across.end())
    }

    /// The cell drawn where the line passes through `point`, which lies on it.
    pub(super) fn cell_at(&self, view: &Viewport, point: &ExactPoint) -> Cell {
        let exact = view.cell_of_exact(point);
        let at = match self.axis {
            Axis::X => exact.col,
            Axis::Y => exact.row,
        } + self.along.first;
        let (start, end) = (self.along.start(), self.along.end());
        let at = at.clamp(start.min(end), start.max(end));
        self.in_view(at, self.across_at(at))
    }

    /// The cells in view, in the direction of the line. The cost depends on the
    /// size of the view, not on the length of the line.
    pub(super) fn cells(self) -> impl Iterator<Item = (Cell, StrokeRun)> {
        let (start, end, sense) = (self.along.start(), self.along.end(), self.along.sense());
        let place = move |nth: i64| start + sense * nth;
        let nth = self.visible(start, end, sense);
        nth.map(move |nth| {
            let at = place(nth);
            let across = self.across_at(at);
            let goes_on = at == end || self.across_at(at + sense) == across;
            (self.in_view(at, across), if goes_on { StrokeRun::Along } else { StrokeRun::Step })
        })
    }

    /// The cells in view of the infinite line before the start and beyond the
    /// end; none for a point. If the line ends inside a cell and continues into
    /// the one beside it, that one is the first beyond.
    pub(super) fn beyond(self) -> impl Iterator<Item = Cell> {
        let (start, end) = (self.along.start(), self.along.end());
        let own = start.min(end) - self.along.first..=start.max(end) - self.along.first;
        let (axis, last) = (self.axis, self.in_view(end, self.across_at(end)));
        let along = move |cell: &Cell| match axis {
            Axis::X => cell.col,
            Axis::Y => cell.row,
        };
        let cells = self.lengthened().cells().map(|(cell, _)| cell);
        cells.filter(move |cell| {
            let goes_on_beside = along(cell) == along(&last) && *cell != last;
            goes_on_beside || !own.contains(&along(cell))
        })
    }

    /// The line lengthened at both ends until it crosses or misses the view.
    fn lengthened(mut self) -> Self {
        let AxisCourse { from, to, size, first, count } = self.along;
        let length = (to - from).abs();
        if length == 0 {
            return self;
        }
        let edges = [first * size, (first + count) * size];
        let reach = edges.map(|edge| (edge - from).abs().max((edge - to).abs()));
        let times = reach[0].max(reach[1]) / length + 1;
        for course in [&mut self.along, &mut self.across] {
            let way = times * (course.to - course.from);
            (course.from, course.to) = (course.from - way, course.to + way);
        }
        self
    }

    /// Whether the cell through which the line leaves its first column or row
    /// can be skipped: it is not the start cell, and the cell after it joins
    /// the start cell directly.
    pub(super) fn skips_first_exit(&self) -> bool {
        let (at, end) = (self.along.start(), self.along.end());
        let from = self.across.start();
        let next = at + self.along.sense();
        at != end && self.across_at(at) != from && (self.across_at(next) - from).abs() <= 1
    }

    /// The indices, counted from the start, of the cells in view.
    fn visible(&self, start: i64, end: i64, sense: i64) -> std::ops::Range<i64> {
        let (first, last) = (self.along.first, self.along.first + self.along.count - 1);
        let (from, to) = match sense {
            0 => (start, end),
            _ if sense > 0 => (start.max(first), end.min(last)),
            _ => (start.min(last), end.max(first)),
        };
        let (mut from, mut to) = ((from - start) * signum_or_one(sense), (to - start) * sense + 1);
        if sense == 0 && !(first..=last).contains(&start) {
            return 0..0;
        }
        // The line is monotonic across.
        let top = self.across.first;
        let bottom = top + self.across.count;
        let across = |nth: i64| self.across_at(start + sense * nth);
        if self.across.sense() < 0 {
            from = partition(from, to, |nth| across(nth) >= bottom);
            to = partition(from, to, |nth| across(nth) >= top);
        } else {
            from = partition(from, to, |nth| across(nth) < top);
            to = partition(from, to, |nth| across(nth) < bottom);
        }
        from..to
    }

    /// The cell across through which the line leaves cell `at`.
    fn across_at(&self, at: i64) -> i64 {
        let length = self.along.length();
        if length == 0 {
            return self.across.start();
        }
        let done = (self.along.exit(at) - self.along.from).abs();
        let way = self.across.to - self.across.from;
        let [from, way, done, length, size] =
            [self.across.from, way, done, length, self.across.size].map(i128::from);
        let (over, under) = (from * length + way * done, size * length);
        let across = match self.tie {
            Tie::After => over.div_euclid(under),
            Tie::Before => -(-over).div_euclid(under) - 1,
        };
        i64::try_from(across).expect("a cell between two places that are i64")
    }

    const fn in_view(&self, along: i64, across: i64) -> Cell {
        let (along, across) = (along - self.along.first, across - self.across.first);
        match self.axis {
            Axis::X => Cell { col: along, row: across },
            Axis::Y => Cell { col: across, row: along },
        }
    }
}

/// The first column and row of the view whose centres are not before a point.
pub(super) fn first_middle(view: &Viewport, point: &ExactPoint) -> Cell {
    let origin = view.cell_of(Point::default());
    let number = |at: Fraction, size: i64| {
        let (over, under, size) = (at.numerator() * 16_000, at.denominator(), i128::from(size));
        // n·size + size/2 >= over/under; the size of a cell is even at every
        // zoom.
        let cell = -(size / 2 * under - over).div_euclid(size * under);
        i64::try_from(cell).unwrap_or(i64::MAX / 2)
    };
    let width = view.column_grains();
    Cell { col: number(point.x, width) + origin.col, row: number(point.y, 2 * width) + origin.row }
}

const fn signum_or_one(sense: i64) -> i64 {
    if sense == 0 { 1 } else { sense }
}

/// The first of `from..to` for which `before` does not hold.
fn partition(mut from: i64, mut to: i64, before: impl Fn(i64) -> bool) -> i64 {
    while from < to {
        let middle = from + (to - from) / 2;
        if before(middle) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from
}

#[cfg(test)]
mod tests;
