//! Two lasers: yes or no, and how with the common point.

use super::super::{Approach, ExactPoint, Fraction, Milli, Point, Segment, Vector};

/// How two lasers lie to each other, with what they have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaserContact {
    /// No common point.
    Disjoint,
    /// One common point, an end of at least one of them.
    Touches(CommonPoint),
    /// One common point, interior to both.
    Crosses(CommonPoint),
    /// A common piece of positive length, its ends in the order of the first
    /// laser's direction.
    Overlaps([Point; 2]),
}

/// The one common point of two lasers in homogeneous coordinates: it lies at
/// `x / w`, `y / w` thousandths. Exact and not reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommonPoint {
    /// Times `w`, in thousandths of a unit.
    pub x: i128,
    /// Times `w`, in thousandths of a unit.
    pub y: i128,
    /// The divisor of both, above zero.
    pub w: i64,
    /// On which side of the second laser the first one starts.
    pub approach: Approach,
}

impl CommonPoint {
    /// The point in units, reduced.
    #[must_use]
    pub fn point(&self) -> ExactPoint {
        let units = i128::from(self.w) * 1000;
        ExactPoint { x: Fraction::new(self.x, units), y: Fraction::new(self.y, units) }
    }
}

/// The three areas that decide: the lines meet at `on_a / whole` of a and at
/// `on_b / whole` of b.
#[derive(Clone, Copy)]
struct Areas {
    on_a: i64,
    on_b: i64,
    /// Zero for parallel lines.
    whole: i64,
}

#[inline]
fn cross(u: Vector, v: Vector) -> i64 {
    u.x.wide() * v.y.wide() - u.y.wide() * v.x.wide()
}

impl Areas {
    #[inline]
    fn new(to_b: Vector, way_a: Vector, way_b: Vector) -> Self {
        Self { on_a: cross(to_b, way_b), on_b: cross(to_b, way_a), whole: cross(way_a, way_b) }
    }

    /// Whether the lines meet within both lasers; true too for lasers in one
    /// line, all areas being zero, wherever they lie in it.
    #[inline]
    fn straddle(&self) -> bool {
        // `part` lies from 0 to `whole` if `part` and `part - whole` have not the
        // same sign. So that a zero counts as either, both are doubled and moved
        // apart by one, in the direction of `whole`.
        let outwards = (self.whole >> 63) | 1;
        let end = 2 * (self.whole + outwards);
        let from_start = |part: i64| 2 * part + outwards;
        let differ = |start: i64| start ^ (start - end);
        (differ(from_start(self.on_a)) & differ(from_start(self.on_b))) < 0
    }
}

/// Points and ways in the order (x, y), which along any line is an order of
/// position; sums of keys are keys of sums.
#[inline]
fn key(x: Milli, y: Milli) -> i64 {
    (x.wide() << 32) + y.wide()
}

/// Whether the closed ranges of the lasers meet in the order of the keys: so
/// they do if there is a common point, and in one line only then.
#[inline]
fn ranges_meet(to_b: Vector, way_a: Vector, way_b: Vector) -> bool {
    let [to_b, way_a, way_b] = [to_b, way_a, way_b].map(|way| key(way.x, way.y));
    // Twice the distance of the middles against twice the sum of the halves.
    (2 * to_b + way_b - way_a).abs() <= way_a.abs() + way_b.abs()
}

/// Whether two closed lasers have a common point; touching is meeting. Either
/// may have zero length, and they may lie in one line.
///
/// This has the one branch of the kernels, for parallel lasers: to compare
/// ranges for all of them costs more than to foresee this one wrongly.
#[must_use]
#[inline]
pub fn lasers_meet(a: &Segment, b: &Segment) -> bool {
    let (to_b, way_a, way_b) = (b.start - a.start, a.direction(), b.direction());
    let areas = Areas::new(to_b, way_a, way_b);
    if areas.whole == 0 {
        return parallel_meet(a, b);
    }
    areas.straddle()
}

#[cold]
#[inline(never)]
fn parallel_meet(a: &Segment, b: &Segment) -> bool {
    let (to_b, way_a, way_b) = (b.start - a.start, a.direction(), b.direction());
    Areas::new(to_b, way_a, way_b).straddle() & ranges_meet(to_b, way_a, way_b)
}

/// How `a` and `b` lie to each other, both closed, and where they meet. Of
/// lasers in one line, and of those of zero length too, [`Approach`] is `OnLine`.
#[must_use]
#[inline]
pub fn classify_lasers(a: &Segment, b: &Segment) -> LaserContact {
    let (to_b, way_a, way_b) = (b.start - a.start, a.direction(), b.direction());
    let areas = Areas::new(to_b, way_a, way_b);
    if areas.whole == 0 {
        return classify_parallel(a, b);
    }
    if !areas.straddle() {
        return LaserContact::Disjoint;
    }
    let sign = areas.whole >> 63;
    let [on_a, on_b, whole] =
        [areas.on_a, areas.on_b, areas.whole].map(|area| (area ^ sign) - sign);
    let turned = sign != 0;
    let along = |start: Milli, way: Milli| {
        i128::from(start.wide()) * i128::from(whole) + i128::from(way.wide()) * i128::from(on_a)
    };
    let approach = match (on_a == 0, turned) {
        (true, _) => Approach::OnLine,
        (false, true) => Approach::FromLeft,
        (false, false) => Approach::FromRight,
    };
    let common = CommonPoint {
        x: along(a.start.x, way_a.x),
        y: along(a.start.y, way_a.y),
        w: whole,
        approach,
    };
    if (on_a == 0) | (on_a == whole) | (on_b == 0) | (on_b == whole) {
        LaserContact::Touches(common)
    } else {
        LaserContact::Crosses(common)
    }
}

/// Lasers in parallel lines, or of zero length.
#[cold]
#[inline(never)]
fn classify_parallel(a: &Segment, b: &Segment) -> LaserContact {
    if !parallel_meet(a, b) {
        return LaserContact::Disjoint;
    }
    // They lie in one line.
    let ordered = |laser: &Segment| (laser.start.min(laser.end), laser.start.max(laser.end));
    let ((a_low, a_high), (b_low, b_high)) = (ordered(a), ordered(b));
    let (low, high) = (a_low.max(b_low), a_high.min(b_high));
    if low == high {
        LaserContact::Touches(CommonPoint {
            x: low.x.wide().into(),
            y: low.y.wide().into(),
            w: 1,
            approach: Approach::OnLine,
        })
    } else if a.start <= a.end {
        LaserContact::Overlaps([low, high])
    } else {
        LaserContact::Overlaps([high, low])
    }
}
