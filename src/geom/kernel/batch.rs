//! One against many: shapes laid out by coordinate, and verdicts written into
//! the caller's buffer. The loops hold no branch, so that the compiler can turn
//! several verdicts at once.

use super::super::{Aabb, Laser, Milli, Moving, Point, Vector};
use super::{PackedEntry, PackedSweep, entry, slabs::Slabs, sweep};

/// Closed axis-aligned ranges; they may be flat, as the reach of a laser is.
#[derive(Clone, Debug, Default)]
pub struct Boxes {
    left: Vec<i32>,
    top: Vec<i32>,
    right: Vec<i32>,
    bottom: Vec<i32>,
}

/// Lasers.
#[derive(Clone, Debug, Default)]
pub struct Lasers {
    start_x: Vec<i32>,
    start_y: Vec<i32>,
    end_x: Vec<i32>,
    end_y: Vec<i32>,
}

/// Boxes and their motions in a frame.
#[derive(Clone, Debug, Default)]
pub struct MovingBoxes {
    start: Boxes,
    way_x: Vec<i32>,
    way_y: Vec<i32>,
}

impl Boxes {
    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Adds the range from `min` to `max`, which must not lie below it in
    /// either axis.
    pub fn push(&mut self, min: Point, max: Point) {
        debug_assert!(min.x <= max.x && min.y <= max.y, "a range runs upwards");
        self.left.push(min.x.thousandths());
        self.top.push(min.y.thousandths());
        self.right.push(max.x.thousandths());
        self.bottom.push(max.y.thousandths());
    }

    fn columns(&self) -> impl Iterator<Item = [i32; 4]> + '_ {
        let x = self.left.iter().zip(&self.right);
        let y = self.top.iter().zip(&self.bottom);
        x.zip(y).map(|((&left, &right), (&top, &bottom))| [left, top, right, bottom])
    }

    /// Writes for each whether the closed range from `min` to `max` has a common
    /// point with it; touching is meeting. `meets` is cleared first.
    pub fn meet(&self, min: Point, max: Point, meets: &mut Vec<bool>) {
        let [x_from, y_from, x_to, y_to] = [min.x, min.y, max.x, max.y].map(Milli::thousandths);
        meets.clear();
        meets.extend(self.columns().map(|[left, top, right, bottom]| {
            (left <= x_to) & (x_from <= right) & (top <= y_to) & (y_from <= bottom)
        }));
    }

    /// Writes for each what [`laser_enters_box`](super::laser_enters_box) finds;
    /// none of them may be flat. `entries` is cleared first.
    pub fn entered_by(&self, laser: &Laser, entries: &mut Vec<PackedEntry>) {
        let way = laser.direction();
        let [x, y] = [laser.start.x, laser.start.y].map(Milli::thousandths);
        let way = [way.x, way.y].map(Milli::thousandths);
        entries.clear();
        entries.extend(self.columns().map(|[left, top, right, bottom]| {
            entry::pack(&Slabs::new([left - x, top - y], [right - x, bottom - y], way))
        }));
    }
}

impl FromIterator<Aabb> for Boxes {
    fn from_iter<I: IntoIterator<Item = Aabb>>(boxes: I) -> Self {
        let mut all = Self::default();
        boxes.into_iter().for_each(|one| all.push(one.min(), one.max()));
        all
    }
}

impl Lasers {
    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.start_x.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.start_x.is_empty()
    }

    /// Adds one.
    pub fn push(&mut self, laser: &Laser) {
        self.start_x.push(laser.start.x.thousandths());
        self.start_y.push(laser.start.y.thousandths());
        self.end_x.push(laser.end.x.thousandths());
        self.end_y.push(laser.end.y.thousandths());
    }

    /// Writes for each what [`lasers_meet`](super::lasers_meet) finds. `meets`
    /// is cleared first.
    pub fn meet(&self, laser: &Laser, meets: &mut Vec<bool>) {
        let way = laser.direction();
        let (x0, y0) = (laser.start.x.thousandths(), laser.start.y.thousandths());
        let (ax, ay) = (way.x.wide(), way.y.wide());
        let [(x_from, x_to), (y_from, y_to)] =
            [(laser.start.x, laser.end.x), (laser.start.y, laser.end.y)]
                .map(|(one, other)| (one.min(other).thousandths(), one.max(other).thousandths()));
        let starts = self.start_x.iter().zip(&self.start_y);
        let ends = self.end_x.iter().zip(&self.end_y);
        meets.clear();
        meets.extend(starts.zip(ends).map(|((&sx, &sy), (&ex, &ey))| {
            let wide = i64::from;
            let (rx, ry, bx, by) = (wide(sx - x0), wide(sy - y0), wide(ex - sx), wide(ey - sy));
            let whole = ax * by - ay * bx;
            let on_a = rx * by - ry * bx;
            let on_b = rx * ay - ry * ax;
            let sign = whole >> 63;
            let turn = |area: i64| (area ^ sign) - sign;
            let (whole, on_a, on_b) = (turn(whole), turn(on_a), turn(on_b));
            let aside = on_a | (whole - on_a) | on_b | (whole - on_b);
            let apart = ((x_to - sx) & (x_to - ex))
                | ((sx - x_from) & (ex - x_from))
                | ((y_to - sy) & (y_to - ey))
                | ((sy - y_from) & (ey - y_from));
            (aside | wide(apart)) >= 0
        }));
    }
}

impl FromIterator<Laser> for Lasers {
    fn from_iter<I: IntoIterator<Item = Laser>>(lasers: I) -> Self {
        let mut all = Self::default();
        lasers.into_iter().for_each(|one| all.push(&one));
        all
    }
}

impl MovingBoxes {
    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.start.is_empty()
    }

    /// Adds one.
    pub fn push(&mut self, one: &Moving) {
        self.start.push(one.start.min(), one.start.max());
        self.way_x.push(one.motion.x.thousandths());
        self.way_y.push(one.motion.y.thousandths());
    }

    /// Writes for each what [`sweep`](super::sweep) finds with `a` as the first
    /// and it as the second. `sweeps` is cleared first.
    pub fn swept_by(&self, a: &Moving, sweeps: &mut Vec<PackedSweep>) {
        let [a_left, a_top, a_right, a_bottom] =
            [a.start.left(), a.start.top(), a.start.right(), a.start.bottom()]
                .map(Milli::thousandths);
        let Vector { x, y } = a.motion;
        let (x, y) = (x.thousandths(), y.thousandths());
        let ways = self.way_x.iter().zip(&self.way_y);
        sweeps.clear();
        sweeps.extend(self.start.columns().zip(ways).map(
            |([left, top, right, bottom], (&way_x, &way_y))| {
                sweep::pack(&Slabs::new(
                    [left - a_right, top - a_bottom],
                    [right - a_left, bottom - a_top],
                    [x - way_x, y - way_y],
                ))
            },
        ));
    }
}

impl FromIterator<Moving> for MovingBoxes {
    fn from_iter<I: IntoIterator<Item = Moving>>(boxes: I) -> Self {
        let mut all = Self::default();
        boxes.into_iter().for_each(|one| all.push(&one));
        all
    }
}
