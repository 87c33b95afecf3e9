//! Where answers change: the points at which a vertex of the selected object lies on a vertex of
//! its partner, and the lines on which a vertex lies on the line of an edge; for a frame, the
//! horizontal and vertical lines through such a point, and the motion that leads straight to it.

use super::grid::MapPlace;
use hitscan_geom::{Point, Shape};

/// The most critical lines that are followed. With more, only regular places represent cells, and
/// thin lines are lost.
pub const MOST_LINES: usize = 4096;

/// The places x, y with `a·x + b·y = c`; a and b are coprime, so there are whole thousandths on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CriticalLine {
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
    pub points: Vec<MapPlace>,
    /// A vertex on the line of an edge; horizontal and vertical lines first.
    pub lines: Vec<CriticalLine>,
}

impl CriticalLine {
    /// The line with these coefficients; `None` if no whole thousandths lie on it, or both
    /// coefficients are 0.
    pub fn new(a: i64, b: i64, c: i64) -> Option<Self> {
        let divisor = i64::try_from(gcd(a.unsigned_abs(), b.unsigned_abs())).ok()?;
        if divisor == 0 || c % divisor != 0 {
            return None;
        }
        // A canonical form for each line, however it was found.
        let sign = if a < 0 || (a == 0 && b < 0) { -1 } else { 1 };
        let [a, b, c] = [a, b, c].map(|factor| factor / divisor * sign);
        Some(Self { a, b, c })
    }

    /// The line through a place in this direction.
    pub fn through([x, y]: MapPlace, [dx, dy]: [i64; 2]) -> Option<Self> {
        Self::new(dy, -dx, dy * x - dx * y)
    }

    /// Whether it is horizontal or vertical.
    pub const fn is_straight(&self) -> bool {
        self.a == 0 || self.b == 0
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A vertex, in thousandths.
pub(super) fn place(point: Point) -> MapPlace {
    [point.x.wide(), point.y.wide()]
}

fn minus(one: MapPlace, other: MapPlace) -> MapPlace {
    [one[0] - other[0], one[1] - other[1]]
}

/// The edges of a shape, each from one vertex to the next; a laser has one.
fn edges(vertices: &[MapPlace]) -> impl Iterator<Item = [MapPlace; 2]> + '_ {
    let count = if vertices.len() == 2 { 1 } else { vertices.len() };
    (0..count).map(|index| [vertices[index], vertices[(index + 1) % vertices.len()]])
}

/// The vertices of the partner after its step.
fn stepped(partner: &Shape, [dx, dy]: MapPlace) -> Vec<MapPlace> {
    let vertices = partner.vertices().into_iter().map(place);
    vertices.map(|[x, y]| [x + dx, y + dy]).collect()
}

impl Critical {
    /// The critical set of an object that is moved while its partner makes a step; places are those
    /// of the top left of its bounding box.
    pub fn of_move(object: &Shape, partner: &Shape, step: MapPlace) -> Self {
        let (min, _) = object.bounds();
        let own: Vec<MapPlace> =
            object.vertices().into_iter().map(|vertex| minus(place(vertex), place(min))).collect();
        let theirs = stepped(partner, step);
        let mut critical = Self::default();
        for &vertex in &own {
            critical.points.extend(theirs.iter().map(|&other| minus(other, vertex)));
            for [start, end] in edges(&theirs) {
                critical
                    .lines
                    .extend(CriticalLine::through(minus(start, vertex), minus(end, start)));
            }
            if critical.is_over() {
                return critical;
            }
        }
        for &vertex in &theirs {
            for [start, end] in edges(&own) {
                critical
                    .lines
                    .extend(CriticalLine::through(minus(vertex, start), minus(end, start)));
            }
            if critical.is_over() {
                return critical;
            }
        }
        critical.in_order()
    }

