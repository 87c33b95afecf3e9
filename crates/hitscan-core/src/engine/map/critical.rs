//! Where answers change: the points at which a vertex of the selected object
//! lies on a vertex of its partner, and the lines on which one lies on the line
//! of an edge.

use super::grid::Place;
use hitscan_geom::{Point, Shape};

/// The places x, y with `a·x + b·y = c`; a and b are coprime, so that whole
/// thousandths lie on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// The factor of x.
    pub a: i64,
    /// The factor of y.
    pub b: i64,
    /// The sum.
    pub c: i64,
}

/// The critical points and lines of a pair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Critical {
    /// Vertex on vertex.
    pub points: Vec<Place>,
    /// A vertex on the line of an edge; those level or upright first.
    pub lines: Vec<Line>,
}

impl Line {
    /// The line with these factors; none if no whole thousandths lie on it, or
    /// both factors are 0.
    #[must_use]
    pub fn new(a: i64, b: i64, c: i64) -> Option<Self> {
        let divisor = i64::try_from(gcd(a.unsigned_abs(), b.unsigned_abs())).ok()?;
        if divisor == 0 || c % divisor != 0 {
            return None;
        }
        // One form for each line, whichever way it was found.
        let sign = if a < 0 || (a == 0 && b < 0) { -1 } else { 1 };
        let [a, b, c] = [a, b, c].map(|factor| factor / divisor * sign);
        Some(Self { a, b, c })
    }

    /// The line through a place in this direction.
    #[must_use]
    pub fn through([x, y]: Place, [dx, dy]: [i64; 2]) -> Option<Self> {
        Self::new(dy, -dx, dy * x - dx * y)
    }

    /// Whether it is level or upright.
    #[must_use]
    pub const fn is_straight(&self) -> bool {
        self.a == 0 || self.b == 0
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A vertex, in thousandths.
pub(super) fn place(point: Point) -> Place {
    [point.x.wide(), point.y.wide()]
}

fn minus(one: Place, other: Place) -> Place {
    [one[0] - other[0], one[1] - other[1]]
}

/// The edges of a shape, each from one vertex to the next; a laser is one.
fn edges(vertices: &[Place]) -> impl Iterator<Item = [Place; 2]> + '_ {
    let count = if vertices.len() == 2 { 1 } else { vertices.len() };
    (0..count).map(|index| [vertices[index], vertices[(index + 1) % vertices.len()]])
}

impl Critical {
    /// The critical set of an object that is moved; places are those of the top
    /// left of its bounding box.
    #[must_use]
    pub fn of_move(object: &Shape, partner: &Shape) -> Self {
        let (min, _) = object.bounds();
        let own: Vec<Place> =
            object.vertices().into_iter().map(|vertex| minus(place(vertex), place(min))).collect();
        let theirs: Vec<Place> = partner.vertices().into_iter().map(place).collect();
        let mut critical = Self::default();
        for &vertex in &own {
            critical.points.extend(theirs.iter().map(|&other| minus(other, vertex)));
            for [start, end] in edges(&theirs) {
                critical.lines.extend(Line::through(minus(start, vertex), minus(end, start)));
            }
        }
        for &vertex in &theirs {
            for [start, end] in edges(&own) {
                critical.lines.extend(Line::through(minus(vertex, start), minus(end, start)));
            }
        }
        critical.in_order()
    }

    /// The critical set of a box in motion; places are those of its top left after
    /// the step, `start` that before it.
    #[must_use]
    pub fn of_speed(object: &Shape, partner: &Shape) -> Self {
        let moved = Self::of_move(object, partner);
        let (min, _) = object.bounds();
        let start = place(min);
        let mut critical = Self { points: moved.points, lines: Vec::new() };
        for &point in &critical.points {
            critical.lines.extend(Line::through(point, [1, 0]));
            critical.lines.extend(Line::through(point, [0, 1]));
            critical.lines.extend(Line::through(start, minus(point, start)));
        }
        critical.in_order()
    }

    /// Sorted, each once.
    pub(super) fn in_order(mut self) -> Self {
        self.points.sort_unstable();
        self.points.dedup();
        self.lines.sort_unstable_by_key(|line| (!line.is_straight(), *line));
        self.lines.dedup();
        self
    }
}
