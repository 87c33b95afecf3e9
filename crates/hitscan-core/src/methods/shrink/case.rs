//! A pair to compare methods on, and its numbers.

use crate::methods::OwnPair;
use hitscan_geom::{Aabb, Axis, Milli, Moving, Point, Polygon, Segment, Shape, ShapeKind, Vector};

/// Two shapes at rest, a region and a point, or two boxes in a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Case {
    /// Two shapes.
    Still([Shape; 2]),
    /// A region and a point, which is a laser of no length; see [`Case::point`].
    Point([Shape; 2]),
    /// Two boxes, the first moving relative to the second; see [`Case::frame`].
    Frame([Moving; 2]),
}

/// The meaning of a number of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// The shape it belongs to: the first (0) or the second (1).
    pub(super) of: usize,
    pub(super) axis: Axis,
    pub(super) role: SlotRole,
}

/// What a number measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SlotRole {
    /// The position of a point.
    Place,
    /// The displacement of a box.
    Motion,
}

/// The numbers of two boxes in a frame; only polygons have more.
const MOST_NUMBERS_OF_BOXES: usize = 12;

impl Case {
    /// Two boxes in a frame, the moving one first, as in a record: swapped if
    /// only the second moves. `None` without relative motion, since then nothing
    /// can be hit.
    pub fn frame(a: Moving, b: Moving) -> Option<Self> {
        if a.motion() == b.motion() {
            None
        } else if a.motion() == Vector::ZERO {
            Some(Self::Frame([b, a]))
        } else {
            Some(Self::Frame([a, b]))
        }
    }

    /// A region and a point; `None` if the first is a laser, or the point lies too far away.
    pub fn point(region: Shape, point: Point) -> Option<Self> {
        let point = Segment::new(point, point).ok()?;
        (region.kind() != ShapeKind::Segment).then_some(Self::Point([region, point.into()]))
    }

    /// The same kind of case with other shapes at rest.
    pub(super) const fn with_shapes(&self, shapes: [Shape; 2]) -> Self {
        match self {
            Self::Point(_) => Self::Point(shapes),
            Self::Still(_) | Self::Frame(_) => Self::Still(shapes),
        }
    }

    /// The two shapes; of a frame, at its start.
    pub fn shapes(&self) -> [Shape; 2] {
        match self {
            Self::Still(shapes) | Self::Point(shapes) => shapes.clone(),
            Self::Frame(both) => both.map(|moving| Shape::Box(moving.start())),
        }
    }

    /// How far the shapes move in the frame; zero at rest.
    pub fn motions(&self) -> [Vector; 2] {
        match self {
            Self::Still(_) | Self::Point(_) => [Vector::ZERO; 2],
            Self::Frame(both) => both.map(|moving| moving.motion()),
        }
    }

    /// Whether it fits in a scene: everything within ±16 000 units, including velocities and the
    /// end of a frame.
    pub fn is_on_the_plane(&self) -> bool {
        let motions = self.motions();
        let in_range = |(shape, motion): (&Shape, Vector)| {
            let (min, max) = shape.bounds();
            let end = |corner: Point| corner.checked_add(motion);
            let corners = [Some(min), Some(max), end(min), end(max)];
            motion.in_range() && corners.iter().all(|corner| corner.is_some_and(Point::in_range))
        };
        self.shapes().iter().zip(motions).all(in_range)
    }

    /// The meaning of each of [`Case::numbers`].
    pub(super) fn slots(&self) -> Vec<Slot> {
        let mut slots = Vec::new();
        let mut point = |of, role| {
            slots.extend(Axis::ALL.map(|axis| Slot { of, axis, role }));
        };
        for (of, _) in self.points(&self.shapes()) {
            point(of, SlotRole::Place);
        }
        if let Self::Frame(_) = self {
            point(0, SlotRole::Motion);
            point(1, SlotRole::Motion);
        }
        slots
    }

