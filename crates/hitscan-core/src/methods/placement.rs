//! A box or a polygon at a moment of a frame, for methods that only look at positions.

use super::{MethodStep, Number};
use hitscan_geom::{Axis, Fraction, Milli, Moving, MovingRegion, Side, Trace, Vector};

/// The edges of a box, in quarters of a thousandth: at the end of each quarter of a frame they are
/// whole numbers, below 2^29.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    low: [i64; 2],
    high: [i64; 2],
}

/// Quarters of a thousandth in a unit.
const PER_UNIT: i128 = 4000;

impl Placement {
    /// The number of equal parts of a frame whose ends are exact in this unit.
    pub(super) const PARTS: i64 = 4;

    /// The box after this many of the [`Self::PARTS`] of its frame.
    pub(super) fn after(moving: &Moving, parts: i64) -> Self {
        let start = moving.start();
        let at = |side: Side| {
            let way = moving.motion().along(side.axis()).wide() * parts;
            start.edge(side).wide() * Self::PARTS + way
        };
        Self { low: [Side::Left, Side::Top].map(at), high: [Side::Right, Side::Bottom].map(at) }
    }

    /// The box as the frame begins.
    pub(super) fn at_start(moving: &Moving) -> Self {
        Self::after(moving, 0)
    }

    /// The box as the frame ends.
    pub(super) fn at_end(moving: &Moving) -> Self {
        Self::after(moving, Self::PARTS)
    }

    /// Both boxes as the frame ends, if they meet there.
    pub(super) fn if_they_meet<T: Trace<MethodStep>>(
        a: &Moving,
        b: &Moving,
        trace: &mut T,
    ) -> Option<[Self; 2]> {
        let ends = [a, b].map(Self::at_end);
        let meet = ends[0].meets(&ends[1]);
        trace.step(|| MethodStep::FrameEnd { a: a.end(), b: b.end(), meet });
        meet.then_some(ends)
    }

    /// The same box moved along one axis.
    pub(super) fn moved(mut self, axis: Axis, by: Milli) -> Self {
        let index = index(axis);
        for end in [&mut self.low, &mut self.high] {
            end[index] += by.wide() * Self::PARTS;
        }
        self
    }

    /// The gap between two boxes along an axis: 0 where they touch, negative where
    /// their ranges overlap.
    pub(super) fn gap(&self, other: &Self, axis: Axis) -> i64 {
        let index = index(axis);
        (other.low[index] - self.high[index]).max(self.low[index] - other.high[index])
    }

    /// Whether the closed boxes meet.
    pub(super) fn meets(&self, other: &Self) -> bool {
        Axis::ALL.into_iter().all(|axis| self.gap(other, axis) <= 0)
    }

    /// Whether the interiors meet.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        Axis::ALL.into_iter().all(|axis| self.gap(other, axis) < 0)
    }

    /// How far it would have to move to leave `other` through one of its sides.
    pub(super) fn depth(&self, other: &Self, through: Side) -> i64 {
        let index = index(through.axis());
        match through {
            Side::Left | Side::Top => self.high[index] - other.low[index],
            Side::Right | Side::Bottom => other.high[index] - self.low[index],
        }
    }

    /// Twice the centre, along an axis.
    pub(super) const fn twice_centre(&self, axis: Axis) -> i64 {
        self.low[index(axis)] + self.high[index(axis)]
    }

    /// The size along an axis.
    pub(super) const fn size(&self, axis: Axis) -> i64 {
        self.high[index(axis)] - self.low[index(axis)]
    }
}

/// The vertices of a box or polygon, in quarters of a thousandth, below 2^28.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RegionPlacement {
    vertices: Vec<Corner>,
}

/// x and y.
type Corner = [i64; 2];

impl RegionPlacement {
    /// The region after this many of the [`Placement::PARTS`] of its frame.
    pub(super) fn after(moving: &MovingRegion, parts: i64) -> Self {
        let way = moving.motion();
        let at = |at: Milli, way: Milli| at.wide() * Placement::PARTS + way.wide() * parts;
        let vertices = moving.vertices().iter();
        Self { vertices: vertices.map(|v| [at(v.x, way.x), at(v.y, way.y)]).collect() }
    }

    /// Whether the closed regions meet: an edge meets an edge, or one region lies in the other.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.edges().any(|edge| other.edges().any(|of_other| segments_meet(edge, of_other)))
            || other.vertices.first().is_some_and(|&vertex| self.is_around(vertex))
            || self.vertices.first().is_some_and(|&vertex| other.is_around(vertex))
    }

    fn edges(&self) -> impl Iterator<Item = [Corner; 2]> {
        let next = self.vertices.iter().cycle().skip(1);
        self.vertices.iter().zip(next).map(|(&start, &end)| [start, end])
    }

    /// Whether a point that is on no edge lies inside.
    fn is_around(&self, [x, y]: Corner) -> bool {
        let crossed = self.edges().filter(|&[start, end]| {
            let goes_down = start[1] <= y;
            goes_down != (end[1] <= y) && (turn([start, end], [x, y]) < 0) != goes_down
        });
        crossed.count() % 2 == 1
    }
}

/// Twice the area of the triangle of an edge and a point, below 2^60; its sign tells the side.
const fn turn([start, end]: [Corner; 2], at: Corner) -> i64 {
    (end[0] - start[0]) * (at[1] - start[1]) - (end[1] - start[1]) * (at[0] - start[0])
}

fn segments_meet(one: [Corner; 2], other: [Corner; 2]) -> bool {
    let bounds_meet = [0, 1].into_iter().all(|axis| {
        let [from, to] = one.map(|end| end[axis]);
        let [other_from, other_to] = other.map(|end| end[axis]);
        from.min(to) <= other_from.max(other_to) && other_from.min(other_to) <= from.max(to)
    });
    let straddles = |one, other: [Corner; 2]| {
        let [from, to] = other.map(|end| turn(one, end).signum());
        from * to <= 0
    };
    bounds_meet && straddles(one, other) && straddles(other, one)
}

const fn index(axis: Axis) -> usize {
    match axis {
        Axis::X => 0,
        Axis::Y => 1,
    }
}

/// A length, from quarters of a thousandth.
pub(super) fn length(quarters: i64) -> Number {
    number(quarters.into(), PER_UNIT)
}

/// Half a length, from quarters of a thousandth.
pub(super) fn half_length(quarters: i64) -> Number {
    number(quarters.into(), 2 * PER_UNIT)
}

/// A quarter of a product of two lengths. If both lengths were doubled, this is the product of
/// the original lengths.
pub(super) fn quarter_area(product: i64) -> Number {
    number(product.into(), 4 * PER_UNIT * PER_UNIT)
}

/// The product of a length and a number of thousandths.
pub(super) fn area_with_thousandths(product: i64) -> Number {
    number(product.into(), 1000 * PER_UNIT)
}

fn number(count: i128, per_unit: i128) -> Number {
    Number::Exact(Fraction::new(count, per_unit).expect("a small number and a constant divisor"))
}

/// The side of b that a motion along one axis runs into.
pub(super) fn side_against(v: Vector, axis: Axis) -> Option<Side> {
    let [low, high] = axis.sides();
    match v.along(axis).cmp(&Milli::ZERO) {
        std::cmp::Ordering::Greater => Some(low),
        std::cmp::Ordering::Less => Some(high),
        std::cmp::Ordering::Equal => None,
    }
}
