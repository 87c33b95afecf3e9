//! Many segments.

use super::super::super::{Milli, Segment};
use super::super::{AT_ONCE, dispatch};

/// Many closed segments, to test one segment against all of them.
///
/// ```
/// use hitscan_geom::{Point, Segment};
/// use hitscan_geom::kernel::Segments;
///
/// let point = Point::from_units;
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

    /// Removes all segments and keeps the memory.
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

    /// Replaces `meets` with whether `segment` and each stored segment have a common point, as
    /// [`relate`](fn@crate::relate) decides it: touching counts, and so does a collinear overlap.
    pub fn meet(&self, segment: &Segment, meets: &mut Vec<bool>) {
        meets.resize(self.len(), false);
        dispatch(
            #[inline(always)]
            || self.meet_each(&One::new(segment), meets),
        );
    }

    #[inline(always)]
    pub(super) fn meet_each(&self, one: &One, meets: &mut [bool]) {
        let columns = [&self.start_x, &self.start_y, &self.end_x, &self.end_y];
        let chunks = columns.map(|column| column.as_chunks::<AT_ONCE>());
        let [(start_x, _), (start_y, _), (end_x, _), (end_y, _)] = chunks;
        let (many, rest) = meets.as_chunks_mut::<AT_ONCE>();
        let steps = start_x.iter().zip(start_y).zip(end_x).zip(end_y);
        for ((((start_x, start_y), end_x), end_y), meets) in steps.zip(many) {
            one.meet_step([start_x, start_y], [end_x, end_y], meets);
        }
        let [(_, start_x), (_, start_y), (_, end_x), (_, end_y)] = chunks;
        for (k, meets) in rest.iter_mut().enumerate() {
            *meets = one.meets([start_x[k], start_y[k]], [end_x[k], end_y[k]]);
        }
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
pub(super) struct One {
    x: Range,
    y: Range,
    start: [i32; 2],
    way: [f64; 2],
}

impl One {
    pub(super) fn new(segment: &Segment) -> Self {
        let way = segment.direction();
        Self {
            x: Range::new(segment.start.x, segment.end.x),
            y: Range::new(segment.start.y, segment.end.y),
            start: [segment.start.x, segment.start.y].map(Milli::thousandths),
            way: [way.x, way.y].map(|way| f64::from(way.thousandths())),
        }
    }

    /// Tests several segments at once. Ranges are compared only if some of them are parallel to
    /// this one, which is rare enough for branch prediction.
    #[inline(always)]
    fn meet_step(
        &self,
        start: [&[i32; AT_ONCE]; 2],
        end: [&[i32; AT_ONCE]; 2],
        meets: &mut [bool; AT_ONCE],
    ) {
        let (mut least, mut whole) = ([0.0; AT_ONCE], [0.0; AT_ONCE]);
        for k in 0..AT_ONCE {
            (least[k], whole[k]) =
                self.straddles([start[0][k], start[1][k]], [end[0][k], end[1][k]]);
        }
        let mut parallels = false;
        for k in 0..AT_ONCE {
            meets[k] = least[k] >= 0.0;
            parallels |= whole[k] == 0.0;
        }
        if parallels {
            for k in 0..AT_ONCE {
                let [x, y] = [&self.x, &self.y];
                meets[k] &= x.meets(start[0][k], end[0][k]) & y.meets(start[1][k], end[1][k]);
            }
        }
    }

    fn meets(&self, start: [i32; 2], end: [i32; 2]) -> bool {
        let (least, _) = self.straddles(start, end);
        (least >= 0.0) & self.x.meets(start[0], end[0]) & self.y.meets(start[1], end[1])
    }

    /// Two numbers. The first is not negative if the lines cross within both segments or coincide;
    /// the second is zero if the segments are parallel.
    ///
    /// Uses `f64`, which every machine multiplies in vectors, and is exact: differences of
    /// coordinates are whole numbers below 2^26, products below 2^52 and differences of two
    /// products below 2^53, which an `f64` holds without loss. After that only signs matter, and
    /// rounding preserves them.
    #[inline(always)]
    fn straddles(&self, start: [i32; 2], end: [i32; 2]) -> (f64, f64) {
        let to = [start[0] - self.start[0], start[1] - self.start[1]].map(f64::from);
        let other = [end[0] - start[0], end[1] - start[1]].map(f64::from);
        let whole = self.way[0] * other[1] - self.way[1] * other[0];
        let on_one = to[0] * other[1] - to[1] * other[0];
        let on_other = to[0] * self.way[1] - to[1] * self.way[0];
        // Each must lie between 0 and `whole`, whichever sign `whole` has.
        let within = on_one * (whole - on_one);
        let within_other = on_other * (whole - on_other);
        (if within < within_other { within } else { within_other }, whole)
    }
}

/// The segment's range along one axis.
struct Range {
    from: i32,
    to: i32,
}

impl Range {
    fn new(one: Milli, other: Milli) -> Self {
        Self { from: one.min(other).thousandths(), to: one.max(other).thousandths() }
    }

    /// Whether this range meets the range between two coordinates. Every common point lies in both
    /// ranges; collinear segments have one if the ranges meet on both axes.
    #[inline]
    fn meets(&self, one: i32, other: i32) -> bool {
        let apart =
            ((self.to - one) & (self.to - other)) | ((one - self.from) & (other - self.from));
        apart >= 0
    }
}