    /// The points that define its shapes, each with the index of its shape.
    fn points<'a>(&self, shapes: &'a [Shape; 2]) -> impl Iterator<Item = (usize, Point)> + use<'a> {
        let is_point = matches!(self, Self::Point(_));
        shapes.iter().enumerate().flat_map(move |(of, shape)| {
            let most = if is_point && of == 1 { 1 } else { usize::MAX };
            defining_points(shape).take(most).map(move |point| (of, point))
        })
    }

    /// All numbers in thousandths: the defining points of both shapes, then the
    /// motions.
    pub(super) fn numbers(&self) -> Vec<i32> {
        let mut numbers = Vec::with_capacity(MOST_NUMBERS_OF_BOXES);
        for (_, point) in self.points(&self.shapes()) {
            numbers.extend([point.x.thousandths(), point.y.thousandths()]);
        }
        if let Self::Frame(both) = self {
            for motion in both.map(|moving| moving.motion()) {
                numbers.extend([motion.x.thousandths(), motion.y.thousandths()]);
            }
        }
        numbers
    }

    /// The same kind of case with other numbers, if they are valid.
    pub(super) fn with_numbers(&self, numbers: &[i32]) -> Option<Self> {
        // No number of a case is beyond this.
        let length = |&n: &i32| Milli::new(n).ok().filter(|n| n.abs() <= Milli::SIZE_LIMIT);
        let lengths: Vec<Milli> = numbers.iter().map(length).collect::<Option<_>>()?;
        let mut pairs = lengths.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
        let mut point = || pairs.next().map(|[x, y]| Point::new(x, y));
        let mut shape = |like: &Shape| {
            Some(match like {
                Shape::Box(_) => Shape::Box(Aabb::from_corners(point()?, point()?).ok()?),
                Shape::Segment(_) => Shape::Segment(Segment::new(point()?, point()?).ok()?),
                Shape::Polygon(polygon) => {
                    let vertices: Option<Vec<Point>> =
                        polygon.vertices().iter().map(|_| point()).collect();
                    Shape::Polygon(Polygon::new(&vertices?).ok()?)
                }
            })
        };
        let [a, b] = self.shapes();
        let a = shape(&a)?;
        if matches!(self, Self::Point(_)) {
            return Self::point(a, point()?);
        }
        let b = shape(&b)?;
        match self {
            Self::Still(_) | Self::Point(_) => Some(Self::Still([a, b])),
            Self::Frame(_) => {
                let mut moving = |shape: &Shape| {
                    let [x, y] = pairs.next()?;
                    Moving::new(*shape.as_box()?, Vector::new(x, y)).ok()
                };
                let [a, b] = [moving(&a)?, moving(&b)?];
                Self::frame(a, b)
            }
        }
    }

    /// The pair as needed for judging.
    pub const fn pair(&self) -> OwnPair<'_> {
        match self {
            Self::Still([a, b]) => OwnPair::Still(a, b),
            Self::Point([region, point]) => OwnPair::Point(region, point),
            Self::Frame([a, b]) => OwnPair::Frame(a, b),
        }
    }
}

impl From<OwnPair<'_>> for Case {
    fn from(pair: OwnPair<'_>) -> Self {
        match pair {
            OwnPair::Still(a, b) => Self::Still([a.clone(), b.clone()]),
            OwnPair::Point(region, point) => Self::Point([region.clone(), point.clone()]),
            OwnPair::Frame(a, b) => Self::Frame([*a, *b]),
        }
    }
}

/// The points that define a shape; for a box, the corners of least and of greatest coordinates.
pub fn defining_points(shape: &Shape) -> impl Iterator<Item = Point> + '_ {
    let (two, vertices) = match shape {
        Shape::Box(aabb) => (Some([aabb.min(), aabb.max()]), &[][..]),
        Shape::Segment(laser) => (Some([laser.start(), laser.end()]), &[][..]),
        Shape::Polygon(polygon) => (None, polygon.vertices()),
    };
    two.into_iter().flatten().chain(vertices.iter().copied())
}

/// The complexity of a case; less is simpler. Cases with equal measures are equal, so the simplest
/// of many does not depend on their order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Complexity {
    /// Lasers of length 0: simplest is none, unless they are the point of the example.
    points: usize,
    vertices: usize,
    /// Boxes that move.
    movers: usize,
    /// Numbers below 0, which are initially out of view.
    negatives: usize,
    /// Digits after the decimal point, in total.
    decimals: u32,
    /// The sum of all magnitudes: small, short and near the origin is simpler.
    size: i64,
    kinds: [ShapeKind; 2],
    numbers: Vec<i32>,
    /// The greatest magnitude among the numbers and the relative motion.
    greatest: u32,
}

impl Complexity {
    /// The measure of a case.
    pub fn of(case: &Case) -> Self {
        let shapes = case.shapes();
        let is_point = |shape: &&Shape| matches!(shape, Shape::Segment(laser) if laser.is_point());
        let numbers = case.numbers();
        Self {
            points: shapes.iter().filter(is_point).count(),
            vertices: shapes.iter().map(vertices).sum(),
            movers: case.motions().iter().filter(|&&motion| motion != Vector::ZERO).count(),
            negatives: numbers.iter().filter(|&&number| number < 0).count(),
            decimals: numbers.iter().map(|&number| decimals(number)).sum(),
            size: numbers.iter().map(|&number| i64::from(number).abs()).sum(),
            kinds: shapes.each_ref().map(Shape::kind),
            greatest: greatest(case, &numbers),
            numbers,
        }
    }

