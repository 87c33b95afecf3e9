//! The numbers of a pair: whole, exact, and at any scale.

use std::fmt::Write;

use hitscan_geom::{Aabb, Milli, Moving, Point, Polygon, Segment, Shape, Vector};

use crate::methods::{Case, Meets, OwnPair};

#[cfg(test)]
pub(super) mod tests;

/// What a pair is, as the catalogue of mistakes and the lines for a program know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PairKind {
    /// Two lasers.
    LaserLaser,
    /// A box and a laser.
    BoxLaser,
    /// Two boxes.
    BoxBox,
    /// Two boxes in a frame.
    Frame,
    /// A polygon and a point.
    PolygonPoint,
    /// A box and a point.
    BoxPoint,
    /// A polygon and a laser.
    PolygonLaser,
    /// Two boxes or polygons, at least one a polygon.
    RegionRegion,
}

impl PairKind {
    /// All kinds, in the order of the catalogue.
    pub const ALL: [Self; 8] = [
        Self::LaserLaser,
        Self::BoxLaser,
        Self::BoxBox,
        Self::Frame,
        Self::PolygonPoint,
        Self::BoxPoint,
        Self::PolygonLaser,
        Self::RegionRegion,
    ];

    /// What a pair is.
    pub const fn of(pair: OwnPair<'_>) -> Self {
        match pair {
            OwnPair::Frame(..) => Self::Frame,
            OwnPair::Point(Shape::Polygon(_), _) => Self::PolygonPoint,
            OwnPair::Point(..) => Self::BoxPoint,
            OwnPair::Still(a, b) => match (a, b) {
                (Shape::Segment(_), Shape::Segment(_)) => Self::LaserLaser,
                (Shape::Box(_), Shape::Box(_)) => Self::BoxBox,
                (Shape::Box(_), Shape::Segment(_)) | (Shape::Segment(_), Shape::Box(_)) => {
                    Self::BoxLaser
                }
                (Shape::Polygon(_), Shape::Segment(_)) | (Shape::Segment(_), Shape::Polygon(_)) => {
                    Self::PolygonLaser
                }
                (Shape::Polygon(_), _) | (_, Shape::Polygon(_)) => Self::RegionRegion,
            },
        }
    }

    /// Its name in options and in the catalogue.
    pub const fn token(self) -> &'static str {
        match self {
            Self::LaserLaser => "laser-laser",
            Self::BoxLaser => "box-laser",
            Self::BoxBox => "box-box",
            Self::Frame => "frame",
            Self::PolygonPoint => "polygon-point",
            Self::BoxPoint => "box-point",
            Self::PolygonLaser => "polygon-laser",
            Self::RegionRegion => "region-region",
        }
    }

    /// Whether the references take the truth from the geometry instead of computing it: those of
    /// concave shapes are mistakes only.
    pub const fn has_given_truth(self) -> bool {
        matches!(self, Self::PolygonLaser | Self::RegionRegion)
    }
}

/// The numbers of a pair, in thousandths of a unit: a box is left, top, right, bottom; a laser its
/// two ends; a point its place; a polygon its vertices (six numbers or more).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairNumbers {
    /// What the pair is.
    pub kind: PairKind,
    /// The places of A and of B.
    pub places: [Vec<i64>; 2],
    /// In a frame, how far A and B move.
    pub motions: [[i64; 2]; 2],
    /// How the two meet in truth.
    pub meets: Meets,
}

/// What every number of a pair is multiplied with when a program is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScaleFactor {
    /// The factor.
    pub by: i64,
    /// Two to the power of this divides the product.
    pub halvings: u32,
}

impl ScaleFactor {
    /// As it is.
    pub const ONE: Self = Self { by: 1, halvings: 0 };
}

