//! Many segments.

use super::super::super::{Milli, Segment};

/// Many closed segments, to test one segment against all of them.
///
/// ```
/// use hitscan_geom::{Milli, Point, Segment};
/// use hitscan_geom::kernel::Segments;
///
/// let point = |x, y| Point::new(Milli::from_units(x), Milli::from_units(y));
/// let upright = |x| Segment::new(point(x, -1), point(x, 1));
/// let many: Segments = [upright(0)?, upright(3)?, upright(9)?].into_iter().collect();
///
/// let mut meets = Vec::new();
/// many.meet(&Segment::new(point(0, 0), point(5, 0))?, &mut meets);
/// assert_eq!(meets, [true, true, false]);
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Segments {
    start_x: Vec<i32>,
    start_y: Vec<i32>,
    end_x: Vec<i32>,
    end_y: Vec<i32>,
}

impl Segments {
    /// The number of segments.
    #[must_use]
    pub fn len(&self) -> usize {
        self.start_x.len()
    }

    /// Whether there are no segments.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.start_x.is_empty()
    }

    /// Removes all segments and keeps their memory.
    pub fn clear(&mut self) {
        for column in [&mut self.start_x, &mut self.start_y, &mut self.end_x, &mut self.end_y] {
            column.clear();
        }
    }

    /// Adds a segment.
    pub fn push(&mut self, segment: &Segment) {
        self.start_x.push(segment.start.x.thousandths());
        self.start_y.push(segment.start.y.thousandths());
        self.end_x.push(segment.end.x.thousandths());
        self.end_y.push(segment.end.y.thousandths());
    }

    /// Replaces `meets` by whether `segment` and each of them have a common
    /// point, as [`relate`](fn@crate::relate) has it: touching counts, and so
    /// does a common piece of one line.
    pub fn meet(&self, segment: &Segment, meets: &mut Vec<bool>) {
        let one = One::new(segment);
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

impl FromIterator<Segment> for Segments {
    fn from_iter<I: IntoIterator<Item = Segment>>(segments: I) -> Self {
        let mut all = Self::default();
        segments.into_iter().for_each(|one| all.push(&one));
        all
    }
}

/// The one segment that all others are tested against.
struct One {
    x: Range,
    y: Range,
    start: [i32; 2],
    way: [f64; 2],
}

impl One {
    fn new(segment: &Segment) -> Self {
        let way = segment.direction();
        Self {
            x: Range::new(segment.start.x, segment.end.x),
            y: Range::new(segment.start.y, segment.end.y),
            start: [segment.start.x, segment.start.y].map(Milli::thousandths),
            way: [way.x, way.y].map(|way| f64::from(way.thousandths())),
        }
    }

    /// Whether the lines meet within both segments, or are one line.
    ///
    /// In `f64`, which every machine multiplies several at a time, and exact:
    /// differences of coordinates are whole numbers below 2^26, products below
    /// 2^52 and differences of two products below 2^53, which an `f64` holds
    /// without loss.
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

/// The range of the one segment along an axis.
struct Range {
    from: i32,
    to: i32,
}

impl Range {
    fn new(one: Milli, other: Milli) -> Self {
        Self { from: one.min(other).thousandths(), to: one.max(other).thousandths() }
    }

    /// Whether the range between two coordinates meets it. Every common point
    /// lies in both ranges; segments in one line have one if both axes meet.
    #[inline]
    fn meets(&self, one: i32, other: i32) -> bool {
        let apart =
            ((self.to - one) & (self.to - other)) | ((one - self.from) & (other - self.from));
        apart >= 0
    }
}
