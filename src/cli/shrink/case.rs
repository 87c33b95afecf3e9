//! A pair to compare methods on, and its numbers.

use hitscan_core::engine::ndjson::{QueryLine, QueryShape, defining_points, json};
use hitscan_geom::{Aabb, Axis, Milli, Moving, Point, Polygon, Segment, Shape, Vector};

/// Two shapes at rest, or two boxes in a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Case {
    /// Two shapes.
    Still([Shape; 2]),
    /// Two boxes, the first moving relative to the second; see [`Case::frame`].
    Frame([Moving; 2]),
}

/// The meaning of a number of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// The shape it belongs to: the first (0) or the second (1).
    pub(super) of: usize,
    pub(super) axis: Axis,
    pub(super) role: Role,
}

/// What a number measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
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
    #[must_use]
    pub fn frame(a: Moving, b: Moving) -> Option<Self> {
        if a.motion() == b.motion() {
            None
        } else if a.motion() == Vector::ZERO {
            Some(Self::Frame([b, a]))
        } else {
            Some(Self::Frame([a, b]))
        }
    }

    /// The two shapes; of a frame, at its start.
    #[must_use]
    pub fn shapes(&self) -> [Shape; 2] {
        match self {
            Self::Still(shapes) => shapes.clone(),
            Self::Frame(both) => both.map(|moving| Shape::Box(moving.start())),
        }
    }

    /// How far the shapes move in the frame; zero at rest.
    #[must_use]
    pub fn motions(&self) -> [Vector; 2] {
        match self {
            Self::Still(_) => [Vector::ZERO; 2],
            Self::Frame(both) => both.map(|moving| moving.motion()),
        }
    }

    /// Whether it fits in a scene: everything within ±16 000 units, including velocities and the
    /// end of a frame.
    pub(in crate::cli) fn is_on_the_plane(&self) -> bool {
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
        for (of, shape) in self.shapes().iter().enumerate() {
            for _ in defining_points(shape) {
                point(of, Role::Place);
            }
        }
        if let Self::Frame(_) = self {
            point(0, Role::Motion);
            point(1, Role::Motion);
        }
        slots
    }

    /// All numbers in thousandths: the defining points of both shapes, then the
    /// motions.
    pub(super) fn numbers(&self) -> Vec<i32> {
        let mut numbers = Vec::with_capacity(MOST_NUMBERS_OF_BOXES);
        for point in self.shapes().iter().flat_map(defining_points) {
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
        let [a, b] = [shape(&a)?, shape(&b)?];
        match self {
            Self::Still(_) => Some(Self::Still([a, b])),
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

    /// The case as a line for `hitscan query`, without a line feed.
    #[must_use]
    pub fn query(&self, id: &str) -> String {
        json(&self.query_line(id.to_owned()))
    }

    /// The case as a query.
    pub(in crate::cli) fn query_line(&self, id: String) -> QueryLine {
        let ([a, b], motions) = (self.shapes(), self.motions());
        let [of_a, of_b] = motions.map(|motion| (motion != Vector::ZERO).then_some(motion));
        let (a, b) =
            (QueryShape { shape: a, velocity: of_a }, QueryShape { shape: b, velocity: of_b });
        QueryLine { id, a, b, frame: None }
    }
}