    /// The critical set of a box in a frame in which its partner makes a step; places are those of
    /// its top left after the frame.
    pub fn of_frame(object: &Shape, partner: &Shape, step: MapPlace) -> Self {
        let moved = Self::of_move(object, partner, step);
        let (min, _) = object.bounds();
        // Relative to the partner, which then stands still.
        let start = [min.x.wide() + step[0], min.y.wide() + step[1]];
        let mut critical = Self { points: moved.points, lines: Vec::new() };
        for &point in &critical.points {
            critical.lines.extend(CriticalLine::through(point, [1, 0]));
            critical.lines.extend(CriticalLine::through(point, [0, 1]));
            critical.lines.extend(CriticalLine::through(start, minus(point, start)));
        }
        critical.in_order()
    }

    /// The critical set of an end or vertex whose edges lead to these neighbours.
    pub fn of_end(neighbours: &[MapPlace], partner: &Shape) -> Self {
        let theirs = stepped(partner, [0, 0]);
        let mut critical = Self { points: theirs.clone(), lines: Vec::new() };
        for [start, end] in edges(&theirs) {
            critical.lines.extend(CriticalLine::through(start, minus(end, start)));
        }
        for &neighbour in neighbours {
            for &vertex in &theirs {
                critical.lines.extend(CriticalLine::through(vertex, minus(vertex, neighbour)));
            }
        }
        critical.in_order()
    }

    /// The critical set of a corner of a box whose opposite corner stays.
    pub fn of_corner(opposite: MapPlace, partner: &Shape) -> Self {
        let theirs = stepped(partner, [0, 0]);
        let mut critical = Self { points: theirs.clone(), lines: Vec::new() };
        for &vertex in &theirs {
            critical.lines.extend(CriticalLine::through(vertex, [1, 0]));
            critical.lines.extend(CriticalLine::through(vertex, [0, 1]));
        }
        for [start, end] in edges(&theirs) {
            let Some(line) = CriticalLine::through(start, minus(end, start)) else { continue };
            critical.lines.push(line);
            // The positions at which the corners next to it lie on the line.
            let CriticalLine { a, b, c } = line;
            critical.lines.extend(CriticalLine::new(a, 0, c - b * opposite[1]));
            critical.lines.extend(CriticalLine::new(0, b, c - a * opposite[0]));
        }
        critical.in_order()
    }

    /// The critical set of end 2 of a laser whose middle stays; `sum` is the sum of its ends.
    pub fn of_turn(sum: MapPlace, partner: &Shape) -> Self {
        let theirs = stepped(partner, [0, 0]);
        let mut critical = Self::default();
        for &vertex in &theirs {
            critical.points.extend([vertex, minus(sum, vertex)]);
            // Twice the displacement from the middle, which may lie between thousandths.
            let [dx, dy] = [2 * vertex[0] - sum[0], 2 * vertex[1] - sum[1]];
            critical.lines.extend(CriticalLine::new(2 * dy, -2 * dx, dy * sum[0] - dx * sum[1]));
        }
        for [start, end] in edges(&theirs) {
            let way = minus(end, start);
            critical.lines.extend(CriticalLine::through(start, way));
            critical.lines.extend(CriticalLine::through(minus(sum, start), way));
        }
        critical.in_order()
    }

    /// Whether there are too many lines to follow, even without duplicates.
    fn is_over(&mut self) -> bool {
        if self.lines.len() <= 8 * MOST_LINES {
            return false;
        }
        self.lines.sort_unstable();
        self.lines.dedup();
        self.has_too_many_lines()
    }

    /// Whether there are too many lines to follow: then thin lines are lost.
    pub(super) const fn has_too_many_lines(&self) -> bool {
        self.lines.len() > MOST_LINES
    }

    /// Sorted, without duplicates.
    pub(super) fn in_order(mut self) -> Self {
        self.points.sort_unstable();
        self.points.dedup();
        self.lines.sort_unstable_by_key(|line| (!line.is_straight(), *line));
        self.lines.dedup();
        self
    }
}