impl PairNumbers {
    /// The numbers of a case; `None` if it is of another kind.
    pub fn of(case: &Case, kind: PairKind) -> Option<Self> {
        let meets = case.pair().truth().meets;
        match case {
            Case::Still([a, b]) => {
                let motions = [[0; 2]; 2];
                Some(Self { kind, places: [of_shape(a), of_shape(b)], motions, meets })
            }
            Case::Point([region, point]) => {
                let motions = [[0; 2]; 2];
                let mut at = of_shape(point);
                at.truncate(2);
                Some(Self { kind, places: [of_shape(region), at], motions, meets })
            }
            Case::Frame([a, b]) => {
                let motions = [a, b].map(|it| [it.motion().x.wide(), it.motion().y.wide()]);
                let places = [a, b].map(|it| of_shape(&Shape::Box(it.start())));
                (kind == PairKind::Frame).then_some(Self { kind, places, motions, meets })
            }
        }
    }

    /// The pair as shapes; `None` if it does not fit their range or is no valid shape.
    pub fn case(&self) -> Option<Case> {
        let [a, b] = [0, 1].map(|side| self.shape(side));
        let (a, b) = (a?, b?);
        match (self.kind, a, b) {
            (PairKind::Frame, Shape::Box(a), Shape::Box(b)) => {
                let [by_a, by_b] = self.motions;
                let moving = |at, by: [i64; 2]| {
                    Moving::new(at, Vector::new(milli(by[0])?, milli(by[1])?)).ok()
                };
                Some(Case::Frame([moving(a, by_a)?, moving(b, by_b)?]))
            }
            (PairKind::BoxPoint | PairKind::PolygonPoint, a, b) => Some(Case::Point([a, b])),
            (_, a, b) => Some(Case::Still([a, b])),
        }
    }

    /// The same pair with the truth looked up again, after its numbers were changed.
    pub fn with_truth(mut self) -> Option<Self> {
        self.meets = self.case()?.pair().truth().meets;
        Some(self)
    }

    /// Whether the first or the second shape is a polygon.
    pub fn is_polygon(&self, side: usize) -> bool {
        self.places[side].len() > 4
    }

    /// Whether all numbers are whole.
    pub fn is_whole(&self) -> bool {
        self.all().all(|number| number % 1000 == 0)
    }

    /// Whether the boxes of a frame touch along an axis in which neither moves relative to the other.
    pub fn is_flush(&self) -> bool {
        let [a, b] = &self.places;
        let rests = |axis: usize| self.motions[0][axis] == self.motions[1][axis];
        let touches = |axis: usize| a[axis + 2] == b[axis] || b[axis + 2] == a[axis];
        self.kind == PairKind::Frame && [0, 1].into_iter().any(|axis| rests(axis) && touches(axis))
    }

    /// Whether the boxes have a width and a height.
    pub fn has_sizes(&self) -> bool {
        let has_size = |side: usize| {
            let at = &self.places[side];
            self.noun(side) != "box" || at[0] < at[2] && at[1] < at[3]
        };
        has_size(0) && has_size(1)
    }

    /// All numbers, those of motion included.
    pub fn all(&self) -> impl Iterator<Item = i64> {
        let moves = if self.kind == PairKind::Frame { 2 } else { 0 };
        let motions = self.motions[..moves].iter().flatten();
        self.places.iter().flatten().chain(motions).copied()
    }

    /// The line for a program: `box 0 0 10 5 laser -5 0 15 10`.
    pub fn line(&self, scale: ScaleFactor) -> String {
        let mut line = String::new();
        for side in [0, 1] {
            let places = &self.places[side];
            let noun = self.noun(side);
            if side == 1 {
                line.push(' ');
            }
            line.push_str(noun);
            if noun == "polygon" {
                // Writing to a String never fails.
                let _ = write!(line, " {}", places.len() / 2);
            }
            for &number in places {
                push_number(&mut line, number, scale);
            }
            if self.kind == PairKind::Frame {
                line.push_str(" move");
                for number in self.motions[side] {
                    push_number(&mut line, number, scale);
                }
            }
        }
        line
    }

