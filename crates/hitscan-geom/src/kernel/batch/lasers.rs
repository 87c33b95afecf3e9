//! Lasers.

use super::super::super::{Milli, Segment};

/// Lasers.
#[derive(Clone, Debug, Default)]
pub struct Lasers {
    start_x: Vec<i32>,
    start_y: Vec<i32>,
    end_x: Vec<i32>,
    end_y: Vec<i32>,
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

    /// Takes all out, and keeps the room they had.
    pub fn clear(&mut self) {
        for column in [&mut self.start_x, &mut self.start_y, &mut self.end_x, &mut self.end_y] {
            column.clear();
        }
    }

    /// Adds one.
    pub fn push(&mut self, laser: &Segment) {
        self.start_x.push(laser.start.x.thousandths());
        self.start_y.push(laser.start.y.thousandths());
        self.end_x.push(laser.end.x.thousandths());
        self.end_y.push(laser.end.y.thousandths());
    }

    /// Writes for each what [`lasers_meet`](super::super::lasers_meet) finds.
    /// `meets` is cleared first.
    pub fn meet(&self, laser: &Segment, meets: &mut Vec<bool>) {
        let one = One::new(laser);
        let starts = self.start_x.iter().zip(&self.start_y);
        let ends = self.end_x.iter().zip(&self.end_y);
        meets.clear();
        meets.extend(starts.zip(ends).map(|((&start_x, &start_y), (&end_x, &end_y))| {
            one.straddles([start_x, start_y], [end_x, end_y])
                & one.x.meets(start_x, end_x)
                & one.y.meets(start_y, end_y)
        }));
    }
}

impl FromIterator<Segment> for Lasers {
    fn from_iter<I: IntoIterator<Item = Segment>>(lasers: I) -> Self {
        let mut all = Self::default();
        lasers.into_iter().for_each(|one| all.push(&one));
        all
    }
}

/// The one laser.
struct One {
    x: Range,
    y: Range,
    start: [i32; 2],
    way: [f64; 2],
}

impl One {
    fn new(laser: &Segment) -> Self {
        let way = laser.direction();
        Self {
            x: Range::new(laser.start.x, laser.end.x),
            y: Range::new(laser.start.y, laser.end.y),
            start: [laser.start.x, laser.start.y].map(Milli::thousandths),
            way: [way.x, way.y].map(|way| f64::from(way.thousandths())),
        }
    }

    /// Whether the lines meet within both lasers, or are one line: the areas of
    /// [`lasers_meet`](super::super::lasers_meet), in floats since these can be
    /// multiplied several at once on every machine. They are whole numbers below
    /// 2^53, products included, and so as exact as in integers.
    #[inline]
    fn straddles(&self, start: [i32; 2], end: [i32; 2]) -> bool {
        let to = [start[0] - self.start[0], start[1] - self.start[1]].map(f64::from);
        let other = [end[0] - start[0], end[1] - start[1]].map(f64::from);
        let cross = |u: [f64; 2], v: [f64; 2]| u[0] * v[1] - u[1] * v[0];
        let whole = cross(self.way, other);
        let (on_one, on_other) = (cross(to, other), cross(to, self.way));
        let (least, most) = if whole < 0.0 { (whole, 0.0) } else { (0.0, whole) };
        (on_one >= least) & (on_one <= most) & (on_other >= least) & (on_other <= most)
    }
}

/// What the one laser takes up of an axis.
struct Range {
    from: i32,
    to: i32,
}

impl Range {
    fn new(one: Milli, other: Milli) -> Self {
        Self { from: one.min(other).thousandths(), to: one.max(other).thousandths() }
    }

    /// Whether what lies between two places meets it: a common point lies in
    /// both, and lasers in one line have one if they meet so in both axes.
    #[inline]
    fn meets(&self, one: i32, other: i32) -> bool {
        let apart =
            ((self.to - one) & (self.to - other)) | ((one - self.from) & (other - self.from));
        apart >= 0
    }
}