    /// Whether no number has decimals.
    pub const fn is_whole(&self) -> bool {
        self.decimals == 0
    }

    /// The greatest magnitude among the numbers of the case and its relative motion.
    pub const fn greatest(&self) -> u32 {
        self.greatest
    }
}

/// The number of vertices of a polygon; 0 for the other kinds, which have a fixed number.
fn vertices(shape: &Shape) -> usize {
    match shape {
        Shape::Polygon(polygon) => polygon.vertices().len(),
        Shape::Box(_) | Shape::Segment(_) => 0,
    }
}

/// How many digits thousandths need after the decimal point.
const fn decimals(thousandths: i32) -> u32 {
    match thousandths {
        n if n % 1000 == 0 => 0,
        n if n % 100 == 0 => 1,
        n if n % 10 == 0 => 2,
        _ => 3,
    }
}

fn greatest(case: &Case, numbers: &[i32]) -> u32 {
    let [a, b] = case.motions();
    let relative = Axis::ALL.map(|axis| a.along(axis).thousandths() - b.along(axis).thousandths());
    let numbers = numbers.iter().copied().chain(relative);
    numbers.map(i32::unsigned_abs).max().unwrap_or(0)
}

/// A case as a list of numbers.
pub(super) struct Numbers<'a> {
    pub(super) case: &'a Case,
    pub(super) slots: Vec<Slot>,
    pub(super) values: Vec<i32>,
}

impl<'a> Numbers<'a> {
    pub(super) fn of(case: &'a Case) -> Self {
        Self { case, slots: case.slots(), values: case.numbers() }
    }

    /// The case with every number changed by `change`.
    pub(super) fn map(&self, change: impl Fn(Slot, i32) -> i32) -> Option<Case> {
        let changed = self.slots.iter().zip(&self.values).map(|(&slot, &n)| change(slot, n));
        self.case.with_numbers(&changed.collect::<Vec<_>>())
    }

    /// The case with the coordinates of one axis changed by `change`.
    pub(super) fn map_places(&self, axis: Axis, change: impl Fn(i32) -> i32) -> Option<Case> {
        self.map(
            |slot, n| if slot.axis == axis && slot.role == SlotRole::Place { change(n) } else { n },
        )
    }

    /// Extrapolates from this case through `other` by `times` the distance between them, if that
    /// gives a valid case.
    pub(super) fn beyond(&self, other: &Case, times: i64) -> Option<Case> {
        let there = other.numbers();
        if there.len() != self.values.len() {
            return None;
        }
        let beyond = self.values.iter().zip(there).map(|(&here, there)| {
            let way = i64::from(there) - i64::from(here);
            i32::try_from(i64::from(there).checked_add(way.checked_mul(times)?)?).ok()
        });
        other.with_numbers(&beyond.collect::<Option<Vec<_>>>()?)
    }

    /// The distinct coordinates of an axis, ascending.
    pub(super) fn places(&self, axis: Axis) -> Vec<i32> {
        let of_axis = self.slots.iter().zip(&self.values);
        let of_axis = of_axis.filter(|(slot, _)| slot.axis == axis && slot.role == SlotRole::Place);
        let mut places: Vec<i32> = of_axis.map(|(_, &n)| n).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// One unit, a tenth, a hundredth and a thousandth.
pub(super) const ROUND: [i32; 4] = [1000, 100, 10, 1];

/// Candidates to replace a number: rounder or smaller, the boldest first.
pub(super) fn simpler_numbers(value: i32) -> Vec<i32> {
    let mut simpler = vec![0, -value];
    simpler.extend(ROUND.map(|unit| value / unit * unit));
    simpler.extend(ROUND.map(|unit| (value / unit + value.signum()) * unit));
    // Fractions first, so that large numbers shrink fast.
    simpler.extend(PARTS.map(|part| in_units(value - value / part)));
    simpler.push(value / 2);
    simpler.extend(ROUND.map(|unit| value - value.signum() * unit));
    simpler.retain(|&number| number != value);
    simpler
}

/// The few candidates for each number when two numbers change at once.
pub(super) fn next_numbers(value: i32) -> [i32; 5] {
    let unit = value.signum() * 1000;
    [0, in_units(value / 2), in_units(value), value - unit, value + unit]
}

/// The fractions to subtract from a large number: a half, a quarter, …
const PARTS: [i32; 4] = [2, 4, 8, 16];

fn in_units(value: i32) -> i32 {
    value / 1000 * 1000
}