    /// The pair as a line of `hitscan query`:
    /// `{"id":"1","a":{"box":[0,0,10,5]},"b":{"laser":[-5,0,15,10]}}`.
    pub fn query(&self, id: &str, scale: ScaleFactor) -> String {
        let list = |numbers: &[i64]| {
            let mut words = String::new();
            for &number in numbers {
                push_number(&mut words, number, scale);
            }
            format!("[{}]", words.trim_start().replace(' ', ","))
        };
        let shape = |side: usize| {
            let (noun, places) = (self.noun(side), &self.places[side]);
            let places = if noun == "polygon" {
                let vertices: Vec<_> = places.chunks_exact(2).map(list).collect();
                format!("[{}]", vertices.join(","))
            } else {
                list(places)
            };
            let motion = self.motions[side];
            let velocity = if motion == [0; 2] {
                String::new()
            } else {
                format!(",\"velocity\":{}", list(&motion))
            };
            format!("{{\"{noun}\":{places}{velocity}}}")
        };
        format!("{{\"id\":\"{id}\",\"a\":{},\"b\":{}}}", shape(0), shape(1))
    }

    /// What the first or the second shape is called in a line.
    pub fn noun(&self, side: usize) -> &'static str {
        match (self.kind, side) {
            _ if self.is_polygon(side) => "polygon",
            (PairKind::LaserLaser, _) | (PairKind::BoxLaser | PairKind::PolygonLaser, 1) => "laser",
            (PairKind::BoxPoint | PairKind::PolygonPoint, 1) => "point",
            _ => "box",
        }
    }

    fn shape(&self, side: usize) -> Option<Shape> {
        let points = self.points(side)?;
        match (self.noun(side), &points[..]) {
            ("box", &[one, other]) => Aabb::from_corners(one, other).ok().map(Shape::Box),
            ("laser", &[start, end]) => Segment::new(start, end).ok().map(Shape::Segment),
            ("point", &[at]) => Segment::new(at, at).ok().map(Shape::Segment),
            _ => Polygon::new(&points).ok().map(Shape::Polygon),
        }
    }

    fn points(&self, side: usize) -> Option<Vec<Point>> {
        let point = |at: &[i64]| Some(Point::new(milli(at[0])?, milli(at[1])?));
        self.places[side].chunks_exact(2).map(point).collect()
    }
}

fn milli(thousandths: i64) -> Option<Milli> {
    Milli::new(i32::try_from(thousandths).ok()?).ok()
}

fn of_shape(shape: &Shape) -> Vec<i64> {
    let flat = |points: &[Point]| points.iter().flat_map(|at| [at.x.wide(), at.y.wide()]).collect();
    match shape {
        Shape::Box(at) => flat(&[at.min(), at.max()]),
        Shape::Segment(at) => flat(&[at.start(), at.end()]),
        Shape::Polygon(at) => flat(at.vertices()),
    }
}

/// The number as a program reads it.
pub(super) fn in_decimals(thousandths: i64) -> String {
    let mut text = String::new();
    push_number(&mut text, thousandths, ScaleFactor::ONE);
    text.split_off(1)
}

/// Writes a space and a number exactly: a number of thousandths over a power of two has finitely
/// many decimals.
fn push_number(line: &mut String, thousandths: i64, scale: ScaleFactor) {
    let product = i128::from(thousandths) * i128::from(scale.by);
    let mut under = 1000_i128 << scale.halvings.min(64);
    let mut rest = product.unsigned_abs();
    let mut digits = String::new();
    let sign = if product < 0 { "-" } else { "" };
    let unsigned = under.unsigned_abs();
    let whole = rest / unsigned;
    rest %= unsigned;
    while rest > 0 {
        if under % 10 == 0 {
            under /= 10;
        } else {
            rest *= 10;
        }
        let digit = rest / under.unsigned_abs();
        rest %= under.unsigned_abs();
        digits.push(char::from(b'0' + u8::try_from(digit % 10).unwrap_or(0)));
    }
    // Writing to a String never fails.
    let _ = if digits.is_empty() {
        write!(line, " {sign}{whole}")
    } else {
        write!(line, " {sign}{whole}.{digits}")
    };
}
